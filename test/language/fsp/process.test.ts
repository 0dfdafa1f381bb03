import { describe, expect, it } from 'vitest';
import { alphabet, steps, system } from './read.js';

describe('a primitive process', () => {
  // biome-ignore format: a table
  const table: { what: string; text: string; expected: string[] }[] = [
    {
      what: 'prefixes actions',
      text: 'P = (a -> b -> P).',
      expected: ['P -a-> P after a', 'P after a -b-> P'],
    },
    {
      what: 'chooses',
      text: 'P = (a -> P | b -> STOP).',
      expected: ['P -a-> P', 'P -b-> STOP'],
    },
    {
      what: 'may choose between equal actions',
      text: 'P = (a -> P | a -> STOP).',
      expected: ['P -a-> P', 'P -a-> STOP'],
    },
    {
      what: 'takes a step written twice as one',
      text: 'P = (a -> P | a -> P).',
      expected: ['P -a-> P'],
    },
    {
      what: 'goes without brackets around a choice',
      text: 'P = a -> P | b -> Q, Q = b -> P.',
      expected: ['P -a-> P', 'P -b-> Q', 'Q -b-> P'],
    },
    {
      what: 'brackets choices inside choices',
      text: 'P = (a -> (b -> P | c -> P) | (d -> P)).',
      expected: ['P -a-> P after a', 'P -d-> P', 'P after a -b-> P', 'P after a -c-> P'],
    },
    {
      what: 'has the state after each action of a set to itself, as LTSA does',
      text: 'P = ({a, b} -> c -> P).',
      expected: ['P -a-> P after a', 'P -b-> P after b', 'P after a -c-> P', 'P after b -c-> P'],
    },
    {
      what: 'guards branches',
      text: 'P = Q[0], Q[i:0..1] = (when (i < 1) up -> Q[i+1] | when i > 0 (down -> Q[i-1])).',
      expected: ['Q[0] -up-> Q[1]', 'Q[1] -down-> Q[0]'],
    },
    {
      what: 'indexes local processes twice',
      text: 'P = Q[0][1], Q[i:0..1][j:0..1] = (swap -> Q[j][i]).',
      expected: ['Q[0][1] -swap-> Q[1][0]', 'Q[1][0] -swap-> Q[0][1]'],
    },
    {
      what: 'indexes with commas in one bracket',
      text: 'P = Q[0,1], Q[i:0..1,j:0..1] = (swap -> Q[j,i]).',
      expected: ['Q[0][1] -swap-> Q[1][0]', 'Q[1][0] -swap-> Q[0][1]'],
    },
    {
      what: 'gives each index a definition of its own',
      text: 'P = Q[2], Q[0] = STOP, Q[i:1..2] = (tick -> Q[i-1]).',
      expected: ['Q[1] -tick-> STOP', 'Q[2] -tick-> Q[1]'],
    },
    {
      what: 'binds variables in actions',
      text: 'P = (in[i:0..1] -> out[1-i] -> P).',
      expected: ['P -in.0-> P after in.0', 'P -in.1-> P after in.1', 'P after in.0 -out.1-> P', 'P after in.1 -out.0-> P'],
    },
    {
      what: 'binds variables to labels of a set',
      text: 'set S = {red, blue[1]} P = (in[x:S] -> out[x] -> P).',
      expected: [
        'P -in.blue.1-> P after in.blue.1', 'P -in.red-> P after in.red',
        'P after in.blue.1 -out.blue.1-> P', 'P after in.red -out.red-> P',
      ],
    },
    {
      what: 'keeps a variable bound to the end of its branch',
      text: 'P = (a[i:1..2] -> b -> c[i] -> STOP | d -> STOP).',
      expected: [
        'P -a.1-> P after a.1', 'P -a.2-> P after a.2', 'P -d-> STOP', 'P after a.1 -b-> P after b',
        'P after a.2 -b-> P after b', 'P after b -c.1-> STOP', 'P after b -c.2-> STOP',
      ],
    },
    {
      what: 'has ranges without variables, named ranges and dotted labels',
      text: 'range R = 1..2 P = (a[R].b[0..1] -> P).',
      expected: ['P -a.1.b.0-> P', 'P -a.1.b.1-> P', 'P -a.2.b.0-> P', 'P -a.2.b.1-> P'],
    },
    {
      what: 'starts labels with an index or a set',
      text: 'P = ([1].go -> {x, y}.{u} -> P).',
      expected: ['P -1.go-> P after 1.go', 'P after 1.go -x.u-> P', 'P after 1.go -y.u-> P'],
    },
    {
      what: 'takes away from sets',
      text: 'set S = {a, b, c} P = ({S \\ {b}} -> P).',
      expected: ['P -a-> P', 'P -c-> P'],
    },
    {
      what: 'decides by conditions',
      text: 'P = (in[i:0..2] -> if i == 0 then P else if i == 1 then (odd -> P) else STOP).',
      expected: ['P -in.0-> P', 'P -in.1-> P after in.1', 'P -in.2-> STOP', 'P after in.1 -odd-> P'],
    },
    {
      what: 'stops where a condition without else fails',
      text: 'P = (in[i:0..1] -> if i then P).',
      expected: ['P -in.0-> STOP', 'P -in.1-> P'],
    },
    {
      what: 'treats a local process that is another as the same state',
      text: 'P = Q, Q = R, R = (a -> Q).',
      expected: ['R -a-> R'],
    },
    {
      what: 'takes parameters from their definition',
      text: 'const N = 1 P(K=N+1) = (a[K] -> P).',
      expected: ['P -a.2-> P'],
    },
    {
      what: 'goes through other processes to their END',
      text: 'A = (x -> END | y -> END). P = A;B, B = (b -> A;P).',
      expected: ['A -x-> B', 'A -x-> A', 'A -y-> A', 'A -y-> B', 'B -b-> A'].sort(),
    },
    {
      what: 'gives parameters to the processes it goes through',
      text: 'A(N=1) = (x[N] -> END). P = A(2);A(3);END.',
      expected: ['A -x.3-> END', 'A -x.2-> A'].sort(),
    },
    {
      what: 'renames one to many and many to one, by the longest prefix',
      text: 'P = (a -> b -> c.d[1] -> P)/{{x, y}/a, z/b, z/c}.',
      expected: [
        'P -x-> P after a', 'P -y-> P after a', 'P after a -z-> P after b', 'P after b -z.d.1-> P',
      ],
    },
    {
      what: 'renames with ranges',
      text: 'P = (a[1] -> a[2] -> P)/{forall[i:1..2] {b[3-i]/a[i]}}.',
      expected: ['P -b.2-> P after a.1', 'P after a.1 -b.1-> P'],
    },
    {
      what: 'hides by prefix',
      text: 'P = (a[1] -> b -> P)\\{a}.',
      expected: ['P -(a.1)-> P after a.1', 'P after a.1 -b-> P'],
    },
    {
      what: 'shows only its interface',
      text: 'P = (a -> b -> P)@{a}.',
      expected: ['P -a-> P after a', 'P after a -(b)-> P'],
    },
    {
      what: 'is in error where an index is out of range',
      text: 'P = Q[0], Q[i:0..1] = (up -> Q[i+1]).',
      expected: ['Q[0] -up-> Q[1]', 'Q[1] -up-> ERROR'],
    },
    {
      what: 'computes as C does',
      text: 'P = (a[7/2].b[7%4].c[1<<3].d[6&3].e[6|1].f[5^1].g[2+3*4].h[!0 && 1 || 0].i[-3].j[(1==1)+(1!=1)] -> P).',
      expected: ['P -a.3.b.3.c.8.d.2.e.7.f.4.g.14.h.1.i.-3.j.1-> P'],
    },
    {
      what: 'compares labels, counts sets and picks from them',
      text: "set S = {x, y} P = (in[v:S] -> if v == 'y then (yes[#S] -> P) else (no[@(S, 1)] -> P)).",
      expected: ['P -in.x-> P after in.x', 'P -in.y-> P after in.y', 'P after in.x -no.y-> P', 'P after in.y -yes.2-> P'],
    },
    {
      what: 'indexes with labels of several parts, as a queue does',
      text: 'set Q = {[1..2]} P = (put[x:1..2] -> P[x]), P[h:Q] = (put[x:1..2] -> P[x][h] | get[h] -> P), P[t:Q][h:Q] = (get[h] -> P[t]).',
      expected: [
        'P -put.1-> P[1]', 'P -put.2-> P[2]', 'P[1] -get.1-> P', 'P[1] -put.1-> P[1][1]', 'P[1] -put.2-> P[2][1]',
        'P[1][1] -get.1-> P[1]', 'P[1][2] -get.2-> P[1]', 'P[2] -get.2-> P', 'P[2] -put.1-> P[1][2]',
        'P[2] -put.2-> P[2][2]', 'P[2][1] -get.1-> P[2]', 'P[2][2] -get.2-> P[2]',
      ],
    },
    {
      what: 'has labels as parameters',
      text: "P(C='reply) = (call[C] -> [C] -> P).",
      expected: ['P -call.reply-> P after call.reply', 'P after call.reply -reply-> P'],
    },
    {
      what: 'is made deterministic',
      text: 'deterministic P = (a -> b -> STOP | a -> c -> STOP).',
      expected: ['P -a-> P after a', 'P after a -b-> STOP', 'P after a -c-> STOP'],
    },
  ];
  it.each(table)('$what', ({ text, expected }) => {
    expect(steps(text, 'P')).toEqual(expected);
  });

  it('knows the actions of local processes that it never reaches, and its extension', () => {
    expect(
      alphabet('P = (a -> P), Q[i:0..1] = (when (i == 1) b[i] -> P | when (i == 5) c -> P) + {d, e[1..2]}.'),
    ).toEqual(['a', 'b.1', 'd', 'e.1', 'e.2']);
  });

  it('ends at END, but is stuck at STOP', () => {
    const marks = (text: string) => system(text).types[0].locations.map((location) => location.marks ?? []);
    expect(marks('P = (a -> END).')).toEqual([[], ['end']]);
    expect(marks('P = (a -> STOP).')).toEqual([[], []]);
    expect(marks('P = (a -> ERROR).')).toEqual([[], ['error']]);
  });

  it('points each step at its action', () => {
    const [first, second] = system('P = (a ->\n  b[1] -> P).').types[0].steps;
    expect(first.span).toEqual({ file: 'test.lts', line: 1, column: 6, endLine: 1, endColumn: 7 });
    expect(second.span).toEqual({ file: 'test.lts', line: 2, column: 3, endLine: 2, endColumn: 7 });
  });
});

describe('a property', () => {
  it('takes part in every action of its alphabet in every state, and is in error after any it does not allow', () => {
    const text = 'property P = (a -> b -> P).';
    expect(steps(text)).toEqual(
      [
        'P -a-> P after a',
        'P -b-> ERROR',
        'P after a -a-> ERROR',
        'P after a -b-> P',
        'ERROR -a-> ERROR',
        'ERROR -b-> ERROR',
      ].sort(),
    );
    const [type] = system(text).types;
    expect(type.observes).toBe('P');
    expect(type.locations.map((location) => location.marks)).toEqual([['end'], ['end'], ['error', 'end']]);
  });
});
