import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { filesMeant } from '../../src/cli/globs.js';

const root = mkdtempSync(join(tmpdir(), 'heddle-globs-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
for (const file of [
  'a.lts',
  'b.pml',
  'notes.txt',
  'models/c.lts',
  'models/d1.lts',
  'models/d2.lts',
  'models/deep/er/e.pml',
  'models/old/f.lts',
  'node_modules/x/g.lts',
  '.hidden/h.lts',
  'odd[1].lts',
]) {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), '');
}

const meant = (given: string[], exclude: string[] = []) => filesMeant(given, exclude, root);

describe('files by pattern', () => {
  it.each([
    ['a.lts', ['a.lts']],
    ['gone.lts', ['gone.lts']],
    ['*.lts', ['a.lts', 'odd[1].lts']],
    ['*', ['a.lts', 'b.pml', 'odd[1].lts']],
    ['odd[1].lts', ['odd[1].lts']],
    ['models/*.lts', ['models/c.lts', 'models/d1.lts', 'models/d2.lts']],
    ['./models/d?.lts', ['models/d1.lts', 'models/d2.lts']],
    ['models/d[2-9].lts', ['models/d2.lts']],
    ['models/[!d]*.lts', ['models/c.lts']],
    ['**/*.pml', ['b.pml', 'models/deep/er/e.pml']],
    ['models/**/e.pml', ['models/deep/er/e.pml']],
    [
      'models/**',
      ['models/c.lts', 'models/d1.lts', 'models/d2.lts', 'models/deep/er/e.pml', 'models/old/f.lts'],
    ],
    ['{a,models/{c,d1}}.lts', ['a.lts', 'models/c.lts', 'models/d1.lts']],
    ['*/deep/**/*.{pml,lts}', ['models/deep/er/e.pml']],
  ])('%s are %j', (pattern, files) => {
    expect(meant([pattern])).toEqual(files);
  });

  it('finds them by full path', () => {
    expect(meant([`${root}/*.pml`])).toEqual([`${root}/b.pml`]);
  });

  it('takes each file once, in the order of the names', () => {
    expect(meant(['b.pml', '*.{lts,pml}', 'a.lts'])).toEqual(['b.pml', 'a.lts', 'odd[1].lts']);
  });

  it('leaves out what is excluded from patterns, not what is named', () => {
    expect(meant(['models/**/*.lts'], ['models/old/**', '**/d?.lts'])).toEqual(['models/c.lts']);
    expect(meant(['models/old/f.lts'], ['models/old/**'])).toEqual(['models/old/f.lts']);
  });

  it.each(['*.adb', 'nowhere/**', 'models/x*'])('says that nothing matches %s', (pattern) => {
    expect(() => meant([pattern])).toThrow(`no program matches '${pattern}'`);
  });

  it('takes no longer for patterns made to take long', () => {
    expect(() => meant([`${'**/'.repeat(40)}${'*a'.repeat(200)}?.lts`])).toThrow('no program matches');
    expect(() => meant([`${'{a,b}'.repeat(30)}.lts`])).toThrow('no program matches');
  });
});
