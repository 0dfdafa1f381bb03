import {
  binary,
  constant,
  type Expression,
  not,
  type Pattern,
  type Place,
  read,
  type Selector,
} from '../../model/expression.js';
import type { ChannelType } from '../../model/system.js';
import { OPERATORS } from './constant.js';
import { PlaceLowering, type Value } from './lower-place.js';
import { fieldCount } from './parts.js';
import type { Where } from './sources.js';
import type { VariableSymbol } from './symbols.js';
import type { Argument, Reference, Expression as Tree } from './syntax.js';
import { TRUTH } from './types.js';
import { lowestOf, nonProgress } from './watch.js';
import type { ProctypeSymbol } from './world.js';

const TRUE_OR_FALSE = new Set(['==', '!=', '<', '<=', '>', '>=', '&&', '||']);

export class ExpressionLowering extends PlaceLowering {
  condition(tree: Tree): Expression {
    return this.value(tree).expression;
  }

  value(tree: Tree): Value {
    const truth = (expression: Expression): Value => ({ expression, type: TRUTH });
    switch (tree.kind) {
      case 'number':
        return { expression: constant(tree.value) };
      case 'reference':
        return this.named(tree);
      case 'unary': {
        const operand = this.value(tree.operand).expression;
        if (tree.operator === '!') return truth(not(operand));
        if (tree.operator !== '-' && tree.operator !== '~') {
          return this.fail('wrong-kind', tree.where, `${tree.operator} has a meaning in ltl formulas only`);
        }
        return {
          expression: { kind: 'unary', operator: tree.operator === '-' ? 'negate' : 'complement', operand },
        };
      }
      case 'binary':
        return this.binary(tree);
      case 'conditional': {
        const test = this.condition(tree.test);
        const whenTrue = this.value(tree.whenTrue);
        const whenFalse = this.value(tree.whenFalse);
        const type = whenTrue.type === whenFalse.type ? whenTrue.type : undefined;
        const [a, b] = [whenTrue.expression, whenFalse.expression];
        return {
          expression: { kind: 'conditional', test, whenTrue: a, whenFalse: b },
          ...(type && { type }),
        };
      }
      case 'run': {
        const hint = `write: run ${tree.proctype.name}(...), or x = run ${tree.proctype.name}(...)`;
        return this.fail('bad-structure', tree.where, 'run cannot be a part of an expression', hint);
      }
      case 'channel': {
        const { expression: channel, channelType } = this.channel(tree.channel);
        if (tree.question === 'len') return { expression: { kind: 'channel', question: 'length', channel } };
        const asked = tree.question.endsWith('full') ? isFull(channel, channelType) : isEmpty(channel);
        return truth(tree.question.startsWith('n') ? not(asked) : asked);
      }
      case 'poll': {
        const { expression: channel, channelType } = this.channel(tree.channel);
        const patterns = this.patterns(tree.arguments, channelType, tree.where).map(
          (pattern): Pattern => (pattern.kind === 'store' ? { kind: 'ignore' } : pattern),
        );
        return truth({ kind: 'poll', channel, patterns, position: tree.any ? 'any' : 'first' });
      }
      case 'enabled':
        return truth({ kind: 'enabled', process: this.condition(tree.process) });
      case 'pc_value': {
        const message = 'pc_value gives numbers of locations that differ from those of SPIN';
        this.problems.notice('unsupported', tree.where, message);
        return { expression: { kind: 'location', process: this.condition(tree.process) } };
      }
      case 'get_priority':
        return this.priorityOfAny(this.condition(tree.process), tree.where);
      case 'timeout':
        return truth({ kind: 'timeout' });
      case 'np_':
        return truth(this.world.laterExpression(nonProgress));
      case 'at':
        return truth(this.at(tree));
      case 'remote':
        return this.remote(tree);
    }
  }

