/**
 * Certificates come from files. A text that reads like a number is found where the number is, and yet differs from
 * it: whatever is looked up is first seen to be of its kind.
 */
import type { ColumnMeaning, IntervalPart } from './certificate.js';

const areWhole = (list: unknown): boolean => Array.isArray(list) && list.every(Number.isInteger);
const areTexts = (list: unknown): boolean =>
  Array.isArray(list) && list.every((item) => typeof item === 'string');

/** All but the kind are numbers. */
export const isMeaning = ({ kind, ...numbers }: ColumnMeaning): boolean =>
  typeof kind === 'string' && areWhole(Object.values(numbers));

export function isPart({ automata, cuts, traps, columns }: IntervalPart): boolean {
  return (
    automata.every(
      ({ processes, states, quiet = [] }) =>
        areWhole(processes) && states.every((ways) => ways.every(areWhole)) && quiet.every(areTexts),
    ) &&
    cuts.every(({ segment, label, how }) => areWhole([segment]) && areTexts([label, how])) &&
    traps.every((trap) => trap.every(areWhole)) &&
    columns.every(
      ({ kind, label, segment, automaton, from, to }) =>
        areTexts([kind, label]) && areWhole([segment, automaton, from, to]),
    )
  );
}
