/**
 * 2,000 random systems. The oracle is a plain exploration written here (strings in a map, no search
 * order, no early stop); both search orders must agree with it, and every run they give must replay
 * and violate.
 */
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { reach, type SearchOrder } from '../../../../src/engine/reach/reference/index.js';
import { violates } from '../../../../src/evidence/judge.js';
import { minimise } from '../../../../src/evidence/minimise.js';
import { replay } from '../../../../src/evidence/replay.js';
import { binary, constant, read, shared } from '../../../../src/model/expression.js';
import { Interpreter } from '../../../../src/model/interpreter.js';
import type { Run } from '../../../../src/model/transition.js';
import { LetterReader } from '../../../../src/property/letter.js';
import type { Atom, Observer } from '../../../../src/property/observer.js';
import type { Ask } from '../../../../src/property/question.js';
import { json } from '../../../../src/report/json.js';
import { Chance, randomSystem } from '../../../model/random-system.js';

const schema = new URL('../../../../docs/schema/result.schema.json', import.meta.url);
const followsSchema = new Ajv2020({ strict: true, strictRequired: false }).compile(
  JSON.parse(readFileSync(schema, 'utf8')),
);

const SYSTEMS = 2000;
const MOST_STATES = 1500;

const ATOMS: Atom[] = [
  { kind: 'event', name: 'e', pattern: { kind: 'name', name: 'e' } },
  {
    kind: 'event',
    name: 's',
    pattern: {
      kind: 'or',
      parts: [
        { kind: 'name', name: 's' },
        { kind: 'name', name: 'f' },
      ],
    },
  },
  { kind: 'state', name: 'x = 0', predicate: binary('equal', read(shared(0)), constant(0)) },
];

/** A random automaton over the atoms, nondeterministic now and then. */
function randomObserver(chance: Chance, acceptance: 'finite' | 'infinite'): Observer {
  const states = chance.between(2, 4);
  const table = Array.from({ length: states * 8 }, () =>
    Array.from({ length: chance.is(0.15) ? 2 : chance.is(0.1) ? 0 : 1 }, () => chance.below(states)),
  );
  const marked = chance.below(states);
  const ends = chance.below(states);
  return {
    acceptance,
    atoms: ATOMS,
    initial: [0],
    successors: (state, letter) => table[state * 8 + letter],
    bad: (state) => acceptance === 'finite' && state === marked && state !== 0,
    badAtEnd: (state) => acceptance === 'finite' && state === ends,
    accepting: (state) => acceptance === 'infinite' && state === marked,
  };
}

interface Node {
  state: Int32Array;
  observed: number;
  next: string[];
  stuck: boolean;
  faults: boolean;
}

/** The whole product graph, or undefined where it is too large for this test. */
function graphOf(interpreter: Interpreter, observer?: Observer): Map<string, Node> | undefined {
  const reader = new LetterReader(interpreter, observer?.atoms ?? []);
  const nodes = new Map<string, Node>();
  const add = (state: Int32Array, observed: number): string => {
    const key = `${state.join()}|${observed}`;
    if (!nodes.has(key)) nodes.set(key, { state, observed, next: [], stuck: false, faults: false });
    return key;
  };
  for (const state of interpreter.initialStates()) for (const o of observer?.initial ?? [0]) add(state, o);
  for (const node of nodes.values()) {
    if (nodes.size > MOST_STATES) return undefined;
    const enabled = interpreter.transitions(node.state);
    node.stuck = enabled.length === 0;
    for (const transition of enabled) {
      const outcome = interpreter.successor(node.state, transition);
      if (outcome.fault) node.faults = true;
      if (outcome.fault && outcome.fault.code !== 'assertion') continue;
      const letter = reader.letter(node.state, outcome.events);
      for (const o of observer ? observer.successors(node.observed, letter) : [0])
        node.next.push(add(outcome.state, o));
    }
    if (node.stuck && observer?.acceptance === 'infinite') {
      for (const o of observer.successors(node.observed, reader.letter(node.state, [])))
        node.next.push(add(node.state, o));
    }
  }
  return nodes;
}

function onCycle(nodes: Map<string, Node>, start: string): boolean {
  const seen = new Set(nodes.get(start)!.next);
  for (const key of seen) for (const next of nodes.get(key)!.next) seen.add(next);
  return seen.has(start);
}

