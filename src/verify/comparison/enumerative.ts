/** The comparison by visiting every state of both sides. */
import type { Statistics } from '../../engine/answer.js';
import type { Budget } from '../../engine/budget.js';
import {
  alignLabels,
  type Comparison,
  conditionsOf,
  explore,
  findDistinction,
  type Lts,
  minimise,
  type Side,
  transitionCount,
  type Visibility,
} from '../../engine/equivalence/enumerative/index.js';
import { LimitReached, Meter } from '../../engine/reach/reference/meter.js';
import type { Interpreter } from '../../model/interpreter.js';
import type { SystemReport } from '../equivalence.js';
import { confirm, reasonOf, SIDE_NAME } from './evidence.js';
import type { Finding } from './finding.js';

export class Enumeration {
  readonly reports: Record<Side, Partial<SystemReport>> = { spec: {}, impl: {} };
  readonly statistics: Statistics = { states: 0, transitions: 0, bytes: 0 };
  readonly notices: string[] = [];

  constructor(
    private readonly interpreters: Record<Side, Interpreter>,
    private readonly comparison: Required<Comparison>,
    private readonly visibility: Visibility,
    private readonly budget: (side: Side | 'both') => Budget,
  ) {}

  async compare(): Promise<Finding> {
    try {
      const { left, right } = alignLabels(await this.ltsOf('spec'), await this.ltsOf('impl'));
      this.noteCollapse();
      const found = await findDistinction(left, right, this.comparison, this.budget('both'));
      if (!found) return { verdict: 'equivalent', strength: 'exhaustive', basis: this.basis() };
      const evidence = await confirm(found, this.interpreters, this.visibility, this.budget('both'));
      return { verdict: 'different', reason: reasonOf(evidence), evidence };
    } catch (error) {
      if (!(error instanceof LimitReached)) throw error;
      const reason = `${error.message} was reached before all was compared`;
      return { verdict: 'inconclusive', reason, limit: error.limit };
    }
  }

  private basis(): string[] {
    const { spec, impl } = this.reports;
    return [`all ${spec.states} and ${impl.states} reachable states were compared`];
  }

  private noteCollapse(): void {
    const { spec, impl } = this.reports;
    const settled = [spec, impl].every(
      ({ conditions }) =>
        conditions?.divergenceFree.holds === true && conditions.deterministic.holds === true,
    );
    if (settled) this.notices.push(COLLAPSE);
  }

  private async ltsOf(side: Side): Promise<Lts> {
    const meter = new Meter(this.budget(side));
    const { visible, names } = this.visibility;
    const plain = names.filter((name) => this.isPlain(name));
    let explored: Awaited<ReturnType<typeof explore>>;
    try {
      explored = await explore(this.interpreters[side], visible, plain, meter);
    } finally {
      this.statistics.states! += meter.states;
      this.statistics.transitions! += meter.transitions;
      this.statistics.bytes! += meter.bytes;
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
}

export const COLLAPSE =
  'both are deterministic and free of divergence: all relations but strong say the same';
