/** Which letters an observer may read where a joint step is taken, when some values are not known. */
import { boundsOf, showValue } from '../../../model/data.js';
import type { EventLabel } from '../../../model/system.js';
import type { Occurrence } from '../../../model/transition.js';
import { type EventPattern, matchesEvent } from '../../../property/event.js';
import type { Atom } from '../../../property/observer.js';
import type { PartialEvent } from './joint.js';

/** Events with more possible texts than this are not written out one by one. */
const MOST_TEXTS = 1024;
/** Atoms of which it is open whether they match. */
const MOST_OPEN = 10;

/** `symbols`: the visible symbols that the step synchronises on. Undefined where there are too many ways. */
export function lettersOf(
  atoms: readonly Atom[],
  symbols: readonly string[],
  events: readonly PartialEvent[],
): number[] | undefined {
  let fixed = 0;
  for (const name of symbols) fixed |= letterOf(atoms, { name, arguments: [], text: name });
  let letters = new Set([fixed]);
  for (const event of events) {
    const shown = lettersOfEvent(atoms, event);
    if (shown === undefined) return undefined;
    const both = new Set<number>();
    for (const before of letters) for (const letter of shown) both.add(before | letter);
    letters = both;
  }
  return [...letters];
}

function lettersOfEvent(atoms: readonly Atom[], { label, values }: PartialEvent): number[] | undefined {
  const texts = textsOf(label, values);
  if (texts !== undefined) {
    const letters = new Set<number>();
    for (const each of texts) {
      const text = label.arguments ? `${label.name}(${each.join(',')})` : label.name;
      letters.add(letterOf(atoms, { name: label.name, arguments: each, text }));
    }
    return [...letters];
  }
  let fixed = 0;
  const open: number[] = [];
  atoms.forEach((atom, i) => {
    if (atom.kind !== 'event') return;
    const matches = couldMatch(atom.pattern, label.name);
    if (matches === true) fixed |= 1 << i;
    else if (matches === undefined) open.push(1 << i);
  });
  if (open.length > MOST_OPEN) return undefined;
  return open.reduce((all, bit) => all.flatMap((letter) => [letter, letter | bit]), [fixed]);
}

/** Every way the arguments can read; undefined where there are too many. */
function textsOf(
  { arguments: types = [] }: EventLabel,
  values: (number | undefined)[],
): string[][] | undefined {
  let all: string[][] = [[]];
  for (let i = 0; i < types.length; i++) {
    const { type } = types[i];
    const value = values[i];
    let texts: string[];
    if (value !== undefined) texts = [type ? showValue(type, value) : String(value)];
    else {
      if (type === undefined || type.kind === 'array' || type.kind === 'record') return undefined;
      const { low, high } = boundsOf(type);
      if ((high - low + 1) * all.length > MOST_TEXTS) return undefined;
      texts = Array.from({ length: high - low + 1 }, (_, k) => showValue(type, low + k));
    }
    all = all.flatMap((before) => texts.map((text) => [...before, text]));
  }
  return all;
}

function letterOf(atoms: readonly Atom[], event: Occurrence): number {
  let letter = 0;
  atoms.forEach((atom, i) => {
    if (atom.kind === 'event' && matchesEvent(atom.pattern, event)) letter |= 1 << i;
  });
  return letter;
}

/** For an event of this name, whatever its arguments: true, false, or undefined where they decide. */
export function couldMatch(pattern: EventPattern, name: string): boolean | undefined {
  switch (pattern.kind) {
    case 'name':
      if (pattern.name === name) return true;
      return pattern.name.startsWith(`${name}(`) ? undefined : false;
    case 'call':
      return pattern.name === name ? undefined : false;
    case 'and': {
      const parts = pattern.parts.map((part) => couldMatch(part, name));
      return parts.includes(false) ? false : parts.includes(undefined) ? undefined : true;
    }
    case 'or': {
      const parts = pattern.parts.map((part) => couldMatch(part, name));
      return parts.includes(true) ? true : parts.includes(undefined) ? undefined : false;
    }
    case 'not': {
      const part = couldMatch(pattern.part, name);
      return part === undefined ? undefined : !part;
    }
    default:
      return undefined;
  }
}