/** The answer by definition. */
function holds(interpreter: Interpreter, ask: Ask, nodes: Map<string, Node>, observer?: Observer): boolean {
  const all = [...nodes.entries()];
  const deadlock = ({ stuck, state }: Node) => stuck && interpreter.unfinished(state).length > 0;
  switch (ask.kind) {
    case 'deadlock-free':
      return !all.some(([, node]) => deadlock(node));
    case 'terminates':
      return !all.some(([key, node]) => deadlock(node) || onCycle(nodes, key));
    case 'invariant':
      return all.every(([, node]) => interpreter.holds(ask.predicate, node.state));
    case 'assertions':
      return !all.some(
        ([, { state, faults }]) =>
          faults ||
          interpreter.living(state).some((p) => {
            const type = interpreter.typeOf(state, p);
            return type.locations[interpreter.locationOf(state, p)].marks?.includes('error');
          }),
      );
    case 'order':
      if (observer?.acceptance === 'infinite') {
        return !all.some(([key, node]) => observer.accepting(node.observed) && onCycle(nodes, key));
      }
      return !all.some(
        ([, { observed, stuck, state }]) =>
          observer?.bad(observed) ||
          (stuck && interpreter.unfinished(state).length === 0 && observer?.badAtEnd(observed)),
      );
    default:
      throw new Error(`no oracle for ${ask.kind}`);
  }
}

const QUESTIONS: ((chance: Chance) => Ask)[] = [
  () => ({ kind: 'deadlock-free' }),
  () => ({ kind: 'assertions' }),
  () => ({ kind: 'terminates' }),
  (chance) => ({
    kind: 'invariant',
    predicate: binary('or', binary('unequal', read(shared(0)), constant(chance.below(3))), read(shared(1))),
  }),
  (chance) => ({ kind: 'order', observers: [randomObserver(chance, 'finite')] }),
  (chance) => ({ kind: 'order', observers: [randomObserver(chance, 'infinite')] }),
];

describe('random systems', () => {
  it('both search orders give the answer by definition, and every violation replays', async () => {
    const seen = { holds: 0, violated: 0 };
    const kinds = new Set<string>();
    for (let seed = 1; seed <= SYSTEMS; seed++) {
      const chance = new Chance(seed * 7919);
      const system = randomSystem(seed);
      const interpreter = new Interpreter(system);
      const ask = QUESTIONS[seed % QUESTIONS.length](chance);
      const observer = ask.kind === 'order' ? ask.observers[0] : undefined;
      const nodes = graphOf(interpreter, observer);
      if (!nodes) continue;
      const expected = holds(interpreter, ask, nodes, observer) ? 'holds' : 'violated';
      const lengths: Partial<Record<SearchOrder, number>> = {};
      for (const order of ['breadth', 'depth'] as const) {
        const answer = await reach(system, { name: 'q', text: 'q', ask }, { now: () => 0 }, { order });
        expect(`${seed} ${ask.kind} ${order} ${answer.verdict}`).toBe(
          `${seed} ${ask.kind} ${order} ${expected}`,
        );
        seen[expected]++;
        kinds.add(`${ask.kind} ${observer?.acceptance ?? ''} ${expected}`);
        if (answer.verdict !== 'violated') {
          // In the middle of an atomic sequence a state is stored only where an observer of cycles accepts.
          const stored = [...nodes.values()].filter(
            ({ state, observed }) =>
              state[interpreter.layout.exclusive] === 0 ||
              (observer?.acceptance === 'infinite' && observer.accepting(observed)),
          );
          if (ask.kind !== 'terminates') expect(answer.statistics.states).toBe(stored.length);
          continue;
        }
        const judge = (run: Run) => violates(interpreter, ask, run);
        expect(judge(answer.run), `seed ${seed} ${order}`).toBe(true);
        const shorter = minimise(interpreter, answer.run, judge);
        expect(judge(shorter)).toBe(true);
        expect(shorter.steps.length).toBeLessThanOrEqual(answer.run.steps.length);
        const trace = replay(interpreter, shorter);
        expect(trace.steps).toHaveLength(shorter.steps.length);
        const { statistics, reason } = answer;
        const result = { file: 'random', property: 'q', text: 'q', engine: 'reach', notices: [], statistics };
        const results = [{ ...result, verdict: 'violated' as const, reason, trace }];
        const report = JSON.parse(json({ version: '0', results, diagnostics: [], sources: [] }));
        expect(followsSchema(report), JSON.stringify(followsSchema.errors)).toBe(true);
        lengths[order] = answer.run.steps.length;
      }
      const safety = ask.kind !== 'terminates' && observer?.acceptance !== 'infinite';
      // The shortest run has the fewest atomic sequences, not the fewest steps within them.
      const atomic = system.types.some((t) => t.locations.some(({ region }) => region === 'atomic'));
      if (safety && !atomic && lengths.breadth !== undefined)
        expect(lengths.breadth).toBeLessThanOrEqual(lengths.depth!);
    }
    expect(seen.holds).toBeGreaterThan(500);
    expect(seen.violated).toBeGreaterThan(500);
    expect(kinds.size).toBe(12);
  });
});
