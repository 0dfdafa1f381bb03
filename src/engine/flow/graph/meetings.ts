/**
 * Who may step together: every step that one process takes alone, every send and receive without buffer that
 * may match, every way in which the members of a symbol may synchronise.
 */
import { scalarsOf } from '../../../model/data.js';
import type { Action, Step, System } from '../../../model/system.js';
import type { Part } from './net.js';
import type { SystemValues } from './values/system-values.js';
import { exactly, meets, stored, type ValueSet } from './values/value-set.js';

type Send = Extract<Action, { kind: 'send' }>;
type Receive = Extract<Action, { kind: 'receive' }>;

/** A half of a meeting over a channel. */
interface Half<A> {
  readonly part: Part;
  readonly action: A;
  /** The channels it may be, undefined when that is not known. */
  readonly channels: readonly number[] | undefined;
}

/** The parts of every move; undefined when there are more than `most`. */
export function meetings(system: System, values: SystemValues, most: number): Part[][] | undefined {
  const found: Part[][] = [];
  const sends: Half<Send>[] = [];
  const receives: Half<Receive>[] = [];
  const offers = system.symbols.map(() => new Map<number, Part[]>());
  const half = <A extends Send | Receive>(part: Part, action: A): Half<A> => ({
    part,
    action,
    channels: knownChannels(system, values.atStep(part.process, part.step, action.channel)),
  });
  const buffered = (channels: readonly number[] | undefined): boolean =>
    channels?.some((channel) => system.channels[channel - 1].capacity > 0) ?? true;
  system.instances.forEach(({ type }, process) => {
    system.types[type].steps.forEach((step: Step, index) => {
      const part = { process, step: index };
      const { action } = step;
      // What can be received is not all known while sends are left out, so a receive need only be offered.
      const taken =
        action.kind === 'receive' ? values.offered(process, index) : values.possible(process, index);
      if (!taken) return;
      switch (action.kind) {
        case 'internal':
        case 'choose':
          found.push([part]);
          break;
        case 'synchronise': {
          const theirs = offers[action.symbol].get(process) ?? [];
          offers[action.symbol].set(process, theirs);
          theirs.push(part);
          break;
        }
        case 'send': {
          const send = half(part, action);
          if (buffered(send.channels)) found.push([part]);
          sends.push(send);
          break;
        }
        case 'receive': {
          const receive = half(part, action);
          if (buffered(receive.channels) && values.possible(process, index)) found.push([part]);
          receives.push(receive);
          break;
        }
      }
    });
  });
  const take = (parts: Part[]): boolean => found.push(parts) <= most;
  for (const parts of pairs(system, values, sends, receives)) if (!take(parts)) return undefined;
  for (const [symbol, steps] of offers.entries()) {
    const members = system.instances.flatMap(({ type }, process) =>
      system.types[type].alphabet.includes(symbol) ? [process] : [],
    );
    if (members.length === 0 || !members.every((member) => steps.has(member))) continue;
    const choices = members.map((member) => steps.get(member)!);
    const ways = choices.reduce((product, { length }) => product * length, 1);
    if (found.length + ways > most) return undefined;
    for (let way = 0; way < ways; way++) {
      let rest = way;
      found.push(
        choices.map((options) => {
          const chosen = options[rest % options.length];
          rest = Math.floor(rest / options.length);
          return chosen;
        }),
      );
    }
  }
  return found;
}

function* pairs(
  system: System,
  values: SystemValues,
  sends: readonly Half<Send>[],
  receives: readonly Half<Receive>[],
): Generator<Part[]> {
  const on: Half<Receive>[][] = system.channels.map(() => []);
  for (const receive of receives) for (const channel of receive.channels ?? []) on[channel - 1].push(receive);
  const unknown = receives.filter(({ channels }) => channels === undefined);
  for (const send of sends) {
    const candidates = send.channels
      ? new Set([
          ...send.channels.flatMap((channel) =>
            system.channels[channel - 1].capacity === 0 ? on[channel - 1] : [],
          ),
          ...unknown,
        ])
      : receives;
    for (const receive of candidates) {
      if (receive.part.process !== send.part.process && match(system, values, send, receive)) {
        yield [send.part, receive.part];
      }
    }
  }
}

function match(system: System, values: SystemValues, send: Half<Send>, receive: Half<Receive>): boolean {
  const { patterns } = receive.action;
  const at = ({ process, step }: Part, expression: Send['channel']): ValueSet =>
    values.atStep(process, step, expression);
  for (const [mine, theirs] of [
    [send, receive],
    [receive, send],
  ] as const) {
    const only = mine.action.meeting?.only;
    if (only && !meets(at(mine.part, only), exactly(theirs.part.process))) return false;
  }
  return patterns.every((pattern, i) => {
    const value = send.action.values[i];
    if (pattern.kind !== 'match' || value === undefined || !send.channels) return true;
    const [wanted, given] = [at(receive.part, pattern.value), at(send.part, value)];
    return send.channels.some((channel) => {
      const fitted = stored(system.channels[channel - 1].fields.flatMap(scalarsOf)[i], given);
      return fitted !== undefined && meets(wanted, fitted);
    });
  });
}

/** The channels that these references mean; undefined where one may belong to a process. */
function knownChannels(system: System, { only }: ValueSet): number[] | undefined {
  if (!only?.every((reference) => reference >= 0 && reference <= system.channels.length)) return undefined;
  return only.filter((reference) => reference > 0);
}
