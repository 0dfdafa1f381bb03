import { describe, expect, it } from 'vitest';
import { preprocess } from '../../../src/language/promela/preprocess.js';
import { Problems } from '../../../src/language/promela/problems.js';
import { Sources } from '../../../src/language/promela/sources.js';

function words(text: string, include?: (path: string) => string | undefined, definitions?: string[]) {
  const sources = new Sources();
  const problems = new Problems(sources);
  const tokens = preprocess(sources.add({ file: 'a.pml', text }), sources, problems, {
    include,
    definitions,
  });
  return {
    text: tokens
      .map((token) => token.text)
      .join(' ')
      .trim(),
    tokens,
    sources,
    problems,
  };
}

it('what is defined from outside comes first, and may be defined anew', () => {
  const text = '#ifndef N\n#define N 2\n#endif\n#ifdef LOUD\nsay\n#endif\nN f(N) E #undef N';
  const from = (...definitions: string[]) => words(text, undefined, definitions).text;
  expect(from()).toBe('2 f ( 2 ) E # undef 2');
  expect(from('N=3', 'LOUD')).toBe('say 3 f ( 3 ) E # undef 3');
  expect(from('N', 'f(x)=x==x', 'E=')).toBe('1 1 == 1 # undef 1');
});

describe('macros', () => {
  it.each([
    { text: '#define N 3\nN M', gives: '3 M' },
    { text: '#define A B\n#define B C\nA', gives: 'C' },
    { text: '#define A A + 1\nA', gives: 'A + 1' },
    { text: '#define A B\n#define B A\nA B', gives: 'A B' },
    { text: '#define f(x) (x + x)\nf(1) f (2) f', gives: '( 1 + 1 ) ( 2 + 2 ) f' },
    { text: '#define f(x,y) y x\nf((a,b), c)', gives: 'c ( a , b )' },
    { text: '#define f(x) x\n#define g f(2)\ng f(f(1))', gives: '2 1' },
    { text: '#define f() 7\nf()', gives: '7' },
    { text: '#define f(x) x;\nf(\n  a\n)', gives: 'a ;' },
    { text: '#define N 3 // three\n#define M /* four */ 4\nN M', gives: '3 4' },
    { text: '#define LONG a \\\n  b \\\n  c\nLONG d', gives: 'a b c d' },
    // As gcc -E, which SPIN calls, has it: blanks behind a backslash do not count, and a comment goes on too.
    { text: '#define LONG a \\ \t\n  b \\\r\n  c\nLONG d', gives: 'a b c d' },
    { text: 'a // b \\\n c\n d // e \\ \n f', gives: 'a d' },
    { text: '#define N 3\n#undef N\nN', gives: 'N' },
    { text: '#define N 3\n#define N 4\nN', gives: '4' },
    { text: '#define join(a,b) a##b\njoin(x,1) join(2,3)', gives: 'x1 23' },
    { text: '#define show(a) #a\nshow(x + 1)', gives: '"x + 1"' },
    { text: '#define f (x)\nf', gives: '( x )' },
    { text: '#define N 3\n"N" /* N */ n', gives: '"N" n' },
  ])('$text', ({ text, gives }) => {
    const read = words(text);
    expect(read.problems.diagnostics).toEqual([]);
    expect(read.text).toBe(gives);
  });

  it('what a macro stands for is where it was used; its arguments are where they were written', () => {
    const { tokens, sources } = words('#define f(x) 1 + x\n  f(a)');
    const places = tokens.slice(0, 3).map((token) => sources.span(token));
    expect(places.map(({ line, column }) => [line, column])).toEqual([
      [2, 3],
      [2, 3],
      [2, 5],
    ]);
  });
});

describe('conditionals', () => {
  it.each([
    { text: '#ifdef A\nx\n#else\ny\n#endif', gives: 'y' },
    { text: '#define A\n#ifdef A\nx\n#else\ny\n#endif', gives: 'x' },
    { text: '#ifndef A\nx\n#endif z', gives: 'x' },
    { text: '#define N 2\n#if N == 1\na\n#elif N == 2\nb\n#elif N == 2\nc\n#else\nd\n#endif', gives: 'b' },
    { text: '#if defined(A) || !defined B\nx\n#endif', gives: 'x' },
    { text: '#if (1 + 2) * 3 == 9 && -1 < 0\nx\n#endif', gives: 'x' },
    { text: '#if 0x10 == 16 && 010 == 8 && 10uL == 10\nx\n#endif', gives: 'x' },
    { text: '#if (0 ? 1 / 0 : 1 ? 5 : 7) == 5\nx\n#endif', gives: 'x' },
    { text: '#define N 0\n#if N && 10 / N || 1 || 1 / N\nx\n#endif', gives: 'x' },
    { text: '#if UNKNOWN\nx\n#else\ny\n#endif', gives: 'y' },
    { text: '#if 0\n#if 1\nx\n#endif\ny\n#else\nz\n#endif', gives: 'z' },
    { text: '#if 0\nit\'s 3rd " \\ @\n#endif\nx', gives: 'x' },
    { text: '#if 0\n#define A 1\n#endif\nA', gives: 'A' },
  ])('$text', ({ text, gives }) => {
    const read = words(text);
    expect(read.problems.diagnostics).toEqual([]);
    expect(read.text).toBe(gives);
  });
});

describe('included files', () => {
  it('are read where they are named, and their macros stay', () => {
    const files: Record<string, string> = { 'a.h': '#include "b.h"\none', 'b.h': '#define TWO 2\n' };
    const read = words('#include "a.h"\nTWO', (path) => files[path]);
    expect(read.text).toBe('one 2');
    expect(read.sources.texts.map((source) => source.file)).toEqual(['a.pml', 'a.h', 'b.h']);
  });
});
