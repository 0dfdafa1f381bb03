/**
 * The events a model can show. Names are known before anything runs; the arguments of an event are
 * not, so an event with arguments is represented by sample occurrences: all of them where its types
 * are small, otherwise those values that the patterns in question mention and one that none mentions.
 */
import { boundsOf, type DataType, showValue } from '../../model/data.js';
import type { System } from '../../model/system.js';
import type { Occurrence } from '../../model/transition.js';
import { type EventPattern, matchesEvent } from '../event.js';

/** The names properties may use: symbols that are not hidden and labels of steps, sorted. */
export function eventNames(system: System): string[] {
  return [...new Set(shownEvents(system).map((event) => event.name))].sort();
}

interface ShownEvent {
  name: string;
  /** Absent for an event without brackets. */
  arguments?: (DataType | undefined)[];
}

function shownEvents(system: System): ShownEvent[] {
  const shown = new Map<string, ShownEvent>();
  const used = new Set(system.types.flatMap((type) => type.alphabet));
  system.symbols.forEach((symbol, i) => {
    if (!symbol.hidden && used.has(i)) shown.set(symbol.name, { name: symbol.name });
  });
  for (const type of system.types) {
    for (const { event } of type.steps) {
      if (event === undefined) continue;
      const types = event.arguments?.map((argument) => argument.type);
      const key = types === undefined ? event.name : `${event.name}(${JSON.stringify(types)})`;
      if (!shown.has(key)) shown.set(key, { name: event.name, ...(types && { arguments: types }) });
    }
  }
  return [...shown.values()];
}

/** Beyond so many occurrences of one event only mentioned values are looked at. */
const MOST_SAMPLES = 4096;

export class Vocabulary {
  /** The name of the whole. */
  readonly program: string;
  readonly names: string[];
  private readonly plain: Occurrence[] = [];
  private readonly plainTexts = new Set<string>();
  private readonly withArguments: Required<ShownEvent>[] = [];

  constructor(system: System) {
    this.program = system.name;
    this.names = eventNames(system);
    for (const { name, arguments: types } of shownEvents(system)) {
      if (types !== undefined) this.withArguments.push({ name, arguments: types });
      else if (!this.plainTexts.has(name)) {
        this.plainTexts.add(name);
        this.plain.push({ name, arguments: [], text: name });
      }
    }
  }

  /** Can an event of the model match? Where that is not known before running, it is assumed. */
  canMatch(pattern: EventPattern): boolean {
    if (pattern.kind === 'name' && this.plainTexts.has(pattern.name)) return true;
    if (this.plain.some((event) => matchesEvent(pattern, event))) return true;
    const samples = this.samples([pattern]);
    if (samples.occurrences.some((event) => matchesEvent(pattern, event))) return true;
    return samples.incomplete.some((name) => couldMatch(pattern, `${name}(`));
  }

  /** The name, or the text of an event with arguments, that differs from this at most in capitals. */
  like(text: string): string | undefined {
    const wanted = text.toLowerCase();
    const same = (known: string) => known.toLowerCase() === wanted;
    const exactly: EventPattern = { kind: 'name', name: text };
    return (
      this.names.find(same) ??
      this.samples([exactly]).occurrences.find((event) => same(event.text))?.text ??
      (this.canMatch(exactly) ? text : undefined)
    );
  }

  /** Two of these patterns that one event matches, and that event. */
  overlap(patterns: readonly EventPattern[]): { first: number; second: number; event: string } | undefined {
    for (const event of [...this.plain, ...this.samples(patterns).occurrences]) {
      const first = patterns.findIndex((pattern) => matchesEvent(pattern, event));
      if (first < 0) continue;
      const second = patterns.findIndex((pattern, i) => i > first && matchesEvent(pattern, event));
      if (second >= 0) return { first, second, event: event.text };
    }
    return undefined;
  }

