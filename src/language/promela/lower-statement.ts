/** Single statements as the contents of steps. */
import type { DataType } from '../../model/data.js';
import { binary, constant, type Expression, type Pattern, type Place, read } from '../../model/expression.js';
import type { ChannelType, Effect, EventLabel } from '../../model/system.js';
import { ExpressionLowering } from './lower-expression.js';
import type { Value } from './lower-place.js';
import { fieldCount, scalarFields } from './parts.js';
import { type Primitive, primitive } from './primitive.js';
import type { Where } from './sources.js';
import type { VariableSymbol } from './symbols.js';
import type { Reference, Step, Expression as Tree } from './syntax.js';

type Of<Kind extends Step['kind']> = Step & { kind: Kind };

const READ_ONLY = new Set(['_pid', '_last', '_nr_pr']);

export class StatementLowering extends ExpressionLowering {
  /** The content of a statement that is one step. */
  primitiveOf(step: Step): Primitive {
    switch (step.kind) {
      case 'assign':
        return this.assignment(step);
      case 'condition':
        return this.conditionOf(step);
      case 'send':
        return this.send(step);
      case 'receive':
        return this.receive(step);
      case 'else':
        return primitive('else', step.where, { isElse: true });
      case 'assert': {
        const condition = this.condition(step.condition);
        const message = `${step.text} is violated`;
        return primitive(step.text, step.where, { effects: [{ kind: 'assert', condition, message }] });
      }
      case 'print':
        return this.print(step);
      case 'printm': {
        const { expression, type } = this.value(step.value);
        const effect: Effect = {
          kind: 'print',
          text: '%e\n',
          arguments: [{ value: expression, ...(type && { type }) }],
        };
        return primitive(step.text, step.where, { effects: [effect] });
      }
      case 'set_priority':
        return primitive(step.text, step.where, {
          effects: this.setPriority(this.condition(step.process), this.condition(step.value)),
        });
      default:
        throw new Error(`${step.kind} is not one step`);
    }
  }

  /** `x = value`, in the words given. */
  assign(target: Reference, value: Value, text: string, where: Where): Primitive {
    const [{ name, index }] = target.parts;
    if (isNowhere(target)) return primitive(text, where);
    if (target.parts.length === 1 && !index) {
      if (name === '_priority') {
        const place = this.priorityPlace({ kind: 'self' });
        return primitive(text, where, { effects: [{ kind: 'assign', place, value: value.expression }] });
      }
      if (READ_ONLY.has(name)) this.fail('wrong-kind', target.where, `${name} cannot be assigned to`);
      if (this.world.types.literals.has(name)) {
        this.fail('wrong-kind', target.where, `${name} is a symbolic name, not a variable`);
      }
    }
    const { place, type } = this.place(target);
    this.takes(type, value, target.where);
    return primitive(text, where, { effects: [{ kind: 'assign', place, value: value.expression }] });
  }

  /** Notes that a value goes to a place, and complains where it cannot. */
  takes(type: DataType, value: Value, where: Where): void {
    if (type.kind === 'array')
      this.fail('wrong-kind', where, 'a whole array cannot be assigned to', 'give an index');
    if (type.kind === 'record') {
      this.fail(
        'wrong-kind',
        where,
        `a whole ${type.name} cannot be assigned to`,
        'assign its fields one by one',
      );
    }
    this.goesTo(type, value);
  }

  private goesTo(type: DataType, value: Value): void {
    const number = value.expression.kind === 'constant' ? value.expression.value : undefined;
    this.world.types.flows(type, value.type, number);
    this.fits(type, value);
  }

  /** A set of symbolic names can be kept as such only while nothing else is put into its variables. */
  private fits(type: DataType, value: Value): void {
    if (type.kind !== 'enumeration' || value.type === type) return;
    const { expression } = value;
    const known =
      expression.kind === 'constant' && expression.value >= 0 && expression.value < type.literals.length;
    if (!known) this.world.computesWithSets = true;
  }

  private assignment(step: Of<'assign'>): Primitive {
    if (step.value.kind === 'run') {
      if (isNowhere(step.target))
        return primitive(step.text, step.where, { effects: this.spawn(step.value) });
      const { place, type } = this.place(step.target);
      this.takes(
        type,
        { expression: constant(0), type: { kind: 'range', low: 0, high: 255, overflow: 'wrap' } },
        step.where,
      );
      return primitive(step.text, step.where, { effects: this.spawn(step.value, place) });
    }
    return this.assign(step.target, this.value(step.value), step.text, step.where);
  }

  private conditionOf(step: Of<'condition'>): Primitive {
    if (step.value.kind === 'run')
      return primitive(step.text, step.where, { effects: this.spawn(step.value) });
    const guard = this.condition(step.value);
    if (guard.kind === 'constant' && guard.value !== 0) return primitive(step.text, step.where);
    return primitive(step.text, step.where, { guard });
  }

