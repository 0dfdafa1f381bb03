/**
 * Reads formulas of linear temporal logic over the events and the states of a system.
 *
 * What an atom is: a bare name is the event of that name, or else a variable (true where it is not
 * 0); a name that is both must say which, by `event(name)` or by a comparison. A call that is no
 * question about a channel, and a quoted name, are events. Everything with an operator of the
 * predicate language (comparison, arithmetic, `p:x`, `p@l`) is a state predicate.
 */
import { type Diagnostic, InputError, type Reading } from '../../model/diagnostic.js';
import type { Expression } from '../../model/expression.js';
import { LineMap, type SourceText } from '../../model/source.js';
import type { System } from '../../model/system.js';
import { mayFault } from '../fault.js';
import { parseTerm } from '../predicate/grammar.js';
import { Mistakes } from '../predicate/mistakes.js';
import { isChannelQuestion, isTruth, Resolver } from '../predicate/resolve.js';
import { Scope } from '../predicate/scope.js';
import type { BinarySign, Term } from '../predicate/term.js';
import { Atoms, type EventLookup, eventNames, spellings } from './atoms.js';
import {
  type BinaryKind,
  binary,
  FALSE,
  type Formula,
  negate,
  TRUE,
  type UnaryKind,
  unary,
} from './formula.js';
import type { LtlProperty } from './observation.js';
import { translate } from './translate.js';

export interface LtlOptions {
  /** The part of the text to read; all of it when absent. */
  start?: number;
  end?: number;
  /** For "did you mean"; the system's own where absent. */
  eventNames?: string[];
  /** How chains of `->` and of U, V, W group: from the right, or from the left as in SPIN. */
  grouping?: 'left' | 'right';
  /** Conditions that quoted names stand for. */
  states?: Record<string, Expression>;
}

export function parseLtl(
  source: SourceText,
  system: System,
  event: EventLookup,
  options: LtlOptions = {},
): Reading<LtlProperty> {
  const scope = new Scope(system);
  const { start, end, grouping } = options;
  const isProcess = (name: string) => scope.isProcess(name);
  const { term, diagnostics } = parseTerm(source, { start, end, grouping, temporal: true, isProcess });
  if (term === undefined) return { ok: false, diagnostics };
  const mistakes = new Mistakes(new LineMap(source.file, source.text));
  const atoms = new Atoms(system, event, mistakes, source.text);
  const reader = new FormulaReader(new Resolver(scope, mistakes), atoms, options);
  const formula = reader.formula(term);
  if (formula !== undefined && sizeAtMost(formula, MOST_OPERATORS) === undefined) {
    const message = `more than ${MOST_OPERATORS} operators in one formula`;
    mistakes.error(term, 'too-large', message, 'state the property as several formulas');
  }
  const found: Diagnostic[] = [...mistakes.diagnostics, ...diagnostics];
  if (formula === undefined || mistakes.diagnostics.length > 0) return { ok: false, diagnostics: found };
  try {
    const violation = translate(negate(formula));
    return { ok: true, value: { formula, atoms: atoms.list, violation }, diagnostics: found };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    for (const { code, message, hint } of error.diagnostics) mistakes.error(term, code, message, hint);
    return { ok: false, diagnostics: [...mistakes.diagnostics, ...diagnostics] };
  }
}

const MOST_OPERATORS = 2000;

/** The number of nodes, or undefined where there are more than `most`. */
function sizeAtMost(formula: Formula, most: number): number | undefined {
  let size = 0;
  const open = [formula];
  for (let f = open.pop(); f !== undefined; f = open.pop()) {
    if (++size > most) return undefined;
    if ('operand' in f) open.push(f.operand);
    else if ('left' in f) open.push(f.left, f.right);
  }
  return size;
}

const UNARY: Partial<Record<string, UnaryKind>> = { '[]': 'always', '<>': 'eventually', X: 'next' };
const CONNECTIVES: Partial<Record<BinarySign, BinaryKind>> = {
  '&&': 'and',
  '||': 'or',
  '->': 'implies',
  '<->': 'equivalent',
  U: 'until',
  V: 'release',
  W: 'weakUntil',
};

class FormulaReader {
  private readonly temporal = new Map<Term, boolean>();

  constructor(
    private readonly resolver: Resolver,
    private readonly atoms: Atoms,
    private readonly options: LtlOptions,
  ) {}

  formula(term: Term): Formula | undefined {
    switch (term.kind) {
      case 'truth':
        return term.value ? TRUE : FALSE;
      case 'name':
      case 'index':
      case 'field':
        return this.named(term);
      case 'call':
        return this.call(term);
      case 'unary': {
        const kind = term.operator === '!' ? 'not' : UNARY[term.operator];
        if (kind === undefined) break;
        const operand = this.formula(term.operand);
        return operand && (kind === 'not' ? negate(operand) : unary(kind, operand));
      }
      case 'binary':
        return this.binary(term);
    }
    return this.state(term);
  }

  private binary(term: Term & { kind: 'binary' }): Formula | undefined {
    const { operator, left, right } = term;
    const kind = CONNECTIVES[operator];
    if (kind !== undefined) {
      // where the right side is safe to evaluate only if the left one decides so, they stay one condition
      const guarded = operator === '&&' || operator === '||' || operator === '->';
      if (guarded && !this.isFormula(term) && this.faults(right)) return this.state(term);
      const [a, b] = [this.formula(left), this.formula(right)];
      return a && b && binary(kind, a, b);
    }
    if ((operator === '&' || operator === '|') && this.isFormula(term)) {
      const [a, b] = [this.bit(left), this.bit(right)];
      return a && b && binary(operator === '&' ? 'and' : 'or', a, b);
    }
    return this.state(term);
  }

