/** Which events count. Everything else a system does is internal. */
import { type Diagnostic, nearestNames, type Reading } from '../../../model/diagnostic.js';
import type { System } from '../../../model/system.js';
import type { Occurrence } from '../../../model/transition.js';
import { type EventPattern, matchesEvent, patternOfName } from '../../../property/event.js';
import { eventNames } from '../../../property/file/vocabulary.js';

export type Visible = (event: Occurrence) => boolean;

export interface Visibility {
  visible: Visible;
  /** The names of events that are visible, of all sides together, sorted. */
  names: string[];
  /** For each side, the names of the events that are not. */
  hidden: string[][];
}

/** What all the systems can show. */
export function sharedVisibility(systems: readonly System[]): Visibility {
  const alphabets = systems.map(eventNames);
  const others = alphabets.slice(1).map((names) => new Set(names));
  const shared = new Set(alphabets[0].filter((name) => others.every((names) => names.has(name))));
  return visibilityOf(alphabets, (event) => shared.has(event.name));
}

/**
 * What was asked for: names, names with arguments, and globs. A name stands for all that begins with it
 * and a dot as well, as it does in FSP: `in` for `in.0` and `in.1`.
 */
export function chosenVisibility(systems: readonly System[], wanted: readonly string[]): Reading<Visibility> {
  const alphabets = systems.map(eventNames);
  const patterns = wanted.map(patternsOf);
  const everything = [...new Set(alphabets.flat())];
  const diagnostics: Diagnostic[] = [];
  wanted.forEach((name, i) => {
    const base = name.replace(/\(.*$/s, '');
    if (
      everything.some((known) => known === base || patterns[i].some((p) => matchesEvent(p, eventOf(known))))
    )
      return;
    const near = nearestNames(name, everything);
    diagnostics.push({
      code: 'unknown-event',
      severity: 'error',
      message: `no event is called ${name}`,
      hint: near.length > 0 ? `did you mean ${near.join(' or ')}?` : undefined,
    });
  });
  if (diagnostics.length > 0) return { ok: false, diagnostics };
  const any = patterns.flat();
  const value = visibilityOf(alphabets, (event) => any.some((pattern) => matchesEvent(pattern, event)));
  // With arguments a name may be visible for some of its values only.
  const partly = wanted.filter((name) => name.includes('(')).map((name) => name.replace(/\(.*$/s, ''));
  const names = [...new Set([...value.names, ...partly.filter((name) => everything.includes(name))])].sort();
  return { ok: true, value: { ...value, names }, diagnostics };
}

function patternsOf(name: string): EventPattern[] {
  const pattern = patternOfName(name);
  return pattern.kind === 'name' ? [pattern, { kind: 'prefix', text: `${name}.` }] : [pattern];
}

function visibilityOf(alphabets: readonly string[][], visible: Visible): Visibility {
  const shown = (name: string) => visible(eventOf(name));
  return {
    visible,
    names: [...new Set(alphabets.flat().filter(shown))].sort(),
    hidden: alphabets.map((names) => names.filter((name) => !shown(name))),
  };
}

function eventOf(name: string): Occurrence {
  return { name, arguments: [], text: name };
}
