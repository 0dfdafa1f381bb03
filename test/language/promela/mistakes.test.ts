import { describe, expect, it } from 'vitest';
import { readPromela } from '../../../src/language/promela/index.js';

/** Line and column count from 1; one message for each mistake. */
const MISTAKES: { text: string; said: string[] }[] = [
  { text: 'init { x = 1 }', said: ['1:8 unknown-name: x is not declared'] },
  { text: 'byte x;\ninit { x = }', said: ["2:12 syntax: a value is missing; found '}'"] },
  {
    text: 'init { skip',
    said: ["1:12 syntax: '}' is missing to close '{' (line 1); found the end of the file"],
  },
  {
    text: 'init { if :: true -> skip }',
    said: ["1:27 syntax: 'fi' is missing to close 'if' (line 1); found '}'"],
  },
  { text: 'init { if fi }', said: ["1:11 syntax: '::' is missing after if; found 'fi'"] },
  { text: 'init { do :: od }', said: ['1:11 syntax: this option has no statement'] },
  {
    text: 'byte x;\ninit { if\n  :: x == 1 -> skip\n  :: else -> skip\n  :: else -> skip\n  fi }',
    said: ['5:6 bad-structure: a second else in one choice'],
  },
  { text: 'init { break }', said: ['1:8 bad-structure: break outside a do'] },
  { text: 'init { goto nowhere }', said: ['1:13 unknown-name: there is no label nowhere'] },
  { text: 'init { a: skip; a: skip }', said: ['1:17 duplicate-name: label a is already used'] },
  // As SPIN has it: who comes to the block does not stand at the label.
  {
    text: 'init { atomic { end: false; skip } }',
    said: ['1:17 bad-structure: label end is at the start of a block'],
  },
  {
    text: 'active proctype P() { skip; { here: skip } }\nltl { [] !P@here }',
    said: ['1:31 bad-structure: label here is at the start of a block'],
  },
  { text: 'byte x; byte x;\ninit { skip }', said: ['1:14 duplicate-name: x is already declared'] },
  { text: 'init { byte x; byte x; skip }', said: ['1:21 duplicate-name: x is already declared here'] },
  {
    text: 'init { if :: byte x; x++ :: byte x; x-- fi }',
    said: ['1:34 duplicate-name: x is already declared here'],
  },
  {
    text: 'mtype = { red, green, red }\ninit { skip }',
    said: ['1:23 duplicate-name: red is already a symbolic name'],
  },
  {
    text: 'byte red;\nmtype = { red }\ninit { skip }',
    said: ['1:6 duplicate-name: red is already a symbolic name'],
  },
  {
    text: 'proctype P(byte a) { skip }\ninit { run P() }',
    said: ['2:8 wrong-kind: P takes 1 argument, not 0'],
  },
  { text: 'init { run Q() }', said: ['1:12 unknown-name: there is no proctype Q'] },
  {
    text: 'proctype P() { skip }\nproctype P() { skip }\ninit { skip }',
    said: ['2:10 duplicate-name: proctype P is already declared'],
  },
  {
    text: 'proctype Prog() { skip }\ninit { run Prg() }',
    said: ['2:12 unknown-name: there is no proctype Prg'],
  },
  { text: 'byte count;\ninit { cuont = 1 }', said: ['2:8 unknown-name: cuont is not declared'] },
  { text: 'byte x;\ninit { x!1 }', said: ['2:8 wrong-kind: x is not a channel'] },
  {
    text: 'chan q = [1] of { byte };\ninit { q!1,2 }',
    said: ['2:8 wrong-kind: a message of q has 1 field, not 2'],
  },
  {
    text: 'chan q = [1] of { byte };\ninit { byte a, b; q?a,b }',
    said: ['2:19 wrong-kind: a message of q has 1 field, not 2'],
  },
  { text: 'byte a[3];\ninit { a = 1 }', said: ['2:8 wrong-kind: a whole array cannot be assigned to'] },
  { text: 'byte x;\ninit { x[1] = 2 }', said: ['2:8 wrong-kind: x is not an array'] },
  { text: 'byte a[0];\ninit { skip }', said: ['1:8 bad-value: an array cannot have 0 elements'] },
  {
    text: 'byte n;\nbyte a[n+1];\ninit { byte k; byte b[k]; skip }',
    said: ['3:23 bad-value: the length of an array must be a constant'],
  },
  {
    text: 'init { byte i; i++; byte a[2] = { 1, 2 }; i = a[1] }',
    said: ['1:33 bad-structure: a list of values cannot stand here'],
  },
  { text: 'typedef T { byte a }\nT t;\ninit { t.b = 1 }', said: ['3:10 unknown-name: T has no field b'] },
  {
    text: 'typedef T { byte a }\nT t;\ninit { t = 1 }',
    said: ['3:8 wrong-kind: a whole T cannot be assigned to'],
  },
  { text: 'Foo x;\ninit { skip }', said: ['1:1 unknown-name: there is no type Foo'] },
  { text: 'init { c_code { x++; } }', said: ['1:8 unsupported: c_code: embedded C code is not supported'] },
  {
    text: 'c_decl { int x; }\ninit { skip }',
    said: ['1:1 unsupported: c_decl: embedded C code is not supported'],
  },
  {
    text: 'chan q = [256] of { byte };\ninit { skip }',
    said: ['1:11 too-large: a channel has from 0 to 255 slots, not 256'],
  },
  {
    text: 'chan q = [2] of { unsigned };\ninit { skip }',
    said: ['1:19 wrong-kind: unsigned cannot be the type of a field of a message'],
  },
  {
    text: 'unsigned u : 40;\ninit { skip }',
    said: ['1:1 bad-value: an unsigned variable has from 1 to 31 bits'],
  },
  {
    text: 'chan q[2] = [2] of { byte };\nint z;\ninit { z = 1; q[0]!1 }\ntrace { q[z]!_ }',
    said: ['4:9 unsupported: a trace must name a channel that is known before anything runs'],
  },
  // SPIN 6.5.2: "jump into d_step sequence".
  {
    text: 'init { goto in; d_step { skip; in: skip; skip } }',
    said: ['1:8 bad-structure: a jump into a d_step'],
  },
  { text: 'init { d_step { goto out }; out: skip }', said: ['1:22 bad-structure: a jump out of a d_step'] },
  {
    text: 'proctype P() { skip }\ninit { d_step { run P() } }',
    said: ['2:17 bad-structure: run inside a d_step'],
  },
  {
    text: 'init { byte x; x = run init() + 1 }',
    said: ['1:20 bad-structure: run cannot be a part of an expression'],
  },
  {
    text: '#define A(x x\ninit { skip }',
    said: ['1:9 syntax: the parameters of macro A are not a list of names'],
  },
  { text: '#if 1\ninit { skip }', said: ['1:1 syntax: this conditional never ends'] },
  { text: '#endif\ninit { skip }', said: ['1:1 syntax: #endif without #if'] },
  { text: '#include "other.pml"\ninit { skip }', said: ['1:10 unreadable: cannot include "other.pml"'] },
  { text: '#frobnicate\ninit { skip }', said: ['1:1 syntax: there is no directive #frobnicate'] },
  {
    text: 'int i = 5; byte a[3]; byte y = a[i];\ninit { skip }',
    said: ['1:1 bad-value: a variable has no value to start with: index 5 of a is outside 0..2'],
  },
  {
    text: 'int z;\nactive proctype P() { int y = 1 / z; skip }',
    said: ['1:1 bad-value: a variable has no value to start with: division by zero'],
  },
  {
    text: '#define M(a) a\ninit { M(1 }',
    said: [
      '2:8 syntax: the arguments of macro M are not closed',
      "2:7 syntax: '}' is missing to close '{' (line 2); found the end of the file",
    ],
  },
  { text: '#define M(a,b) a\ninit { M(1) }', said: ['2:8 syntax: macro M takes 2 arguments, not 1'] },
  { text: 'init { printf(x) }', said: ["1:15 syntax: the text to print is missing; found 'x'"] },
  { text: 'init { assert }', said: ["1:15 syntax: a value is missing; found '}'"] },
  { text: 'init { "text" }', said: [`1:8 syntax: a value is missing; found '"text"'`] },
  {
    text: 'init { byte x; x = 3 $ }',
    said: ["1:22 syntax: ';' or '->' is missing between two statements; found '$'"],
  },
  { text: 'init { x = 0x10 }', said: ['1:13 syntax: a number is followed by a letter'] },
  { text: '/* never closed\ninit { skip }', said: ['1:1 syntax: this comment never ends'] },
  { text: 'init { printf("open) }', said: ['1:15 syntax: this string does not end on its line'] },
  {
    text: 'inline f(a) { a = 1 }\nbyte x;\ninit { f(x, x) }',
    said: ['3:8 wrong-kind: inline f takes 1 argument, not 2'],
  },
  { text: 'init { g(1) }', said: ['1:8 unknown-name: there is no inline g'] },
  {
    text: 'inline f() { f() }\ninit { f() }',
    said: ['1:14 too-large: inlines call one another more than 100 deep'],
  },
  {
    text: 'byte x;\ninit { x = 1 x = 2 }',
    said: ["2:14 syntax: ';' or '->' is missing between two statements; found 'x'"],
  },
  {
    text: 'active proctype P() { skip }\ninit { P@nolabel }',
    said: ['2:10 unknown-name: P has no label nolabel'],
  },
  {
    text: 'active proctype P() { skip }\ninit { P[0]:y == 1 }',
    said: ['2:13 unknown-name: P has no variable y'],
  },
  { text: 'ltl p { [] (x == 1) }\ninit { skip }', said: ['1:13 unknown-name: x is not declared'] },
  {
    text: 'init { STDIN?x }',
    said: ['1:8 unsupported: STDIN: a program that reads its input cannot be verified'],
  },
  { text: 'ltl p { [] }\ninit { skip }', said: ["1:12 syntax: a value is missing; found '}'"] },
  { text: '', said: ['1:1 bad-structure: there is no proctype and no init'] },
  { text: 'byte x;', said: ['1:1 bad-structure: there is no proctype and no init'] },
  { text: 'proctype P() { skip }', said: ['1:10 bad-structure: no process is ever started'] },
  {
    text: 'init { byte x; x = 1 } }',
    said: ["1:24 syntax: a proctype or a declaration is missing; found '}'"],
  },
  {
    text: 'never { byte k; k = 1 }\ninit { skip }',
    said: ['1:9 unsupported: a claim has no variables of its own'],
  },
  {
    text: 'byte x;\nnever { x = 1 }\ninit { skip }',
    said: ["2:9 bad-structure: a claim only watches: 'x = 1' does something"],
  },
  { text: 'init { for (i : 1 .. 2) { skip } }', said: ['1:13 unknown-name: i is not declared'] },
  {
    text: 'byte i;\ninit { select (i : 3 .. 1) }',
    said: ['2:20 bad-value: there is nothing to select from 3 to 1'],
  },
  { text: 'init { _pid = 3 }', said: ['1:8 wrong-kind: _pid cannot be assigned to'] },
  {
    text: 'mtype = { on }\ninit { on = 1 }',
    said: ['2:8 wrong-kind: on is a symbolic name, not a variable'],
  },
  { text: 'init { byte y; y = _ }', said: ["1:20 wrong-kind: '_' can be written to, but has no value"] },
  { text: 'init { l: byte x; x = 1 }', said: ['1:8 syntax: label l stands before a declaration'] },
  {
    text: 'active [300] proctype P() { skip }',
    said: ['1:23 too-large: a program has at most 255 processes, not 300'],
  },
  { text: 'init { a: goto b; b: goto a }', said: ['1:11 bad-structure: these jumps lead round in a circle'] },
  {
    text: 'init { { a: goto a } unless { skip } }',
    said: ['1:22 bad-structure: these jumps lead round in a circle'],
  },
  { text: 'init { atomic { } }', said: ['1:17 syntax: a sequence needs at least one statement'] },
  {
    text: 'byte x;\ninit { (x == 1 }',
    said: ["2:16 syntax: ')' is missing after this expression; found '}'"],
  },
];

