/**
 * Two programs, one question: can anything that can be seen tell them apart? A `different` with a trace
 * leaves here only after the interpreter has done the trace on one side and failed to on the other.
 */
import type { Statistics } from '../engine/answer.js';
import type { Budget } from '../engine/budget.js';
import {
  alignLabels,
  type Comparison,
  type Conditions,
  chosenVisibility,
  conditionsOf,
  type Distinction,
  explore,
  findDistinction,
  follow,
  type Lts,
  minimise,
  type Relation,
  type Side,
  sharedVisibility,
  showFormula,
  transitionCount,
  type Visibility,
} from '../engine/equivalence/enumerative/index.js';
import { LimitReached, Meter } from '../engine/reach/reference/meter.js';
import { replay } from '../evidence/replay.js';
import type { Trace } from '../evidence/trace.js';
import { InputError } from '../model/diagnostic.js';
import { Interpreter } from '../model/interpreter.js';
import type { Loaded } from './load.js';

export interface EquivalenceOptions {
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

/** What was found out about one of the systems. */
export interface SystemReport {
  file: string;
  /** Names of events that do not count. */
  hidden: string[];
  states: number;
  transitions: number;
  /** States after minimising modulo branching bisimulation. */
  minimal: number;
  conditions: Conditions;
}

export type EquivalenceResult = {
  spec: { file: string } & Partial<SystemReport>;
  impl: { file: string } & Partial<SystemReport>;
  relation: Relation;
  refines: boolean;
  divergence: boolean;
  /** Names of the events that count. */
  visible: string[];
  engine: 'enumerative';
  statistics: Statistics;
  notices: string[];
} & (
  | { verdict: 'equivalent'; strength: 'exhaustive' }
  | { verdict: 'different'; reason: string; evidence: Difference }
  | { verdict: 'inconclusive'; reason: string; limit: LimitReached['limit'] }
);

/** `side` can do it, the other cannot. */
export type Difference =
  | { kind: 'trace'; side: Side; word: string[]; trace: Trace; other: Obstacle }
  | { kind: 'failure'; side: Side; word: string[]; refusal: string[]; trace: Trace; other: Obstacle }
  | { kind: 'formula'; side: Side; formula: string }
  | { kind: 'words'; words: string };

/** How far the other side gets with the word, and what it offers there. */
interface Obstacle {
  reached: number;
  offered: string[];
}

const DEFAULT_SECONDS = 60;
const DEFAULT_BYTES = 2 * 1024 ** 3;

const SIDE_NAME: Record<Side, string> = { spec: 'the specification', impl: 'the implementation' };

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
  private readonly reports: Record<Side, { file: string } & Partial<SystemReport>>;
  private readonly spent: Statistics = { states: 0, transitions: 0, bytes: 0 };
  private readonly notices: string[] = [];

  constructor(
    spec: Loaded,
    impl: Loaded,
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
    const [specHidden, implHidden] = visibility.hidden;
    this.reports = {
      spec: { file: spec.file, hidden: specHidden },
      impl: { file: impl.file, hidden: implHidden },
    };
    if (options.visible === undefined && specHidden.length > 0) this.notices.push(leftOut(specHidden));
  }

  async compare(): Promise<EquivalenceResult> {
    try {
      const { left, right } = alignLabels(await this.ltsOf('spec'), await this.ltsOf('impl'));
      const found = await findDistinction(left, right, this.comparison, this.budget('both'));
      if (!found) return { ...this.common(), verdict: 'equivalent', strength: 'exhaustive' };
      const evidence = await this.evidenceOf(found);
      return { ...this.common(), verdict: 'different', reason: reasonOf(evidence), evidence };
    } catch (error) {
      if (!(error instanceof LimitReached)) throw error;
      const reason = `${error.message} was reached before all was compared`;
      return { ...this.common(), verdict: 'inconclusive', reason, limit: error.limit };
    }
  }

