/** One comparison, from the automata of both sides to a certificate or whatever stands in the way. */
import type { Highs } from 'highs';
import type { Case, Certificate } from '../../../evidence/certificate/certificate.js';
import { checkCertificate } from '../../../evidence/certificate/check.js';
import { justifyComparison, type PairCase } from '../../../evidence/certificate/equivalence.js';
import { Interpreter } from '../../../model/interpreter.js';
import type { ProcessType, System } from '../../../model/system.js';
import type { Budget } from '../../budget.js';
import { checkCoverage } from '../../inequality/coverage.js';
import { Abstention, type Network } from '../../inequality/network.js';
import { type SearchOptions, search } from '../../inequality/search.js';
import { loadSolver } from '../../inequality/solver.js';
import { unfold } from '../../inequality/unfold.js';
import { LimitReached, Meter } from '../../reach/reference/meter.js';
import { follow, type Side } from '../enumerative/index.js';
import type { Visible } from '../enumerative/visibility.js';
import type { DirectionSize, InequalityComparison, SideConditions } from './answer.js';
import { badPair } from './bad-pair.js';
import { candidateOf } from './candidate.js';
import { refute } from './closing.js';
import { structuralDeterminism } from './determinism.js';
import { meaningOfDirection } from './meaning.js';
import { otherSide, type Pair, sideBySide } from './pair.js';
import { cutPossibilities, type Possibility, wholePossibility } from './possibility.js';
import { project } from './projection.js';
import { type Rest, restsOf } from './rest.js';

const MOST_SPLITS = 24;
const MOST_NODES = 500;
/** So many states of one side may be visited to judge a word. */
const MOST_JUDGED = 200_000;

/** The question was settled, or given up. */
export class Settled extends Error {
  constructor(readonly answer: Pick<Difference, 'verdict' | 'side' | 'word'> | Doubt) {
    super();
  }
}
type Difference = { verdict: 'different'; side: Side; word: string[] };
type Doubt = { verdict: 'inconclusive'; reason: string; limit?: LimitReached['limit'] };

const doubt = (reason: string, limit?: LimitReached['limit']): Settled =>
  new Settled({ verdict: 'inconclusive', reason, ...(limit ? { limit } : {}) });

/** Shown to be so: what is possible depends on the visible past alone, and internal steps end. */
export function isConfluent(conditions: SideConditions | undefined): boolean {
  return conditions?.divergenceFree.shown === true && conditions.deterministic.shown;
}

/** The automata of a system, where what they offer is really possible. */
function automataOf(system: System): Network {
  const features = checkCoverage(system);
  if (features.restricted) throw new Abstention('atomic regions or priorities decide what is possible');
  if (features.timeout) throw new Abstention('timeout decides what is possible');
  const showsMore = ({ steps }: ProcessType) =>
    steps.some(({ action, event }) => action.kind === 'synchronise' && event !== undefined);
  if (system.types.some(showsMore)) throw new Abstention('steps that synchronise show further events');
  return unfold(system);
}

export class Comparing {
  readonly conditions: Partial<Record<Side, SideConditions>> = {};
  readonly sizes: DirectionSize[] = [];
  segments = 1;
  /** The rows were derived a second time, from the systems alone. */
  rebuilt = false;
  private readonly meanings = new Map<Case, PairCase>();
  private readonly search: SearchOptions;
  private readonly rests: Partial<Record<Side, { first: Rest | undefined; more: AsyncGenerator<Rest> }>> = {};

  constructor(
    private readonly systems: Record<Side, System>,
    private readonly visible: Visible,
    private readonly budget: Budget,
    private readonly options: InequalityComparison,
  ) {
    this.search = {
      eliminateCycles: true,
      mostNodes: options.mostNodes ?? MOST_NODES,
      stop: () => this.limit() !== undefined,
      pause: budget.pause,
    };
  }

