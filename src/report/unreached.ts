/** Code that no execution reaches or can take: lines, and the processes whose code they are. */
import type { UnreachedCode } from '../verify/unreached.js';
import { printable } from './printable.js';

const MOST_RANGES = 12;
const MOST_PROCESSES = 3;

/**
 * One line about places that are not reached, one about steps that cannot be taken where they stand.
 * `file`: the one that was checked, whose lines need no name before them.
 */
export function tellUnreached(unreached: readonly UnreachedCode[], file?: string): string[] {
  const told = (title: string, some: UnreachedCode[]) =>
    some.length === 0 ? [] : [`${title}: ${placesOf(some, file)}`];
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

function placesOf(unreached: readonly UnreachedCode[], file?: string): string {
  const processes = new Map<string, { span: UnreachedCode['span']; names: Set<string> }>();
  for (const { process, span } of unreached) {
    const key = `${span.file}:${span.line}`;
    const known = processes.get(key) ?? { span, names: new Set<string>() };
    known.names.add(process);
    processes.set(key, known);
  }
  const groups = new Map<string, { file: string; names: string[]; lines: number[] }>();
  for (const { span, names } of processes.values()) {
    const key = `${[...names].join()} ${span.file}`;
    const group = groups.get(key) ?? { file: span.file, names: [...names], lines: [] };
    group.lines.push(span.line);
    groups.set(key, group);
  }
  const parts = [...groups.values()].map((group) => {
    const ranges = rangesOf(group.lines.sort((a, b) => a - b));
    const shown = ranges.slice(0, MOST_RANGES).join(', ');
    const more = ranges.length > MOST_RANGES ? ` and ${ranges.length - MOST_RANGES} more` : '';
    const where = file !== undefined && group.file !== file ? ` of ${printable(group.file)}` : '';
    return `${together(group.names)} ${group.lines.length === 1 ? 'line' : 'lines'} ${shown}${more}${where}`;
  });
  return parts.join('; ');
}

function together(names: readonly string[]): string {
  const shown = names.slice(0, MOST_PROCESSES).map(printable).join(', ');
  return names.length > MOST_PROCESSES ? `${shown} and ${names.length - MOST_PROCESSES} more` : shown;
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