  private spawn(tree: Tree & { kind: 'run' }, result?: Place): Effect[] {
    if (!this.scopes) this.fail('bad-structure', tree.where, 'run outside a proctype');
    const { name, where } = tree.proctype;
    const symbol = this.proctype(name, where);
    symbol.isRun = true;
    const values = tree.arguments.flatMap((argument) => this.scalars(argument));
    const wanted = symbol.parameters.length;
    if (values.length !== wanted) {
      const message = `${name} takes ${wanted} argument${wanted === 1 ? '' : 's'}, not ${values.length}`;
      this.fail('wrong-kind', tree.where, message);
    }
    values.forEach((value, i) => {
      this.takes(symbol.parameters[i], value, tree.where);
    });
    const spawn: Effect = {
      kind: 'spawn',
      type: symbol.type,
      arguments: values.map((value) => value.expression),
      ...(result && { result }),
    };
    if (!this.world.priorities) return [spawn];
    // Processes end in the reverse order of their creation, so the newest has the highest number.
    const newest: Expression = {
      kind: 'binary', operator: 'subtract', left: { kind: 'processCount' }, right: constant(1),
    }; // biome-ignore format: one line reads best
    const priority = tree.priority ? this.condition(tree.priority) : constant(1);
    return [spawn, { kind: 'assign', place: this.priorityPlace(newest), value: priority }];
  }

  /** Nothing happens to a process that does not exist: then one's own priority becomes what it is. */
  private setPriority(process: Expression, value: Expression): Effect[] {
    const self: Expression = { kind: 'self' };
    const exists: Expression = { kind: 'exists', process };
    const ifExists = (whenTrue: Expression, whenFalse: Expression): Expression => ({
      kind: 'conditional', test: exists, whenTrue, whenFalse,
    }); // biome-ignore format: one line reads best
    const inRange = binary(
      'and',
      binary('atMost', constant(1), value),
      binary('atMost', value, constant(255)),
    );
    return [
      {
        kind: 'assert',
        condition: ifExists(inRange, constant(1)),
        message: 'a priority is a number from 1 to 255',
      },
      {
        kind: 'assign',
        place: this.priorityPlace(ifExists(process, self)),
        value: ifExists(value, read(this.priorityPlace(self))),
      },
    ];
  }

  private priorityPlace(process: Expression): Place {
    const { variable } = this.world.priorities!;
    return { scope: 'shared', variable, path: [{ kind: 'index', index: process }] };
  }

  private send(step: Of<'send'>): Primitive {
    const { expression: channel, channelType } = this.channel(step.channel);
    const values = step.arguments.flatMap((argument) => this.scalars(argument));
    const wanted = channelType ? fieldCount(channelType) : values.length;
    if (values.length > wanted) {
      const message = `a message of ${channelType!.name} has ${wanted} field${wanted === 1 ? '' : 's'}, not ${values.length}`;
      this.fail('wrong-kind', step.where, message);
    }
    const effects = this.tooFew(values.length, wanted, 'given; the others are 0', step.where);
    while (values.length < wanted) values.push({ expression: constant(0) });
    this.messageFits(values, channelType);
    const event = this.event(step.channel, '!', values);
    return primitive(step.text, step.where, {
      action: {
        kind: 'send',
        channel,
        values: values.map((value) => value.expression),
        order: step.sorted ? 'sorted' : 'fifo',
        // Having met, the receiver goes on: an atomic sequence of the sender is interrupted.
        meeting: { yields: true },
      },
      effects,
      event,
      mayMeet: channelType === undefined || channelType.capacity === 0,
    });
  }

  /** A message with fields left out is an error when it is sent or taken; then the execution goes on. */
  private tooFew(given: number, wanted: number, how: string, where: Where): Effect[] {
    if (given >= wanted) return [];
    const message = `${given} of ${wanted} fields are ${how}`;
    this.problems.warning('wrong-kind', where, message);
    return [{ kind: 'assert', condition: constant(0), message }];
  }

  private messageFits(values: Value[], known: ChannelType | undefined): void {
    const suits = (fields: DataType[]) => fields.length === values.length;
    this.withFields(known, suits, (type, i) => {
      if (values[i]) this.goesTo(type, values[i]);
    });
  }

  /** The fields of that channel; of each that suits where only an execution tells which one it is. */
  private withFields(
    known: ChannelType | undefined,
    suits: (fields: DataType[]) => boolean,
    each: (type: DataType, field: number) => void,
  ): void {
    this.world.whenChannelsAreKnown.push(() => {
      const messages = known ? [scalarFields(known)] : this.allChannels().map(scalarFields).filter(suits);
      for (const fields of messages) fields.forEach(each);
    });
  }

  private allChannels(): ChannelType[] {
    const own = [...this.world.proctypes.values()].flatMap((symbol) => symbol.channels.map((c) => c.type));
    return [...this.world.channels, ...own];
  }

