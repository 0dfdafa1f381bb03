import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { cacheFolder } from '../../../src/cli/cache/place.js';
import { ContentStore, digestOf } from '../../../src/cli/cache/store.js';

const root = mkdtempSync(join(tmpdir(), 'heddle-store-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let folders = 0;
const fresh = () => join(root, String(folders++));

describe('the store', () => {
  const key = digestOf('question');
  const entry = (folder: string) => join(folder, key.slice(0, 2), key.slice(2));

  it('gives back what was written, and nothing else', () => {
    const store = new ContentStore(fresh());
    expect(store.read(key)).toBeUndefined();
    store.write(key, 'line one\nline two 🧵');
    expect(store.read(key)).toBe('line one\nline two 🧵');
    expect(store.read(digestOf('another'))).toBeUndefined();
  });

  it.each([
    ['cut short', (text: string) => text.slice(0, -1)],
    ['empty', () => ''],
    ['changed in one letter', (text: string) => text.replace('holds', 'holdz')],
    ['of another question', (text: string) => text.replace(key, digestOf('another'))],
    ['of another format', (text: string) => text.replace('heddle-cache-1', 'heddle-cache-0')],
    ['with more behind it', (text: string) => `${text} `],
  ])('takes an entry that is %s for missing, and removes it', (_, damage) => {
    const folder = fresh();
    const store = new ContentStore(folder);
    store.write(key, 'it holds');
    writeFileSync(entry(folder), damage(readFileSync(entry(folder), 'utf8')));
    expect(store.read(key)).toBeUndefined();
    expect(readdirSync(join(folder, key.slice(0, 2)))).toEqual([]);
    store.write(key, 'it holds');
    expect(store.read(key)).toBe('it holds');
  });

  it('removes what killed runs left long ago, and entries that nothing asked for in a month', () => {
    const folder = fresh();
    const store = new ContentStore(folder);
    const there = join(folder, key.slice(0, 2));
    mkdirSync(there, { recursive: true });
    const days = (count: number) => new Date(Date.now() - count * 86_400_000);
    for (const [name, age] of [
      ['.old.tmp', 1],
      ['.new.tmp', 0],
      ['stale', 31],
      ['used', 29],
    ] as const) {
      writeFileSync(join(there, name), '');
      utimesSync(join(there, name), days(age), days(age));
    }
    store.write(key, 'x');
    expect(readdirSync(there).sort()).toEqual(['.new.tmp', 'used', key.slice(2)].sort());
  });

  it('is silent where it cannot be written', () => {
    const folder = fresh();
    writeFileSync(folder, 'a file where a folder should be');
    const store = new ContentStore(folder);
    store.write(key, 'x');
    expect(store.read(key)).toBeUndefined();
  });
});

describe('the folder of the cache', () => {
  it.each([
    [{ HOME: '/home/ann' }, '/home/ann/.cache/heddle'],
    [{ HOME: '/home/ann', XDG_CACHE_HOME: '/var/cache/ann' }, '/var/cache/ann/heddle'],
    [{ HOME: '/home/ann', XDG_CACHE_HOME: 'relative' }, '/home/ann/.cache/heddle'],
    [{ HOME: '/home/ann', HEDDLE_CACHE: '/fast/disk' }, '/fast/disk'],
    [{ HOME: '/home/ann', HEDDLE_CACHE: '' }, undefined],
    [{ HOME: '/home/ann', CI: 'true' }, undefined],
    [{ HOME: '/home/ann', CI: '1', HEDDLE_CACHE: '/fast/disk' }, undefined],
    [{ HOME: '/home/ann', CI: 'false' }, '/home/ann/.cache/heddle'],
    [{}, undefined],
  ])('with %j is %s', (env, folder) => {
    expect(cacheFolder({ env })).toBe(folder);
  });
});
