/**
 * Values that decide nothing: no condition, no question and nothing that may fault looks at them, nor at anything
 * that is made of them. They are not kept: variables are not assigned, messages carry nothing in their place.
 * States that differ in nothing else become one, and each goes on as before. In a cycle such a value may have
 * another one each time round, so this is only for questions that a finite execution answers.
 */
import { boundsOf, type DataType } from '../../../model/data.js';
import { constant, type Expression, type Pattern, type Place } from '../../../model/expression.js';
import type { Action, Effect, ProcessType, Step, System, Variable } from '../../../model/system.js';
import { unwatched, type Watch } from '../../../model/watch.js';
import { Faultless } from '../reference/reduction/faultless.js';

type Assignment = Extract<Effect, { kind: 'assign' }>;

/** `asked`: what the questions are about. */
export function withoutIdleValues(
  system: System,
  asked: readonly Expression[],
  watch: Watch = unwatched,
): System {
  const uses = new Uses(system);
  uses.needs(asked, undefined);
  for (const type of system.types) {
    watch();
    uses.needs(type.provided, type);
    type.variables.forEach((variable, v) => {
      uses.start(type, variable, v);
    });
    for (const step of type.steps) uses.step(type, step);
  }
  const types = system.types.map((type): ProcessType => {
    watch();
    const steps = type.steps.map((step) => lightened(uses, type, step));
    return steps.some((step, s) => step !== type.steps[s]) ? { ...type, steps } : type;
  });
  return types.some((type, t) => type !== system.types[t]) ? { ...system, types } : system;
}

/** Where values are kept, by numbers: shared variables, those of each type of process, the fields of messages. */
class Uses {
  private readonly faultless: Faultless;
  private readonly firstOwn = new Map<ProcessType, number>();
  private readonly firstField: number[] = [];
  private readonly sources: (Set<number> | undefined)[] = [];
  private readonly needed = new Set<number>();

  constructor(private readonly system: System) {
    this.faultless = new Faultless(system);
    let next = system.variables.length;
    for (const type of system.types) {
      this.firstOwn.set(type, next);
      next += type.variables.length;
    }
    for (const { fields } of system.channels) {
      this.firstField.push(next);
      next += fields.length;
    }
  }

  isIdle(place: Place, type: ProcessType): boolean {
    return !this.needed.has(this.cell(place, type));
  }

  isIdleField(channel: Expression, field: number): boolean {
    return this.fields(channel, field).every((cell) => !this.needed.has(cell));
  }

  isIdleParameter(type: number, parameter: number): boolean {
    return !this.needed.has(this.firstOwn.get(this.system.types[type])! + parameter);
  }

  /** Nothing but what it does, apart from its condition and effects, can fault. */
  actsSafely(type: ProcessType, { from, to, action }: Step): boolean {
    return this.faultless.step(type, { from, to, action, effects: [] });
  }

  isSafe(type: ProcessType, effect: Effect): boolean {
    return this.faultless.effect(type, effect);
  }

  /** Giving this to a process of that type as its so-manyth parameter cannot fault. */
  isSafeArgument(type: ProcessType, value: Expression, started: ProcessType, parameter: number): boolean {
    return this.faultless.valueFits(type, value, started.variables[parameter].type);
  }

  /** Everything that is read there matters. */
  needs(part: unknown, type: ProcessType | undefined): void {
    for (const cell of this.reads(part, type)) this.need(cell);
  }

  /** What a variable of a process starts with may be made of others. */
  start(type: ProcessType, { initial }: Variable, variable: number): void {
    if (initial === undefined || initial === 'any') return;
    const place: Place = { scope: 'own', variable, path: [] };
    const safe = initial.every((value) => this.isSafe(type, { kind: 'assign', place, value }));
    if (safe) this.from(this.cell(place, type), initial, type);
    else this.needs(initial, type);
  }

  step(type: ProcessType, step: Step): void {
    const { guard, event, effects } = step;
    this.needs([guard, event], type);
    this.action(type, step);
    for (const effect of effects) this.effect(type, effect);
  }

  private action(type: ProcessType, step: Step): void {
    const { action } = step;
    if (action.kind === 'choose') this.needs([action.low, action.high, action.place.path], type);
    if (action.kind !== 'send' && action.kind !== 'receive') return;
    const { meeting } = action;
    this.needs([action.channel, meeting?.only, meeting?.giveBack], type);
    for (const place of [...(meeting?.takeBack ?? []), ...(meeting?.partner ? [meeting.partner] : [])])
      this.keep(place, type);
    const safe = this.actsSafely(type, step);
    if (action.kind === 'send') {
      action.values.forEach((value, i) => {
        if (!safe) this.needs(value, type);
        for (const cell of this.fields(action.channel, i)) {
          this.from(cell, value, type);
          // Where it is put depends on what it is.
          if (action.order === 'sorted') this.need(cell);
        }
      });
      return;
    }
    action.patterns.forEach((pattern, i) => {
      if (pattern.kind === 'ignore') return;
      const fields = this.fields(action.channel, i);
      if (pattern.kind === 'match') {
        this.needs(pattern.value, type);
        for (const field of fields) this.need(field);
        return;
      }
      const cell = this.cell(pattern.place, type);
      for (const field of fields) this.join(cell, field);
      this.from(cell, pattern.place.path, type);
      if (!safe) this.keep(pattern.place, type);
    });
  }

