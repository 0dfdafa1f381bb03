import { describe, expect, it } from 'vitest';
import { readPromela } from '../../../src/language/promela/index.js';
import { Interpreter } from '../../../src/model/interpreter.js';
import { promela } from './reading.js';

const notices = (text: string): string[] => {
  const reading = readPromela({ file: 'model.pml', text });
  expect(reading.ok).toBe(true);
  return reading.diagnostics.map((diagnostic) => diagnostic.message);
};

/** Events along the only execution there is. */
function events(text: string): string[] {
  const interpreter = new Interpreter(promela(text).system);
  const shown: string[] = [];
  let [state] = interpreter.initialStates();
  for (let [next] = interpreter.transitions(state); next; [next] = interpreter.transitions(state)) {
    const outcome = interpreter.successor(state, next);
    expect(outcome.fault).toBeUndefined();
    shown.push(...outcome.events.map((event) => event.text), ...outcome.output);
    state = outcome.state;
  }
  return shown;
}

describe('steps', () => {
  const text = [
    'byte x;',
    '#define LIMIT 3',
    'active proctype P() {',
    '  x   =',
    '    LIMIT + 1;',
    '  goto end',
    'end:',
    '  x == 2',
    '}',
  ].join('\n');
  const [type] = promela(text).system.types;

  it('have the words of their statement and its place', () => {
    expect(type.steps.map((step) => step.text)).toEqual(['x = LIMIT + 1', 'x == 2', '-end-']);
    expect(type.steps[0].span).toMatchObject({ line: 4, column: 3, endLine: 5, endColumn: 14 });
  });

  it('lead to locations with the names and marks of their labels', () => {
    const place = type.locations[type.steps[0].to];
    expect(place).toMatchObject({ name: 'end', marks: ['end'] });
  });

  it('words of an inline have its arguments in them', () => {
    const { steps } = promela('byte x;\ninline set(v, n) { v = n }\ninit { set(x, 5) }').system.types[0];
    expect(steps[0]).toMatchObject({ text: 'x = 5', span: { line: 2 } });
  });
});

describe('events', () => {
  it.each([
    {
      name: 'a send and a receive',
      text: 'mtype = { ok } chan q = [1] of { mtype, byte };\ninit { byte v; q!ok(7); q?ok,v }',
      shown: ['q!(ok,7)', 'q?(ok,7)'],
    },
    {
      name: 'fields that are passed over are left out',
      text: 'chan q = [1] of { byte, byte };\ninit { byte v; q!1,2; q?_,v }',
      shown: ['q!(1,2)', 'q?(2)'],
    },
    {
      name: 'the index of a channel comes first',
      text: 'chan q[2] = [1] of { byte };\ninit { q[1]!5 }',
      shown: ['q!(1,5)'],
    },
    {
      name: 'a meeting shows both',
      text: 'chan q = [0] of { byte };\nactive proctype A() { q!3 }\nactive proctype B() { byte v; q?v }',
      shown: ['q!(3)', 'q?(3)'],
    },
    {
      name: 'a channel in a record',
      text: 'typedef T { chan c = [1] of { byte } }\nT t;\ninit { t.c!1 }',
      shown: ['t.c!(1)'],
    },
    {
      name: 'what is printed',
      text: 'mtype = { red } mtype m = red;\ninit { printf("%d\\t%e\\n", m, m) }',
      shown: ['red\tred\n'],
    },
  ])('$name', ({ text, shown }) => {
    expect(events(text)).toEqual(shown);
  });
});

