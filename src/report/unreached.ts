/** Code that no execution reaches or can take: process types and their lines. */
import type { UnreachedCode } from '../verify/unreached.js';
import { printable } from './printable.js';

const MOST_RANGES = 12;

/** One line about places that are not reached, one about steps that cannot be taken where they stand. */
export function tellUnreached(unreached: readonly UnreachedCode[]): string[] {
  const told = (title: string, some: UnreachedCode[]) =>
    some.length === 0 ? [] : [`${title}: ${placesOf(some)}`];
  return [
    ...told(
      'never reached',
      unreached.filter(({ neverEnabled }) => !neverEnabled),
    ),
    ...told(
      'never possible where it stands',
      unreached.filter(({ neverEnabled }) => neverEnabled),
    ),
  ];
}

function placesOf(unreached: readonly UnreachedCode[]): string {
  const byProcess = new Map<string, Set<number>>();
  for (const { process, span } of unreached) {
    const lines = byProcess.get(process) ?? new Set<number>();
    byProcess.set(process, lines.add(span.line));
  }
  const parts = [...byProcess].map(([process, lines]) => {
    const ranges = rangesOf([...lines].sort((a, b) => a - b));
    const shown = ranges.slice(0, MOST_RANGES).join(', ');
    const more = ranges.length > MOST_RANGES ? ` and ${ranges.length - MOST_RANGES} more` : '';
    return `${printable(process)} ${lines.size === 1 ? 'line' : 'lines'} ${shown}${more}`;
  });
  return parts.join('; ');
}

/** Lines in a row as one range. */
function rangesOf(lines: number[]): string[] {
  const ranges: [number, number][] = [];
  for (const line of lines) {
    const last = ranges.at(-1);
    if (last && last[1] === line - 1) last[1] = line;
    else ranges.push([line, line]);
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`));
}
