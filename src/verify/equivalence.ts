/**
 * Two programs, one question: can anything that can be seen tell them apart? A `different` with a trace
 * leaves here only after the interpreter has done the trace on one side and failed to on the other.
 */
import type { Statistics } from '../engine/answer.js';
import type { Budget } from '../engine/budget.js';
import {
  type Comparison,
  type Conditions,
  chosenVisibility,
  type Relation,
  type Side,
  sharedVisibility,
  type Visibility,
} from '../engine/equivalence/enumerative/index.js';
import type { DirectionSize } from '../engine/equivalence/inequality/index.js';
import { InputError } from '../model/diagnostic.js';
import { Interpreter } from '../model/interpreter.js';
import type { System } from '../model/system.js';
import { Enumeration } from './comparison/enumerative.js';
import type { Finding } from './comparison/finding.js';
import { compareUnvisited } from './comparison/inequality.js';
import type { Loaded } from './language.js';

export type { Difference } from './comparison/evidence.js';

export const EQUIVALENCE_ENGINES = ['auto', 'inequality', 'enumerative'] as const;

export interface EquivalenceOptions {
  /**
   * `inequality`: proof without visiting states. `enumerative`: every state of both sides is visited.
   * `auto`: the latter where the states are few, otherwise first the one and then the other.
   */
  engine?: (typeof EQUIVALENCE_ENGINES)[number];
  /** `trace` when absent. */
  relation?: Relation;
  /** Ask only that the implementation does nothing the specification does not: for `trace` and `failures`. */
  refines?: boolean;
  /** With `branching`: going on internally for ever counts as a difference. */
  divergence?: boolean;
  /** Names, names with arguments or globs of the events that count; by default those that both sides have. */
  visible?: readonly string[];
  timeSeconds?: number;
  memoryBytes?: number;
  /** For each side, and for the pairs of states that are compared. */
  maxStates?: number;
  interrupted?: () => boolean;
  progress?: (progress: { side: Side | 'both'; states: number; transitions: number; bytes: number }) => void;
  /** Seconds since some fixed moment. */
  now?: () => number;
}

/** What the structure of a system alone does not show is not said to be false. */
export type Condition = Conditions['deterministic'] | { holds: 'not shown'; because: string };

/** What was found out about one of the systems. */
export interface SystemReport {
  file: string;
  /** Names of events that do not count. */
  hidden: string[];
  states: number;
  transitions: number;
  /** States after minimising modulo branching bisimulation. */
  minimal: number;
  conditions: { divergenceFree: Condition; deterministic: Condition };
}

export type EquivalenceResult = {
  spec: { file: string } & Partial<SystemReport>;
  impl: { file: string } & Partial<SystemReport>;
  relation: Relation;
  refines: boolean;
  divergence: boolean;
  /** Names of the events that count. */
  visible: string[];
  engine: 'enumerative' | 'inequality';
  /** Of each direction that was asked of the inequalities. */
  inequalities?: { sizes: DirectionSize[]; segments: number };
  statistics: Statistics;
  notices: string[];
} & Finding;

const DEFAULT_SECONDS = 60;
const DEFAULT_BYTES = 2 * 1024 ** 3;
/** With no more combinations of local states than this on either side, visiting them all is quick. */
const FEW_STATES = 50_000;

/** Does the implementation do the same as the specification, as far as the visible events show? */
export async function equivalent(
  spec: Loaded,
  impl: Loaded,
  options: EquivalenceOptions = {},
): Promise<EquivalenceResult> {
  const comparison = comparisonOf(options);
  const visibility = visibilityOf([spec, impl], options.visible);
  return new Comparer(spec, impl, comparison, visibility, options).compare();
}

function comparisonOf(options: EquivalenceOptions): Required<Comparison> {
  const { relation = 'trace', refines = false, divergence = false } = options;
  if (refines && relation !== 'trace' && relation !== 'failures') {
    throw badOption('refinement is for the relations trace and failures');
  }
  if (divergence && relation !== 'branching') throw badOption('divergence goes with the relation branching');
  return { relation, refines, divergence };
}

/** Which events count: those named, or those that all the programs have. */
export function visibilityOf(programs: readonly Loaded[], wanted?: readonly string[]): Visibility {
  const systems = programs.map(({ program }) => program.system);
  if (wanted !== undefined) {
    const chosen = chosenVisibility(systems, wanted);
    if (!chosen.ok) throw new InputError(chosen.diagnostics);
    return chosen.value;
  }
  const shared = sharedVisibility(systems);
  if (systems.length > 1 && shared.names.length === 0 && shared.hidden.some((names) => names.length > 0)) {
    throw badOption('the two have no event in common', 'say what counts with --visible, or rename events');
  }
  return shared;
}

