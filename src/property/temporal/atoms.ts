/** The atoms of a formula: events and state predicates, each once. */
import type { Expression } from '../../model/expression.js';
import type { System } from '../../model/system.js';
import type { ArgumentPattern, EventPattern } from '../event.js';
import { type Atom, MOST_ATOMS } from '../observer.js';
import type { Extent, Mistakes } from '../predicate/mistakes.js';
import type { Argument, Term } from '../predicate/term.js';
import { atom, type Formula } from './formula.js';

export type EventLookup = (name: string) => EventPattern | undefined;

export class Atoms {
  readonly list: Atom[] = [];
  private readonly numbers = new Map<string, number>();

  constructor(
    private readonly system: System,
    private readonly lookup: EventLookup,
    private readonly mistakes: Mistakes,
    private readonly text: string,
  ) {}

  state(term: Term, predicate: Expression): Formula | undefined {
    const outer = term.grouped ? 1 : 0;
    const name = this.text
      .slice(term.start + outer, term.end - outer)
      .replace(/\s+/g, ' ')
      .trim();
    return this.add(term, JSON.stringify(predicate), { kind: 'state', name, predicate });
  }

  event(extent: Extent, name: string, pattern: EventPattern): Formula | undefined {
    return this.add(extent, JSON.stringify(pattern), { kind: 'event', name, pattern });
  }

  /** The event that a name, an indexed name (`phil[1].eat`) or a call means, if it is one. */
  eventOf(term: Term): { name: string; pattern: EventPattern } | undefined {
    if (term.kind === 'call') return this.calledEvent(term);
    for (const name of spellings(term)) {
      const pattern = this.lookup(name);
      if (pattern !== undefined) return { name, pattern };
    }
    return undefined;
  }

  private calledEvent(term: Term & { kind: 'call' }): { name: string; pattern: EventPattern } | undefined {
    const shown = term.arguments.map((argument) => showArgument(argument));
    if (shown.includes(undefined)) return undefined;
    const name = `${term.name}(${shown.join(',')})`;
    if (term.arguments.every((argument) => argument.kind === 'term')) {
      const pattern = this.lookup(name);
      if (pattern !== undefined) return { name, pattern };
    }
    const family = this.lookup(term.name);
    if (family?.kind !== 'name') return undefined;
    const patterns = term.arguments.map((argument, i) => argumentPattern(argument, shown[i] as string));
    return { name, pattern: { kind: 'call', name: family.name, arguments: patterns } };
  }

  /** How many arguments events of this name have, as far as the steps of the system tell. */
  argumentCounts(name: string): number[] {
    const counts = new Set<number>();
    for (const type of this.system.types) {
      for (const step of type.steps) {
        if (step.event?.name === name) counts.add(step.event.arguments?.length ?? 0);
      }
    }
    return [...counts].sort((a, b) => a - b);
  }

  private add(extent: Extent, key: string, made: Atom): Formula | undefined {
    const known = this.numbers.get(key);
    if (known !== undefined) return atom(known);
    if (this.list.length >= MOST_ATOMS) {
      const message = `more than ${MOST_ATOMS} different events and conditions in one formula`;
      return this.mistakes.error(extent, 'too-large', message, 'state it as several formulas');
    }
    this.numbers.set(key, this.list.length);
    this.list.push(made);
    return atom(this.list.length - 1);
  }
}

/** The names of a system's events, as far as it lists them itself. */
export function eventNames(system: System): string[] {
  const names = new Set<string>();
  for (const symbol of system.symbols) if (!symbol.hidden) names.add(symbol.name);
  for (const type of system.types) for (const step of type.steps) if (step.event) names.add(step.event.name);
  return [...names];
}

/** As it stands, and with every index as one more part: `phil[1].eat` and `phil.1.eat`. */
export function spellings(term: Term): string[] {
  if (term.kind === 'name') return [term.name];
  const spelt = (part: Term, dotted: boolean): string | undefined => {
    if (part.kind === 'name') return part.name;
    if (part.kind !== 'index' && part.kind !== 'field') return undefined;
    const base = spelt(part.base, dotted);
    if (base === undefined) return undefined;
    if (part.kind === 'field') return `${base}.${part.name}`;
    const index = part.index.kind === 'name' ? part.index.name : integerText(part.index);
    if (index === undefined) return undefined;
    return dotted ? `${base}.${index}` : `${base}[${index}]`;
  };
  return [spelt(term, false), spelt(term, true)].filter((name) => name !== undefined);
}

function showArgument(argument: Argument): string | undefined {
  if (argument.kind === 'any') return '_';
  if (argument.kind === 'range') return `${argument.low}..${argument.high}`;
  const { term } = argument;
  if (term.kind === 'name') return term.name;
  if (term.kind === 'truth') return String(term.value);
  return integerText(term);
}

function integerText(term: Term): string | undefined {
  if (term.kind === 'number') return String(term.value);
  if (term.kind === 'unary' && term.operator === '-' && term.operand.kind === 'number') {
    return `-${term.operand.value}`;
  }
  return undefined;
}

function argumentPattern(argument: Argument, text: string): ArgumentPattern {
  if (argument.kind === 'any') return { kind: 'any' };
  if (argument.kind === 'range') return { kind: 'range', low: argument.low, high: argument.high };
  return { kind: 'text', text };
}
