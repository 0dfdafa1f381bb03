import { describe, expect, it } from 'vitest';
import { readFsp } from '../../../src/language/fsp/index.js';

/** `line:column code` of every error. */
function errors(text: string): string[] {
  const reading = readFsp({ file: 'test.lts', text });
  const wrong = reading.diagnostics.filter(({ severity }) => severity === 'error');
  expect(reading.ok).toBe(wrong.length === 0);
  return wrong.map(({ span, code }) => `${span?.line}:${span?.column} ${code}`);
}

const Q = 'Q = (b -> Q).';

describe('a mistake is reported once, where it is', () => {
  it.each<[string, string, ...string[]]>([
    ['a definition without its end', 'P = (a -> P)', '1:13 syntax'],
    ['a bracket left open', 'P = (a -> P.', '1:12 syntax'],
    ['an arrow in two pieces', 'P = (a - > P).', '1:8 syntax'],
    ['an action that leads nowhere', 'P = (a -> b).', '1:12 syntax'],
    ['a process where an action should be', 'P = (A -> P).', '1:6 syntax'],
    ['a branch without action', 'P = (a -> P | ).', '1:15 syntax'],
    ['a guard without action', 'P = (when (1) -> P).', '1:15 syntax'],
    ['a condition without then', 'P = if 1 (a -> P).', '1:10 syntax'],
    ['a set left open', `progress R = {a\n${Q}`, '2:1 syntax'],
    ['a relabelling with half a pair', 'P = (a -> P)/{b/a, c}.', '1:21 syntax'],
    ['a relabelling the wrong way round', 'P = (a -> P)/{b\\a}.', '1:16 syntax'],
    ['a fluent without its angles', `fluent F = {a},{b}\n${Q}`, '1:12 syntax'],
    ['a formula without its end', `${Q}\nassert A = [](b -> )`, '2:20 syntax'],
    ['a comment left open', 'P = (a -> P) /* so', '1:14 syntax'],
    ['a string left open', `P = (a -> "x).\n${Q}`, '1:11 syntax'],
    ['a character that means nothing', 'P = (a -> P) $ .', '1:14 syntax'],
    ['a name in lower case', 'process = (a -> STOP).', '1:1 syntax'],
    ['two labels before one process', `${Q}\n||S = (a:b:Q).`, '2:10 syntax'],
    ['a missing dot, and what follows is read', `P = (a -> R)\nR = (b -> R).\n||S = (P || R).`, '2:1 syntax'],
    ['an unknown local process', 'PHIL = (a -> PHLI).', '1:14 unknown-name'],
    ['an unknown process', `${Q}\n||S = (Q || R).`, '2:13 unknown-name'],
    ['an unknown range', 'range Two = 1..2\nP = (a[i:Tow] -> P).', '2:10 unknown-name'],
    ['an unknown set', 'set S = {a}\nP = (a -> P) + T.', '2:16 unknown-name'],
    ['an unknown variable', 'P = (a[i] -> P).', '1:8 unknown-name'],
    ['a variable outside its branch', 'P = (a[i:0..1] -> P | b[i] -> P).', '1:25 unknown-name'],
    ['an unknown constant', 'const Size = 3\nP = (a[Sise] -> P).', '2:8 unknown-name'],
    ['an unknown fluent', `${Q}\nassert A = []LIT`, '2:14 unknown-name'],
    ['a constant defined twice', `const N = 3\nconst N = 4\n${Q}`, '2:7 duplicate-name'],
    ['a process defined twice', `${Q}\n||Q = Q.`, '2:3 duplicate-name'],
    [
      'a local index defined twice',
      'P = A[0], A[i:0..1] = (a -> P), A[1] = (b -> P).',
      '1:33 duplicate-name',
    ],
    ['a built-in process defined again', 'STOP = (a -> STOP).', '1:1 duplicate-name'],
    ['another process used as a local one', `${Q}\nP = (a -> Q).`, '2:11 wrong-kind'],
    ['too many arguments', 'P(N=1) = (a[N] -> P).\n||S = P(1,2).', '2:7 wrong-kind'],
    ['a label used as a number', "P = (a['x + 1] -> P).", '1:8 wrong-kind'],
    ['the silent action as a label', 'P = (tau -> P).', '1:6 wrong-kind'],
    ['a division by zero', 'P = (a[1/0] -> P).', '1:8 bad-value'],
    ['a number too great', 'P = (a[2147483648] -> P).', '1:8 bad-value'],
    ['an index no fluent has', `${Q}\nfluent F[i:1..2] = <b, c>\nassert A = []F[3]`, '3:14 bad-value'],
    ['processes that are each other', 'P = R, R = P.', '1:1 bad-structure'],
    ['a process that goes through itself', 'P = (a -> P;END).', '1:1 bad-structure'],
    ['a process after one that never ends', `${Q}\nP = (a -> Q;P).`, '2:11 bad-structure'],
    ['an indexed process', 'P[i:0..1] = (a -> P[i]).', '1:1 bad-structure'],
    ['a composite process in itself', `${Q}\n||S = (S || Q).`, '2:7 bad-structure'],
    ['a set in itself', 'set S = {a, S}\nP = (S -> P).', '1:13 bad-structure'],
    ['a constant defined by itself', 'const N = N+1\nP = (a[N] -> P).', '1:11 bad-structure'],
    ['assertions defined by each other', `${Q}\nassert A = []B\nassert B = []A`, '2:14 bad-structure'],
    [
      'a property with a choice between equal actions',
      'property P = (a -> P | a -> b -> P).',
      '1:10 bad-structure',
    ],
    [
      'a fluent that one action starts and ends',
      `${Q}\nfluent F = <b, {b}>\nassert A = []F`,
      '2:8 bad-structure',
    ],
    ['a file without processes', 'const N = 3', '1:1 bad-structure'],
    ['an imported automaton', `import X = "x.aut"\n${Q}`, '1:1 unsupported'],
    ['a constraint', `constraint C = []b\n${Q}`, '1:1 unsupported'],
    ['an accepting state', 'P@ = (a -> P).', '1:2 unsupported'],
    ['too wide a range', 'P = (a[0..2000000] -> P).', '1:8 too-large'],
    [
      'a missing constant, where it is first missed',
      'P = R[M], R[i:0..M] = (a[M] -> R[i] | b -> X[0] | c -> X[1]).',
      '1:7 unknown-name',
      '1:44 unknown-name',
    ],
    [
      'several mistakes, each on its own',
      `P = (a -> ).\n${Q}\nR = (c -> X | d[y] -> R).\n||S = (Q || T).`,
      '1:11 syntax',
      '3:11 unknown-name',
      '3:17 unknown-name',
      '4:13 unknown-name',
    ],
  ])('%s', (_, text, ...expected) => {
    expect(errors(text)).toEqual(expected);
  });

  it('suggests names that are near', () => {
    const { diagnostics } = readFsp({ file: 'test.lts', text: 'PHIL = (a -> PHLI).' });
    expect(diagnostics[0].hint).toBe('did you mean PHIL?');
  });
});

