import { describe, expect, it } from 'vitest';
import { heddle } from './stage.js';

/** Kind of file, its text, and where the first message must point: worked out by reading the text. */
const MALFORMED: [string, string, number, number][] = [
  ['lts', 'P = (a -> ).', 1, 11],
  ['lts', 'P = (a -> P', 1, 12],
  ['lts', 'P = (a -> Q).', 1, 11],
  ['lts', 'P = (a -> P)', 1, 13],
  ['lts', 'P = (a -> P) .\nP = (b -> P).', 2, 1],
  ['lts', 'const N = \nP = (a -> P).', 2, 3],
  ['lts', 'const N = 1/0\nP = (a[N] -> P).', 1, 11],
  ['lts', 'range R = 3..\nP = (a -> P).', 2, 3],
  ['lts', 'P = (a[i:0..M] -> P).', 1, 13],
  ['lts', 'P = (when (x>0) a -> P).', 1, 12],
  ['lts', '||S = (P || Q).', 1, 8],
  ['lts', 'P = (a -> P).\n||S = (a:P || b:).', 2, 17],
  ['lts', 'P = (a -> P).\n||S = (P)/{b/}.', 2, 14],
  ['lts', 'P = (a -> P).\n||S = (P)\\{a.', 2, 14],
  ['lts', 'P(N=) = (a -> P).', 1, 5],
  ['lts', 'P = (a -> P).\n||S = P(3).', 2, 7],
  ['lts', 'property P = (a -> P | a -> STOP).', 1, 10],
  ['lts', 'P = P.', 1, 1],
  ['lts', 'P(N=3) = (a -> P(N+1)).', 1, 1],
  ['lts', 'P = (A -> P).', 1, 6],
  ['lts', 'p = (a -> p).', 1, 1],
  ['lts', 'P = (a -> P | ).', 1, 15],
  ['lts', 'P = (a => P).', 1, 8],
  ['lts', 'P = (a -> P).\nprogress X = {', 2, 15],
  ['lts', 'set S = {a,b\nP = (a -> P).', 2, 1],
  ['lts', 'P = (a -> b -> ', 1, 16],
  ['lts', '/* never closed\nP = (a -> P).', 1, 1],
  ['lts', 'P = (a -> P).\nfluent F = <a>', 2, 14],
  ['lts', 'import P = "x.aut"', 1, 1],
  ['lts', 'P = (a -> P).\nassert A = [] (a -> )', 2, 21],
  ['lts', 'P = (99999999999 -> P).', 1, 6],
  ['prop', 'property : deadlock-free', 1, 10],
  ['prop', 'property x deadlock-free', 1, 12],
  ['prop', 'property x: for events {a} show some executions satisfy a', 1, 33],
  ['prop', 'property x: for events {a show all executions satisfy a', 1, 27],
  ['prop', 'property x: for events {a} show all executions satisfy (a', 1, 58],
  ['prop', 'property x: for events {a} show all executions satisfy a;;a', 1, 58],
  ['prop', 'property x: for events {a} show all executions satisfy a^0', 1, 58],
  ['prop', 'property x: for events {a} show all executions satisfy b', 1, 56],
  ['prop', 'property x: for events {zzz} show all executions satisfy zzz*', 1, 25],
  ['prop', 'property x: ltl [] (a ->', 1, 25],
  ['prop', 'property x: ltl a U', 1, 20],
  ['prop', 'property x: ltl nothing_here', 1, 17],
  ['prop', 'property x: absence of', 1, 23],
  ['prop', 'property x: absence of a sometimes', 1, 26],
  ['prop', 'property x: a precedes', 1, 13],
  ['prop', 'property x: deadlock-free\nproperty x: terminates', 2, 10],
  ['prop', 'event e =\nproperty x: absence of e', 1, 10],
  ['prop', 'property x: automaton { start s  s -a-> }', 1, 41],
  ['prop', 'property x: automaton { start s  accepting t  s -a-> s }', 1, 44],
  [
    'prop',
    'property x: (defquery "q" "nofair" (omega-star-less (sequence (interval :ends-with \'("a"))))',
    1,
    13,
  ],
  [
    'prop',
    'property x: (defquery "q" "nofair" (omega-star-less (sequence (interval :end-with \'("a")))))',
    1,
    73,
  ],
  ['prop', 'property x: invariant y < 3', 1, 23],
  ['prop', 'property x: violated by: until', 1, 31],
  ['aut', 'des (0, 1, 2', 1, 13],
  ['aut', 'des (0, 1, 2)\n(0, "a", 5)', 2, 10],
  ['aut', 'des (0, 2, 2)\n(0, "a", 1)', 1, 9],
  ['aut', '(0, "a", 1)', 1, 1],
  ['aut', 'des (0, 1, 2)\n(0, "a, 1)', 2, 5],
  ['aut', 'des (0, 1, 2)\n0, "a", 1', 2, 1],
  ['aut', 'des (3, 0, 2)', 1, 6],
  ['aut', 'des (0, x, 2)', 1, 9],
  ['aut', 'des (0, 1, 2)\n(0 "a" 1)', 2, 4],
  ['aut', '', 1, 1],
  ['aut', 'des (0, 1, 2)\n(0, "a", 1)\n(1, "b", 0)', 1, 9],
  ['aut', 'des (0,1,-2)', 1, 10],
];

