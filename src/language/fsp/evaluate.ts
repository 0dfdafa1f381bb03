/** Expressions to values, and labels to the names they stand for. */
import type { Problems } from './problems.js';
import { bind, type Library, lookUp, type Scope, type Value } from './scope.js';
import type { Expression, Label, LabelPart, LabelSet, Parameter, Relabelling, Values } from './syntax.js';

/** One label that a pattern stands for, with the variables it binds. */
export interface Choice {
  name: string;
  scope: Scope | undefined;
}

const MOST_LABELS = 1_000_000;
/** In one file altogether. */
const MOST_EXPANSIONS = 20_000_000;

export class Evaluator {
  private readonly constants = new Map<string, Value | 'pending'>();
  private readonly sets = new Map<string, string[] | 'pending'>();
  private expansions = 0;

  constructor(
    readonly library: Library,
    readonly problems: Problems,
  ) {}

  value(expression: Expression, scope: Scope | undefined): Value {
    switch (expression.kind) {
      case 'integer':
        return expression.value;
      case 'name':
        return lookUp(scope, expression.name) ?? this.constant(expression);
      case 'label': {
        const names = this.names(expression.label, scope);
        if (names.length === 1) return asValue(names[0]);
        return this.problems.abandon(
          'wrong-kind',
          `expected one label, but this stands for ${names.length}`,
          expression,
        );
      }
      case 'count':
        return this.names(expression.label, scope).length;
      case 'element': {
        const names = this.names(expression.label, scope);
        const index = this.number(expression.index, scope);
        if (index >= 0 && index < names.length) return asValue(names[index]);
        return this.problems.abandon(
          'bad-value',
          `the set has no label at position ${index}`,
          expression.index,
        );
      }
      case 'unary': {
        const operand = this.number(expression.operand, scope);
        if (expression.operator === '!') return operand === 0 ? 1 : 0;
        return expression.operator === '-' ? -operand | 0 : operand;
      }
      case 'binary':
        return this.binary(expression, scope);
    }
  }

  number(expression: Expression, scope: Scope | undefined): number {
    const value = this.value(expression, scope);
    if (typeof value === 'number') return value;
    return this.problems.abandon(
      'wrong-kind',
      `expected a number, but this is the label ${value}`,
      expression,
    );
  }

  holds(expression: Expression, scope: Scope | undefined): boolean {
    return this.number(expression, scope) !== 0;
  }

  private binary(expression: Extract<Expression, { kind: 'binary' }>, scope: Scope | undefined): Value {
    const { operator } = expression;
    if (operator === '==' || operator === '!=') {
      const same = this.value(expression.left, scope) === this.value(expression.right, scope);
      return same === (operator === '==') ? 1 : 0;
    }
    const left = this.number(expression.left, scope);
    if (operator === '&&') return left !== 0 && this.holds(expression.right, scope) ? 1 : 0;
    if (operator === '||') return left !== 0 || this.holds(expression.right, scope) ? 1 : 0;
    const right = this.number(expression.right, scope);
    if ((operator === '/' || operator === '%') && right === 0) {
      return this.problems.abandon('bad-value', 'division by zero', expression);
    }
    return Number(ARITHMETIC[operator](left, right)) | 0;
  }

  private constant(expression: Extract<Expression, { kind: 'name' }>): Value {
    const { name } = expression;
    const known = this.constants.get(name);
    const definition = this.library.constants.get(name);
    if (known === 'pending') {
      return this.problems.abandon('bad-structure', `the constant ${name} is defined by itself`, expression);
    }
    if (known !== undefined) return known;
    if (definition === undefined) {
      return this.problems.abandonUnknown(
        isUpper(name) ? 'constant' : 'variable',
        name,
        expression,
        this.library.constants.keys(),
      );
    }
    this.constants.set(name, 'pending');
    const value = this.value(definition.value, undefined);
    this.constants.set(name, value);
    return value;
  }

  parameters(parameters: Parameter[], given: Value[]): Scope | undefined {
    let scope: Scope | undefined;
    parameters.forEach((parameter, i) => {
      scope = bind(scope, parameter.name, given[i] ?? this.value(parameter.initial, scope));
    });
    return scope;
  }

