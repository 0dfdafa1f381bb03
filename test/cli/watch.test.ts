import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { clock, deadlock, heddle } from './stage.js';

const root = mkdtempSync(join(tmpdir(), 'heddle-watch-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Types the next text into the file each time the command has begun to watch, and stops it at the end. */
async function edited(file: string, texts: string[], argv: string[], others: Record<string, string> = {}) {
  const cwd = mkdtempSync(join(root, 'programs-'));
  for (const [name, text] of Object.entries(others)) writeFileSync(join(cwd, name), text);
  const stop = new AbortController();
  const [first, ...rest] = texts;
  writeFileSync(join(cwd, file), first);
  let out = '';
  const write = (text: string) => {
    out += text;
    if (!text.startsWith('watching')) return;
    const next = rest.shift();
    if (next === undefined) stop.abort();
    else writeFileSync(join(cwd, file), next);
  };
  const { code } = await heddle(
    ['check', '--watch', ...argv],
    {},
    { cwd, stop: stop.signal, out: { write } },
  );
  return { code, told: out.split('\n').filter((line) => /^(?:changed|nothing changed|watching)/.test(line)) };
}

describe('heddle check --watch', () => {
  it('checks again when the program changes, and tells which answers did', async () => {
    const { code, told } = await edited('m.lts', [deadlock, `${deadlock}// more\n`, clock], ['m.lts']);
    expect(code).toBe(0);
    expect(told.map((line) => line.replaceAll(/\S*\/(?=m\.lts)/g, ''))).toEqual([
      'watching 1 file; Ctrl-C ends',
      'nothing changed in the answers',
      'watching 1 file; Ctrl-C ends',
      'changed: m.lts: deadlock-free: was violated, now holds (exhaustive)',
      'watching 1 file; Ctrl-C ends',
    ]);
  });

  it('watches the properties too, and goes on after a mistake', async () => {
    const texts = ['ltl [] <> tick\n', 'ltl [] (\n', 'ltl [] ! tick\n'];
    const { code, told } = await edited('p.prop', texts, ['c.lts', '--property', 'p.prop'], {
      'c.lts': clock,
    });
    expect(code).toBe(1);
    expect(told.filter((line) => line.startsWith('changed'))).toEqual([
      expect.stringContaining('was holds (exhaustive), now not asked'),
      expect.stringContaining('was not asked, now violated'),
    ]);
  });

  it('notices a property file that comes to lie beside the program', async () => {
    const cwd = mkdtempSync(join(root, 'programs-'));
    writeFileSync(join(cwd, 'c.lts'), clock);
    const stop = new AbortController();
    let out = '';
    const write = (text: string) => {
      out += text;
      if (!text.startsWith('watching')) return;
      if (text.includes('2 files')) stop.abort();
      else writeFileSync(join(cwd, 'c.prop'), 'ltl [] <> tick\n');
    };
    await heddle(['check', '--watch', 'c.lts'], {}, { cwd, stop: stop.signal, out: { write } });
    expect(out).toMatch(/changed: .*: was not asked, now holds \(exhaustive\)/);
  });
});