  private limit(): 'interrupted' | 'time' | undefined {
    const { interrupted, deadline, now } = this.budget;
    if (interrupted?.()) return 'interrupted';
    return deadline !== undefined && now() >= deadline ? 'time' : undefined;
  }

  async prove(): Promise<Certificate> {
    const { spec, impl } = this.systems;
    const pair = sideBySide(automataOf(spec), automataOf(impl), this.visible);
    const highs = await loadSolver();
    const directions: Side[] = this.options.refines ? ['impl'] : ['spec', 'impl'];
    for (const side of ['spec', 'impl'] as const) await this.look(highs, pair, side);
    const cases: Case[] = [];
    let open: Settled | undefined;
    for (const can of directions) {
      try {
        cases.push(...(await this.direction(highs, pair, can)));
      } catch (error) {
        // The other direction may still show a difference.
        if (!(error instanceof Settled) || error.answer.verdict === 'different') throw error;
        open ??= error;
      }
    }
    if (open) throw open;
    const claim = this.options.refines
      ? 'the implementation shows something that the specification cannot'
      : 'one of the two shows something that the other cannot';
    const certificate: Certificate = { schema: 'heddle-certificate-1', claim, cases };
    const checked = checkCertificate(certificate);
    if (!checked.valid) throw doubt(`the proof was not accepted: ${checked.reason}`);
    const meanings = cases.map((one) => this.meanings.get(one));
    const isVisible = (name: string) => this.visible({ name, arguments: [], text: name });
    const rows = justifyComparison(this.systems, isVisible, cases, meanings);
    if (rows.justified === false) throw doubt(`the inequalities were not accepted: ${rows.reason}`);
    this.rebuilt = rows.justified === true;
    return certificate;
  }

  /** Finds out about one side; what it takes to come to rest is kept for the proof. */
  private async look(highs: Highs, pair: Pair, side: Side): Promise<void> {
    const half = pair.halves[side];
    const more = restsOf(highs, half, this.search);
    const first = (await more.next()).value as Rest | undefined;
    this.rests[side] = { first, more };
    const leftOut = first?.leftOut ?? ['whatever the search did not settle'];
    this.conditions[side] = {
      divergenceFree: leftOut.length === 0 ? { shown: true } : { shown: false, leftOut },
      deterministic: structuralDeterminism(half),
    };
  }

  /** Tries one way of coming to rest of the other side after another. */
  private async direction(highs: Highs, pair: Pair, can: Side): Promise<Case[]> {
    const side = otherSide(can);
    const { first, more } = this.rests[side]!;
    let reason: Settled | undefined;
    for (let rest = first; rest; rest = (await more.next()).value as Rest | undefined) {
      try {
        const cases = await this.withRest(highs, pair, can, rest);
        if (rest.meaning) this.meanings.set(rest.proof, rest.meaning);
        return [rest.proof, ...cases];
      } catch (error) {
        if (!(error instanceof Settled) || error.answer.verdict === 'different') throw error;
        reason ??= rest.leftOut.length === 0 ? error : mayGoOn(side, rest.leftOut, error.answer);
      }
    }
    throw reason ?? doubt(`whether the ${side} comes to rest was not settled`, this.limit());
  }

