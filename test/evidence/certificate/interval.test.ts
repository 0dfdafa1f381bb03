import { describe, expect, it } from 'vitest';
import { prove } from '../../../src/engine/inequality/index.js';
import type { Case } from '../../../src/evidence/certificate/certificate.js';
import { justifyIntervalCases } from '../../../src/evidence/certificate/interval.js';
import type { System } from '../../../src/model/system.js';
import { internal } from '../../../src/model/system.js';
import type { Question } from '../../../src/property/question.js';
import { never, unlimited } from '../../engine/inequality/ask.js';
import { libraryPatterns } from '../../engine/inequality/library.js';
import { askedBy, randomAutomata, randomQuery } from '../../engine/inequality/random-questions.js';
import { Chance } from '../../model/random-system.js';

interface Proved {
  seed: number;
  system: System;
  question: Question;
  cases: Case[];
}

/** Random questions about random systems, as far as they hold. */
async function provedOnes(seeds: number, minimise: boolean): Promise<Proved[]> {
  const found: Proved[] = [];
  for (let seed = 0; seed < seeds; seed++) {
    const chance = new Chance(seed);
    const system = randomAutomata(chance);
    const question = askedBy(
      randomQuery(
        chance,
        system.symbols.map(({ name }) => name),
      ),
    );
    const { certificate } = await prove(system, question, unlimited, { minimise });
    if (certificate) found.push({ seed, system, question, cases: certificate.cases });
  }
  return found;
}

const all = await provedOnes(100, false);
const minimised = await provedOnes(100, true);

const replaced = (cases: Case[], changed: Partial<Case>): Case[] => [
  { ...cases[0], ...changed },
  ...cases.slice(1),
];

/** What each damage makes of a case; undefined where there is nothing to damage. */
const damages: [string, (proved: Proved) => Partial<Proved> | undefined][] = [
  [
    'a row that says more',
    ({ seed, cases }) => {
      const { rows } = cases[0].inequalities;
      const which = seed % rows.length;
      const stronger = rows.map((row, i) => (i === which ? { ...row, lower: (row.lower ?? 0) + 1 } : row));
      return {
        cases: replaced(cases, { inequalities: { ...cases[0].inequalities, rows: stronger } }),
      };
    },
  ],
  [
    'a count that is bounded',
    ({ seed, cases }) => {
      const { columns } = cases[0].inequalities;
      const bounded = columns.map((column, i) =>
        i === seed % columns.length ? { ...column, upper: 0 } : column,
      );
      return { cases: replaced(cases, { inequalities: { ...cases[0].inequalities, columns: bounded } }) };
    },
  ],
  [
    'a graph that lacks an edge',
    ({ cases }) => {
      const { graphs } = cases[0].inequalities;
      const which = graphs.findIndex(({ edges }) => edges.length > 1);
      if (which < 0) return undefined;
      const less = graphs.map((graph, i) =>
        i === which ? { ...graph, edges: graph.edges.slice(1) } : graph,
      );
      return { cases: replaced(cases, { inequalities: { ...cases[0].inequalities, graphs: less } }) };
    },
  ],
  ['a case that is left out', ({ cases }) => ({ cases: cases.slice(1) })],
  [
    'a distinction with one side',
    ({ cases }) => {
      const part = cases[0].part!;
      const cuts = [...part.cuts, { segment: 0, label: 's0', how: 'never' as const }];
      return { cases: replaced(cases, { part: { ...part, cuts } }) };
    },
  ],
  [
    'an automaton that lacks a state',
    ({ cases }) => {
      const part = cases[0].part!;
      const automata = part.automata.map((one, i) =>
        i === 0 ? { ...one, states: one.states.slice(1) } : one,
      );
      return { cases: replaced(cases, { part: { ...part, automata } }) };
    },
  ],
  [
    'a process that is left out',
    ({ cases }) => {
      const part = cases[0].part!;
      return { cases: replaced(cases, { part: { ...part, automata: part.automata.slice(1) } }) };
    },
  ],
  [
    'a label that is seen counted as quiet',
    ({ system, cases }) => {
      const part = cases[0].part!;
      const shared = system.symbols.flatMap((_, symbol) => {
        const members = system.types.filter(({ alphabet }) => alphabet.includes(symbol));
        return members.length > 1 ? [`s${symbol}`] : [];
      });
      if (shared.length === 0) return undefined;
      const automata = part.automata.map((one) => ({ ...one, quiet: [shared] }));
      return { cases: replaced(cases, { part: { ...part, automata } }) };
    },
  ],
  [
    'a trap that may be empty',
    ({ cases }) => {
      const part = cases[0].part!;
      const traps = [part.automata.map(() => [])];
      return { cases: replaced(cases, { part: { ...part, traps } }) };
    },
  ],
  [
    'a system with one more step',
    ({ system }) => {
      const [first, ...others] = system.types;
      const more = { from: first.initial, to: first.initial, action: internal, effects: [] };
      const known = first.steps.some(
        ({ from, to, action }) => from === more.from && to === more.to && action.kind === 'internal',
      );
      if (known) return undefined;
      return { system: { ...system, types: [{ ...first, steps: [...first.steps, more] }, ...others] } };
    },
  ],
];

