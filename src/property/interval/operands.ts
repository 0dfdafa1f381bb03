/** What stands inside the lists of a `defquery`: event patterns and linear relations. */
import type { EventPattern } from '../event.js';
import type { Complaints } from './complaints.js';
import { rendezvous } from './events.js';
import { type Form, headOf, startOf } from './forms.js';
import type { LinearRelation } from './query.js';
import { MOST_COEFFICIENT, MOST_CONSTANT, relationOf, type Term } from './sum.js';

const PATTERNS = ['rendezvous', 'prefix', 'contains', 'and', 'or', 'not'];
const RELATIONS = ['=', '<', '<=', '>', '>='];

export const isPatternHead = (head: string | undefined): head is string =>
  head !== undefined && PATTERNS.includes(head);
export const isRelationHead = (head: string | undefined): head is LinearRelation['relation'] =>
  head !== undefined && RELATIONS.includes(head);

export class OperandReader {
  constructor(private readonly complaints: Complaints) {}

  pattern(form: Form): EventPattern | undefined {
    if (form.kind === 'string') return { kind: 'name', name: form.text };
    const head = form.kind === 'list' ? headOf(form) : undefined;
    if (form.kind !== 'list' || !isPatternHead(head)) {
      this.complaints.error(
        'syntax',
        'expected an event: a string, or one of the forms rendezvous, prefix, contains, and, or, not',
        startOf(form),
      );
      return undefined;
    }
    const rest = form.items.slice(1);
    if (head === 'and' || head === 'or') {
      const parts = rest.flatMap((part) => this.pattern(part) ?? []);
      if (rest.length === 0) this.complaints.error('syntax', `(${head}) needs at least one event`, form);
      return parts.length === 1 ? parts[0] : { kind: head, parts };
    }
    if (rest.length !== 1) {
      this.complaints.error('syntax', `(${head} …) takes exactly one argument`, form);
      return undefined;
    }
    if (head === 'not') {
      const part = this.pattern(rest[0]);
      return part && { kind: 'not', part };
    }
    if (rest[0].kind !== 'string') {
      this.complaints.error('syntax', `(${head} …) takes a string`, rest[0]);
      return undefined;
    }
    const { text } = rest[0];
    return head === 'rendezvous'
      ? rendezvous(text)
      : { kind: head === 'prefix' ? 'prefix' : 'contains', text };
  }

  relation(form: Form): LinearRelation | undefined {
    const head = form.kind === 'list' ? headOf(form) : undefined;
    if (form.kind !== 'list' || !isRelationHead(head) || form.items.length !== 3) {
      this.complaints.error('syntax', 'expected a relation such as (<= 1 "event")', startOf(form));
      return undefined;
    }
    const left = this.terms(form.items[1]);
    const right = this.terms(form.items[2]);
    if (left === undefined || right === undefined) return undefined;
    const relation = relationOf(head, left, right);
    if (relation === undefined)
      this.complaints.error(
        'bad-value',
        `coefficients may add up to at most ${MOST_COEFFICIENT} and constants to ${MOST_CONSTANT}`,
        form,
      );
    return relation;
  }

  private terms(form: Form): Term[] | undefined {
    if (form.kind === 'symbol') {
      if (/^[+-]?\d+$/.test(form.text)) return [{ factor: Number(form.text) }];
      this.complaints.error('syntax', 'expected an integer, an event, or a sum (+ …)', form);
      return undefined;
    }
    const head = form.kind === 'list' ? headOf(form) : undefined;
    if (form.kind === 'string' || head === undefined || !['+', '-', '*'].includes(head)) {
      const event = this.pattern(form);
      return event && [{ event, factor: 1 }];
    }
    const parts = form.items.slice(1).map((item) => this.terms(item));
    if (parts.length === 0)
      this.complaints.error('syntax', `(${head}) needs something to compute with`, form);
    if (parts.length === 0 || !parts.every((part) => part !== undefined)) return undefined;
    if (head === '+') return parts.flat();
    if (head === '-')
      return parts.flatMap((part, i) => (i === 0 && parts.length > 1 ? part : scale(part, -1)));
    const numbers = parts.filter((part) => part.every((term) => term.event === undefined));
    const others = parts.filter((part) => part.some((term) => term.event !== undefined));
    if (others.length > 1) {
      this.complaints.error('bad-structure', 'two counts are multiplied: relations must be linear', form);
      return undefined;
    }
    const factor = numbers.reduce(
      (product, part) => product * part.reduce((sum, term) => sum + term.factor, 0),
      1,
    );
    return others.length === 0 ? [{ factor }] : scale(others[0], factor);
  }
}

const scale = (terms: Term[], factor: number): Term[] =>
  terms.map((term) => ({ ...term, factor: term.factor * factor }));
