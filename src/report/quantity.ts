/** Numbers as people read them. */
import type { Statistics } from '../engine/answer.js';

export function showCount(count: number): string {
  return String(Math.round(count)).replace(/\B(?=(\d{3})+(?!\d))/g, ',');
}

export function showSeconds(seconds: number): string {
  if (seconds < 0.0005) return '0 s';
  if (seconds < 1) return `${seconds.toFixed(3)} s`;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}

export function showBytes(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit++;
  }
  return `${unit === 0 ? value : value.toFixed(1)} ${units[unit]}`;
}

/** With fewer, what a state takes is mostly room for others. */
const MANY_STATES = 10_000;

/** What an engine counted, in one phrase: `12 states, 15 transitions, depth 4, 0.010 s`. */
export function showStatistics(statistics: Statistics): string {
  const parts: string[] = [];
  const count = (value: number | undefined, one: string, many: string) => {
    if (value !== undefined) parts.push(`${showCount(value)} ${value === 1 ? one : many}`);
  };
  count(statistics.states, 'state', 'states');
  count(statistics.transitions, 'transition', 'transitions');
  if (statistics.depth !== undefined) parts.push(`depth ${showCount(statistics.depth)}`);
  count(statistics.variables, 'variable', 'variables');
  count(statistics.rows, 'row', 'rows');
  count(statistics.nodes, 'node', 'nodes');
  count(statistics.edges, 'edge', 'edges');
  count(statistics.tuples, 'tuple', 'tuples');
  count(statistics.nodeTuples, 'node tuple', 'node tuples');
  if (statistics.bytes !== undefined) parts.push(showBytes(statistics.bytes));
  if (statistics.bytesPerState !== undefined && (statistics.states ?? 0) >= MANY_STATES)
    parts.push(`${statistics.bytesPerState} bytes a state`);
  if (statistics.seconds !== undefined) parts.push(showSeconds(statistics.seconds));
  return parts.join(', ');
}
