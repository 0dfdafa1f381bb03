import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PreparedCode } from '../../src/cli/prepared.js';

describe('the program in its prepared form', () => {
  let folder: string;
  const prepared = () => new PreparedCode(pathToFileURL(`${folder}/`));
  const said = () => (prepared().load('entry.cjs') as { say(): string }).say();

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'heddle-prepared-'));
    writeFileSync(
      join(folder, 'entry.cjs'),
      "const { word } = require('./other.cjs');\nexports.say = () => [word, require('node:path').sep].join(' ');\n",
    );
    writeFileSync(join(folder, 'other.cjs'), "exports.word = 'één';\n");
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('is its files, which load one another', () => {
    expect(said()).toBe(`één ${join('/')}`);
  });

  it('has the modules of the runtime that are loaded when they are used', () => {
    writeFileSync(
      join(folder, 'entry.cjs'),
      "const crypto = require('node:crypto');\nexports.say = () => crypto.createHash('sha1').update('abc').digest('hex');\n",
    );
    // FIPS 180-4, example of SHA-1.
    expect(said()).toBe('a9993e364706816aba3e25717850c26c9cd0d89d');
  });

  it('is the same from what was compiled before', () => {
    const code = prepared();
    (code.load('entry.cjs') as { say(): string }).say();
    code.keep();
    expect(existsSync(join(folder, 'other.cjs.compiled'))).toBe(true);
    expect(said()).toBe(`één ${join('/')}`);
  });

  it.each([
    ['empty', (_: Buffer) => Buffer.of()],
    ['cut short', (bytes: Buffer) => bytes.subarray(0, bytes.length >> 1)],
    ['of another engine', (bytes: Buffer) => Buffer.concat([Buffer.alloc(12, 7), bytes.subarray(12)])],
  ])('is compiled anew where what was kept is %s', (_, spoil) => {
    const code = prepared();
    code.load('entry.cjs');
    code.keep();
    const kept = join(folder, 'entry.cjs.compiled');
    writeFileSync(kept, spoil(readFileSync(kept)));
    expect(said()).toBe(`één ${join('/')}`);
  });
});
