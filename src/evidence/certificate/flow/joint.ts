/** The joint steps of a system, and what one of them does to a memory of which something is known. */
import { fitInto, showValue } from '../../../model/data.js';
import { messageScalars } from '../../../model/layout.js';
import { type Action, providedAt, type Step, type System } from '../../../model/system.js';
import { type EventPattern, matchesEvent } from '../../../property/event.js';
import type { Atom } from '../../../property/observer.js';
import { type Memory, Stuck, UNKNOWN, type Value } from './known.js';

export interface Joint {
  processes: number[];
  steps: Step[];
}

type Send = Extract<Action, { kind: 'send' }>;
type Receive = Extract<Action, { kind: 'receive' }>;

const MOST_JOINTS = 50_000;

/** Every combination of steps that could be one transition, or undefined where there are too many. */
export function jointSteps(system: System): Joint[] | undefined {
  const all: Joint[] = [];
  const offers = system.instances.map(({ type }) => system.types[type].steps);
  offers.forEach((steps, process) => {
    for (const step of steps) {
      const { action } = step;
      if (action.kind === 'synchronise') continue;
      const meets = action.kind === 'send' || action.kind === 'receive' ? meetsOn(system, action) : 'alone';
      if (meets !== 'meets') all.push({ processes: [process], steps: [step] });
      if (meets === 'alone' || action.kind !== 'send') continue;
      offers.forEach((theirs, partner) => {
        for (const other of theirs)
          if (partner !== process && other.action.kind === 'receive' && mayBeSame(action, other.action))
            all.push({ processes: [process, partner], steps: [step, other] });
      });
    }
  });
  for (let symbol = 0; symbol < system.symbols.length; symbol++) {
    const members = system.instances.flatMap(({ type }, process) =>
      system.types[type].alphabet.includes(symbol) ? [process] : [],
    );
    let found: Joint[] = members.length === 0 ? [] : [{ processes: [], steps: [] }];
    for (const process of members) {
      const mine = offers[process].filter(
        ({ action }) => action.kind === 'synchronise' && action.symbol === symbol,
      );
      found = found.flatMap(({ processes, steps }) =>
        mine.map((step) => ({ processes: [...processes, process], steps: [...steps, step] })),
      );
      if (found.length > MOST_JOINTS) return undefined;
    }
    all.push(...found);
  }
  return all.length > MOST_JOINTS ? undefined : all;
}

/** Without buffer a step meets; where the channel is not known before, both may be. */
function meetsOn(system: System, { channel }: Send | Receive): 'meets' | 'alone' | 'either' {
  const type = channel.kind === 'constant' ? system.channels[channel.value - 1] : undefined;
  if (type === undefined) return 'either';
  return type.capacity === 0 ? 'meets' : 'alone';
}

const mayBeSame = (send: Send, receive: Receive): boolean =>
  send.channel.kind !== 'constant' ||
  receive.channel.kind !== 'constant' ||
  send.channel.value === receive.channel.value;

/** Changes the memory as the joint step does, and gives the letters that may be read; throws Stuck. */
export function perform(joint: Joint, memory: Memory, atoms: readonly Atom[]): number[] {
  const { processes, steps } = joint;
  const { system } = memory;
  steps.forEach((step, i) => {
    const type = system.types[system.instances[processes[i]].type];
    for (const guard of [providedAt(type, step.from), step.guard])
      if (guard && memory.value(guard, processes[i]) === 0) throw new Stuck();
  });
  const { action } = steps[0];
  if (action.kind === 'send' && steps.length === 2) meet(joint, memory);
  else {
    if (action.kind === 'choose') memory.assign(action.place, UNKNOWN, processes[0]);
    if (action.kind === 'receive')
      for (const pattern of action.patterns)
        if (pattern.kind === 'store') memory.assign(pattern.place, UNKNOWN, processes[0]);
    steps.forEach((step, i) => {
      effects(step, memory, processes[i]);
    });
  }
  return letters(joint, memory, atoms);
}

