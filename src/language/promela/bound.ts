/**
 * How many processes there can be at once. Every `run` is followed through its proctype with the values
 * of the counters around it: variables of the process (or of the program, where only this process writes
 * them) that get nothing but constants and sums of constants. Other conditions may go either way. So
 * `do :: i < N -> run P(); i++ :: else -> break od` is seen to run N processes. Where no bound is found,
 * SPIN's own limit is one.
 */
import { operate } from '../../model/arithmetic.js';
import { fitInto } from '../../model/data.js';
import type { Expression, Place } from '../../model/expression.js';
import { type Effect, ELSE, type ProcessType, type Step, type Variable } from '../../model/system.js';
import { longestPath, type WeighedNode } from './longest-path.js';
import { MOST_PROCESSES } from './world.js';

const MOST_VISITS = 200_000;

type Key = string;
type Known = Map<Key, number>;
/** The arguments of a process, where they are known. */
type Arguments = (number | undefined)[];

export function processBound(types: ProcessType[], shared: Variable[], atStart: number[]): number {
  const counter = new Descendants(types, shared, atStart);
  let total = 0;
  for (const [type, count] of atStart.entries()) {
    if (count === 0) continue;
    const each = counter.of(type, new Array(types[type].parameters).fill(0));
    if (each === undefined) return MOST_PROCESSES;
    total += count * each;
  }
  return Math.min(MOST_PROCESSES, Math.max(1, total));
}

/** How many processes there are in all because of one: itself, those it runs, those they run … */
class Descendants {
  private readonly known = new Map<string, number | 'open'>();
  private readonly runners = new Map<number, Runner>();
  private visits = 0;

  constructor(
    private readonly types: ProcessType[],
    private readonly shared: Variable[],
    private readonly atStart: number[],
  ) {}

  /** Undefined where no bound is found, or it is beyond what is allowed anyway. */
  of(type: number, given: Arguments): number | undefined {
    const key = `${type} ${given.join()}`;
    const known = this.known.get(key);
    if (known === 'open' || this.known.size > MOST_PROCESSES * 4) return undefined;
    if (known !== undefined) return known;
    this.known.set(key, 'open');
    const count = this.count(type, given);
    if (count !== undefined) this.known.set(key, count);
    return count;
  }

  private count(type: number, given: Arguments): number | undefined {
    if (!this.types[type].steps.some((step) => step.effects.some((effect) => effect.kind === 'spawn')))
      return 1;
    let runner = this.runners.get(type);
    if (!runner) {
      const alone =
        this.atStart[type] === 1 &&
        !this.types.some((t) =>
          t.steps.some((s) => s.effects.some((e) => e.kind === 'spawn' && e.type === type)),
        );
      runner = new Runner(type, this.types, this.shared, alone);
      this.runners.set(type, runner);
    }
    const graph = runner.graph(given, () => ++this.visits <= MOST_VISITS);
    if (!graph) return undefined;
    const nodes: WeighedNode[] = [];
    for (const edges of graph) {
      const weighed: WeighedNode['edges'] = [];
      for (const { to, runs } of edges) {
        let weight = 0;
        for (const run of runs) {
          const below = this.of(run.type, run.arguments);
          if (below === undefined) return undefined;
          weight += below;
        }
        weighed.push({ to, weight });
      }
      nodes.push({ edges: weighed });
    }
    const most = longestPath(nodes);
    return most === undefined || most + 1 > MOST_PROCESSES ? undefined : most + 1;
  }
}

interface RunEdge {
  to: number;
  runs: { type: number; arguments: Arguments }[];
}

/** One proctype, followed with the values of its counters. */
class Runner {
  private readonly type: ProcessType;
  private readonly tracked: Set<Key>;
  private readonly leaving: Step[][];

  constructor(
    number: number,
    private readonly types: ProcessType[],
    private readonly shared: Variable[],
    alone: boolean,
  ) {
    this.type = types[number];
    this.tracked = this.counters(number, alone);
    this.leaving = this.type.locations.map(() => []);
    for (const step of this.type.steps) this.leaving[step.from].push(step);
  }

  /** Variables that only simple assignments of this process write. */
  private counters(number: number, alone: boolean): Set<Key> {
    const tracked = new Set<Key>(this.type.variables.map((_, i) => `o${i}`));
    const dropped = new Set<Key>();
    this.types.forEach((type, i) => {
      for (const step of type.steps) {
        const { action } = step;
        const others: Place[] = [];
        if (action.kind === 'receive') {
          for (const pattern of action.patterns) if (pattern.kind === 'store') others.push(pattern.place);
        }
        if (action.kind === 'choose') others.push(action.place);
        for (const effect of step.effects) {
          if (effect.kind === 'spawn' && effect.result) others.push(effect.result);
          if (effect.kind !== 'assign') continue;
          const key = keyOf(effect.place);
          const mine = i === number && (effect.place.scope === 'own' || alone);
          if (key !== undefined && mine && isSimple(effect.value)) tracked.add(key);
          else if (i === number || effect.place.scope === 'shared') others.push(effect.place);
        }
        for (const place of others) {
          if (place.scope === 'shared' || i === number) dropped.add(rootOf(place));
        }
      }
    });
    for (const key of dropped) tracked.delete(key);
    return tracked;
  }