  private binary(tree: Tree & { kind: 'binary' }): Value {
    const operator = OPERATORS[tree.operator];
    if (!Object.hasOwn(OPERATORS, tree.operator)) {
      return this.fail('wrong-kind', tree.where, `${tree.operator} has a meaning in ltl formulas only`);
    }
    const left = this.value(tree.left);
    const right = this.value(tree.right);
    const expression = binary(operator, left.expression, right.expression);
    return TRUE_OR_FALSE.has(tree.operator) ? { expression, type: TRUTH } : { expression };
  }

  private named(tree: Reference): Value {
    const [{ name, index, where }] = tree.parts;
    if (tree.parts.length === 1 && !index) {
      const literal = this.world.types.literals.get(name);
      if (literal) return { expression: constant(literal.value), type: literal.type };
      switch (name) {
        case '_pid':
          if (!this.scopes) return this.fail('wrong-kind', where, '_pid has a value in proctypes only');
          return { expression: { kind: 'self' } };
        case '_nr_pr':
          return { expression: { kind: 'processCount' } };
        case '_last':
          this.world.keepsLastProcess = true;
          return { expression: { kind: 'lastProcess' } };
        case '_priority':
          return this.priorityOf({ kind: 'self' }, where);
        case '_':
          return this.fail('wrong-kind', where, "'_' can be written to, but has no value");
      }
    }
    const symbol = this.find(tree);
    const reference = this.constantChannel(tree, symbol);
    if (reference !== undefined) return { expression: constant(reference), type: { kind: 'channel' } };
    const { place, type } = this.placeOf(tree, symbol);
    this.wholeValue(type, tree.where);
    return { expression: read(place), type };
  }

  private priorityOf(process: Expression, where: Where): Value {
    const { priorities } = this.world;
    if (!priorities) return this.fail('unsupported', where, 'priorities have no value here');
    const index: Selector = { kind: 'index', index: process };
    return { expression: read({ scope: 'shared', variable: priorities.variable, path: [index] }) };
  }

  /** A process that does not exist has no priority: 0. */
  private priorityOfAny(process: Expression, where: Where): Value {
    const { expression } = this.priorityOf(process, where);
    const test: Expression = { kind: 'exists', process };
    return { expression: { kind: 'conditional', test, whenTrue: expression, whenFalse: constant(0) } };
  }

  /** The reference that a global channel, or an element of a global array of them, always has. */
  private constantChannel(tree: Reference, symbol: VariableSymbol): number | undefined {
    if (symbol.constant === undefined || tree.parts.length > 1) return undefined;
    const { index } = tree.parts[0];
    if (symbol.type.kind !== 'array') return index ? undefined : symbol.constant;
    const number = index && this.world.constant(index);
    if (number === undefined || index?.kind !== 'number') return undefined;
    return number >= 0 && number < symbol.type.length ? symbol.constant + number : undefined;
  }

  /** The integers of a value: one for a scalar, all parts of a record or an array. */
  scalars(tree: Tree): Value[] {
    if (tree.kind !== 'reference' || tree.parts.length === 0) return [this.value(tree)];
    const name = tree.parts[0].name;
    const special = ['_pid', '_nr_pr', '_last', '_priority', '_'].includes(name);
    if (special || this.world.types.literals.has(name)) return [this.value(tree)];
    const symbol = this.find(tree);
    if (symbol.variable < 0) return [this.value(tree)];
    const placed = this.placeOf(tree, symbol);
    if (placed.type.kind !== 'record') return [this.value(tree)];
    return this.partsOf(placed).map((part) => ({ expression: read(part.place), type: part.type }));
  }

  /** What a channel variable refers to, and the kind of channel, where that is known. */
  channel(tree: Reference): { expression: Expression; channelType?: ChannelType } {
    const symbol = this.find(tree);
    const constantReference = this.constantChannel(tree, symbol);
    const channelType = symbol.channel && tree.parts.length === 1 ? symbol.channel : undefined;
    if (constantReference !== undefined) return { expression: constant(constantReference), channelType };
    const { place, type } = this.placeOf(tree, symbol);
    this.wholeValue(type, tree.where);
    if (type.kind !== 'channel') {
      const words = tree.parts.map((part) => part.name).join('.');
      return this.fail('wrong-kind', tree.where, `${words} is not a channel`);
    }
    const known = channelType && !this.world.assigned.has(symbol.name) ? channelType : undefined;
    return { expression: read(place), channelType: known };
  }