  private effect(type: ProcessType, effect: Effect): void {
    switch (effect.kind) {
      case 'assign':
        if (this.isSafe(type, effect))
          this.from(this.cell(effect.place, type), [effect.value, effect.place.path], type);
        else if (this.faultless.targetOf(type, effect)) {
          this.needs(effect.place.path, type);
          this.from(this.cell(effect.place, type), effect.value, type);
        } else {
          this.needs(effect.value, type);
          this.keep(effect.place, type);
        }
        return;
      case 'spawn': {
        const started = this.system.types[effect.type];
        const first = this.firstOwn.get(started)!;
        effect.arguments.forEach((value, i) => {
          if (this.isSafeArgument(type, value, started, i)) this.from(first + i, value, type);
          else {
            this.needs(value, type);
            this.need(first + i);
          }
        });
        if (effect.result) this.keep(effect.result, type);
        return;
      }
      default:
        this.needs(effect, type);
    }
  }

  /** What the place holds matters, and which place it is. */
  private keep(place: Place, type: ProcessType): void {
    this.need(this.cell(place, type));
    this.needs([place.path, place.scope === 'other' ? place.process : undefined], type);
  }

  /** The cell is made of what is read there. */
  private from(cell: number, part: unknown, type: ProcessType): void {
    for (const source of this.reads(part, type)) this.join(cell, source);
  }

  private join(cell: number, source: number): void {
    const sources = this.sources[cell] ?? new Set();
    this.sources[cell] = sources.add(source);
    if (this.needed.has(cell)) this.need(source);
  }

  private need(cell: number): void {
    const waiting = [cell];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (this.needed.has(next)) continue;
      this.needed.add(next);
      waiting.push(...(this.sources[next] ?? []));
    }
  }

  private reads(part: unknown, type: ProcessType | undefined, found: number[] = []): number[] {
    if (typeof part !== 'object' || part === null) return found;
    const expression = part as Partial<Expression>;
    if (expression.kind === 'read' && expression.place) found.push(this.cell(expression.place, type));
    if (expression.kind === 'poll')
      expression.patterns?.forEach((pattern, i) => {
        if (pattern.kind === 'match') found.push(...this.fields(expression.channel!, i));
      });
    for (const inner of Object.values(part)) this.reads(inner, type, found);
    return found;
  }

  private cell(place: Place, type: ProcessType | undefined): number {
    if (place.scope === 'shared') return place.variable;
    const owner = place.scope === 'other' ? this.system.types[place.type] : type!;
    return this.firstOwn.get(owner)! + place.variable;
  }

  /** That field of the channel; of every channel where only an execution tells which one it is. */
  private fields(channel: Expression, field: number): number[] {
    const { channels } = this.system;
    const which = channel.kind === 'constant' ? [channel.value - 1] : [...channels.keys()];
    return which.flatMap((c) =>
      field < (channels[c]?.fields.length ?? 0) ? [this.firstField[c] + field] : [],
    );
  }

  /** What is left of an assignment to what nobody looks at: that there is such a place at all. */
  lightAssignment(type: ProcessType, effect: Assignment): Effect[] {
    if (this.isSafe(type, effect)) return [];
    const target = this.faultless.targetOf(type, effect);
    const value = target ? nothing(target, effect.value) : effect.value;
    return [value === effect.value ? effect : { ...effect, value }];
  }

  /** What a message carries in place of a value that nobody looks at. */
  nothingFor(channel: Expression, field: number, value: Expression): Expression {
    const known = channel.kind === 'constant' ? this.system.channels[channel.value - 1] : undefined;
    return known ? nothing(known.fields[field], value) : value;
  }

  nothingAs(type: number, parameter: number, value: Expression): Expression {
    return nothing(this.system.types[type].variables[parameter].type, value);
  }
}

/** The step without what is idle; the same one where nothing is. */
function lightened(uses: Uses, type: ProcessType, step: Step): Step {
  const action = uses.actsSafely(type, step) ? lightAction(uses, type, step.action) : step.action;
  const effects = step.effects.flatMap((effect): Effect[] => {
    if (effect.kind === 'assign')
      return uses.isIdle(effect.place, type) ? uses.lightAssignment(type, effect) : [effect];
    if (effect.kind !== 'spawn') return [effect];
    const given = effect.arguments.map((value, i) =>
      uses.isIdleParameter(effect.type, i) ? uses.nothingAs(effect.type, i, value) : value,
    );
    return [
      given.some((value, i) => value !== effect.arguments[i]) ? { ...effect, arguments: given } : effect,
    ];
  });
  const same = action === step.action && effects.length === step.effects.length;
  return same && effects.every((effect, i) => effect === step.effects[i])
    ? step
    : { ...step, action, effects };
}

function lightAction(uses: Uses, type: ProcessType, action: Action): Action {
  if (action.kind === 'send') {
    const values = action.values.map((value, i) =>
      uses.isIdleField(action.channel, i) ? uses.nothingFor(action.channel, i, value) : value,
    );
    return values.some((value, i) => value !== action.values[i]) ? { ...action, values } : action;
  }
  if (action.kind !== 'receive') return action;
  const patterns = action.patterns.map(
    (pattern): Pattern =>
      pattern.kind === 'store' && uses.isIdle(pattern.place, type) ? { kind: 'ignore' } : pattern,
  );
  return patterns.some((pattern, i) => pattern !== action.patterns[i]) ? { ...action, patterns } : action;
}

/** The value nearest to zero; the very expression where it is that one already. */
function nothing(type: DataType, value: Expression): Expression {
  const { low, high } = boundsOf(type);
  const least = low <= 0 && high >= 0 ? 0 : low;
  return value.kind === 'constant' && value.value === least ? value : constant(least);
}