describe('processes', () => {
  it('are named after their proctype, with their number where there are several', () => {
    const { instances } = promela(
      'active proctype A() { skip }\nactive [2] proctype B() { skip }\ninit { skip }',
    ).system;
    expect(instances.map((instance) => instance.name)).toEqual(['A', 'B[1]', 'B[2]', 'init']);
  });

  it.each([
    { name: 'those at the start', text: 'active [3] proctype P() { skip }', bound: 3 },
    { name: 'one run after the other', text: 'proctype P() { skip }\ninit { run P(); run P() }', bound: 3 },
    {
      name: 'either of two',
      text: 'proctype P() { skip }\ninit { if :: run P() :: run P(); run P() fi }',
      bound: 3,
    },
    {
      name: 'a counted loop',
      text: 'proctype P() { skip }\ninit { byte i; do :: i < 5 -> run P(); i++ :: else -> break od }',
      bound: 6,
    },
    {
      name: 'a loop that counts down to zero',
      text: 'proctype P() { skip }\ninit { byte i = 4; do :: i > 0 -> run P(); i-- :: i == 0 -> break od }',
      bound: 5,
    },
    {
      name: 'a for',
      text: 'proctype P(byte n) { skip }\ninit { byte i; atomic { for (i : 1 .. 7) { run P(i) } } }',
      bound: 8,
    },
    {
      name: 'a global counter that only one process writes',
      text: 'byte i;\nproctype P() { i == 3 }\ninit { do :: i < 3 -> run P(); i++ :: else -> break od }',
      bound: 4,
    },
    {
      name: 'those that run others',
      text: 'proctype Q() { skip }\nproctype P() { run Q(); run Q() }\ninit { run P(); run P() }',
      bound: 7,
    },
    {
      name: 'a recursion with an end',
      text: 'proctype P(byte n) { if :: n > 0 -> run P(n - 1) :: else fi }\ninit { run P(6) }',
      bound: 8,
    },
    {
      name: 'a recursion without end: as many as SPIN allows',
      text: 'proctype P() { run P() }\ninit { run P() }',
      bound: 255,
    },
    {
      name: 'a global counter that others write',
      text: 'byte i;\nproctype P() { i = 0 }\ninit { do :: i < 3 -> run P(); i++ :: else -> break od }',
      bound: 255,
    },
  ])('no more at once than can be: $name', ({ text, bound }) => {
    expect(promela(text).system.processBound).toBe(bound);
  });

  it('more of them than SPIN allows is a fault', () => {
    const interpreter = new Interpreter(promela('proctype P() { false }\ninit { do :: run P() od }').system);
    let [state] = interpreter.initialStates();
    for (let i = 0; i < 254; i++)
      state = interpreter.successor(state, interpreter.transitions(state)[0]).state;
    const { fault } = interpreter.successor(state, interpreter.transitions(state)[0]);
    expect(fault?.message).toBe('more than 255 processes at once');
  });
});

describe('data', () => {
  it('a channel that never changes is no variable; arrays of them are, for their indices', () => {
    const { variables, channels } = promela(
      'chan a = [1] of { byte };\nchan b[2] = [0] of { byte };\nchan c;\ninit { c = a }',
    ).system;
    expect(variables.map((variable) => variable.name)).toEqual(['b', 'c']);
    expect(channels.map((channel) => channel.name)).toEqual(['a', 'b[0]', 'b[1]']);
  });

  it('an array of bits needs bytes only where more than bits is put into it', () => {
    const elementOf = (statement: string) => {
      const { type } = promela(`bit a[2]; bool b[2]; byte n;\ninit { ${statement} }`).system.variables[0];
      return type.kind === 'array' && type.element.kind === 'range' && type.element.high;
    };
    expect(elementOf('a[0] = 1; a[1] = n > 3; a[0] = b[1]')).toBe(1);
    expect(elementOf('a[0] = n')).toBe(255);
    expect(elementOf('b[0] = 7; a[0] = b[0]')).toBe(255);
  });

  it('symbolic names stay such unless the program computes with them', () => {
    const typeOf = (statement: string) =>
      promela(`mtype = { a, b }\nmtype m; byte n;\ninit { ${statement} }`).system.variables[0].type.kind;
    expect(typeOf('m = a; m = 0')).toBe('enumeration');
    expect(typeOf('m = n')).toBe('range');
  });

  it.each([
    { text: 'byte a[2]; byte i = 2;\ninit { a[i] = 1 }', fault: 'index 2 of a is outside 0..1' },
    { text: 'byte x;\ninit { x = 1 / x }', fault: 'division by zero' },
    { text: 'chan c;\ninit { c!1 }', fault: 'the channel does not exist' },
    {
      text: 'byte x;\ninit { d_step { x = 1; x == 2 } }',
      fault: 'an indivisible sequence blocks in the middle',
    },
    {
      text: 'chan c = [0] of { byte };\ninit { d_step { c!1; skip } }',
      fault: 'a d_step sends on a channel without buffer',
    },
  ])('$fault', ({ text, fault }) => {
    const interpreter = new Interpreter(promela(text).system);
    const [state] = interpreter.initialStates();
    expect(interpreter.successor(state, interpreter.transitions(state)[0]).fault?.message).toBe(fault);
  });
});