describe('what is odd but not wrong is said', () => {
  const said = (text: string, target?: string) => {
    const reading = readFsp({ file: 'test.lts', text }, { target });
    expect(reading.ok).toBe(true);
    return reading.diagnostics.map(
      ({ severity, span, message }) => `${severity} ${span?.line}:${span?.column} ${message}`,
    );
  };

  it('an index out of range', () => {
    expect(said('P = R[0], R[i:0..1] = (up -> R[i+1]).')).toEqual([
      'warning 1:30 R[2] is not defined and is taken as ERROR',
    ]);
  });

  it('menus and animations', () => {
    const text = `${Q}\nmenu RUN = {b}\nanimation SHOW = "x.xml" target Q actions {c/b} controls {{d}/e}\n||S = Q.`;
    expect(said(text)).toEqual([
      'notice 2:6 RUN is for animation and is not used',
      'notice 3:11 SHOW is for animation and is not used',
    ]);
  });

  it('minimising', () => {
    expect(said(`${Q}\nminimal ||S = Q.`)).toEqual([
      'notice 2:11 S is not minimised: the answers are the same',
    ]);
  });

  it('a property that the target leaves out', () => {
    expect(said(`${Q}\nproperty R = (b -> R).\n||S = Q.`)).toEqual([
      'notice 2:10 the property R is not part of S; it is checked as if it were',
    ]);
    expect(said(`${Q}\nproperty R = (c -> R).\n||S = Q.`)).toEqual([
      'notice 2:10 the property R is not checked: c is not an action of S',
    ]);
    expect(said(`${Q}\nproperty ||R = Q.\n||S = Q.`)).toEqual([
      'notice 2:12 the property R is not part of S; it is checked as if it were',
    ]);
  });

  it('an action that only a property has', () => {
    expect(said(`${Q}\nproperty R = (b -> c -> R).\n||S = (Q || R).`)).toEqual([
      'warning 2:10 c is an action of the property R alone, and so can happen at any time',
    ]);
    expect(said(`${Q}\nproperty R = (b -> R).\n||S = (Q || R)\\{b}.`)).toEqual([]);
  });

  it('fluents of actions that never happen', () => {
    expect(said(`${Q}\nfluent F = <bb, {b, c}> assert A = []!F`)).toEqual([
      'warning 2:13 bb never happens in Q',
    ]);
  });

  it('progress of an action that never happens', () => {
    expect(said(`${Q}\nprogress R = {bb}`)).toEqual(['warning 2:10 not an action of Q: bb']);
    expect(said(`${Q}\nprogress R = if {bb} then {b}`)).toEqual(['warning 2:10 not an action of Q: bb']);
  });
});