const MODEL = 'P = (a -> b -> P).';

/** A property is given for a sound model; anything else is the model itself. */
function check(kind: string, text: string) {
  if (kind === 'prop')
    return heddle(['check', 'm.lts', '--property', 'm.prop'], { 'm.lts': MODEL, 'm.prop': text });
  return heddle(['check', `m.${kind}`], { [`m.${kind}`]: text });
}

const looksLikeStack = /\n\s+at .*[:(]\d+:\d+/;

describe('malformed input', () => {
  it('is tried in many ways', () => {
    expect(MALFORMED.length).toBeGreaterThanOrEqual(50);
  });

  it.each(MALFORMED)('%s %j: exit code 3, pointing at %i:%i', async (kind, text, line, column) => {
    const { code, out, err } = await check(kind, text);
    expect(code).toBe(3);
    expect(err.split(': error:')[0]).toBe(`m.${kind}:${line}:${column}`);
    expect(out + err).not.toMatch(looksLikeStack);
  });
});

describe('hostile input ends with a message', () => {
  const garbage = (bytes: number): string => {
    let state = 1;
    const characters = Array.from({ length: bytes }, () => {
      state = (Math.imul(state, 1103515245) + 12345) >>> 0;
      return String.fromCharCode(32 + ((state >>> 16) % 95));
    });
    return characters.join('');
  };
  const deep = 100_000;
  const nested: [string, string][] = [
    ['lts', `P = ${'('.repeat(deep)}a -> P${')'.repeat(deep)}.`],
    ['lts', `P = (a[${'('.repeat(deep)}1${')'.repeat(deep)}] -> P).`],
    ['lts', `P = (a -> P).\n||S = ${'('.repeat(deep)}P${')'.repeat(deep)}.`],
    ['prop', `property x: ltl ${'('.repeat(deep)}a${')'.repeat(deep)}`],
    ['prop', `property x: ltl ${'!'.repeat(deep)}a`],
    [
      'prop',
      `property x: for events {a} show all executions satisfy ${'('.repeat(deep)}a${')'.repeat(deep)}`,
    ],
    ['prop', `property x: invariant ${'('.repeat(deep)}1${')'.repeat(deep)}`],
    ['prop', `property x: ${'('.repeat(deep)}defquery${')'.repeat(deep)}`],
  ];

  it.each(nested.map(([kind, text]) => ({ kind, begins: text.slice(0, 40), text })))(
    '100,000 levels deep: $kind $begins',
    async ({ kind, text }) => {
      const { code, err } = await check(kind, text);
      expect(code).toBe(3);
      expect(err).toMatch(/: error: /);
      expect(err.length).toBeLessThan(20_000);
      expect(err).not.toMatch(looksLikeStack);
    },
  );

  it.each(['lts', 'aut', 'prop'])('10 MB of garbage as .%s', async (kind) => {
    const { code, err } = await check(kind, garbage(10_000_000));
    expect(code).toBe(3);
    expect(err).toMatch(/: error: /);
    expect(err.length).toBeLessThan(20_000);
  });
});
