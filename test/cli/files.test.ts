import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { propertyFileBeside, writeWhole } from '../../src/cli/files.js';
import { InputError } from '../../src/model/diagnostic.js';

const folder = mkdtempSync(join(tmpdir(), 'heddle-files-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('writing a file', () => {
  it('replaces what was there and leaves nothing else behind', () => {
    const path = join(folder, 'report.json');
    writeFileSync(path, 'old');
    writeWhole(path, 'new');
    expect(readFileSync(path, 'utf8')).toBe('new');
    expect(readdirSync(folder)).toEqual(['report.json']);
  });

  it('says why it cannot, and leaves nothing behind', () => {
    expect(() => writeWhole(join(folder, 'no', 'such', 'folder.json'), 'x')).toThrow(InputError);
    mkdirSync(join(folder, 'taken'));
    expect(() => writeWhole(join(folder, 'taken'), 'x')).toThrow(/cannot write .*taken: it is a folder/);
    expect(readdirSync(folder).filter((file) => file.endsWith('.tmp'))).toEqual([]);
  });
});

describe('the property file beside a program', () => {
  it('has the same base name', () => {
    writeFileSync(join(folder, 'phil.prop'), '');
    expect(propertyFileBeside(join(folder, 'phil.lts'))).toBe(join(folder, 'phil.prop'));
    expect(propertyFileBeside(join(folder, 'other.lts'))).toBeUndefined();
    expect(propertyFileBeside(join(folder, 'phil.prop'))).toBeUndefined();
  });
});