  /** A side of `&` or `|` whose other side is an event or a formula. */
  private bit(term: Term): Formula | undefined {
    if (this.isFormula(term)) return this.formula(term);
    const value = this.resolver.value(term);
    if (value === undefined) return undefined;
    if (isTruth(value)) return this.formula(term);
    return this.resolver.mistakes.error(term, 'wrong-kind', 'a number beside a formula', 'write && or ||');
  }

  private named(term: Term): Formula | undefined {
    const { resolver, atoms } = this;
    const given = this.givenState(term);
    if (given) return atoms.state(term, given);
    const event = atoms.eventOf(term);
    const isVariable = this.namesVariable(term);
    if (event !== undefined && isVariable) {
      const hint = `write event(${event.name}), or compare the variable: ${event.name} != 0`;
      const message = `${event.name} is both an event and a variable`;
      return resolver.mistakes.error(term, 'wrong-kind', message, hint);
    }
    if (event !== undefined) return atoms.event(term, event.name, event.pattern);
    if (isVariable || (term.kind === 'name' && this.isReserved(term.name))) return this.state(term);
    return this.unknownEvent(term, spellings(term)[0]);
  }

  private givenState(term: Term): Expression | undefined {
    const { states } = this.options;
    if (!states || term.kind !== 'name' || !term.quoted) return undefined;
    return Object.hasOwn(states, term.name) ? states[term.name] : undefined;
  }

  private unknownEvent(term: Term, name: string | undefined): undefined {
    const { mistakes, scope } = this.resolver;
    if (name === undefined) return mistakes.error(term, 'unknown-event', 'this is not the name of an event');
    const declared = [...(this.options.eventNames ?? eventNames(scope.system)), ...scope.valueNames()];
    return mistakes.unknown(term, name, declared, 'event or variable', 'unknown-event');
  }

  /** Names of the state that are no variables: what they mean, or that they mean nothing, is said there. */
  private isReserved(name: string): boolean {
    const { scope } = this.resolver;
    if (['_nr_pr', '_last', '_pid', 'timeout', 'np_'].includes(name)) return true;
    return scope.channel(name) !== undefined || scope.literal(name).length > 0;
  }

  private call(term: Term & { kind: 'call' }): Formula | undefined {
    const { mistakes } = this.resolver;
    if (!term.quoted && isChannelQuestion(term.name)) return this.state(term);
    const [first] = term.arguments;
    let meant: Term = term;
    if (!term.quoted && term.name === 'event') {
      if (term.arguments.length !== 1 || first.kind !== 'term') {
        return mistakes.error(term, 'syntax', 'event takes the name of one event');
      }
      meant = first.term;
    }
    const event = this.atoms.eventOf(meant);
    if (event === undefined) {
      const name = meant.kind === 'call' ? meant.name : spellings(meant)[0];
      return this.unknownEvent(meant, name);
    }
    if (meant.kind === 'call' && event.pattern.kind === 'call') {
      const counts = this.atoms.argumentCounts(event.pattern.name);
      if (counts.length > 0 && !counts.includes(meant.arguments.length)) {
        const message = `${event.pattern.name} has ${counts.join(' or ')} arguments, not ${meant.arguments.length}`;
        return mistakes.error(meant, 'wrong-kind', message);
      }
    }
    return this.atoms.event(meant, event.name, event.pattern);
  }

  private state(term: Term): Formula | undefined {
    const predicate = this.resolver.condition(term);
    if (predicate === undefined) return undefined;
    if (predicate.kind === 'constant') return predicate.value === 0 ? FALSE : TRUE;
    return this.atoms.state(term, predicate);
  }

  private namesVariable(term: Term): boolean {
    if (term.kind === 'index' || term.kind === 'field') return this.namesVariable(term.base);
    if (term.kind !== 'name' || term.quoted) return false;
    const { scope } = this.resolver;
    return scope.longest(term.name, (name) => scope.variable(name)) !== undefined;
  }

  /** Has an event or a temporal operator in a place where formulas stand. */
  private isFormula(term: Term): boolean {
    let answer = this.temporal.get(term);
    if (answer === undefined) {
      answer = this.looksTemporal(term);
      this.temporal.set(term, answer);
    }
    return answer;
  }

  private looksTemporal(term: Term): boolean {
    switch (term.kind) {
      case 'name':
      case 'index':
      case 'field':
        if (this.atoms.eventOf(term) !== undefined) return true;
        return !this.namesVariable(term) && !(term.kind === 'name' && this.isReserved(term.name));
      case 'call':
        return term.quoted || !isChannelQuestion(term.name);
      case 'unary':
        return UNARY[term.operator] !== undefined || (term.operator === '!' && this.isFormula(term.operand));
      case 'binary': {
        const { operator, left, right } = term;
        if (operator === 'U' || operator === 'V' || operator === 'W') return true;
        if (CONNECTIVES[operator] === undefined && operator !== '&' && operator !== '|') return false;
        return this.isFormula(left) || this.isFormula(right);
      }
      default:
        return false;
    }
  }

  /** Could evaluating this condition fault? Reports nothing: the condition is read again where it is used. */
  private faults(term: Term): boolean {
    const { scope } = this.resolver;
    const predicate: Expression | undefined = new Resolver(scope, Mistakes.silent()).condition(term);
    return predicate !== undefined && mayFault(predicate, scope.system);
  }
}
