/** The report is opened from disk in Chromium, where that is installed. `HEDDLE_SCREENSHOTS=1` renews those in docs/. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { html } from '../../../src/report/html/page.js';
import { check } from '../../../src/verify/check.js';
import { loadFile } from '../../../src/verify/load.js';
import { heddle } from '../../cli/stage.js';
import { AUT, files, PROMELA } from '../hostile-programs.js';
import { browserHere } from './browser.js';

const ROOT = resolve(import.meta.dirname, '../../..');
const folder = mkdtempSync(join(tmpdir(), 'heddle-html-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const launch = browserHere();

describe.runIf(launch !== undefined)('the report in Chromium', () => {
  let browser: Browser;
  let page: Page;
  const complaints: string[] = [];
  const requests: string[] = [];

  beforeAll(async () => {
    const programs = ['examples/fsp/philosophers.lts', 'examples/promela/peterson.pml'];
    const loaded = programs.map((file) => ({ ...loadFile(join(ROOT, file)), file }));
    const results = [];
    for (const program of loaded) results.push(...(await check(program)));
    const sources = loaded.flatMap(({ program }) => program.system.sources);
    const file = join(folder, 'report.html');
    const text = html({ version: '0.1.0', results, diagnostics: [], sources });
    writeFileSync(file, text.replaceAll(`${ROOT}/`, ''));
    browser = await launch!();
    page = await browser.newPage({ viewport: { width: 1180, height: 720 } });
    page.on('console', (message) => complaints.push(String(message.text?.())));
    page.on('pageerror', (error) => complaints.push(String(error.message)));
    page.on('request', (request) => requests.push(String(request.url?.())));
    await page.goto(pathToFileURL(file).href);
  }, 120_000);
  afterAll(() => browser?.close());

  const heading = () =>
    page.evaluate<string>(
      `document.querySelector('.violation:not([hidden]) .moment:not([hidden]) h3').textContent`,
    );
  const marked = () =>
    page.evaluate<string>(
      `[...document.querySelectorAll('.violation:not([hidden]) .line .here')].map((piece) => piece.textContent).join(' ')`,
    );
  const row = () =>
    page.evaluate<string>(
      `document.querySelector('.violation:not([hidden]) .moment-row.here').getAttribute('data-moment')`,
    );
  const property = () =>
    page.evaluate<string>(`document.querySelector('.violation:not([hidden]) h2').textContent`);
  const shoot = async (name: string) => {
    if (process.env.HEDDLE_SCREENSHOTS === '1') await page.screenshot({ path: join(ROOT, 'docs', name) });
  };

  it('begins at the start of the first violation', async () => {
    expect(await property()).toBe('examples/fsp/philosophers.lts: deadlock-free');
    expect(await heading()).toBe('At the start');
    expect(await marked()).toBe('');
  });

  it('steps forward and back by keyboard, and marks the row and the source', async () => {
    await page.keyboard.press('ArrowRight');
    expect([await heading(), await row(), await marked()]).toEqual(['Step 1 of 6', '1', 'think']);
    await page.keyboard.press('ArrowRight');
    expect([await heading(), await row(), await marked()]).toEqual(['Step 2 of 6', '2', 'right.get get']);
    await shoot('report-step.png');
    await page.keyboard.press('ArrowLeft');
    expect([await heading(), await row(), await marked()]).toEqual(['Step 1 of 6', '1', 'think']);
    await page.keyboard.press('End');
    expect(await heading()).toBe('Nothing can move');
    await page.keyboard.press('ArrowRight');
    expect(await heading()).toBe('Nothing can move');
    await shoot('report-deadlock.png');
    await page.keyboard.press('Home');
    expect(await heading()).toBe('At the start');
    await page.keyboard.press('ArrowLeft');
    expect(await heading()).toBe('At the start');
  });

  it('steps by click: on a row of the chart, on a button', async () => {
    await page.click('.violation:not([hidden]) .moment-row[data-moment="4"] .aside');
    expect(await heading()).toBe('Step 4 of 6');
    await page.click('.violation:not([hidden]) [data-action="next"]');
    expect(await heading()).toBe('Step 5 of 6');
  });

  it('goes round in the part that repeats for ever', async () => {
    await page.keyboard.press('n');
    expect(await property()).toBe('examples/promela/peterson.pml: served');
    await page.keyboard.press('End');
    const last = await heading();
    expect(last).toMatch(/^Step (\d+) of \1, again and again$/);
    await page.keyboard.press('ArrowRight');
    expect(await heading()).toMatch(/^Step \d+ of \d+, again and again$/);
    expect(await heading()).not.toBe(last);
    await page.keyboard.press('p');
    expect(await heading()).toBe('Step 5 of 6');
  });

  it('complains of nothing and asks for nothing but itself', () => {
    expect(complaints).toEqual([]);
    expect(requests).toEqual([pathToFileURL(join(folder, 'report.html')).href]);
  });

  it('runs nothing that hostile names say', async () => {
    const { read } = await heddle(['check', AUT, PROMELA, '--html', 'out.html'], files);
    const file = join(folder, 'hostile.html');
    writeFileSync(file, read('out.html'));
    const other = await browser.newPage({ viewport: { width: 1180, height: 720 } });
    const happened: string[] = [];
    other.on('dialog', () => happened.push('dialog'));
    other.on('console', (message) => happened.push(String(message.text?.())));
    other.on('pageerror', (error) => happened.push(String(error.message)));
    await other.goto(pathToFileURL(file).href);
    await other.keyboard.press('ArrowRight');
    const heading = `document.querySelector('.violation:not([hidden]) .moment:not([hidden]) p').textContent`;
    expect(await other.evaluate<string>(heading)).toContain('</script><script>alert(1)</script>');
    await other.keyboard.press('End');
    expect(await other.evaluate<number>(`document.querySelectorAll('script').length`)).toBe(1);
    expect(happened).toEqual([]);
  });
});
