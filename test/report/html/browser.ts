/** Chromium, driven by playwright-core, where it is installed. */
import { spawnSync } from 'node:child_process';
import { type Browser, chromium } from 'playwright-core';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];

/** Starts the browser; undefined, with the reason said, where there is none. */
export function browserHere(): (() => Promise<Browser>) | undefined {
  const name = NAMES.find((candidate) => spawnSync(candidate, ['--version']).status === 0);
  if (!name) {
    console.warn('Chromium is not installed: the HTML report is not opened in a browser');
    return undefined;
  }
  const executablePath = spawnSync('which', [name], { encoding: 'utf8' }).stdout.trim();
  // Chromium's own sandbox refuses to run for root, which is what build machines often are.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return () => chromium.launch({ executablePath, args });
}
