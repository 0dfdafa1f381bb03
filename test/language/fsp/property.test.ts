import { describe, expect, it } from 'vitest';
import type { Declared } from '../../../src/model/program.js';
import { explore } from './explore.js';
import { program } from './read.js';

const LAMP = 'LAMP = (on -> off -> LAMP | burn -> LAMP).\n';

function formula(text: string): string {
  const declared = program(LAMP + text).declared.at(-1);
  if (declared?.kind !== 'ltl') throw new Error('no formula');
  return declared.formula;
}

describe('progress', () => {
  const progress = (text: string) =>
    program(LAMP + text).declared.map((declared) => {
      const { name, events, when } = declared as Extract<Declared, { kind: 'progress' }>;
      return { name, events, when };
    });

  it('lists the actions of its set', () => {
    expect(progress('set S = {on, burn} progress P = {S, off}')).toEqual([
      { name: 'P', events: ['on', 'burn', 'off'] },
    ]);
  });

  it('may depend on others', () => {
    expect(progress('progress P = if {on} then {off}')).toEqual([
      { name: 'P', events: ['off'], when: ['on'] },
    ]);
  });

  it('is a property for each index', () => {
    expect(progress('progress P[i:1..2] = {a[i]}')).toEqual([
      { name: 'P.1', events: ['a.1'] },
      { name: 'P.2', events: ['a.2'] },
    ]);
  });
});

describe('an assertion', () => {
  it.each([
    ['assert A = []<>on', '[]<>on@true'],
    ['assert A = [](on -> <>off)', '[](on@true -> <>off@true)'],
    ['fluent LIT = <on, {off, burn}> assert A = []!LIT', '[]!LIT@true'],
    ['fluent LIT = <on, off> assert A = [](LIT -> (LIT W off))', '[](LIT@true -> (LIT@true W off@true))'],
    ['assert A = []({on, off} || burn <-> !on)', 'X [](one_of_on@true || (burn@true <-> !on@true))'],
    ['assert A = []!(on && off -> burn)', 'X []!((on@true && off@true) -> burn@true)'],
    ['fluent F[i:0..1] = <on, off> assert A = [](forall[i:0..1] F[i])', 'X [](F_0@true && F_1@true)'],
    ['fluent F[i:0..1] = <on, off> assert A = []!exists[i:0..1] F[i]', '[]!(F_0@true || F_1@true)'],
    [
      'fluent F[i:1..3] = <on, off> assert A = []!(F[1] && F[2..3])',
      '[]!(F_1@true && (F_2@true || F_3@true))',
    ],
    ['assert B = <>on assert A = ([]B && B)', '[]<>on@true && <>on@true'],
    ['assert B(N=1) = <>a[N] assert A = B(3)', '<>a_3@true'],
    ['const K = 2 assert A(N=K, M=N+1) = [](a[N] -> <>a[M])', '[](a_2@true -> <>a_3@true)'],
    ['assert A = [](on -> X off)', '[](on@true -> X off@true)'],
    ['assert A = []rigid(1 < 2)', '[]true'],
    ['assert A = [](true -> <>!false)', '[](true_2@true -> <>!false_2@true)'],
  ])('%s', (text, expected) => {
    expect(formula(text)).toBe(expected);
  });

  // At the start no action has happened yet; formulas speak of the time after the first one.
  it.each([
    ['assert A = (on U off)', 'X (on@true U off@true)'],
    ['fluent LIT = <on, off> assert A = []LIT', 'X []LIT@true'],
    ['fluent DARK = <off, on> initially 1 assert A = []DARK', '[]DARK@true'],
    ['assert A = X off', 'X X off@true'],
  ])('%s counts from the first action', (text, expected) => {
    expect(formula(text)).toBe(expected);
  });

  it('ends before a composite process that follows it', () => {
    const { system, declared } = program('P = (a -> P).\nassert A = []<>a\n||S = (x:P).');
    expect(system.name).toBe('S');
    expect(declared.map(({ name }) => name)).toEqual(['A']);
  });
});

describe('a watching process', () => {
  const watched = (text: string) => {
    const declared = program(LAMP + text).declared.at(-1);
    if (declared?.kind !== 'ltl' || declared.system === undefined) throw new Error('no system');
    return declared.system;
  };

  it('never changes what the system can do', () => {
    const alone = explore(program(LAMP).system).edges.map(({ label }) => label);
    const labels = (text: string) => new Set(explore(watched(text)).edges.map(({ label }) => label));
    expect(labels('fluent LIT = <on, off> assert A = [](LIT || burn)')).toEqual(new Set(alone));
  });

  it('follows its actions: a fluent keeps its value, an action only for one step', () => {
    const system = watched('fluent LIT = <on, off> initially 1 assert A = [](LIT || on)');
    const states = system.types.slice(1).map(({ name, initial, locations, steps, alphabet }) => ({
      name,
      initial: locations[initial].name,
      steps: steps
        .map(
          (step) =>
            `${locations[step.from].name} ${step.action.kind === 'synchronise' ? system.symbols[step.action.symbol].name : ''} ${locations[step.to].name}`,
        )
        .sort(),
      alphabet: alphabet.map((symbol) => system.symbols[symbol].name).sort(),
    }));
    expect(states).toEqual([
      {
        name: 'LIT',
        initial: 'true',
        steps: ['false off false', 'false on true', 'true off false', 'true on true'],
        alphabet: ['off', 'on'],
      },
      {
        name: 'on',
        initial: 'false',
        steps: [
          'false burn false',
          'false off false',
          'false on true',
          'true burn false',
          'true off false',
          'true on true',
        ],
        alphabet: ['burn', 'off', 'on'],
      },
    ]);
  });
});
