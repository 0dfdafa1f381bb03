/**
 * Do the inequalities of a certificate about intervals really follow from the system and the question?
 * Written down a second time, from these alone, for systems of automata that only synchronise. Every
 * row must be one that they justify, every graph the walk of one automaton through all segments, and
 * the cases together must leave nothing out.
 */
import type { System } from '../../model/system.js';
import type { Interval } from '../../property/interval/query.js';
import type { Ask } from '../../property/question.js';
import type { Case, Inequalities, IntervalColumn, IntervalPart } from './certificate.js';
import { keyOf } from './forever.js';
import { isPlain, type Justified, RowBook } from './rows.js';
import { coverAll, type Expected, expectedOf, matching, segmentsOf } from './segments.js';
import { isPart } from './shape.js';
import { Walks } from './walks.js';
import { type Label, labelsOf, Misfit, wholeOf } from './whole.js';

export function justifyIntervalCases(system: System, ask: Ask, cases: readonly Case[]): Justified {
  const types = system.instances.map(({ type }) => system.types[type]);
  const expected = expectedOf(ask);
  const parts = cases.flatMap(({ part }) => part ?? []);
  const covered =
    expected.length > 0 &&
    parts.length === cases.length &&
    !parts.some(({ searched }) => searched) &&
    types.every(isPlain) &&
    types.every((type) => type.steps.every(isSeenPlainly)) &&
    types.every(({ locations }) => locations.every(({ region }) => region === undefined));
  if (!covered) return { justified: 'not covered' };
  const labels = labelsOf(system);
  for (const one of expected) {
    for (const tail of one.tails) {
      const here = cases.filter(
        ({ part }) => part?.query === one.query && part.sequence === one.sequence && part.tail === tail,
      );
      if (!coverAll(here.map(({ part }) => part!.cuts)))
        return { justified: false, reason: 'the cases do not cover the question' };
      for (const { name, inequalities, part } of here) {
        const wrong = misfitOf(system, labels, one, inequalities, part!);
        if (wrong !== undefined) return { justified: false, reason: `${name}: ${wrong}` };
      }
    }
  }
  return { justified: true };
}

const isSeenPlainly = ({ action, event }: System['types'][number]['steps'][number]): boolean =>
  event === undefined || (action.kind === 'internal' && event.arguments === undefined);

function misfitOf(
  system: System,
  labels: ReadonlyMap<string, Label>,
  expected: Expected,
  inequalities: Inequalities,
  part: IntervalPart,
): string | undefined {
  if (!isPart(part)) return 'numbers and texts are not where they belong';
  const columns = new Map(part.columns.map((column, i) => [keyOf(column), i]));
  if (columns.size !== inequalities.columns.length) return 'columns without meaning';
  const processes = part.automata.flatMap((automaton) => automaton.processes);
  if (new Set(processes).size !== processes.length || processes.length !== system.instances.length)
    return 'the automata are not all processes, each once';
  try {
    for (const { processes: own, quiet = [] } of part.automata)
      if (!quiet.flat().every((label) => isQuiet(labels, expected.intervals, label, own)))
        return 'a label that is not quiet';
    const automata = part.automata.map((given) => wholeOf(system, labels, given));
    const segments = segmentsOf(expected.intervals, part.cuts, labels);
    if (!segments) return 'a cut where there is nothing to cut';
    const walks = new Walks(labels, automata, segments, expected.intervals, part);
    const book = new RowBook(columns);
    walks.write(book, expected);
    if (book.missing !== undefined) return book.missing;
    for (const row of inequalities.rows)
      if (!book.has(row)) return `row '${row.name}' does not follow from the system`;
    for (const graph of inequalities.graphs)
      if (!walks.isWalk(graph, columns)) return `graph '${graph.name}' is not the walk of an automaton`;
    return inequalities.columns.every(isBoundRight(part.columns)) ? undefined : 'a wrong bound';
  } catch (error) {
    if (error instanceof Misfit) return error.message;
    throw error;
  }
}

/** Nobody else takes part, and no interval speaks of it. */
function isQuiet(
  labels: ReadonlyMap<string, Label>,
  intervals: Interval[],
  label: string,
  processes: number[],
): boolean {
  const patterns = intervals.flatMap(({ endsWith, forbid, require, constraints }) => [
    ...(endsWith ? [endsWith] : []),
    ...(forbid ? [forbid] : []),
    ...require,
    ...constraints.flatMap(({ left, right }) => [...left.events, ...right.events]),
  ]);
  const known = labels.get(label);
  return (
    known?.processes.every((process) => processes.includes(process)) === true &&
    !patterns.some((pattern) => matching(pattern, labels).has(label))
  );
}

/** What is counted has no bound, what happens at most once has 1, and only shares need not be whole. */
const isBoundRight =
  (meaning: readonly IntervalColumn[]) =>
  ({ upper, integral }: Inequalities['columns'][number], i: number): boolean => {
    const { kind } = meaning[i];
    if (kind === 'share') return !integral && (upper === undefined || upper === 1);
    return upper === undefined || (upper === 1 && kind !== 'inside' && kind !== 'for ever');
  };
