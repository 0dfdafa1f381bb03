/** Every Ada example is a legal program: GNAT says so, where it is installed. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { FAMILIES } from '../../bench/ada-programs/index.js';

const FOLDER = resolve(import.meta.dirname, '../../examples/ada');
const installed = spawnSync('gnatmake', ['--version']).status === 0;
if (!installed)
  console.warn('gnatmake is not installed: whether GNAT accepts the Ada examples is not checked');

const work = mkdtempSync(join(tmpdir(), 'heddle-gnat-'));
afterAll(() => rmSync(work, { recursive: true, force: true }));

/** What GNAT says against a program: nothing but warnings, or its messages. */
function complaints(file: string): string {
  const { status, stderr } = spawnSync('gnatmake', ['-q', '-gnatc', '-gnat2012', file], {
    cwd: work,
    encoding: 'utf8',
  });
  return status === 0 ? '' : stderr || `gnatmake ended with ${status}`;
}

describe.runIf(installed)('GNAT accepts', () => {
  it.each(readdirSync(FOLDER).filter((name) => name.endsWith('.adb')))('%s', (name) => {
    expect(complaints(join(FOLDER, name))).toBe('');
  });

  it.each(FAMILIES)('$name at a larger size', (family) => {
    const { unit, program } = family.write(...family.sizes.map(({ least }) => least + 3));
    const file = join(work, `${unit.toLowerCase()}.adb`);
    writeFileSync(file, program);
    expect(complaints(file)).toBe('');
  });

  it('not what is wrong', () => {
    const file = join(work, 'wrong.adb');
    writeFileSync(file, 'procedure Wrong is\nbegin\n   No_Such_Task.Call;\nend Wrong;\n');
    expect(complaints(file)).toContain('No_Such_Task');
  });
});
