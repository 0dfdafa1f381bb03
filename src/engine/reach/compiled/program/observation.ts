/**
 * The observer as the compiled search sees it: its states numbered from 0, and the questions that the
 * generated code asks when it does not remember the answer.
 */
import { showValue } from '../../../../model/data.js';
import type { EventLabel } from '../../../../model/system.js';
import { type EventPattern, matchesEvent } from '../../../../property/event.js';
import type { Observer } from '../../../../property/observer.js';
import { Unsupported } from './scene.js';

/** The kind of question is in the top bits of its first integer. */
const KIND_SHIFT = 28;
const SUCCESSORS = 1;
const ARGUMENT = 2;
const NATURE = 3;
const NUMBER = (1 << KIND_SHIFT) - 1;

export const BAD = 1;
export const BAD_AT_END = 2;
export const ACCEPTING = 4;

export const askSuccessors = SUCCESSORS << KIND_SHIFT;
export const askNature = NATURE << KIND_SHIFT;

const MOST_LETTERS_AHEAD = 1 << 14;
const MOST_STATES = 1 << 20;

interface ArgumentNode {
  label: EventLabel;
  values: number[];
}

export class Observation {
  private readonly states: number[] = [];
  private readonly numbers = new Map<number, number>();
  private readonly argumentNodes: ArgumentNode[] = [];
  private readonly nodeOf = new Map<string, number>();
  /** How many states there can be. */
  readonly bound: number;

  constructor(readonly observer: Observer) {
    for (const state of observer.initial) this.numberOf(state);
    this.bound = this.lookAhead() ? this.states.length : MOST_STATES;
  }

  numberOf(state: number): number {
    const known = this.numbers.get(state);
    if (known !== undefined) return known;
    if (this.states.length >= MOST_STATES) throw new Unsupported('its observer has too many states');
    this.numbers.set(state, this.states.length);
    return this.states.push(state) - 1;
  }

  stateOf(number: number): number {
    return this.states[number];
  }

  /** All states by all letters, where that is not too much. */
  private lookAhead(): boolean {
    const letters = 2 ** this.observer.atoms.length;
    for (let i = 0; i < this.states.length; i++) {
      if ((i + 1) * letters > MOST_LETTERS_AHEAD) return false;
      for (let letter = 0; letter < letters; letter++) this.successors(i, letter);
    }
    return true;
  }

  successors(number: number, letter: number): number[] {
    return this.observer.successors(this.states[number], letter).map((state) => this.numberOf(state));
  }

  nature(number: number): number {
    const { observer } = this;
    const state = this.states[number];
    return (
      (observer.bad(state) ? BAD : 0) |
      (observer.badAtEnd(state) ? BAD_AT_END : 0) |
      (observer.accepting(state) ? ACCEPTING : 0)
    );
  }

  /** The atoms that an event satisfies. */
  maskOf(name: string, values?: string[]): number {
    const text = values ? `${name}(${values.join(',')})` : name;
    const event = { name, arguments: values ?? [], text };
    return this.observer.atoms.reduce(
      (mask, atom, i) =>
        atom.kind === 'event' && matchesEvent(atom.pattern, event) ? mask | (1 << i) : mask,
      0,
    );
  }

  /** The same whatever the arguments are, or undefined where they may matter. */
  maskOfLabel(label: EventLabel): number | undefined {
    if (!label.arguments) return this.maskOf(label.name);
    let mask = 0;
    for (const [i, atom] of this.observer.atoms.entries()) {
      if (atom.kind !== 'event') continue;
      const matched = matchesAlways(atom.pattern, label.name);
      if (matched === undefined) return undefined;
      if (matched) mask |= 1 << i;
    }
    return mask;
  }

  textsOf(label: EventLabel, values: number[]): string[] {
    return (label.arguments ?? []).map(({ type }, i) =>
      type ? showValue(type, values[i]) : String(values[i]),
    );
  }

  /** What to ask with the first argument of an event; the answer is what to ask with the next, then the mask. */
  firstNode(label: EventLabel): number {
    return this.nodeNumber({ label, values: [] }, true);
  }

  /** What the generated code wants to know. Lists are put into memory by `keep`. */
  answer(a: number, b: number, keep: (list: number[]) => number): number {
    const number = a & NUMBER;
    switch (a >>> KIND_SHIFT) {
      case SUCCESSORS:
        return keep(this.successors(number, b));
      case NATURE:
        return this.nature(number);
      case ARGUMENT: {
        const { label, values } = this.argumentNodes[number];
        const given = [...values, b];
        if (given.length === label.arguments!.length)
          return this.maskOf(label.name, this.textsOf(label, given));
        return this.nodeNumber({ label, values: given });
      }
      default:
        throw new Error('not a question about the observer');
    }
  }

  private nodeNumber(node: ArgumentNode, fresh = false): number {
    const first = fresh
      ? this.argumentNodes.findIndex((n) => n.label === node.label && n.values.length === 0)
      : -1;
    if (first >= 0) return first | (ARGUMENT << KIND_SHIFT);
    const labels = this.argumentNodes.findIndex((n) => n.label === node.label && n.values.length === 0);
    const key = [labels, ...node.values].join();
    let number = fresh ? undefined : this.nodeOf.get(key);
    if (number === undefined) {
      number = this.argumentNodes.push(node) - 1;
      if (!fresh) this.nodeOf.set(key, number);
    }
    return number | (ARGUMENT << KIND_SHIFT);
  }
}

/** Whether a pattern matches an event of this name with arguments, where that does not depend on them. */
function matchesAlways(pattern: EventPattern, name: string): boolean | undefined {
  switch (pattern.kind) {
    case 'name':
      if (pattern.name === name) return true;
      return pattern.name.startsWith(`${name}(`) ? undefined : false;
    case 'call':
      return pattern.name === name ? undefined : false;
    case 'and':
    case 'or': {
      const parts = pattern.parts.map((part) => matchesAlways(part, name));
      if (parts.includes(undefined)) return undefined;
      return pattern.kind === 'and' ? parts.every(Boolean) : parts.some(Boolean);
    }
    case 'not': {
      const part = matchesAlways(pattern.part, name);
      return part === undefined ? undefined : !part;
    }
    default:
      return undefined;
  }
}
