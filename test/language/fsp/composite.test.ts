import { describe, expect, it } from 'vitest';
import { listTargets } from '../../../src/language/fsp/index.js';
import { explore } from './explore.js';
import { program, system, traces } from './read.js';

const PARTS = 'A = (a -> STOP). B = (b -> STOP). AB = (a -> b -> STOP). BA = (b -> a -> STOP).\n';

describe('a composition', () => {
  // Expected traces follow from the definition of parallel composition: shared actions happen together.
  // biome-ignore format: a table
  const table: { what: string; text: string; length?: number; expected: string[] }[] = [
    { what: 'passes labels as arguments', text: "C(X='none) = ([X] -> STOP). ||S = (C('b) || AB).", expected: ['a b'] },
    { what: 'interleaves what is not shared', text: '||S = (A || B).', expected: ['a b', 'b a'] },
    { what: 'meets in what is shared', text: '||S = (AB || A).', expected: ['a b'] },
    { what: 'is stuck where partners wait for each other', text: '||S = (AB || BA).', expected: [''] },
    { what: 'labels a process', text: '||S = (x:A || y:A).', expected: ['x.a y.a', 'y.a x.a'] },
    { what: 'labels with a set: one process for each', text: '||S = {x, y}:A.', expected: ['x.a y.a', 'y.a x.a'] },
    { what: 'labels with ranges', text: '||S = p[1..2]:A.', expected: ['p.1.a p.2.a', 'p.2.a p.1.a'] },
    { what: 'binds the variable of a label in the arguments', text: 'C(N=0) = (c[N] -> STOP). ||S = p[i:1..2]:C(i+1).', expected: ['p.1.c.2 p.2.c.3', 'p.2.c.3 p.1.c.2'] },
    { what: 'shares a process: whoever comes first', text: '||S = {x, y}::AB.', expected: ['x.a x.b', 'x.a y.b', 'y.a x.b', 'y.a y.b'] },
    { what: 'shares a labelled process', text: '||S = {x, y}::m:A.', expected: ['x.m.a', 'y.m.a'] },
    { what: 'renames its parts before they meet', text: '||S = (A || B)/{c/a, c/b}.', expected: ['c'] },
    { what: 'renames one part alone', text: '||S = (A/{b/a} || B).', expected: ['b'] },
    { what: 'renames one to many', text: '||S = A/{{x, y}/a}.', expected: ['x', 'y'] },
    { what: 'repeats with forall', text: '||S = forall[i:1..2] q[i]:A.', expected: ['q.1.a q.2.a', 'q.2.a q.1.a'] },
    { what: 'repeats with forall in two ranges', text: '||S = (forall[i:1..2][j:i..2] q[i][j]:A) @ {q[1]}.', length: 1, expected: ['q.1.1.a', 'q.1.2.a', 'tau'] },
    { what: 'leaves out what a condition excludes', text: '||S(N=1) = (A || if N > 1 then B).', expected: ['a'] },
    { what: 'calls itself with other arguments', text: '||T(N=2) = if N == 0 then A else n[N]:T(N-1). ||S = T(2).', expected: ['n.2.n.1.a'] },
    { what: 'hides after composing: the parts still meet', text: '||S = (AB || A)\\{a}.', expected: ['tau b'] },
    { what: 'shows only its interface', text: '||S = (AB || A)@{a}.', expected: ['a tau'] },
    { what: 'keeps hidden actions apart from others of that name', text: '||H = AB\\{a}. ||S = (H || A).', expected: ['a tau b', 'tau a b', 'tau b a'] },
    { what: 'keeps the hidden actions of two instances apart', text: 'HIDDEN = (a -> b -> STOP)\\{a}. ||S = (x:HIDDEN || y:HIDDEN).', length: 2, expected: ['tau tau', 'tau x.b', 'tau y.b'] },
    { what: 'does not let the parts of a finished composition meet by renaming', text: '||T = (A || B). ||S = T/{c/a, c/b}.', expected: ['c c'] },
    { what: 'but lets a finished composition meet others', text: '||T = (A || B). ||S = (T/{c/a} || AB/{c/a}).', expected: ['c b'] },
    { what: 'prefers actions of high priority', text: 'P = (a -> STOP | b -> STOP). ||S = P << {a}.', expected: ['a'] },
    { what: 'avoids actions of low priority', text: 'P = (a -> STOP | b -> STOP). ||S = P >> {a}.', expected: ['b'] },
    { what: 'takes an action of low priority where there is no other', text: '||S = AB >> {a}.', expected: ['a b'] },
    { what: 'prefers an action of high priority that a property alone has', text: 'property W = (w -> W). ||S = (A || W) << {w}.', length: 2, expected: ['w w'] },
    { what: 'avoids an action of low priority that a property alone has', text: 'property W = (w -> W). ||S = (A || W) >> {w}.', length: 2, expected: ['a w'] },
  ];
  it.each(table)('$what', ({ text, length, expected }) => {
    expect(traces(PARTS + text, length ?? 3, 'S')).toEqual(expected);
  });

  it('ranks silent actions above low priority and below high', () => {
    const silent = 'P = (a -> STOP | t -> STOP)\\{t}. ';
    expect(traces(`${silent}||S = P >> {a}.`, 2)).toEqual(['tau']);
    expect(traces(`${silent}||S = P << {a}.`, 2)).toEqual(['a']);
  });

  it('is made deterministic as a whole', () => {
    const text = 'P = (a -> b -> STOP | a -> c -> STOP). deterministic ||S = P.';
    expect(system(text).types[0].steps).toHaveLength(3);
    expect(traces(text, 3)).toEqual(['a b', 'a c']);
  });

  it('can be a property as a whole', () => {
    const text = 'A = (a -> b -> A). property ||ORDER = A. USER = (b -> a -> USER). ||S = (USER || ORDER).';
    expect([...explore(system(text)).violated]).toEqual(['ORDER']);
  });
});

