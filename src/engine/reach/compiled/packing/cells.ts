/**
 * Which values each integer of a state can have, as far as declarations tell. A cell that no step
 * writes keeps its initial value; the free room of buffers and of absent processes is 0.
 */
import { boundsOf, type DataType, scalarsOf, sizeOf } from '../../../../model/data.js';
import type { Place } from '../../../../model/expression.js';
import type { Interpreter } from '../../../../model/interpreter.js';
import { messageScalars, PROCESS_LOCATION, PROCESS_TYPE } from '../../../../model/layout.js';
import type { ChannelType, Step, System } from '../../../../model/system.js';

export interface Bounds {
  low: number;
  high: number;
}

export const bitsFor = ({ low, high }: Bounds): number =>
  high === low ? 0 : Math.floor(Math.log2(high - low)) + 1;

/** A process slot that holds one and the same process for ever has no other residents. */
export interface Slot {
  fixed: boolean;
  /** The types a process in this slot may have. */
  residents: number[];
}

const within = (a: Bounds, b: Bounds): Bounds => ({
  low: Math.min(a.low, b.low),
  high: Math.max(a.high, b.high),
});
const ZERO: Bounds = { low: 0, high: 0 };

/** The places a step writes, by action and effects. */
function writtenBy(step: Step): Place[] {
  const { action } = step;
  const places: (Place | undefined)[] = [];
  if (action.kind === 'choose') places.push(action.place);
  if (action.kind === 'receive')
    places.push(...action.patterns.map((pattern) => (pattern.kind === 'store' ? pattern.place : undefined)));
  if (action.kind === 'receive' || action.kind === 'send')
    places.push(action.meeting?.partner, ...(action.meeting?.takeBack ?? []));
  for (const effect of step.effects) {
    if (effect.kind === 'assign') places.push(effect.place);
    if (effect.kind === 'spawn') places.push(effect.result);
  }
  return places.filter((place) => place !== undefined);
}

export function slotsOf(system: System): Slot[] {
  const has = (kind: 'spawn' | 'exit', type: number) =>
    system.types[type].steps.flatMap((step) => step.effects.filter((effect) => effect.kind === kind));
  const spawned = new Set(
    system.types.flatMap((_, type) =>
      has('spawn', type).flatMap((effect) => (effect.kind === 'spawn' ? [effect.type] : [])),
    ),
  );
  return Array.from({ length: system.processBound }, (_, p) => {
    const instance = system.instances[p];
    if (instance && has('exit', instance.type).length === 0)
      return { fixed: true, residents: [instance.type] };
    const started = system.residents?.[p] ?? spawned;
    return { fixed: false, residents: [...new Set([...(instance ? [instance.type] : []), ...started])] };
  });
}

export function cellsOf(interpreter: Interpreter, slots: Slot[], initial: Int32Array[]): Bounds[] {
  const { system, layout } = interpreter;
  const written = new Set<string>();
  system.types.forEach((type, t) => {
    for (const place of type.steps.flatMap(writtenBy)) {
      const owner = place.scope === 'shared' ? 'shared' : place.scope === 'own' ? t : place.type;
      written.add(`${owner} ${place.variable}`);
    }
  });
  const cells: (Bounds | undefined)[] = new Array(layout.size).fill(undefined);
  const include = (offset: number, bounds: Bounds): void => {
    const known = cells[offset];
    cells[offset] = known ? within(known, bounds) : bounds;
  };
  const includeInitial = (offset: number): void => {
    for (const state of initial) include(offset, { low: state[offset], high: state[offset] });
  };
  const includeType = (offset: number, type: DataType): void => {
    scalarsOf(type).forEach((scalar, i) => {
      include(offset + i, boundsOf(scalar));
    });
  };
  const includeChannel = (offset: number, channel: ChannelType): void => {
    include(offset, { low: 0, high: channel.capacity });
    const scalars = messageScalars(channel);
    for (let i = 0; i < channel.capacity * scalars.length; i++) {
      include(offset + 1 + i, within(ZERO, boundsOf(scalars[i % scalars.length])));
    }
  };

  const atomic = system.types.some((type) => type.locations.some(({ region }) => region === 'atomic'));
  const someone = { low: 0, high: system.processBound };
  include(layout.exclusive, atomic ? someone : ZERO);
  if (layout.lastProcess >= 0) include(layout.lastProcess, someone);
  system.variables.forEach((variable, v) => {
    const count = sizeOf(variable.type);
    for (let i = 0; i < count; i++) includeInitial(layout.shared[v] + i);
    if (written.has(`shared ${v}`)) includeType(layout.shared[v], variable.type);
  });
  system.channels.forEach((channel, c) => {
    includeChannel(layout.channels[c], channel);
  });
  slots.forEach((slot, p) => {
    const base = layout.processes[p];
    for (let i = 0; i < layout.processSize[p]; i++) {
      includeInitial(base + i);
      if (!slot.fixed) include(base + i, ZERO);
    }
    for (const t of slot.residents) {
      const type = system.types[t];
      include(base + PROCESS_TYPE, { low: t + 1, high: t + 1 });
      include(base + PROCESS_LOCATION, { low: 0, high: type.locations.length - 1 });
      type.variables.forEach((variable, v) => {
        const offset = base + layout.types[t].variables[v];
        if (!slot.fixed || written.has(`${t} ${v}`)) includeType(offset, variable.type);
      });
      type.channels.forEach(({ type: channel }, c) => {
        includeChannel(base + layout.types[t].channels[c], channel);
      });
    }
  });
  return cells.map((bounds) => bounds ?? ZERO);
}

/** For each cell the variable or the field of messages that it belongs to, the same for all like processes. */
export function kindsOf({ system, layout }: Interpreter, slots: Slot[], count: number): string[] {
  const kinds: string[] = new Array(count).fill('');
  system.variables.forEach((variable, v) => {
    const size = sizeOf(variable.type);
    kinds.fill(`shared ${v}`, layout.shared[v], layout.shared[v] + size);
  });
  system.channels.forEach((channel, c) => {
    const width = messageScalars(channel).length;
    for (let i = 0; i < channel.capacity * width; i++)
      kinds[layout.channels[c] + 1 + i] = `message ${width} ${i % width}`;
  });
  // Types of one name are variants of one type; who came to a place last is likely to stay.
  const nameOf = ({ residents }: Slot) =>
    residents.length === 0 ? '' : system.types[residents[residents.length - 1]].name;
  slots.forEach((slot, p) => {
    for (let i = 0; i < layout.processSize[p]; i++)
      kinds[layout.processes[p] + i] = `process ${nameOf(slot)} ${i}`;
  });
  return kinds;
}
