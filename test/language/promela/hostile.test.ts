import { describe, expect, it } from 'vitest';
import { readPromela } from '../../../src/language/promela/index.js';

const only = (text: string, include?: (path: string) => string | undefined) => {
  const reading = readPromela({ file: 'hostile.pml', text }, { include });
  expect(reading.ok).toBe(false);
  return reading.diagnostics;
};

describe('what is too much is refused with a message', () => {
  const doubling = (levels: number): string =>
    Array.from({ length: levels }, (_, i) => `#define m${i + 1} m${i} m${i}\n`).join('');

  it.each([
    { name: 'macros that double themselves', text: `#define m0 x\n${doubling(40)}init { m40 }` },
    {
      name: 'macro arguments in macro arguments',
      text: `#define f(x) x x\ninit { ${'f('.repeat(300)}1${')'.repeat(300)} }`,
    },
    {
      name: 'a macro argument of many words',
      text: `#define f(x) x x x x x x x x x x\ninit { ${'f('.repeat(6)}skip;${')'.repeat(6)} }`,
    },
    { name: 'parentheses', text: `init { ${'('.repeat(100_000)}1${')'.repeat(100_000)} }` },
    { name: 'blocks', text: `init ${'{'.repeat(100_000)} skip ${'}'.repeat(100_000)}` },
    { name: 'choices', text: `init { ${'if :: '.repeat(100_000)} skip ${' fi'.repeat(100_000)} }` },
    { name: 'negations', text: `init { ${'! '.repeat(100_000)} true }` },
    { name: 'indices', text: `byte a[3]; init { a${'[a'.repeat(100_000)}` },
    { name: 'a long sum', text: `int x; init { x = 1${' + 1'.repeat(100_000)} }` },
    { name: 'formulas', text: `ltl f { ${'[] '.repeat(100_000)} true } init { skip }` },
    {
      name: 'labels',
      text: `init { ${Array.from({ length: 100_000 }, (_, i) => `l${i}: `).join('')} skip }`,
    },
    { name: 'inlines that call themselves', text: 'inline f() { f() }\ninit { f() }' },
    { name: 'an array of a thousand million', text: 'byte a[1000000000];\ninit { skip }' },
    {
      name: 'a channel of a thousand million slots',
      text: 'chan q = [1000000000] of { byte };\ninit { skip }',
    },
    { name: '300 processes', text: 'active [300] proctype P() { skip }' },
    { name: '300 channels', text: 'chan q[300] = [1] of { byte };\ninit { skip }' },
    {
      name: 'records in records',
      text: `typedef T0 { int a[1000] }\n${Array.from({ length: 4 }, (_, i) => `typedef T${i + 1} { T${i} a[1000] }\n`).join('')}T4 t;\ninit { skip }`,
    },
  ])('$name', ({ text }) => {
    const diagnostics = only(text);
    expect(diagnostics.map((diagnostic) => diagnostic.code)).toEqual(['too-large']);
    expect(diagnostics[0].span).toBeDefined();
  });

  it('a file that includes itself', () => {
    const text = '#include "hostile.pml"\ninit { skip }';
    expect(only(text, () => text)[0].code).toBe('too-large');
  });

  it('files that each include the next one twice: 2 to the power of 40 in all, never more than 40 deep', () => {
    const twice = (path: string) => {
      const level = Number(path);
      return level < 40 ? `#include "${level + 1}"\n#include "${level + 1}"\n` : '';
    };
    expect(only('#include "1"\ninit { skip }', twice)[0]).toMatchObject({
      code: 'too-large',
      message: 'more than 10000 files are included',
    });
  });

  it('a long file included many times', () => {
    const long = `/*${'x'.repeat(10_000_000)}*/`;
    const text = `${'#include "long"\n'.repeat(9)}init { skip }`;
    expect(only(text, () => long)[0]).toMatchObject({ code: 'too-large', span: { line: 7, column: 10 } });
  });

  it('names so long that looking for one like them would not end', () => {
    const text = `byte ${'x'.repeat(100_000)};\ninit { ${'y'.repeat(100_000)} = 1 }`;
    expect(only(text)[0]).toMatchObject({ code: 'unknown-name', span: { line: 2, column: 8 } });
  });
});

describe('garbage', () => {
  it.each([
    { name: 'bytes', text: '\u0001\u00ff"\'`\\'.repeat(1_700_000) },
    { name: 'words', text: 'abc def '.repeat(1_300_000) },
    { name: 'open comments', text: '/*'.repeat(5_000_000) },
    { name: 'quotes', text: '"\n'.repeat(5_000_000) },
    { name: 'directives', text: '#define a(\n'.repeat(900_000) },
    { name: 'signs', text: ':: -> '.repeat(1_700_000) },
  ])('10 MB of $name end with at most 20 errors', ({ text }) => {
    const diagnostics = only(text);
    expect(diagnostics.length).toBeGreaterThan(0);
    expect(diagnostics.length).toBeLessThanOrEqual(20);
  });
});

describe('files are included only through the callback', () => {
  const text = '#include "part.pml"\ninit { y = 1 }';

  it('which gives their text', () => {
    const reading = readPromela(
      { file: 'main.pml', text },
      { include: (path) => (path === 'part.pml' ? 'byte y;\n' : undefined) },
    );
    expect(reading.ok && reading.value.system.sources.map((source) => source.file)).toEqual([
      'main.pml',
      'part.pml',
    ]);
  });

  it.each([{ include: undefined }, { include: () => undefined }])('or not', ({ include }) => {
    expect(only(text, include)[0]).toMatchObject({
      code: 'unreadable',
      message: 'cannot include "part.pml"',
      span: { file: 'hostile.pml', line: 1, column: 10 },
    });
  });

  it('mistakes in them are shown there', () => {
    expect(only(text, () => 'byte y;\n\nbyte 3;')[0].span).toMatchObject({
      file: 'part.pml',
      line: 3,
      column: 6,
    });
  });
});