  /** One pattern for each integer of a message. */
  patterns(given: Argument[], channel: ChannelType | undefined, where: Where): Pattern[] {
    const patterns = given.flatMap((argument): Pattern[] => {
      if (argument.kind === 'match') return [{ kind: 'match', value: this.value(argument.value).expression }];
      const { reference } = argument;
      const [{ name, index }] = reference.parts;
      if (reference.parts.length === 1 && !index) {
        const literal = this.world.types.literals.get(name);
        if (literal) return [{ kind: 'match', value: constant(literal.value) }];
        if (name === '_') return [{ kind: 'ignore' }];
      }
      const placed = this.place(reference);
      if (placed.type.kind === 'array') this.wholeValue(placed.type, reference.where);
      return this.partsOf(placed).map((part) => ({ kind: 'store', place: part.place }));
    });
    if (!channel) return patterns;
    const wanted = fieldCount(channel);
    if (patterns.length > wanted) {
      const message = `a message of ${channel.name} has ${wanted} field${wanted === 1 ? '' : 's'}, not ${patterns.length}`;
      this.fail('wrong-kind', where, message);
    }
    while (patterns.length < wanted) patterns.push({ kind: 'ignore' });
    return patterns;
  }

  /** The process that is meant; without a number, the lowest of its type. */
  private processOf(
    symbol: ProctypeSymbol,
    { process, index }: Tree & { kind: 'at' | 'remote' },
  ): Expression {
    if (index) return this.condition(index);
    return this.world.laterExpression((types, bound) => {
      const { name, where } = process;
      if (symbol.atStart !== 1 || symbol.isRun) {
        const message = `of several processes ${name} the one with the lowest number is meant`;
        this.problems.notice('wrong-kind', where, message, `to mean another give its number: ${name}[1]`);
      }
      return lowestOf(symbol, types, bound);
    });
  }

  private at(tree: Tree & { kind: 'at' }): Expression {
    const symbol = this.proctype(tree.process.name, tree.process.where);
    const process = this.processOf(symbol, tree);
    const { name, where } = tree.label;
    return this.world.laterExpression(() => {
      const locations = symbol.labels.get(name);
      if (locations) return { kind: 'at', process, type: symbol.type, locations };
      const hint = this.didYouMean(name, symbol.labels.keys());
      this.problems.error('unknown-name', where, `${symbol.unit.name.name} has no label ${name}`, hint);
      return constant(0);
    });
  }

  private remote(tree: Tree & { kind: 'remote' }): Value {
    const symbol = this.proctype(tree.process.name, tree.process.where);
    const [{ name, where }] = tree.reference.parts;
    const variable = symbol.named.get(name);
    if (!variable) {
      const hint = this.didYouMean(name, symbol.named.keys());
      return this.fail('unknown-name', where, `${tree.process.name} has no variable ${name}`, hint);
    }
    const process = this.processOf(symbol, tree);
    const start: Place = {
      scope: 'other',
      process,
      type: symbol.type,
      variable: variable.variable,
      path: [],
    };
    const { place, type } = this.selected(tree.reference, start, variable);
    this.wholeValue(type, tree.where);
    // As SPIN has it: what does not exist has 0 everywhere.
    const test: Expression = { kind: 'exists', process };
    return {
      expression: { kind: 'conditional', test, whenTrue: read(place), whenFalse: constant(0) },
      type,
    };
  }
}

const isEmpty = (channel: Expression): Expression => ({ kind: 'channel', question: 'empty', channel });

/** A channel without buffer is never full: nothing stays in it. */
function isFull(channel: Expression, type: ChannelType | undefined): Expression {
  if (type?.capacity === 0) return constant(0);
  const full: Expression = { kind: 'channel', question: 'full', channel };
  return type ? full : binary('and', full, not(isEmpty(channel)));
}