describe('rows of a certificate about intervals', () => {
  it.each([
    ['as they are', all],
    ['without states that are alike', minimised],
  ])('are written a second time from the system and the question: automata %s', (_, proved) => {
    expect(proved.length).toBeGreaterThan(50);
    for (const { seed, system, question, cases } of proved)
      expect(justifyIntervalCases(system, question.ask, cases), `seed ${seed}`).toEqual({ justified: true });
  });

  it.each(damages)('%s is found', (_, damage) => {
    let refused = 0;
    for (const proved of all) {
      const changed = damage(proved);
      if (!changed) continue;
      const { seed, system, question, cases } = { ...proved, ...changed };
      const { justified } = justifyIntervalCases(system, question.ask, cases);
      expect(justified, `seed ${seed}`).not.toBe(true);
      refused++;
    }
    expect(refused).toBeGreaterThan(20);
  });

  it('states that are not alike, taken as one, are found', () => {
    let refused = 0;
    for (const { seed, system, question, cases } of minimised) {
      const part = cases[0].part!;
      const which = part.automata.findIndex(({ states }) => states.length > 1);
      if (which < 0) continue;
      const automata = part.automata.map((one, i) =>
        i === which ? { ...one, states: [one.states.flat(), ...one.states.slice(1).map(() => [])] } : one,
      );
      const damaged = replaced(cases, { part: { ...part, automata } });
      expect(justifyIntervalCases(system, question.ask, damaged).justified, `seed ${seed}`).toBe(false);
      refused++;
    }
    expect(refused).toBeGreaterThan(20);
  });

  it('the answer to one question is not that to another', () => {
    let refused = 0;
    for (const { seed, system, question, cases } of all) {
      const { queries } = question.ask as Extract<Question['ask'], { kind: 'order' }>;
      const [last] = queries![0].sequences.map((sequence) => sequence.at(-1)!);
      // A required event more would make the question easier to answer; less makes it harder.
      const asks = cases[0].inequalities.rows.filter(({ name }) => name.endsWith('requires'));
      // What nobody can do is asked for by the same row in every interval.
      if (last.require.length === 0 || asks.some(({ columns }) => columns.length === 0)) continue;
      const easier = [...queries![0].sequences[0].slice(0, -1), { ...last, require: [] }];
      const asked = never({ ...queries![0], sequences: [easier] });
      const { justified } = justifyIntervalCases(system, asked.ask, cases);
      expect(justified, `seed ${seed}`).toBe(false);
      refused++;
    }
    expect(refused).toBeGreaterThan(3);
  });

  it('automata put together are worked out again: the query that needs it', async () => {
    const { text, question } = libraryPatterns().find((one) => one.text === 'P responds to S, T after Q')!;
    const system = randomAutomata(new Chance(1000 * 70 + text.length), ['P', 'Q', 'S', 'T']);
    const { certificate } = await prove(system, question, unlimited);
    if (!certificate) return;
    expect(justifyIntervalCases(system, question.ask, certificate.cases)).toEqual({ justified: true });
  });
});
