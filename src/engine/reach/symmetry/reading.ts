/** Goes through the code of a system and notes what its places are used for. */
import type { DataType } from '../../../model/data.js';
import type { Expression, Pattern, Place } from '../../../model/expression.js';
import { messageSize } from '../../../model/layout.js';
import type { Action, Effect, Meeting, ProcessType, System } from '../../../model/system.js';
import type { Likeness, Own } from './alike.js';
import { isSame, Kinds, type Source } from './kinds.js';

/** A choice of any value from a range. */
interface Choice {
  node: number;
  low: number;
  high: number;
}

/** Whose code is being read: its local variables, and its number if it has only one. */
interface Reader {
  name: string;
  variables: ProcessType['variables'];
  self?: number;
}

export class Reading {
  readonly kinds = new Kinds();
  /** Holds numbers of processes. */
  readonly processes = this.kinds.named('process');
  /** Shared variables and channels that belong to members, and those that are named as what they are. */
  readonly families = { variable: new Map<number, Own[]>(), channel: new Map<number, Own[]>() };
  readonly fixed = { variable: new Map<number, Set<Source>>(), channel: new Map<number, Set<Source>>() };
  readonly choices: Choice[] = [];
  /** Where channels are referred to by what a place holds. */
  readonly references: number[] = [];
  private source: Source;
  private readonly passed = new Set<string>();
  private readonly readers: Reader[];

  constructor(
    private readonly system: System,
    private readonly likeness: Likeness,
  ) {
    const { kinds } = this;
    const { groups } = likeness;
    groups.forEach(({ members }, group) => {
      kinds.give(this.processes, { group, values: members });
    });
    const grouped = new Map<number, number>();
    groups.forEach(({ members }, group) => {
      for (const process of members) {
        const { type } = system.instances[process];
        grouped.set(type, grouped.get(type) ?? group);
      }
    });
    this.readers = system.types.map((type, t) => {
      const group = grouped.get(t);
      const running = system.instances.flatMap(({ type: own }, process) => (own === t ? [process] : []));
      const single = running.length === 1 && !this.isStarted(t);
      return {
        name: group === undefined ? `type ${t}` : `group ${group}`,
        variables: type.variables,
        ...(single ? { self: running[0] } : {}),
      };
    });
    groups.forEach(({ type, arguments: given, members: [first] }) => {
      const { name, variables } = this.readers[system.instances[first].type];
      this.process(type, { name, variables });
      for (const [v, value] of given.entries())
        kinds.unite(kinds.named(`${name} ${v}`), this.value(value, { name, variables }));
    });
    likeness.others.forEach((type, t) => {
      if (!grouped.has(t)) this.process(type, this.readers[t], t);
    });
    const members = new Set(groups.flatMap((group) => group.members));
    system.instances.forEach((instance, process) => {
      if (members.has(process)) return;
      for (const [v, value] of instance.arguments.entries())
        kinds.unite(
          kinds.named(`${this.readers[instance.type].name} ${v}`),
          kinds.constant(value, undefined),
        );
    });
  }

  private isStarted(type: number): boolean {
    return this.system.types.some(({ steps }) =>
      steps.some(({ effects }) => effects.some((effect) => effect.kind === 'spawn' && effect.type === type)),
    );
  }

  /** What may pass through channels that are not known by name. */
  get passedOn(): number[] {
    return [...this.passed].map((field) => this.kinds.named(`any channel ${field}`));
  }

  /** The kinds of what the variables of a type hold. */
  heldBy(type: number): number[] {
    const { name, variables } = this.readers[type];
    return variables.flatMap(({ type: data }, v) =>
      [...scalarNames(`${name} ${v}`, data)].map((one) => this.kinds.named(one)),
    );
  }

  /** The name that the variables of a process go by. */
  nameOf(type: number): string {
    return this.readers[type].name;
  }

  /** `other`: the number of the type, where its processes are like no others. */
  private process(type: ProcessType, by: Reader, other?: number): void {
    const { kinds } = this;
    type.variables.forEach(({ initial }, v) => {
      if (initial === undefined || initial === 'any') return;
      for (const value of initial)
        for (const name of scalarNames(`${by.name} ${v}`, type.variables[v].type))
          kinds.unite(kinds.named(name), this.value(value, by));
    });
    if (type.provided) this.reckon(type.provided, by);
    for (const { from, guard, action, effects } of type.steps) {
      this.source = other === undefined ? undefined : { type: other, from };
      if (guard) this.reckon(guard, by);
      this.action(action, by);
      // The first of several possibilities is taken there, not any.
      if (type.locations[from].region === 'indivisible') this.isFirst(action, by);
      for (const effect of effects) this.effect(effect, by);
    }
    this.source = undefined;
  }

