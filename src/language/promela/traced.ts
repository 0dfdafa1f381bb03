/**
 * What a trace assertion sees of sends and receives: the channel that is meant, whatever variable or parameter leads to
 * it, and all fields of the message, also those that are received into `_`.
 */
import { scalarsOf } from '../../model/data.js';
import { binary, constant, type Expression, not, type Place, read } from '../../model/expression.js';
import type { Declared } from '../../model/program.js';
import type { EventLabel, ProcessType, Step } from '../../model/system.js';
import type { World } from './world.js';

/** Lets the steps show what the trace assertions of the program are about. */
export function showTraced(declared: readonly Declared[], types: ProcessType[], world: World): void {
  const sides: Record<string, Set<number>> = { send: new Set(), receive: new Set() };
  for (const one of declared) {
    if (one.kind !== 'trace') continue;
    for (const { side, channel } of one.trace.edges)
      if (channel.kind === 'constant') sides[side].add(channel.value);
  }
  const ignored = new Ignored(world);
  for (const type of types) {
    type.steps = type.steps.flatMap((step) =>
      split(step, [...(sides[step.action.kind] ?? [])], world, ignored),
    );
  }
}

/** One step for each of the channels that the step may be about, and one for all others. */
function split(step: Step, traced: number[], world: World, ignored: Ignored): Step[] {
  const { action } = step;
  if (action.kind !== 'send' && action.kind !== 'receive') return [step];
  const { channel } = action;
  if (channel.kind === 'constant')
    return traced.includes(channel.value) ? [shown(step, channel.value, world, ignored)] : [step];
  const fields = (number: number) => world.channels[number - 1].fields.flatMap(scalarsOf).length;
  const given = action.kind === 'send' ? action.values.length : action.patterns.length;
  const possible = traced.filter((number) => fields(number) === given);
  // A parameter or a variable of a process may have the name of a traced channel.
  const own = step.event && { ...step, event: { ...step.event, name: `_:${step.event.name}` } };
  const other =
    own && traced.some((number) => eventName(number, action.kind, world) === step.event?.name) ? own : step;
  if (possible.length === 0) return [other];
  const is = possible.map((number) => binary('equal', channel, constant(number)));
  const none = is.map((test) => not(test)).reduce((a, b) => binary('and', a, b));
  const guarded = (part: Step, test: Expression): Step => ({
    ...part,
    guard: part.guard ? binary('and', part.guard, test) : test,
  });
  return [
    ...possible.map((number, i) => guarded(shown(step, number, world, ignored), is[i])),
    guarded(other, none),
  ];
}

const elementOf = (name: string) => /^(.*)\[(\d+)\]$/.exec(name);

function eventName(number: number, side: 'send' | 'receive', world: World): string {
  const { name } = world.channels[number - 1];
  return `${elementOf(name)?.[1] ?? name}${side === 'send' ? '!' : '?'}`;
}

function shown(step: Step, number: number, world: World, ignored: Ignored): Step {
  const channel = world.channels[number - 1];
  const element = elementOf(channel.name);
  const index = element ? [{ value: constant(Number(element[2])) }] : [];
  const fields = channel.fields.flatMap(scalarsOf);
  const event = (sign: string, values: Expression[]): EventLabel => ({
    name: `${element?.[1] ?? channel.name}${sign}`,
    arguments: [...index, ...values.map((value, i) => ({ value, ...(fields[i] && { type: fields[i] }) }))],
  });
  const { action } = step;
  if (action.kind === 'send') return { ...step, event: event('!', action.values) };
  if (action.kind !== 'receive') return step;
  const patterns = action.patterns.map((pattern, i) =>
    pattern.kind === 'ignore' ? { kind: 'store' as const, place: ignored.place(i) } : pattern,
  );
  const values = patterns.map((pattern) =>
    pattern.kind === 'store' ? read(pattern.place) : pattern.kind === 'match' ? pattern.value : constant(0),
  );
  return { ...step, action: { ...action, patterns }, event: event('?', values) };
}

/** Where a field that the program ignores is kept until its receive has been seen. */
class Ignored {
  private readonly variables: number[] = [];

  constructor(private readonly world: World) {}

  place(field: number): Place {
    const { variables } = this.world;
    this.variables[field] ??=
      variables.push({
        name: '_',
        type: { kind: 'range', low: -(2 ** 31), high: 2 ** 31 - 1, overflow: 'wrap' },
      }) - 1;
    return { scope: 'shared', variable: this.variables[field], path: [] };
  }
}