  private samples(patterns: readonly EventPattern[]): { occurrences: Occurrence[]; incomplete: string[] } {
    const occurrences: Occurrence[] = [];
    const incomplete: string[] = [];
    for (const event of this.withArguments) {
      const domains = event.arguments.map(domainOf);
      const size = domains.reduce(
        (product, domain) => product * (domain?.length ?? Number.POSITIVE_INFINITY),
        1,
      );
      if (size > MOST_SAMPLES) incomplete.push(event.name);
      const mentioned = size > MOST_SAMPLES ? mentionedArguments(patterns, event) : [];
      const choices = domains.map((domain, i) =>
        domain !== undefined && size <= MOST_SAMPLES ? domain : sampleOf(event.arguments[i], mentioned[i]),
      );
      for (const values of combinations(choices)) {
        occurrences.push({ name: event.name, arguments: values, text: `${event.name}(${values.join(',')})` });
      }
    }
    return { occurrences, incomplete };
  }
}

/** Could a text that begins so match, whatever its arguments? For what looks at the text of an event. */
function couldMatch(pattern: EventPattern, beginning: string): boolean {
  if (pattern.kind === 'contains') return true;
  if (pattern.kind !== 'prefix' && pattern.kind !== 'glob') return false;
  const fixed = pattern.kind === 'prefix' ? pattern.text : pattern.glob.split('*', 1)[0];
  return fixed.startsWith(beginning) || beginning.startsWith(fixed);
}

/** All values of a small type, as events show them. */
function domainOf(type: DataType | undefined): string[] | undefined {
  if (type === undefined || type.kind === 'array' || type.kind === 'record') return undefined;
  const { low, high } = boundsOf(type);
  if (high - low >= MOST_SAMPLES) return undefined;
  return Array.from({ length: high - low + 1 }, (_, i) => showValue(type, low + i));
}

/** The mentioned values that the type has, and one that is not mentioned. */
function sampleOf(type: DataType | undefined, mentioned: ReadonlySet<string>): string[] {
  const domain = domainOf(type);
  if (domain !== undefined) {
    const other = domain.find((value) => !mentioned.has(value));
    return [...domain.filter((value) => mentioned.has(value)), ...(other === undefined ? [] : [other])];
  }
  const bounds =
    type === undefined || type.kind === 'array' || type.kind === 'record' ? undefined : boundsOf(type);
  const { low, high } = bounds ?? { low: -(2 ** 31), high: 2 ** 31 - 1 };
  const values = [...mentioned].filter((text) => {
    const value = Number(text);
    return String(value) === text && Number.isInteger(value) && value >= low && value <= high;
  });
  let other = Math.max(0, low);
  while (mentioned.has(String(other))) other++;
  return [...values, String(other)];
}

/** For each argument of an event, the values that some pattern names. */
function mentionedArguments(patterns: readonly EventPattern[], event: Required<ShownEvent>): Set<string>[] {
  const mentioned = event.arguments.map(() => new Set<string>());
  const note = (values: readonly string[]) => {
    if (values.length !== mentioned.length) return;
    values.forEach((value, i) => {
      mentioned[i].add(value);
    });
  };
  const visit = (pattern: EventPattern): void => {
    if (pattern.kind === 'and' || pattern.kind === 'or') pattern.parts.forEach(visit);
    else if (pattern.kind === 'not') visit(pattern.part);
    else if (pattern.kind === 'call' && pattern.name === event.name) {
      note(
        pattern.arguments.map((one) =>
          one.kind === 'text' ? one.text : one.kind === 'range' ? String(one.low) : '',
        ),
      );
      note(pattern.arguments.map((one) => (one.kind === 'range' ? String(one.high) : '')));
    } else if (
      pattern.kind === 'name' &&
      pattern.name.startsWith(`${event.name}(`) &&
      pattern.name.endsWith(')')
    ) {
      note(pattern.name.slice(event.name.length + 1, -1).split(','));
    }
  };
  patterns.forEach(visit);
  return mentioned;
}

function combinations(choices: readonly string[][]): string[][] {
  let all: string[][] = [[]];
  for (const values of choices) {
    all = all.flatMap((before) => values.map((value) => [...before, value])).slice(0, MOST_SAMPLES);
  }
  return all;
}