describe('the end of a composition', () => {
  const deadlock = (text: string) => explore(system(text)).deadlock;

  it('is reached when every process is at END', () => {
    expect(deadlock('P = (a -> END). ||S = (x:P || y:P).')).toBe(false);
  });

  it('is not reached when one has stopped', () => {
    expect(deadlock('P = (a -> END). Q = (b -> STOP). ||S = (P || Q).')).toBe(true);
  });

  it('leaves a server behind that only did what the others asked', () => {
    expect(deadlock('CLIENT = (call -> END). SERVER = (call -> SERVER). ||S = (CLIENT || SERVER).')).toBe(
      false,
    );
  });

  it('does not leave behind a process with actions of its own', () => {
    const text = 'CLIENT = (call -> END). SERVER = (call -> SERVER) + {other}. ||S = (CLIENT || SERVER).';
    expect(deadlock(text)).toBe(true);
  });
});

describe('what is checked', () => {
  const TEXT =
    'P = (a -> P). property Q = (a -> Q). R = (b -> R). ||S = x:P. ||T = y:R. property U = (x.a -> U).';

  it('is the last composite process', () => {
    expect(system(TEXT).name).toBe('T');
  });

  it('is the last process that is no property where nothing is composed', () => {
    expect(system('P = (a -> P). Q = (b -> Q). property R = (b -> R).').name).toBe('Q');
  });

  it('is what is asked for', () => {
    expect(system(TEXT, 'P').name).toBe('P');
  });

  it('is one of the processes and composite processes of the file', () => {
    expect(listTargets({ file: 'test.lts', text: TEXT })).toEqual(['P', 'R', 'S', 'T']);
  });

  it('includes properties that speak of its actions, and no others', () => {
    expect(program(TEXT, 'S').declared.map(({ kind, name }) => `${kind} ${name}`)).toEqual(['safety U']);
    expect(program(TEXT, 'P').declared.map(({ kind, name }) => `${kind} ${name}`)).toEqual(['safety Q']);
    expect(program(TEXT, 'T').declared).toEqual([]);
  });

  it('names processes by their labels where these tell them apart', () => {
    const names = system(
      'P = (a -> P). ||T = (P || P/{b/a}). ||S = (p[1..2]:P || c:T || P || {x, y}::P || {u, v}::P).',
    ).instances;
    expect(names.map(({ name }) => name)).toEqual(['p.1', 'p.2', 'c:P#1', 'c:P#2', 'P#1', 'P#2', 'P#3']);
  });
});