function meet({ processes: [sender, receiver], steps }: Joint, memory: Memory): void {
  const send = steps[0].action as Send;
  const receive = steps[1].action as Receive;
  const channel = memory.value(send.channel, sender);
  const other = memory.value(receive.channel, receiver);
  if (channel !== UNKNOWN && other !== UNKNOWN && channel !== other) throw new Stuck();
  const type = channel === UNKNOWN ? undefined : memory.system.channels[channel - 1];
  const scalars = type === undefined ? [] : messageScalars(type);
  const message = send.values.map((expression, i): Value => {
    const value = memory.value(expression, sender);
    if (value === UNKNOWN || scalars[i] === undefined) return UNKNOWN;
    const fitted = fitInto(scalars[i], value);
    if (fitted === undefined) throw new Stuck();
    return fitted;
  });
  const differ = (a: Value, b: Value): boolean => a !== UNKNOWN && b !== UNKNOWN && a !== b;
  const only = (expression: Send['channel'] | undefined, self: number, partner: number): void => {
    if (expression && differ(memory.value(expression, self), partner)) throw new Stuck();
  };
  only(send.meeting?.only, sender, receiver);
  only(receive.meeting?.only, receiver, sender);
  receive.patterns.forEach((pattern, i) => {
    if (pattern.kind === 'match' && differ(memory.value(pattern.value, receiver), message[i]))
      throw new Stuck();
  });
  receive.patterns.forEach((pattern, i) => {
    if (pattern.kind === 'store') memory.assign(pattern.place, message[i], receiver);
  });
  if (receive.meeting?.partner) memory.assign(receive.meeting.partner, sender, receiver);
  effects(steps[1], memory, receiver);
  const given = (receive.meeting?.giveBack ?? []).map((expression) => memory.value(expression, receiver));
  if (send.meeting?.partner) memory.assign(send.meeting.partner, receiver, sender);
  (send.meeting?.takeBack ?? []).forEach((place, i) => {
    memory.assign(place, given[i], sender);
  });
  effects(steps[0], memory, sender);
}

function effects({ effects: all }: Step, memory: Memory, self: number): void {
  for (const effect of all) {
    if (effect.kind === 'assign') memory.assign(effect.place, memory.value(effect.value, self), self);
    else if (effect.kind === 'fault') throw new Stuck();
  }
}

/** Could an event of this name with some arguments be meant? */
function mayMean(pattern: EventPattern, name: string): boolean {
  if (pattern.kind === 'name') return pattern.name === name || pattern.name.startsWith(`${name}(`);
  return pattern.kind === 'call' ? pattern.name === name : true;
}

const MOST_OPEN = 12;

/** Every letter there may be: an atom that an argument decides which is not known may hold or not. */
function letters({ processes, steps }: Joint, memory: Memory, atoms: readonly Atom[]): number[] {
  let fixed = 0;
  let open = 0;
  const add = (name: string, values: (string | undefined)[] | undefined): void => {
    const known = values?.every((value) => value !== undefined) !== false;
    const texts = (values ?? []) as string[];
    const text = values === undefined ? name : `${name}(${texts.join(',')})`;
    atoms.forEach((atom, i) => {
      if (atom.kind !== 'event') return;
      if (!known) {
        if (mayMean(atom.pattern, name)) open |= 1 << i;
      } else if (matchesEvent(atom.pattern, { name, arguments: texts, text })) fixed |= 1 << i;
    });
  };
  const { action } = steps[0];
  const symbol = action.kind === 'synchronise' ? memory.system.symbols[action.symbol] : undefined;
  if (symbol && !symbol.hidden) add(symbol.name, undefined);
  steps.forEach(({ event }, i) => {
    if (event === undefined) return;
    const shown = event.arguments?.map(({ value, type }) => {
      const number = memory.value(value, processes[i]);
      return number === UNKNOWN ? undefined : type ? showValue(type, number) : String(number);
    });
    add(event.name, shown);
  });
  open &= ~fixed;
  const bits: number[] = [];
  for (let i = 0; i < atoms.length; i++) if (open & (1 << i)) bits.push(1 << i);
  if (bits.length > MOST_OPEN) throw new RangeError('too many events may be meant');
  return bits.reduce((all, bit) => all.flatMap((letter) => [letter, letter | bit]), [fixed]);
}