  private reckon(expression: Expression, by: Reader): number {
    return this.kinds.unite(this.kinds.plain, this.value(expression, by));
  }

  private anyProcess(expression: Expression, by: Reader): void {
    this.kinds.unite(this.processes, this.value(expression, by));
  }

  /** Some process, if it has this type: where the members of a group have several types, that tells them apart. */
  private anyOf(type: number, process: Expression, by: Reader): void {
    const { instances } = this.system;
    const { name } = this.readers[type];
    const isTold = this.likeness.groups.some(
      ({ members }) =>
        this.readers[instances[members[0]].type].name === name &&
        members.some((member) => instances[member].type !== type),
    );
    const isFixed = process.kind === 'constant' && !this.likeness.own.has(process);
    if (isTold && !isFixed) this.kinds.unite(this.processes, this.kinds.plain);
    this.anyProcess(process, by);
  }

  /** The kind of what an expression gives. */
  private value(expression: Expression, by: Reader): number {
    const { kinds } = this;
    switch (expression.kind) {
      case 'constant': {
        const own = this.likeness.own.get(expression);
        return own ? kinds.fresh([own]) : kinds.constant(expression.value, this.source);
      }
      case 'self':
        return by.self === undefined ? kinds.plain : kinds.constant(by.self, this.source);
      case 'read':
        return this.place(expression.place, by);
      case 'unary':
        this.reckon(expression.operand, by);
        return kinds.plain;
      case 'binary': {
        const [left, right] = [this.value(expression.left, by), this.value(expression.right, by)];
        kinds.unite(left, right);
        if (expression.operator !== 'equal' && expression.operator !== 'unequal')
          kinds.unite(kinds.plain, left);
        return kinds.plain;
      }
      case 'conditional':
        this.reckon(expression.test, by);
        return kinds.unite(this.value(expression.whenTrue, by), this.value(expression.whenFalse, by));
      case 'processCount':
      case 'alone':
      case 'timeout':
        return kinds.plain;
      case 'lastProcess':
        return this.processes;
      case 'channel':
        this.channels(expression.channel, by);
        return kinds.plain;
      case 'poll':
        this.patterns(this.channels(expression.channel, by), expression.patterns, by);
        return kinds.plain;
      case 'at':
        this.anyOf(expression.type, expression.process, by);
        return kinds.plain;
      case 'location':
      case 'exists':
      case 'enabled':
        this.anyProcess(expression.process, by);
        return kinds.plain;
    }
  }

  private place(place: Place, by: Reader): number {
    if (place.scope === 'own') return this.part(`${by.name} ${place.variable}`, place, by);
    if (place.scope === 'other') {
      this.anyOf(place.type, place.process, by);
      return this.part(`${this.readers[place.type].name} ${place.variable}`, place, by);
    }
    const own = this.likeness.own.get(place);
    this.note('variable', place.variable, own);
    const nodes = (own?.values ?? [place.variable]).map((v) => this.part(`shared ${v}`, place, by));
    return nodes.reduce((a, b) => this.kinds.unite(a, b));
  }

  /** Something is named: as what it is, or as what belongs to each member. */
  note(what: 'variable' | 'channel', number: number, own?: Own): void {
    if (!own) {
      this.fixed[what].set(number, new Set([...(this.fixed[what].get(number) ?? []), this.source]));
      return;
    }
    for (const value of own.values) {
      const known = this.families[what].get(value) ?? [];
      if (!known.some((other) => isSame(other, own))) this.families[what].set(value, [...known, own]);
    }
  }

  private part(variable: string, { path }: Place, by: Reader): number {
    const { kinds } = this;
    let name = variable;
    for (const selector of path) {
      if (selector.kind === 'index') {
        kinds.unite(kinds.named(`${name}#`), this.value(selector.index, by));
        name += '[]';
      } else name += `.${selector.field}`;
    }
    return kinds.named(name);
  }