  /** The labels in order; each is a name of its own with the variables bound on the way to it. */
  *choices(
    label: { parts: LabelPart[] },
    scope: Scope | undefined,
    from = 0,
    prefix = '',
  ): Generator<Choice> {
    if (from === label.parts.length) {
      if (++this.expansions > MOST_EXPANSIONS) this.tooManyLabels(label.parts);
      yield { name: prefix, scope };
      return;
    }
    const part = label.parts[from];
    const next = (value: Value, inner: Scope | undefined): Generator<Choice> =>
      this.choices(label, inner, from + 1, prefix === '' ? String(value) : `${prefix}.${value}`);
    if (part.kind === 'name') yield* next(part.name, scope);
    else if (part.kind === 'value') yield* next(this.value(part.value, scope), scope);
    else if (part.kind === 'set') for (const name of this.set(part.set, scope)) yield* next(name, scope);
    else
      for (const value of this.values(part.values, scope))
        yield* next(value, bind(scope, part.variable, value));
  }

  private tooManyLabels(parts: LabelPart[]): never {
    const place = { start: parts[0]?.start ?? 0, end: parts.at(-1)?.end ?? 0 };
    return this.problems.abandon(
      'too-large',
      `the labels of this file stand for more than ${MOST_EXPANSIONS} names`,
      place,
    );
  }

  names(label: Label, scope: Scope | undefined): string[] {
    const names = new Set<string>();
    for (const { name } of this.choices(label, scope)) {
      names.add(name);
      if (names.size > MOST_LABELS)
        this.problems.abandon('too-large', `this stands for more than ${MOST_LABELS} labels`, label);
    }
    return [...names];
  }

  private *values(values: Values, scope: Scope | undefined): Generator<Value> {
    if (values.kind === 'set') {
      for (const name of this.set(values.set, scope)) yield asValue(name);
      return;
    }
    const { low, high } = this.bounds(values, scope);
    if (high - low >= MOST_LABELS)
      this.problems.abandon('too-large', `this range has more than ${MOST_LABELS} values`, values);
    for (let value = low; value <= high; value++) yield value;
  }

  private bounds(
    values: Exclude<Values, { kind: 'set' }>,
    scope: Scope | undefined,
  ): { low: number; high: number } {
    if (values.kind === 'range') {
      return { low: this.number(values.low, scope), high: this.number(values.high, scope) };
    }
    const range = this.library.ranges.get(values.name);
    if (range === undefined) {
      return this.problems.abandonUnknown('range', values.name, values, this.library.ranges.keys());
    }
    return { low: this.number(range.low, undefined), high: this.number(range.high, undefined) };
  }

  set(set: LabelSet, scope: Scope | undefined): string[] {
    if (set.kind === 'listed') return [...new Set(set.elements.flatMap((label) => this.names(label, scope)))];
    if (set.kind === 'difference') {
      const removed = new Set(this.set(set.right, scope));
      return this.set(set.left, scope).filter((name) => !removed.has(name));
    }
    const known = this.sets.get(set.name);
    const definition = this.library.sets.get(set.name);
    if (known === 'pending')
      return this.problems.abandon('bad-structure', `the set ${set.name} contains itself`, set);
    if (known !== undefined) return known;
    if (definition === undefined) {
      return this.problems.abandonUnknown('set', set.name, set, this.library.sets.keys());
    }
    this.sets.set(set.name, 'pending');
    const names = this.set(definition.set, undefined);
    this.sets.set(set.name, names);
    return names;
  }

  /** Old names to new ones. Of two labels side by side (`a/b`), each pair counts. */
  relabellings(
    relabellings: Relabelling[],
    scope: Scope | undefined,
    into = new Map<string, string[]>(),
  ): Map<string, string[]> {
    for (const relabelling of relabellings) {
      if (relabelling.kind === 'forall') {
        for (const { scope: inner } of this.choices({ parts: relabelling.ranges }, scope)) {
          this.relabellings(relabelling.parts, inner, into);
        }
        continue;
      }
      for (const { name: to, scope: inner } of this.choices(relabelling.to, scope)) {
        for (const from of this.names(relabelling.from, inner)) {
          const names = into.get(from) ?? [];
          if (!names.includes(to)) into.set(from, [...names, to]);
        }
      }
    }
    return into;
  }
}

const ARITHMETIC: Record<string, (left: number, right: number) => number | boolean> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => Math.imul(a, b),
  '/': (a, b) => a / b,
  '%': (a, b) => a % b,
  '<<': (a, b) => a << b,
  '>>': (a, b) => a >> b,
  '&': (a, b) => a & b,
  '|': (a, b) => a | b,
  '^': (a, b) => a ^ b,
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
};

export function isUpper(name: string): boolean {
  return name >= 'A' && name < '[';
}

function asValue(name: string): Value {
  return /^-?\d{1,9}$/.test(name) ? Number(name) : name;
}
