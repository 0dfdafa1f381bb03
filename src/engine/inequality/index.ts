/**
 * The inequality engine: proof without visiting states.
 *
 * A violating execution would be a flow through the automata of the processes, with equal counts
 * wherever they meet. `holds (proved)`: these inequalities have no solution in whole numbers with
 * connected flow, shown by a certificate that the independent checker has accepted. `violated`: a
 * solution was found whose steps could be put in an order that the interpreter runs.
 *
 * It abstains (`inconclusive`) where a solution was found but no order for it, where the solver's
 * answer could not be made exact, and where the system or the question is not covered: processes that
 * come into being, steps that ask about other processes, automata beyond the limits, invariants,
 * termination, progress, and order properties that are not interval queries. Atomic regions and
 * priorities are left out, which only adds executions. Executions that end in a fault count up to it.
 */

import type { Case, Certificate } from '../../evidence/certificate/certificate.js';
import { checkCertificate } from '../../evidence/certificate/check.js';
import { justifyDeadlockRows } from '../../evidence/certificate/deadlock.js';
import { justifyIntervalCases } from '../../evidence/certificate/interval.js';
import type { Justified } from '../../evidence/certificate/rows.js';
import { violates } from '../../evidence/judge.js';
import { Interpreter } from '../../model/interpreter.js';
import type { System } from '../../model/system.js';
import type { Run } from '../../model/transition.js';
import type { Ask, Question } from '../../property/question.js';
import type { Answer, Statistics } from '../answer.js';
import type { Budget } from '../budget.js';
import { asItIs } from './arrangement.js';
import { PUBLISHED_BOUND, solveAugmented } from './augment.js';
import { restricted } from './between.js';
import { checkCoverage } from './coverage.js';
import { minimised } from './minimise.js';
import { Abstention, type Network } from './network.js';
import type { Possibility } from './possibility.js';
import { Refinement } from './refinement.js';
import { type SearchOptions, search } from './search.js';
import { loadSolver } from './solver.js';
import { type UnfoldLimits, unfold } from './unfold.js';
import { unitedPossibility } from './union.js';
import { possibilities } from './ways.js';

const UNREBUILT =
  'the certificate shows that the inequalities have no solution; that they describe this program was not checked a second time';

export interface InequalityOptions {
  /**
   * Remove solutions whose flow is not connected (default), take them as they come, or remove them in
   * the published way, which bounds all counts and therefore proves nothing.
   */
  cycles?: 'eliminate' | 'ignore' | 'published';
  limits?: Partial<UnfoldLimits>;
  /** Automata with fewer transitions have a column for each of them in the question of deadlock. */
  bundleFrom?: number;
  /** Several ways to violate a question: one after the other (default), or one system with a variable for each. */
  unions?: 'cases' | 'variables';
  /** Most nodes of the search for one system of inequalities. */
  mostNodes?: number;
  /** Most case distinctions on actions that block a solution. */
  mostSplits?: number;
  /** How often automata are put together at most where a solution has no order; as often as splits, if absent. */
  mostProducts?: number;
  /** Take states that the question cannot tell apart as one (default), or keep all. */
  minimise?: boolean;
}

export type InequalityAnswer = Answer & { certificate?: Certificate };