/** An action that the implementation forgot altogether would otherwise go unnoticed. */
function leftOut(names: readonly string[]): string {
  const shown = names.slice(0, 3).join(', ') + (names.length > 3 ? ' …' : '');
  const happens = names.length === 1 ? 'happens' : 'happen';
  return `${shown} ${happens} in the specification only and did not count; --visible says what counts`;
}

function badOption(message: string, hint?: string): InputError {
  return new InputError([{ code: 'bad-option', severity: 'error', message, hint }]);
}

class Comparer {
  private readonly started: number;
  private readonly now: () => number;
  private readonly interpreters: Record<Side, Interpreter>;
  private readonly notices: string[] = [];
  private readonly inequalities: NonNullable<EquivalenceResult['inequalities']> = { sizes: [], segments: 1 };

  constructor(
    private readonly spec: Loaded,
    private readonly impl: Loaded,
    private readonly comparison: Required<Comparison>,
    private readonly visibility: Visibility,
    private readonly options: EquivalenceOptions,
  ) {
    this.now = options.now ?? (() => performance.now() / 1000);
    this.started = this.now();
    this.interpreters = {
      spec: new Interpreter(spec.program.system),
      impl: new Interpreter(impl.program.system),
    };
    const [specHidden] = visibility.hidden;
    if (options.visible === undefined && specHidden.length > 0) this.notices.push(leftOut(specHidden));
  }

  async compare(): Promise<EquivalenceResult> {
    const { engine = 'auto' } = this.options;
    if (engine === 'inequality') return this.withoutStates(1);
    const systems = Object.values(this.interpreters).map(({ system }) => system);
    if (engine === 'enumerative' || systems.every(hasFewStates)) return this.withStates();
    const result = await this.withoutStates(0.5);
    if (result.verdict !== 'inconclusive' || result.limit === 'interrupted') return result;
    this.notices.push(`by inequalities this was not settled: ${result.reason}`);
    return this.withStates();
  }

  private async withoutStates(share: number): Promise<EquivalenceResult> {
    const budget = this.budget('both', share);
    const found = await compareUnvisited(this.interpreters, this.comparison, this.visibility, budget);
    Object.assign(this.inequalities, { sizes: found.sizes, segments: found.segments });
    const variables = Math.max(0, ...found.sizes.map((size) => size.variables));
    const rows = Math.max(0, ...found.sizes.map((size) => size.rows));
    const reports = { spec: found.conditions.spec ?? {}, impl: found.conditions.impl ?? {} };
    const notices = [...this.notices, ...found.notices];
    return { ...this.common(reports, { variables, rows }), engine: 'inequality', notices, ...found.finding };
  }

  private async withStates(): Promise<EquivalenceResult> {
    const enumeration = new Enumeration(this.interpreters, this.comparison, this.visibility, (side) =>
      this.budget(side, 1),
    );
    const finding = await enumeration.compare();
    const notices = [...this.notices, ...enumeration.notices];
    return {
      ...this.common(enumeration.reports, enumeration.statistics),
      engine: 'enumerative',
      notices,
      ...finding,
    };
  }

  private common(reports: Record<Side, Partial<SystemReport>>, statistics: Statistics) {
    const { visibility, comparison, inequalities } = this;
    const [specHidden, implHidden] = visibility.hidden;
    return {
      spec: { file: this.spec.file, hidden: specHidden, ...reports.spec },
      impl: { file: this.impl.file, hidden: implHidden, ...reports.impl },
      ...comparison,
      visible: visibility.names,
      ...(inequalities.sizes.length > 0 ? { inequalities } : {}),
      statistics: { ...statistics, seconds: this.now() - this.started },
    };
  }

  private budget(side: Side | 'both', share: number): Budget {
    const { options } = this;
    return {
      now: this.now,
      deadline: this.started + share * (options.timeSeconds ?? DEFAULT_SECONDS),
      bytes: options.memoryBytes ?? DEFAULT_BYTES,
      states: options.maxStates,
      interrupted: options.interrupted,
      progress: ({ states, transitions, bytes }) => options.progress?.({ side, states, transitions, bytes }),
      pause: () => new Promise((resolve) => setImmediate(resolve)),
    };
  }
}

/** Counted by the locations of its processes. Data are better visited than unfolded, as long as that goes well. */
function hasFewStates(system: System): boolean {
  if (system.variables.length > 0 || system.channels.length > 0) return true;
  let states = 1;
  for (const { type } of system.instances) {
    states *= system.types[type].locations.length;
    if (states > FEW_STATES) return false;
  }
  return true;
}
