/**
 * Soundness: what is said to hold is never refuted by a search of all states, whatever constraints are used
 * and whatever is left out of the graph. HEDDLE_FLOW_PROGRAMS sets the number of random programs.
 */
import { describe, expect, it } from 'vitest';
import { followable } from '../../../src/engine/flow/constraint.js';
import { knownOf } from '../../../src/engine/flow/data/surroundings.js';
import { type FlowOptions, proveByFlow } from '../../../src/engine/flow/index.js';
import { reach } from '../../../src/engine/reach/reference/index.js';
import { constant, read, shared } from '../../../src/model/expression.js';
import {
  type Effect,
  internal,
  type ProcessType,
  type Step,
  type System,
} from '../../../src/model/system.js';
import { bindProperties, parseProperties } from '../../../src/property/index.js';
import type { Question } from '../../../src/property/question.js';
import { Chance, randomSystem } from '../../model/random-system.js';
import { randomRendezvous } from './graph/random-rendezvous.js';

const PROGRAMS = Number(process.env.HEDDLE_FLOW_PROGRAMS ?? 40);

const SHAPES = [
  'e; (f | g)*',
  '(~[e])*; (e; f*)*',
  '(e; f)*; e?',
  '[f, g]*; (e; .*)?',
  '(e | g; f)*',
  '(~[g])*; (g; ~[e]*)?',
  'f*; g?; e*',
  '(e; ~[e]*; g)*; ~[e]*; (e; ~[e]*)?',
];

/** Undefined where the program does not show all these events. */
function questionAbout(system: System, chance: Chance): Question | undefined {
  const quantifier = chance.is(0.7) ? 'all' : 'no';
  const third = system.symbols.some(({ name }) => name === 's') ? 'event g = s\n' : '';
  const text = `${third}property p: for events {e, f, g} show ${quantifier} executions satisfy ${chance.pick(SHAPES)}`;
  const parsed = parseProperties({ file: 'p.prop', text });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.diagnostics));
  const bound = bindProperties(parsed.value, system);
  return bound.ok ? bound.value[0] : undefined;
}

/** Certificates have a test of their own. */
const quiet = { certificate: false };
const budget = { now: () => 0 };

async function settings(system: System): Promise<[string, FlowOptions][]> {
  const tasks = system.instances.map(({ name }) => `task ${name}`);
  const variables = followable(knownOf(system)).map(({ owner, name }) =>
    owner < 0 ? `variable ${name}` : `variable ${system.instances[owner].name}.${name}`,
  );
  return [
    ['no constraints', { constraints: [] }],
    ['no constraints, by the graph alone', { constraints: [], positions: false }],
    ['one task', { constraints: tasks.slice(0, 1) }],
    ['all tasks', { constraints: tasks }],
    ['all tasks, counted together', { constraints: [tasks.join(' + ').replaceAll('+ task', '+')] }],
    ['all tasks, whole', { constraints: tasks, wholeTasks: true }],
    ['one variable', { constraints: variables.slice(0, 1) }],
    ['everything', { constraints: [...tasks, ...variables] }],
    [
      'everything, without partial order',
      { constraints: [...tasks, ...variables], positions: false, partialOrder: false },
    ],
    ['everything, every place', { constraints: [...tasks, ...variables], graph: { detail: 'places' } }],
    [
      'all tasks, whole, without partial order',
      { constraints: tasks, wholeTasks: true, positions: false, partialOrder: false },
    ],
    ['everything, by the graph alone', { constraints: [...tasks, ...variables], positions: false }],
    ['chosen', {}],
    ['chosen, by the graph alone', { positions: false }],
    ['chosen, depth first', { search: 'first' }],
  ];
}

const kinds: [string, (seed: number) => System, number][] = [
  ['random rendezvous programs', randomRendezvous, PROGRAMS],
  ['random systems with everything there is', randomSystem, Math.ceil(PROGRAMS / 2)],
];

describe.each(kinds)('%s', (_, make, programs) => {
  it('never hold where a search of all states finds a violation, and are violated only where it does', async () => {
    const held = new Map<string, number>();
    let violated = 0;
    let asked = 0;
    for (let seed = 1; seed <= programs; seed++) {
      const system = make(seed);
      const question = questionAbout(system, new Chance(seed + 77));
      if (question === undefined) continue;
      const truth = await reach(system, question, { now: () => 0, states: 20_000 }, {});
      if (truth.verdict === 'inconclusive') continue;
      asked++;
      for (const [name, options] of await settings(system)) {
        const answer = await proveByFlow(system, question, budget, { ...quiet, ...options });
        if (answer.verdict === 'holds') {
          expect(truth.verdict, `seed ${seed}, ${name}: ${question.text}`).toBe('holds');
          held.set(name, (held.get(name) ?? 0) + 1);
        }
        if (answer.verdict === 'violated') {
          expect(truth.verdict, `seed ${seed}, ${name}`).toBe('violated');
          violated++;
        }
      }
    }
    if (process.env.HEDDLE_FLOW_PROGRAMS)
      process.stdout.write(`${asked} asked, ${violated} violated, held ${JSON.stringify([...held])}\n`);
    // It says something about many of them, and more with constraints than without.
    expect(asked).toBeGreaterThan(programs / 10);
    expect(violated).toBeGreaterThan(0);
    expect(held.get('everything') ?? 0).toBeGreaterThanOrEqual(held.get('no constraints') ?? 0);
    expect(held.get('chosen') ?? 0).toBeGreaterThanOrEqual(0.98 * (held.get('everything') ?? 0));
  }, 1_800_000);
});

it('what a process writes with its last step is there for those who look at it when it is gone', async () => {
  const process = (name: string, step: Pick<Step, 'effects' | 'guard' | 'event'>): ProcessType => ({
    name,
    parameters: 0,
    variables: [],
    channels: [],
    locations: [{}, { marks: ['end'] }],
    initial: 0,
    steps: [{ from: 0, to: 1, action: internal, ...step }],
    alphabet: [],
  });
  const last: Effect[] = [{ kind: 'assign', place: shared(0), value: constant(1) }, { kind: 'exit' }];
  const types = [
    process('looks', { guard: read(shared(0)), effects: [], event: { name: 'e' } }),
    process('writes', { effects: last }),
  ];
  const system: System = {
    name: 'last words',
    sources: [],
    variables: [{ name: 'x', type: { kind: 'boolean' } }],
    channels: [],
    symbols: [],
    types,
    instances: types.map(({ name }, type) => ({ name, type, arguments: [] })),
    processBound: 2,
    arithmetic: 'wrap',
  };
  const text = 'property p: for events {e} show no executions satisfy e';
  const parsed = parseProperties({ file: 'p.prop', text });
  const bound = parsed.ok ? bindProperties(parsed.value, system) : parsed;
  if (!bound.ok) throw new Error(JSON.stringify(bound.diagnostics));
  const [question] = bound.value;
  expect(await reach(system, question, budget)).toMatchObject({ verdict: 'violated' });
  expect(await proveByFlow(system, question, budget, quiet)).toMatchObject({ verdict: 'violated' });
});