describe('every mistake is told with its place', () => {
  it.each(MISTAKES)('$text', ({ text, said }) => {
    const reading = readPromela({ file: 'wrong.pml', text });
    expect(reading.ok).toBe(false);
    const told = reading.diagnostics.map(
      ({ span, code, message }) => `${span?.line}:${span?.column} ${code}: ${message}`,
    );
    expect(told).toEqual(said);
  });
});

describe('reading goes on after a mistake', () => {
  it('and tells of the others', () => {
    const text = [
      'byte x;',
      'active proctype A() { x = ; x = 1 }',
      'active proctype B() { x == ; y = 2 }',
      'foo',
      'init { if :: x > -> skip :: else fi }',
    ].join('\n');
    const { diagnostics } = readPromela({ file: 'wrong.pml', text });
    expect(diagnostics.map(({ span }) => span?.line)).toEqual([2, 3, 4, 5]);
  });

  it('but not without end', () => {
    const { diagnostics } = readPromela({ file: 'wrong.pml', text: `init { ${'x = ;'.repeat(100)} }` });
    expect(diagnostics).toHaveLength(20);
  });

  it('a misspelt name brings the nearest ones', () => {
    const { diagnostics } = readPromela({ file: 'wrong.pml', text: 'byte counter; init { countre = 1 }' });
    expect(diagnostics[0].hint).toBe('did you mean counter?');
  });

  it('a mistake in an inline is told once, where it stands', () => {
    const text = 'byte x;\ninline f(a) { a = 1; b = 2 }\ninit { f(x); f(x) }';
    const { diagnostics } = readPromela({ file: 'wrong.pml', text });
    expect(diagnostics.map(({ span, message }) => [span?.line, span?.column, message])).toEqual([
      [2, 22, 'b is not declared'],
    ]);
  });

  it('what a macro makes wrong is shown where the macro is used', () => {
    const text = '#define BAD x = = 1\nbyte x;\ninit { BAD }';
    const { diagnostics } = readPromela({ file: 'wrong.pml', text });
    expect(diagnostics[0].span).toMatchObject({ line: 3, column: 8 });
  });
});