describe('what the text itself asks', () => {
  it.each([
    { formula: '[] (x == 1 -> <> y > 2)', text: '[]((x == 1) -> (<>(y > 2)))' },
    { formula: 'always x == 1 implies eventually y == 2', text: '([](x == 1)) -> (<>(y == 2))' },
    { formula: 'x == 1 U y == 2 U x == 3', text: '((x == 1) U (y == 2)) U (x == 3)' },
    { formula: '!p && [] <> q', text: '(!(x == 1)) && ([](<>(y == 2)))' },
    { formula: '[] (len(c) < 2 && nempty(c))', text: '[]((len(c) < 2) && nempty(c))' },
    { formula: '<> P[0]@here || P:k == 1', text: '(<>P[0]@here) || "P:k == 1"' },
    { formula: 'X (x /\\ y) \\/ x W y', text: '(X (x && y)) || (x W y)' },
  ])('ltl { $formula }', ({ formula, text }) => {
    const model = `byte x, y; chan c = [2] of { byte };\n#define p x == 1\n#define q y == 2\nactive proctype P() { byte k; here: skip }\nltl f { ${formula.replace('!p', '!(p)').replace('<> q', '<> (q)')} }`;
    expect(promela(model).declared).toMatchObject([
      { kind: 'ltl', name: 'f', formula: text, span: { line: 5, column: 5 } },
    ]);
  });

  it.each([
    { model: 'active [2] proctype P() { here: skip }', formula: '[] !P@here', text: '[](!P[0]@here)' },
    { model: 'mtype = { on, off }\nmtype m;\ninit { m = on }', formula: '<> m == on', text: '<>(m == on)' },
    { model: 'mtype = { on, off }\nbyte m;\ninit { m = on }', formula: '<> m == on', text: '<>(m == 2)' },
  ])('$formula reads $text', ({ model, formula, text }) => {
    expect(promela(`${model}\nltl f { ${formula} }`).declared).toMatchObject([{ formula: text }]);
  });

  it('formulas without a name are numbered', () => {
    const { declared } = promela('byte x;\ninit { skip }\nltl { [] x == 0 }\nltl { <> x == 1 }');
    expect(declared.map((property) => property.name)).toEqual(['ltl_0', 'ltl_1']);
  });

  it('a never claim is an automaton over the states', () => {
    const { declared } = promela(
      'byte x;\ninit { skip }\nnever { T0: do :: x == 1 -> goto accept_S :: else od; accept_S: do :: true od }',
    );
    const [claim] = declared;
    if (claim.kind !== 'never') throw new Error(claim.kind);
    const { locations, initial, edges } = claim.claim;
    expect(locations.map((location) => location.marks ?? [])).toEqual([[], ['accept']]);
    expect(edges.map(({ from, to, text }) => [from, to, text])).toEqual([
      [initial, 1, 'x == 1'],
      [initial, initial, 'else'],
      [1, 1, 'true'],
    ]);
    expect(edges[1].guard).toMatchObject({ kind: 'unary', operator: 'not' });
  });

  it('the end of a never claim is an error, and assertions in it stay', () => {
    const [claim] = promela(
      'byte x;\ninit { skip }\nnever { do :: atomic { x == 2 -> assert(x != 2) } :: x < 2 od; skip }',
    ).declared;
    if (claim.kind !== 'never') throw new Error(claim.kind);
    expect(claim.claim.edges.map((edge) => edge.assertion?.message)).toContain('assert(x != 2) is violated');
  });

  it('a trace names channels, sides and messages', () => {
    const [trace] = promela(
      'mtype = { go } chan q = [1] of { mtype, byte };\ninit { q!go,1 }\ntrace { do :: q!go,_; q?go,_ od }',
    ).declared;
    if (trace.kind !== 'trace') throw new Error(trace.kind);
    expect(trace.negated).toBe(false);
    expect(
      trace.trace.edges.map(({ side, channel, patterns }) => [side, channel, patterns.map((p) => p.kind)]),
    ).toEqual([
      ['send', { kind: 'constant', value: 1 }, ['match', 'ignore']],
      ['receive', { kind: 'constant', value: 1 }, ['match', 'ignore']],
    ]);
  });

  it('labels for acceptance and progress are questions', () => {
    const { declared } = promela(
      'active proctype P() { accept1: do :: true od }\nactive proctype Q() { do :: true -> progress: skip od }',
    );
    expect(declared.map((property) => property.kind)).toEqual(['acceptance', 'non-progress']);
  });

  // SPIN 6.5.2 (pan -l) finds a non-progress cycle here.
  it('a label for progress that no execution comes to is a question as well', () => {
    const { declared } = promela('byte x; active proctype P() { do :: x = 1 - x od; progress: skip }');
    expect(declared.map((property) => property.kind)).toEqual(['non-progress']);
  });
});

