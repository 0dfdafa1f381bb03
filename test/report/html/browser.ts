/** Chromium, driven by playwright-core, where both are installed. */
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';

export interface Page {
  goto(url: string): Promise<unknown>;
  keyboard: { press(key: string): Promise<void> };
  click(selector: string): Promise<void>;
  evaluate<T>(script: string): Promise<T>;
  screenshot(options: { path: string }): Promise<unknown>;
  on(event: 'console' | 'pageerror' | 'dialog' | 'request', listener: (what: Told) => void): void;
}

interface Told {
  url?(): string;
  text?(): string;
  message?: unknown;
}

export interface Browser {
  newPage(options: { viewport: { width: number; height: number } }): Promise<Page>;
  close(): Promise<void>;
}

interface Playwright {
  chromium: { launch(options: { executablePath: string; args: string[] }): Promise<Browser> };
}

const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];

function library(): Playwright | undefined {
  try {
    return createRequire(import.meta.url)('playwright-core') as Playwright;
  } catch {
    return undefined;
  }
}

/** Starts the browser; undefined, with the reason said, where it cannot. */
export function browserHere(): (() => Promise<Browser>) | undefined {
  const playwright = library();
  const name = NAMES.find((candidate) => spawnSync(candidate, ['--version']).status === 0);
  if (!playwright || !name) {
    const missing = playwright ? 'Chromium' : 'playwright-core';
    console.warn(`${missing} is not installed: the HTML report is not opened in a browser`);
    return undefined;
  }
  const path = spawnSync('which', [name], { encoding: 'utf8' }).stdout.trim();
  // Chromium's own sandbox refuses to run for root, which is what build machines often are.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return () => playwright.chromium.launch({ executablePath: path, args });
}