  /** Places of control with values of counters, and what is run between them; undefined where there are too many. */
  graph(given: Arguments, mayVisit: () => boolean): RunEdge[][] | undefined {
    const graph: RunEdge[][] = [];
    const numbers = new Map<string, number>();
    const states: { location: number; known: Known }[] = [];
    const numberOf = (location: number, known: Known): number => {
      const key = `${location} ${[...known]
        .map(([k, v]) => `${k}=${v}`)
        .sort()
        .join()}`;
      const old = numbers.get(key);
      if (old !== undefined) return old;
      numbers.set(key, states.length);
      states.push({ location, known });
      return states.length - 1;
    };
    numberOf(this.type.initial, this.initial(given));
    for (let i = 0; i < states.length; i++) {
      if (!mayVisit()) return undefined;
      const { location, known } = states[i];
      const edges: RunEdge[] = [];
      graph.push(edges);
      const possible = this.leaving[location].filter((step) => {
        const value = step.guard ? this.evaluate(step.guard, known) : 1;
        return value === undefined || value !== 0;
      });
      const certain = possible.some((step) => step.priority !== ELSE && this.isCertain(step, known));
      for (const step of possible) {
        if (step.priority === ELSE && certain) continue;
        if (step.effects.some((effect) => effect.kind === 'exit')) continue;
        const runs = step.effects.flatMap((effect) =>
          effect.kind === 'spawn'
            ? [{ type: effect.type, arguments: effect.arguments.map((a) => this.evaluate(a, known)) }]
            : [],
        );
        edges.push({ to: numberOf(step.to, this.after(step.effects, known)), runs });
      }
    }
    return graph;
  }

  private isCertain(step: Step, known: Known): boolean {
    if (step.action.kind !== 'internal') return false;
    return !step.guard || this.evaluate(step.guard, known) !== undefined;
  }

  private initial(given: Arguments): Known {
    const known: Known = new Map();
    for (const key of this.tracked) {
      const [scope, number] = [key[0], Number(key.slice(1))];
      const variable = scope === 'o' ? this.type.variables[number] : this.shared[number];
      if (variable.type.kind === 'array' || variable.type.kind === 'record') continue;
      const first = variable.initial === 'any' ? undefined : variable.initial?.[0];
      let value = first ? this.evaluate(first, known) : 0;
      if (scope === 'o' && number < this.type.parameters) value = given[number];
      const fitted = value === undefined ? undefined : fitInto(variable.type, value);
      if (fitted !== undefined) known.set(key, fitted);
    }
    return known;
  }

  private after(effects: Effect[], known: Known): Known {
    let result = known;
    for (const effect of effects) {
      if (effect.kind !== 'assign') continue;
      const key = keyOf(effect.place);
      if (key === undefined || !this.tracked.has(key)) continue;
      if (result === known) result = new Map(known);
      const value = this.evaluate(effect.value, result);
      const number = Number(key.slice(1));
      const { type } = key[0] === 'o' ? this.type.variables[number] : this.shared[number];
      const fitted = value === undefined ? undefined : fitInto(type, value);
      if (fitted === undefined) result.delete(key);
      else result.set(key, fitted);
    }
    return result;
  }

  /** The value where the counters decide it. */
  private evaluate(expression: Expression, known: Known): number | undefined {
    switch (expression.kind) {
      case 'constant':
        return expression.value;
      case 'read': {
        const key = keyOf(expression.place);
        return key === undefined ? undefined : known.get(key);
      }
      case 'unary': {
        const value = this.evaluate(expression.operand, known);
        if (value === undefined) return undefined;
        if (expression.operator === 'not') return value === 0 ? 1 : 0;
        return expression.operator === 'negate' ? -value | 0 : ~value;
      }
      case 'binary': {
        const a = this.evaluate(expression.left, known);
        const b = this.evaluate(expression.right, known);
        const { operator } = expression;
        if (operator === 'and' && (a === 0 || b === 0)) return 0;
        if (operator === 'or' && ((a !== undefined && a !== 0) || (b !== undefined && b !== 0))) return 1;
        return a === undefined || b === undefined ? undefined : operate(operator, a, b, 'wrap');
      }
      default:
        return undefined;
    }
  }
}

const rootOf = (place: Place): Key => `${place.scope === 'shared' ? 's' : 'o'}${place.variable}`;
const keyOf = (place: Place): Key | undefined =>
  place.path.length === 0 && place.scope !== 'other' ? rootOf(place) : undefined;

/** A constant, a variable, or the sum or difference of such. */
function isSimple(value: Expression): boolean {
  if (value.kind === 'constant' || value.kind === 'read') return true;
  if (value.kind !== 'binary') return false;
  return ['add', 'subtract'].includes(value.operator) && isSimple(value.left) && isSimple(value.right);
}