describe('what is read but not as SPIN has it is said', () => {
  it.each([
    {
      text: 'chan q = [1] of { byte };\ninit { xs q; q!1 }',
      said: 'xr and xs are taken as information: they are not checked and reduce nothing',
    },
    {
      text: 'D_proctype P() { skip }\ninit { run P() }',
      said: 'D_proctype is read as proctype: its choices are not checked',
    },
    { text: 'hidden byte x;\ninit { x = 1 }', said: 'hidden variables are kept as a part of the state' },
    {
      text: 'chan q = [1] of { byte, byte };\ninit { q!1 }',
      said: '1 of 2 fields are given; the others are 0',
    },
    {
      text: 'proctype P() { here: skip }\ninit { run P() }\nltl { [] !P@here }',
      said: 'of several processes P the one with the lowest number is meant',
    },
    {
      text: 'chan q = [0] of { byte };\nactive proctype P() priority 3 { q!1 }\nactive proctype Q() { byte x; q?x }',
      said: 'priorities have no effect in a program that has channels without buffer',
    },
  ])('$said', ({ text, said }) => {
    expect(notices(text)).toEqual([said]);
  });
});

describe('formulas that properties have no words for', () => {
  it.each([
    { formula: '[] !P@here', written: '[](!"P@here")' },
    { formula: '[] (P:x == 1 && y == 2)', written: '[]"(P:x == 1) && (y == 2)"' },
    { formula: 'y == 1 U q[y]?[1, _]', written: '(y == 1) U "q[y]?[1, _]"' },
    { formula: '<> !enabled(1)', written: '<>(!"enabled(1)")' },
    { formula: '[] <> (timeout || np_)', written: '[](<>"timeout || np_")' },
  ])('$formula', ({ formula, written }) => {
    const text = `byte y; chan q[2] = [1] of { byte, byte };
      proctype P() { byte x; here: x = 1 } init { run P(); run P() } ltl { ${formula} }`;
    const [declared] = promela(text).declared;
    expect(declared).toMatchObject({ kind: 'ltl', formula: written });
  });
});

it('who has a low priority can be met', () => {
  const text =
    'chan q = [0] of { byte }; active proctype P() priority 3 { q!1 } active proctype Q() { byte x; q?x }';
  expect(events(text)).toEqual(['q!(1)', 'q?(1)']);
});

describe('separators', () => {
  it.each([
    'byte x;\ninit {\n  x = 1\n  x = 2;\n  if\n  :: x == 2 -> x = 3\n  :: else\n  fi\n  x = 4 }',
    'byte x; init { atomic { x = 1 } x = 2; { x = 3 } x = 4 }',
    'byte x; init { do :: x < 3 -> x++; :: else break od; }',
    'byte x; init { x = 1 -> x = 2 -> ; x = 3 }',
    'byte x;\ninit { x = (1 +\n 2);\n (x\n == 3) }',
    'chan q = [1] of { byte }; byte x;\ninit { q!x\n (x == 0)\n q?x }',
  ])('%s', (text) => {
    expect(() => promela(text)).not.toThrow();
  });
});