  private common() {
    const { spec, impl } = this.reports;
    const { visibility, comparison, notices } = this;
    const statistics = { ...this.spent, seconds: this.now() - this.started };
    const settled = [spec, impl].every(
      ({ conditions }) => conditions?.divergenceFree.holds && conditions.deterministic.holds,
    );
    const collapse = 'both are deterministic and free of divergence: all relations but strong say the same';
    return {
      spec,
      impl,
      ...comparison,
      visible: visibility.names,
      engine: 'enumerative' as const,
      statistics,
      notices: settled ? [...notices, collapse] : notices,
    };
  }

  private async ltsOf(side: Side): Promise<Lts> {
    const meter = new Meter(this.budget(side));
    const { visible, names } = this.visibility;
    const plain = names.filter((name) => this.isPlain(name));
    let explored: Awaited<ReturnType<typeof explore>>;
    try {
      explored = await explore(this.interpreters[side], visible, plain, meter);
    } finally {
      this.spent.states! += meter.states;
      this.spent.transitions! += meter.transitions;
      this.spent.bytes! += meter.bytes;
    }
    const { lts, faulted } = explored;
    if (faulted) {
      this.notices.push(
        `in ${SIDE_NAME[side]} some steps fault: they and what comes after them do not count`,
      );
    }
    const small = await minimise(lts, 'branching', new Meter(this.budget(side)));
    Object.assign(this.reports[side], {
      states: lts.states,
      transitions: transitionCount(lts),
      minimal: small.states,
      conditions: conditionsOf(lts, small),
    });
    return lts;
  }

  /** An event without arguments is known before it happens. */
  private isPlain(name: string): boolean {
    return Object.values(this.interpreters).some(({ system }) =>
      system.symbols.some((symbol) => symbol.name === name && !symbol.hidden),
    );
  }

  private budget(side: Side | 'both'): Budget {
    const { options } = this;
    return {
      now: this.now,
      deadline: this.started + (options.timeSeconds ?? DEFAULT_SECONDS),
      bytes: options.memoryBytes ?? DEFAULT_BYTES,
      states: options.maxStates,
      interrupted: options.interrupted,
      progress: ({ states, transitions, bytes }) => options.progress?.({ side, states, transitions, bytes }),
      pause: () => new Promise((resolve) => setImmediate(resolve)),
    };
  }

  /** The interpreter is asked on both sides; what it does not confirm is a defect. */
  private async evidenceOf(found: Distinction): Promise<Difference> {
    if (found.kind === 'words') return found;
    if (found.kind === 'formula') return { ...found, formula: showFormula(found.formula) };
    const { side, word } = found;
    const goal = found.kind === 'failure' ? { refusing: found.refusal } : {};
    const asked = (one: Side) => {
      const budget = { ...this.budget(one), states: undefined };
      return follow(this.interpreters[one], this.visibility.visible, word, goal, new Meter(budget));
    };
    const [here, there] = [await asked(side), await asked(side === 'spec' ? 'impl' : 'spec')];
    if (!here.possible || there.possible) {
      throw new Error(`the interpreter does not confirm that only one side can do ${word.join(' ')}`);
    }
    const trace = replay(this.interpreters[side], here.run);
    return { ...found, trace, other: { reached: there.reached, offered: there.offered } };
  }
}

function reasonOf(difference: Difference): string {
  if (difference.kind === 'words') return difference.words;
  const { side } = difference;
  const [can, cannot] = side === 'spec' ? ['spec', 'impl'] : ['impl', 'spec'];
  const one = SIDE_NAME[can as Side];
  const other = SIDE_NAME[cannot as Side];
  switch (difference.kind) {
    case 'trace':
      return `${one} can do this, ${other} cannot`;
    case 'failure': {
      const { refusal } = difference;
      if (refusal.length === 0) return `after this ${one} can come to rest, ${other} cannot`;
      return `after this ${one} can refuse ${refusal.join(' and ')}, ${other} cannot`;
    }
    case 'formula':
      return `a formula is true of ${one} and not of ${other}`;
  }
}