describe('input of any size ends in a message', () => {
  const DEEP = 100_000;
  it.each([
    ['brackets around a process', `P = ${'('.repeat(DEEP)}`, 'too-large'],
    ['brackets around a closed process', `P = ${'('.repeat(DEEP)}a -> STOP${')'.repeat(DEEP)}.`, 'too-large'],
    ['brackets in an expression', `P = (a[${'('.repeat(DEEP)}1${')'.repeat(DEEP)}] -> STOP).`, 'too-large'],
    ['signs in an expression', `P = (a[${'-'.repeat(DEEP)}1] -> STOP).`, 'too-large'],
    ['terms of a sum', `P = (a[${'1+'.repeat(DEEP)}1] -> STOP).`, 'too-large'],
    ['sets in sets', `P = (${'{'.repeat(DEEP)}a${'}'.repeat(DEEP)} -> STOP).`, 'too-large'],
    ['parts of a label', `P = (a${'.a'.repeat(DEEP)} -> STOP).`, 'too-large'],
    ['conditions in conditions', `P = ${'if 1 then '.repeat(DEEP)}STOP.`, 'too-large'],
    ['choices in choices', `P = ${'(a -> '.repeat(DEEP)}STOP${')'.repeat(DEEP)}.`, 'too-large'],
    ['guards after guards', `P = ${'when 1 a -> '.repeat(DEEP)}STOP.`, 'too-large'],
    ['brackets around a composition', `||S = ${'('.repeat(DEEP)}P${')'.repeat(DEEP)}.`, 'too-large'],
    ['relabellings in relabellings', `P = (a -> P)/${'{forall[i:0..1] '.repeat(DEEP)}`, 'too-large'],
    ['operators before a formula', `${Q} assert A = ${'[]'.repeat(DEEP)} b`, 'too-large'],
    ['operators between formulas', `${Q} assert A = b ${'&& b '.repeat(DEEP)}`, 'too-large'],
    [
      'nested enough to pass the parser',
      `${Q} ||S = ${'('.repeat(900)}Q${')'.repeat(900)}.`,
      'bad-structure',
    ],
    [
      'processes without number',
      'P = (a -> P). ||T(N=40) = if N == 0 then P else (x:T(N-1) || y:T(N-1)). ||S = T.',
      'too-large',
    ],
    [
      'transitions of a composition that is needed as a whole',
      'P = R[0], R[i:0..99] = (a[x:0..299] -> R[(i+x)%100]). ||S = (p[1..2]:P) >> {p[1].a[0]}.',
      'too-large',
    ],
    [
      'variables without number',
      `P = (${Array.from({ length: 2000 }, (_, i) => `a[x${i}:0..0] -> `).join('')}P).`,
      'too-large',
    ],
    ['labels without number', 'P = (a[0..999][0..999][0..999] -> P).', 'too-large'],
  ])('%s', (_, text, code) => {
    expect(errors(text).map((error) => error.split(' ')[1])).toEqual([code]);
  });

  it('long chains of actions are no nesting', () => {
    const text = `P = (${'a -> '.repeat(50_000)}P).`;
    const reading = readFsp({ file: 'test.lts', text });
    expect(reading.ok && reading.value.system.types[0].steps.length).toBe(50_000);
  });

  const MEGABYTE = 1 << 20;
  it.each([
    ['bytes', '\u0001\u00ff~`'.repeat(2.5 * MEGABYTE)],
    ['brackets', '('.repeat(10 * MEGABYTE)],
    ['words', 'lorem ipsum '.repeat(0.85 * MEGABYTE)],
    ['definitions that go wrong', 'P = (a ->).\n'.repeat(0.85 * MEGABYTE)],
    ['one long name', 'x'.repeat(10 * MEGABYTE)],
  ])('ten megabytes of %s', (_, text) => {
    const found = errors(text);
    expect(found.length).toBeGreaterThan(0);
    expect(found.length).toBeLessThanOrEqual(20);
  });
});