  /** That no trace which `can` can continue is one the other cannot continue likewise. */
  private async withRest(highs: Highs, pair: Pair, can: Side, { progress }: Rest): Promise<Case[]> {
    const direction = { can, progress };
    const cases: Case[] = [];
    let splits = 0;
    const whole = wholePossibility(pair, direction);
    const projection = project(pair.network, whole.whole!);
    const raw = badPair(pair, direction, 'published').inequalities;
    if (!this.sizes.some((size) => size.can === can))
      this.sizes.push({
        can,
        variables: raw.columns.length,
        rows: raw.rows.length,
        reduced: {
          variables: projection.inequalities.columns.length,
          rows: projection.inequalities.rows.length,
        },
      });
    const direct = await refute(highs, projection, this.search);
    if (direct) return [this.known(pair, can, whole, projection.translate(direct))];
    const ways: Possibility[] = [whole];
    for (let way = ways.shift(); way; way = ways.shift()) {
      this.segments = Math.max(this.segments, 1 + way.cuts.filter(({ how }) => how !== 'never').length);
      const { inequalities, decisive, counts } = way;
      const costs = new Float64Array(inequalities.columns.length);
      for (const column of counts) costs[column] = 1;
      const found = await search(highs, { inequalities, decisive, costs }, this.search);
      if (found.kind === 'undecided')
        throw doubt(found.reason, found.limit ? (this.limit() ?? undefined) : undefined);
      if (found.kind === 'proved') {
        cases.push(this.known(pair, can, way, found.proof));
        continue;
      }
      const blocked = await this.judge(pair, can, way, found.values);
      if (!blocked || ++splits > (this.options.mostSplits ?? MOST_SPLITS))
        throw doubt(unsettled(pair, can, way, found.values));
      ways.unshift(...cutPossibilities(pair, direction, way, blocked));
    }
    return cases;
  }

  private known(
    pair: Pair,
    can: Side,
    { name, inequalities, whole }: Possibility,
    proof: Case['proof'],
  ): Case {
    const one: Case = { name, inequalities, proof };
    const meaning = whole && meaningOfDirection(pair, can, whole);
    if (meaning) this.meanings.set(one, meaning);
    return one;
  }

  /** Ends with a difference if the solution is one; otherwise says where to cut. */
  private async judge(
    pair: Pair,
    can: Side,
    way: Possibility,
    values: number[],
  ): Promise<{ interval: number; action: number } | undefined> {
    const next = [...way.extensions].find(([, columns]) => columns.some((column) => values[column] > 0))?.[0];
    if (next === undefined) return undefined;
    const interpreter = new Interpreter(this.systems[can]);
    const plan = way.planOf(values);
    const { word, blocked } = candidateOf(pair, can, interpreter, this.visible, {
      plan,
      begins: way.begins,
      values,
      next,
    });
    if (word) await this.distinguishes(can, word);
    return blocked[0];
  }

  private async distinguishes(can: Side, word: string[]): Promise<void> {
    const meter = () => new Meter({ ...this.budget, states: MOST_JUDGED });
    const asked = (side: Side) => {
      const goal = { confluent: isConfluent(this.conditions[side]) };
      return follow(new Interpreter(this.systems[side]), this.visible, word, goal, meter());
    };
    try {
      const [here, there] = [await asked(can), await asked(otherSide(can))];
      if (here.possible && !there.possible)
        throw new Settled({ verdict: 'different', side: can, word: word.slice(0, there.reached + 1) });
    } catch (error) {
      if (!(error instanceof LimitReached)) throw error;
    }
  }
}

function mayGoOn(side: Side, leftOut: string[], { reason, limit }: Doubt): Settled {
  const why = `the ${side} may go on internally for ever (by ${leftOut.join(', ')}), so it need not come to rest`;
  return doubt(`${why}; without these steps ${reason}`, limit);
}

const MOST_SHOWN = 4;

function unsettled(
  pair: Pair,
  can: Side,
  { inequalities, extensions }: Possibility,
  values: number[],
): string {
  const next =
    [...extensions].find(([, columns]) => columns.some((column) => values[column] > 0))?.[0] ?? '?';
  const used = inequalities.columns.flatMap(({ name }, column) =>
    values[column] > 0 && !name.startsWith('next ')
      ? [values[column] === 1 ? name : `${name} (${values[column]} times)`]
      : [],
  );
  const shown = used.slice(0, MOST_SHOWN).join('; ');
  const more = used.length > MOST_SHOWN ? `; and ${used.length - MOST_SHOWN} more` : '';
  const half = pair.halves[otherSide(can)].side;
  return `the inequalities have a solution in which the ${can} goes on with ${next} and the ${half} does not, but no such trace was found (${shown}${more})`;
}