  /** The kinds of what goes through a channel: its fields, and what is given back. */
  private channels(channel: Expression, by: Reader): (field: string) => number {
    const { kinds } = this;
    if (channel.kind !== 'constant') {
      const reference = this.value(channel, by);
      this.references.push(reference);
      return (field) => this.anyChannel(field);
    }
    const own = this.likeness.own.get(channel);
    this.note('channel', channel.value, own);
    return (field) =>
      (own?.values ?? [channel.value])
        .map((c) => kinds.named(`channel ${c} ${field}`))
        .reduce((a, b) => kinds.unite(a, b));
  }

  private anyChannel(field: string): number {
    const { kinds, system } = this;
    this.passed.add(field);
    return system.channels
      .map((channel, c) =>
        field.startsWith('back') || Number(field) < messageSize(channel)
          ? kinds.named(`channel ${c + 1} ${field}`)
          : kinds.fresh(),
      )
      .reduce((a, b) => kinds.unite(a, b), kinds.named(`any channel ${field}`));
  }

  private patterns(fieldOf: (field: string) => number, patterns: readonly Pattern[], by: Reader): void {
    for (const [i, pattern] of patterns.entries()) {
      const field = fieldOf(String(i));
      if (pattern.kind === 'match') this.kinds.unite(field, this.value(pattern.value, by));
      else if (pattern.kind === 'store') this.kinds.unite(field, this.place(pattern.place, by));
    }
  }

  private action(action: Action, by: Reader): void {
    const { kinds } = this;
    if (action.kind === 'choose') {
      const node = this.place(action.place, by);
      const { low, high } = action;
      const isFixed = (end: Expression): end is Extract<Expression, { kind: 'constant' }> =>
        end.kind === 'constant' && !this.likeness.own.has(end);
      if (isFixed(low) && isFixed(high)) this.choices.push({ node, low: low.value, high: high.value });
      else for (const end of [low, high]) kinds.unite(node, this.reckon(end, by));
    } else if (action.kind === 'send') {
      const fieldOf = this.channels(action.channel, by);
      for (const [i, value] of action.values.entries()) {
        const field = kinds.unite(fieldOf(String(i)), this.value(value, by));
        if (action.order === 'sorted') kinds.unite(kinds.plain, field);
      }
      this.meeting(action.meeting, fieldOf, by);
    } else if (action.kind === 'receive') {
      const fieldOf = this.channels(action.channel, by);
      this.patterns(fieldOf, action.patterns, by);
      this.meeting(action.meeting, fieldOf, by);
    }
  }

  private isFirst(action: Action, by: Reader): void {
    if (action.kind === 'choose') this.kinds.unite(this.kinds.plain, this.place(action.place, by));
    const meets = this.system.channels.some(({ capacity }) => capacity === 0);
    if (meets && (action.kind === 'send' || action.kind === 'receive'))
      this.kinds.unite(this.processes, this.kinds.plain);
  }

  private meeting(meeting: Meeting | undefined, fieldOf: (field: string) => number, by: Reader): void {
    const { kinds } = this;
    if (meeting?.only) this.anyProcess(meeting.only, by);
    if (meeting?.partner) kinds.unite(this.processes, this.place(meeting.partner, by));
    for (const [i, value] of (meeting?.giveBack ?? []).entries())
      kinds.unite(fieldOf(`back ${i}`), this.value(value, by));
    for (const [i, place] of (meeting?.takeBack ?? []).entries())
      kinds.unite(fieldOf(`back ${i}`), this.place(place, by));
  }

  private effect(effect: Effect, by: Reader): void {
    const { kinds } = this;
    switch (effect.kind) {
      case 'assign':
        kinds.unite(this.place(effect.place, by), this.value(effect.value, by));
        break;
      case 'assert':
        this.reckon(effect.condition, by);
        break;
      case 'print':
        for (const { value } of effect.arguments) this.value(value, by);
        break;
      case 'spawn':
        for (const [v, value] of effect.arguments.entries())
          kinds.unite(kinds.named(`${this.readers[effect.type].name} ${v}`), this.value(value, by));
        if (effect.result) kinds.unite(this.processes, this.place(effect.result, by));
        break;
      case 'exit':
      case 'fault':
        break;
    }
  }
}

/** The names of the places that the scalars of a variable are: every element of an array counts as the same. */
function* scalarNames(name: string, type: DataType): Generator<string> {
  if (type.kind === 'array') yield* scalarNames(`${name}[]`, type.element);
  else if (type.kind === 'record')
    for (const [f, field] of type.fields.entries()) yield* scalarNames(`${name}.${f}`, field.type);
  else yield name;
}
