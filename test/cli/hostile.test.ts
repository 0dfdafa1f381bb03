/** Promela models that want too much, or go wrong when they run: a clear error or a reported violation. */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { heddle } from './stage.js';

const doubling = Array.from({ length: 40 }, (_, i) => `#define m${i + 1} m${i} m${i}\n`).join('');

describe('models that want too much are refused with exit code 3 and the place', () => {
  it.each([
    {
      name: 'a macro bomb',
      text: `#define m0 x\n${doubling}init { m40 }`,
      message: /macros expand to more than \d+ words/,
    },
    {
      name: 'a file outside the folder',
      text: '#include "../../../../etc/passwd"\ninit { skip }',
      message: /model\.pml:1:10.*cannot include "\.\.\/\.\.\/\.\.\/\.\.\/etc\/passwd"/s,
    },
    {
      name: 'a file by its full path',
      text: '#include "/etc/passwd"\ninit { skip }',
      message: /cannot include/,
    },
    {
      name: '300 processes',
      text: 'active [300] proctype P() { skip }',
      message: /at most 255 processes, not 300/,
    },
    {
      name: 'a channel of 10^9 slots',
      text: 'chan q = [1000000000] of { byte };\ninit { skip }',
      message: /from 0 to 255 slots, not 1000000000/,
    },
    {
      name: 'an array of 10^9',
      text: 'int a[1000000000];\ninit { skip }',
      message: /1000000000 elements is too large/,
    },
    { name: 'embedded C', text: 'init { c_code { abort(); } }', message: /model\.pml:1:8.*c_code/s },
  ])('$name', async ({ text, message }) => {
    const { code, out, err } = await heddle(['check', 'model.pml'], { 'model.pml': text });
    expect({ code, said: `${out}${err}` }).toEqual({ code: 3, said: expect.stringMatching(message) });
    expect(`${out}${err}`).not.toMatch(/root:|\bat .*\.[jt]s:\d/);
  });
});

it.skipIf(process.platform === 'win32')('a pipe in the folder is not waited for', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-pipe-'));
  const model = join(folder, 'model.pml');
  execFileSync('sh', ['-c', 'mkfifo part.pml'], { cwd: folder });
  writeFileSync(model, '#include "part.pml"\ninit { skip }');
  // Without someone at its other end whoever opens it waits for ever, and the test with it.
  const writer = spawn('sh', ['-c', 'echo "byte x;" > part.pml'], { cwd: folder });
  try {
    const { code, out, err } = await heddle(['check', model]);
    expect({ code, said: `${out}${err}` }).toEqual({
      code: 3,
      said: expect.stringMatching(/model\.pml:1:10.*cannot include "part\.pml"/s),
    });
  } finally {
    writer.kill();
    rmSync(folder, { recursive: true });
  }
});

describe('what goes wrong when the model runs is a violation of its assertions, with the execution', () => {
  it.each([
    {
      name: 'division by zero',
      text: 'byte x; active proctype P() { x = 1 / x }',
      message: /division by zero/,
    },
    {
      name: 'remainder of zero',
      text: 'byte x; active proctype P() { (3 % x) -> skip }',
      message: /division by zero/,
    },
    {
      name: 'an index beyond its array',
      text: 'byte a[3]; byte i = 3; active proctype P() { a[i] = 1 }',
      message: /index 3 of a is outside 0\.\.2/,
    },
    {
      name: 'an index below its array',
      text: 'byte a[3]; int i; active proctype P() { i--; a[i] = 1 }',
      message: /index -1 of a is outside 0\.\.2/,
    },
    {
      name: 'an index in a condition',
      text: 'byte a[3]; byte i = 200; active proctype P() { if :: a[i] == 0 :: else fi }',
      message: /index 200 of a is outside 0\.\.2/,
    },
    {
      name: 'a channel that was never made',
      text: 'chan q; active proctype P() { q!1 }',
      message: /the channel does not exist/,
    },
  ])('$name', async ({ text, message }) => {
    const { code, out, err } = await heddle(['check', 'model.pml'], { 'model.pml': text });
    expect({ code, said: `${out}${err}` }).toEqual({ code: 1, said: expect.stringMatching(message) });
  });
});

it('an array of 60,000 elements takes no time to think about', async () => {
  const text = 'int a[60000]; active proctype P() { a[59999] = 1; assert(a[59999] == 1) }';
  expect((await heddle(['check', 'model.pml'], { 'model.pml': text })).code).toBe(0);
});

// SPIN 6.5.2: "value out of range: '9223372036854775808' read as '-1'"; what fits in 64 bits is cut to 32.
it.each([
  ['2147483648', '-2147483647 - 1'],
  ['4294967303', '7'],
  ['9223372036854775300', '-508'],
  ['9223372036854775808', '-1'],
  ['9'.repeat(400), '-1'],
])('the number %s is read as %s', async (number, value) => {
  const text = `int x = ${number}; active proctype P() { assert(x == ${value}) }`;
  expect((await heddle(['check', 'model.pml'], { 'model.pml': text })).code).toBe(0);
});
