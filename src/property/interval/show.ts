/** Queries as sentences (see `sentence.ts`); reading what is printed here gives the same query again. */
import type { ArgumentPattern, EventPattern } from '../event.js';
import { patternKey, rendezvousText } from './events.js';
import type { Interval, IntervalQuery, LinearRelation, LinearSum } from './query.js';
import { SENTENCE_WORDS } from './sentence.js';
import { isPlainName, quote } from './words.js';

export function showQuery(query: IntervalQuery): string {
  const name = query.name === '' ? '' : `query ${showName(query.name)} `;
  const fairness = query.fairness === 'fair' ? 'assuming fairness ' : '';
  const sequences = query.sequences.map((sequence) => sequence.map(showInterval).join(', then '));
  return `${name}${fairness}violated by: ${sequences.join('; or by ')}`;
}

function showInterval(interval: Interval): string {
  const words: string[] = [];
  if (interval.initial) words.push('from the start');
  if (interval.endsWith !== undefined) words.push(`until ${showEvents(interval.endsWith)}`);
  else words.push(interval.perpetual ? 'for ever' : 'for a while');
  if (interval.endsWith !== undefined && interval.open) words.push('allowing earlier ones');
  const conditions: string[] = interval.require.map((pattern) => `with ${showEvent(pattern)}`);
  if (interval.forbid !== undefined) conditions.push(`without ${showEvents(interval.forbid)}`);
  if (interval.constraints.length > 0)
    conditions.push(`counting ${interval.constraints.map(showRelation).join(' and ')}`);
  if (conditions.length > 0) words.push(conditions.join(' and '));
  return words.join(' ');
}

/** Where `a or b` needs no parentheses. */
function showEvents(pattern: EventPattern): string {
  if (pattern.kind !== 'or' || rendezvousText(pattern) !== undefined) return showEvent(pattern);
  return pattern.parts.map(showEvent).join(' or ');
}

export function showEvent(pattern: EventPattern): string {
  switch (pattern.kind) {
    case 'name':
      return pattern.name.includes('*') ? `exactly ${quote(pattern.name)}` : showName(pattern.name);
    case 'glob':
      return `like ${quote(pattern.glob)}`;
    case 'prefix':
    case 'contains':
      return `${pattern.kind} ${quote(pattern.text)}`;
    case 'call':
      return `${showName(pattern.name)}(${pattern.arguments.map(showArgument).join(', ')})`;
    case 'not':
      return `(not ${showEvent(pattern.part)})`;
    default: {
      const meeting = rendezvousText(pattern);
      if (meeting !== undefined) return `rendezvous ${quote(meeting)}`;
      return `(${pattern.parts.map(showEvent).join(` ${pattern.kind} `)})`;
    }
  }
}

function showArgument(argument: ArgumentPattern): string {
  if (argument.kind === 'any') return '*';
  if (argument.kind === 'range') return `${argument.low}..${argument.high}`;
  return isPlainName(argument.text) || /^-?\d+$/.test(argument.text) ? argument.text : quote(argument.text);
}

const showName = (name: string): string =>
  isPlainName(name) && !SENTENCE_WORDS.has(name) ? name : quote(name);

const showRelation = ({ left, relation, right }: LinearRelation): string =>
  `${showSum(left)} ${relation} ${showSum(right)}`;

function showSum(sum: LinearSum): string {
  const counts = new Map<string, { event: EventPattern; factor: number }>();
  for (const event of sum.events) {
    const known = counts.get(patternKey(event));
    if (known === undefined) counts.set(patternKey(event), { event, factor: 1 });
    else known.factor++;
  }
  const terms = [...counts.values()].map(
    ({ event, factor }) => `${factor === 1 ? '' : `${factor} * `}${showEvent(event)}`,
  );
  if (sum.constant !== 0 || terms.length === 0) terms.push(String(sum.constant));
  return terms.join(' + ').replaceAll('+ -', '- ');
}