  private receive(step: Of<'receive'>): Primitive {
    const { expression: channel, channelType } = this.channel(step.channel);
    const patterns = this.patterns(step.arguments, channelType, step.where);
    this.storesFit(step, patterns, channelType);
    const event = this.event(step.channel, '?', this.received(step));
    const position = step.any ? 'any' : 'first';
    const given = this.patterns(step.arguments, undefined, step.where).length;
    const effects: Effect[] = [];
    if (!step.keep) {
      if (channelType) effects.push(...this.tooFew(given, fieldCount(channelType), 'received', step.where));
      else this.receivesAll(given, channel, patterns, effects, step.where);
    }
    return primitive(step.text, step.where, {
      action: { kind: 'receive', channel, patterns, position, ...(step.keep && { keep: true }) },
      effects,
      event,
    });
  }

  /** Adds what is wrong with a receive from a channel that only an execution tells. */
  private receivesAll(
    given: number,
    channel: Expression,
    patterns: Pattern[],
    effects: Effect[],
    where: Where,
  ): void {
    this.world.whenChannelsAreKnown.push(() => {
      const counts = this.allChannels()
        .map(fieldCount)
        .filter((count) => count >= given);
      if (counts.every((count) => count === given)) return;
      if (!counts.includes(given)) {
        effects.push(...this.tooFew(given, Math.min(...counts), 'received', where));
      } else if (!patterns.some((pattern) => pattern.kind === 'store' && isRead(pattern.place, channel))) {
        // Asked when the message is stored: then the variable must still say which channel it was.
        const fields: Expression = { kind: 'channel', question: 'fields', channel };
        const message = `a message has more fields than the ${given} that are received`;
        effects.push({ kind: 'assert', condition: binary('atMost', fields, constant(given)), message });
      }
    });
  }

  private storesFit(step: Of<'receive'>, patterns: Pattern[], known: ChannelType | undefined): void {
    const targets = step.arguments.flatMap((argument): (DataType | undefined)[] => {
      if (argument.kind === 'match') return [undefined];
      const [{ name }] = argument.reference.parts;
      if (name === '_' || this.world.types.literals.has(name)) return [undefined];
      const { type } = this.place(argument.reference);
      return type.kind === 'record' ? scalarFields({ name: '', capacity: 0, fields: [type] }) : [type];
    });
    const suits = (fields: DataType[]) => fields.length >= patterns.length;
    this.withFields(known, suits, (type, i) => {
      const target = targets[i];
      if (target) this.goesTo(target, { expression: { kind: 'self' }, type });
    });
  }

  /** The message as it was received, for those who watch. */
  private received(step: Of<'receive'>): Value[] {
    return step.arguments.flatMap((argument): Value[] => {
      if (argument.kind === 'match') return [this.value(argument.value)];
      const { reference } = argument;
      if (reference.parts[0].name === '_') return [];
      return this.scalars(reference);
    });
  }

  private event(channel: Reference, sign: '!' | '?', values: Value[]): EventLabel {
    const name = channel.parts.map((part) => part.name).join('.');
    const indices = channel.parts.flatMap((part) => (part.index ? [this.value(part.index)] : []));
    const shown = [...indices, ...values].map(({ expression, type }) => ({
      value: expression,
      ...(type && { type }),
    }));
    return { name: `${name}${sign}`, arguments: shown };
  }

  private print(step: Of<'print'>): Primitive {
    const values = step.arguments.map((argument) => this.value(argument));
    const effect: Effect = {
      kind: 'print',
      text: unescaped(step.format),
      arguments: values.map(({ expression, type }) => ({
        value: expression,
        ...(type?.kind === 'enumeration' && { type }),
      })),
    };
    return primitive(step.text, step.where, { effects: [effect] });
  }

  /** A declaration that is not at the start of its proctype gives the variable its value when it is reached. */
  declarationStep(symbol: VariableSymbol, value: Value | undefined, text: string, where: Where): Primitive {
    const { type, scope, variable } = symbol;
    if (type.kind === 'record') return primitive(text, where);
    // Of an array only the first element, as SPIN has it.
    const path: Place['path'] = type.kind === 'array' ? [{ kind: 'index', index: constant(0) }] : [];
    const element = type.kind === 'array' ? type.element : type;
    if (element.kind === 'record') return primitive(text, where);
    const given = value ?? { expression: constant(0) };
    this.takes(element, given, where);
    const place = { scope, variable, path } as Place;
    return primitive(text, where, { effects: [{ kind: 'assign', place, value: given.expression }] });
  }
}

function unescaped(format: string): string {
  return format.replace(/\\(.)/g, (_, character: string) => {
    if (character === 'n') return '\n';
    return character === 't' ? '\t' : character;
  });
}

/** Does the expression read this variable, or a part of it? */
function isRead({ scope, variable }: Place, expression: Expression): boolean {
  if (expression.kind !== 'read') return expression.kind !== 'constant';
  const { place } = expression;
  if (place.scope === scope && place.variable === variable) return true;
  return place.path.some(
    (selector) => selector.kind === 'index' && isRead({ scope, variable } as Place, selector.index),
  );
}

/** `_`: what is written there is gone. */
function isNowhere({ parts }: Reference): boolean {
  return parts.length === 1 && parts[0].name === '_' && !parts[0].index;
}