export async function prove(
  system: System,
  question: Question,
  budget: Budget,
  options: InequalityOptions = {},
): Promise<InequalityAnswer> {
  const started = budget.now();
  const statistics: Statistics = { variables: 0, rows: 0 };
  const timed = (): Statistics => ({ ...statistics, seconds: budget.now() - started });
  const notices: string[] = [];
  const inconclusive = (reason: string, limit?: 'time' | 'interrupted'): InequalityAnswer => ({
    verdict: 'inconclusive',
    reason,
    ...(limit ? { limit } : {}),
    statistics: timed(),
    notices,
  });
  try {
    const features = checkCoverage(system);
    const network = unfold(system, options.limits);
    if (network.actions.some(({ fault }) => fault === 'fatal') && question.ask.kind !== 'assertions')
      notices.push('some executions end in a fault; what would come after it was not considered');
    const arrangement = asItIs(network);
    const smaller = options.minimise !== false && !isPlainDeadlock(network, question.ask);
    const found = possibilities(
      smaller ? minimised(arrangement, question.ask) : arrangement,
      question.ask,
      features,
      options.bundleFrom,
    );
    const ways = options.unions === 'variables' && found.length > 1 ? [unitedPossibility(found)] : found;
    const highs = await loadSolver();
    const interpreter = new Interpreter(system);
    const cases: Case[] = [];
    const { mostSplits: splits = MOST_SPLITS } = options;
    const refinement = new Refinement(features, { splits, products: options.mostProducts ?? splits });
    // Depth first; a way that cannot be realised is replaced by the cases of a distinction.
    for (let way = ways.shift(); way; way = ways.shift()) {
      const inequalities =
        options.cycles === 'ignore' && way.flowgraph ? restricted(way.flowgraph) : way.problem.inequalities;
      statistics.variables = Math.max(statistics.variables ?? 0, inequalities.columns.length);
      statistics.rows = Math.max(statistics.rows ?? 0, inequalities.rows.length);
      if (options.cycles === 'published') {
        const seconds = budget.deadline === undefined ? undefined : budget.deadline - budget.now();
        const solved = solveAugmented(highs, inequalities, seconds);
        if (solved.status !== 'infeasible') return inconclusive(`the augmented system is ${solved.status}`);
        continue;
      }
      const work = `${way.name}: ${inequalities.columns.length} variables, ${inequalities.rows.length} rows`;
      const solved = await search(
        highs,
        { ...way.problem, inequalities },
        searchOptions(budget, options, work, refinement.canJoin(way)),
      );
      if (solved.kind === 'undecided') {
        const stopped = isOver(budget);
        const instead = stopped ? undefined : refinement.afterAll(way);
        if (!instead) return inconclusive(solved.reason, solved.limit ? (stopped ?? 'time') : undefined);
        ways.unshift(...instead);
        continue;
      }
      if (solved.kind === 'proved') {
        cases.push({
          name: way.name,
          inequalities,
          proof: solved.proof,
          ...(way.meaning ? { meaning: way.meaning } : {}),
          // With edges left out beforehand the columns are no longer all that the automata can do.
          ...(way.part && inequalities === way.problem.inequalities ? { part: way.part } : {}),
        });
        continue;
      }
      if (!solved.connected) return inconclusive(describe(way, solved.values, false));
      const realised = way.realise(interpreter, solved.values);
      if (realised.run && isViolation(interpreter, question.ask, realised.run))
        return { verdict: 'violated', run: realised.run, reason: way.reason, statistics: timed(), notices };
      const instead = refinement.instead(way, solved.values, realised);
      if (!instead) return inconclusive(describe(way, solved.values, true));
      ways.unshift(...instead);
    }
    if (options.cycles === 'published')
      return inconclusive(`no solution with counts up to ${PUBLISHED_BOUND}, as far as the solver can tell`);
    const certificate: Certificate = { schema: 'heddle-certificate-1', claim: question.text, cases };
    const checked = checkCertificate(certificate);
    if (!checked.valid) return inconclusive(`the proof was not accepted: ${checked.reason}`);
    const rows = justified(system, question.ask, cases);
    if (rows.justified === false) return inconclusive(`the inequalities were not accepted: ${rows.reason}`);
    if (rows.justified === 'not covered') notices.push(UNREBUILT);
    if (refinement.barren > 0)
      notices.push(
        `that nothing goes on for ever from ${refinement.barren} states was found by searching from there`,
      );
    return { verdict: 'holds', strength: 'proved', statistics: timed(), notices, certificate };
  } catch (error) {
    if (error instanceof Abstention) return inconclusive(`not covered by inequalities: ${error.message}`);
    throw error;
  }
}

/** There the rows are checked a second time with the locations of the processes as their states. */
function isPlainDeadlock({ components }: Network, { kind }: Ask): boolean {
  return (
    kind === 'deadlock-free' && components.every((one) => one.kind === 'process' && one.states[0].length <= 2)
  );
}

/** Do the inequalities describe this program? Deadlock is asked in a form of its own, where it needs no refinement. */
function justified(system: System, ask: Ask, cases: Case[]): Justified {
  if (ask.kind === 'deadlock-free' && cases.every(({ part }) => !part) && cases.length === 1)
    return justifyDeadlockRows(system, cases[0]);
  return justifyIntervalCases(system, ask, cases);
}

export function searchOptions(
  budget: Budget,
  options: InequalityOptions,
  work = 'inequalities',
  impatient = false,
): SearchOptions {
  let nodes = 0;
  return {
    eliminateCycles: options.cycles !== 'ignore',
    mostNodes: Math.min(options.mostNodes ?? MOST_NODES, impatient ? FEW_NODES : Infinity),
    impatient,
    stop: () => isOver(budget) !== undefined,
    pause: async () => {
      const shown = nodes === 0 ? work : `${work}, case ${nodes + 1}`;
      nodes++;
      budget.progress?.({ states: 0, transitions: 0, depth: 0, bytes: 0, work: shown });
      await budget.pause?.();
    },
  };
}

function isOver(budget: Budget): 'interrupted' | 'time' | undefined {
  if (budget.interrupted?.() === true) return 'interrupted';
  return budget.deadline !== undefined && budget.now() >= budget.deadline ? 'time' : undefined;
}

/** The judge's word; a cycle along which an observer would count for ever is not put before it. */
function isViolation(interpreter: Interpreter, ask: Ask, run: Run): boolean {
  return !(run.cycleFrom !== undefined && countsWithoutBound(ask)) && violates(interpreter, ask, run);
}

/** An observer of such a query may count for ever along a cycle, so a cycle cannot be judged by it. */
function countsWithoutBound(ask: Ask): boolean {
  if (ask.kind !== 'order') return false;
  return (ask.queries ?? []).some(({ sequences }) =>
    sequences.some((sequence) =>
      sequence.some(({ constraints }) =>
        constraints.some(({ left, right }) => left.events.length > 0 && right.events.length > 0),
      ),
    ),
  );
}

const MOST_SPLITS = 20;
const MOST_NODES = 500;
/** Where small automata could be put together, that is better than many cases. */
const FEW_NODES = 60;
const MOST_SHOWN = 12;

function describe(way: Possibility, values: number[], connected: boolean): string {
  const used = way.problem.inequalities.columns.flatMap(({ name }, column) =>
    values[column] > 0 ? [values[column] === 1 ? name : `${name} (${values[column]} times)`] : [],
  );
  const shown = used.slice(0, MOST_SHOWN).join('; ');
  const more = used.length > MOST_SHOWN ? `; and ${used.length - MOST_SHOWN} more` : '';
  const why = connected ? 'no execution was found for it' : 'its flow is not connected';
  return `the inequalities have a solution, but ${why} (${way.name}: ${shown}${more})`;
}
