/**
 * What a step touches. All questions of independence are asked of this, never of a language: two steps
 * of different processes can be exchanged where neither writes what the other reads, writes or tests.
 */
import type { Expression, Place, Selector } from './expression.js';
import type { Effect, Step } from './system.js';

export type Resource =
  /** A shared variable; `element` is set where only one integer of it is touched, at that constant offset. */
  | { kind: 'shared'; variable: number; element?: number }
  /** A variable of the process itself. */
  | { kind: 'own'; variable: number }
  /** A variable of some other process of this type. */
  | { kind: 'other'; type: number; variable: number }
  /** One end of a buffer, or its length; `channel` is undefined where it is only known at run time. */
  | { kind: 'channel'; channel?: number; side: 'send' | 'receive' | 'length' }
  | { kind: 'symbol'; symbol: number }
  /** Who can be met for a symbol or on a channel without buffer; `channel` is absent where it may be any. */
  | { kind: 'readiness'; symbol?: number; channel?: number }
  /** Which processes exist. */
  | { kind: 'existence' }
  /** Where other processes stand: every step of every process changes that. */
  | { kind: 'locations' }
  /** What every other process can do (`timeout`, `enabled`). */
  | { kind: 'everything' };

export interface Footprint {
  /** What decides whether the step is enabled. */
  tests: Resource[];
  reads: Resource[];
  writes: Resource[];
  /** Can the step be disabled by what others do or have not done? */
  mayBlock: boolean;
}

export function footprintOf(step: Step): Footprint {
  const tests: Resource[] = [];
  const reads: Resource[] = [];
  const writes: Resource[] = [];
  if (step.guard) readsOf(step.guard, tests);
  const { action } = step;
  switch (action.kind) {
    case 'internal':
      break;
    case 'synchronise':
      tests.push({ kind: 'symbol', symbol: action.symbol });
      writes.push({ kind: 'symbol', symbol: action.symbol });
      break;
    case 'choose':
      readsOf(action.low, tests);
      readsOf(action.high, tests);
      writeOf(action.place, reads, writes);
      break;
    case 'send': {
      readsOf(action.channel, tests);
      for (const value of action.values) readsOf(value, reads);
      tests.push(channelResource(action.channel, 'send'));
      writes.push(channelResource(action.channel, 'send'));
      if (action.meeting?.only) readsOf(action.meeting.only, tests);
      for (const place of action.meeting?.takeBack ?? []) writeOf(place, reads, writes);
      if (action.meeting?.partner) writeOf(action.meeting.partner, reads, writes);
      break;
    }
    case 'receive': {
      readsOf(action.channel, tests);
      tests.push(channelResource(action.channel, 'receive'));
      if (!action.keep) writes.push(channelResource(action.channel, 'receive'));
      for (const pattern of action.patterns) {
        if (pattern.kind === 'match') readsOf(pattern.value, tests);
        if (pattern.kind === 'store') writeOf(pattern.place, reads, writes);
      }
      if (action.meeting?.only) readsOf(action.meeting.only, tests);
      for (const value of action.meeting?.giveBack ?? []) readsOf(value, reads);
      if (action.meeting?.partner) writeOf(action.meeting.partner, reads, writes);
      break;
    }
  }
  for (const effect of step.effects) effectFootprint(effect, reads, writes);
  for (const argument of step.event?.arguments ?? []) readsOf(argument.value, reads);
  const mayBlock = tests.some((resource) => resource.kind !== 'own');
  return { tests, reads, writes, mayBlock };
}

function effectFootprint(effect: Effect, reads: Resource[], writes: Resource[]): void {
  switch (effect.kind) {
    case 'assign':
      readsOf(effect.value, reads);
      writeOf(effect.place, reads, writes);
      break;
    case 'assert':
      readsOf(effect.condition, reads);
      break;
    case 'print':
      for (const argument of effect.arguments) readsOf(argument.value, reads);
      break;
    case 'spawn':
      for (const argument of effect.arguments) readsOf(argument, reads);
      if (effect.result) writeOf(effect.result, reads, writes);
      writes.push({ kind: 'existence' });
      break;
    case 'exit':
      writes.push({ kind: 'existence' });
      break;
    case 'fault':
      break;
  }
}

/** Adds everything an expression looks at. */
export function readsOf(expression: Expression, reads: Resource[]): void {
  switch (expression.kind) {
    case 'constant':
    case 'self':
    // Reductions take a sequence for one step, and what it writes is read by the rest of the expression, if at all.
    case 'alone':
      break;
    case 'read':
      selectorReads(expression.place, reads);
      reads.push(placeResource(expression.place));
      break;
    case 'unary':
      readsOf(expression.operand, reads);
      break;
    case 'binary':
      readsOf(expression.left, reads);
      readsOf(expression.right, reads);
      break;
    case 'conditional':
      readsOf(expression.test, reads);
      readsOf(expression.whenTrue, reads);
      readsOf(expression.whenFalse, reads);
      break;
    case 'processCount':
      reads.push({ kind: 'existence' });
      break;
    case 'exists':
      readsOf(expression.process, reads);
      reads.push({ kind: 'existence' });
      break;
    case 'at':
    case 'location':
      readsOf(expression.process, reads);
      reads.push({ kind: 'existence' }, { kind: 'locations' });
      break;
    case 'channel':
      readsOf(expression.channel, reads);
      if (expression.question !== 'fields') reads.push(channelResource(expression.channel, 'length'));
      break;
    case 'poll':
      readsOf(expression.channel, reads);
      reads.push(channelResource(expression.channel, 'receive'));
      for (const pattern of expression.patterns) if (pattern.kind === 'match') readsOf(pattern.value, reads);
      break;
    case 'lastProcess':
    case 'timeout':
    case 'enabled':
      reads.push({ kind: 'everything' });
      break;
  }
}

function writeOf(place: Place, reads: Resource[], writes: Resource[]): void {
  selectorReads(place, reads);
  writes.push(placeResource(place));
}

function selectorReads(place: Place, reads: Resource[]): void {
  for (const selector of place.path) if (selector.kind === 'index') readsOf(selector.index, reads);
  if (place.scope === 'other') {
    readsOf(place.process, reads);
    reads.push({ kind: 'existence' });
  }
}

function placeResource(place: Place): Resource {
  if (place.scope === 'own') return { kind: 'own', variable: place.variable };
  if (place.scope === 'other') return { kind: 'other', type: place.type, variable: place.variable };
  const element = place.path.length === 1 ? constantIndex(place.path[0]) : undefined;
  return { kind: 'shared', variable: place.variable, ...(element === undefined ? {} : { element }) };
}

function constantIndex(selector: Selector): number | undefined {
  return selector.kind === 'index' && selector.index.kind === 'constant' ? selector.index.value : undefined;
}

function channelResource(channel: Expression, side: 'send' | 'receive' | 'length'): Resource {
  return { kind: 'channel', side, ...(channel.kind === 'constant' ? { channel: channel.value } : {}) };
}

/** May these two resources be the same thing? Own variables of different processes never are. */
export function overlap(a: Resource, b: Resource): boolean {
  if (a.kind === 'everything' || b.kind === 'everything') return true;
  if (a.kind === 'shared' && b.kind === 'shared') {
    if (a.variable !== b.variable) return false;
    return a.element === undefined || b.element === undefined || a.element === b.element;
  }
  if (a.kind === 'channel' && b.kind === 'channel') {
    return a.channel === undefined || b.channel === undefined || a.channel === b.channel;
  }
  if (a.kind === 'symbol' && b.kind === 'symbol') return a.symbol === b.symbol;
  if (a.kind === 'readiness' && b.kind === 'readiness') {
    if (a.symbol !== b.symbol) return false;
    return a.channel === undefined || b.channel === undefined || a.channel === b.channel;
  }
  if (a.kind === 'other' && b.kind === 'other') return a.type === b.type && a.variable === b.variable;
  if (a.kind === 'own' && b.kind === 'other') return a.variable === b.variable;
  if (a.kind === 'other' && b.kind === 'own') return a.variable === b.variable;
  return a.kind === 'existence' && b.kind === 'existence';
}

/** May steps with these footprints, of different processes, influence one another? Sound, not exact. */
export function dependent(a: Footprint, b: Footprint): boolean {
  const [one, other] = [sortedOut(a), sortedOut(b)];
  return one.everything || other.everything || touches(one, other) || touches(other, one);
}

function touches({ written }: SortedOut, { all, locations }: SortedOut): boolean {
  if (locations) return true;
  return all.some((resource) => written.get(sortOf(resource))?.some((one) => overlap(one, resource)));
}

/** A footprint as it is compared with others: those of long atomic sequences have hundreds of parts. */
interface SortedOut {
  all: Resource[];
  /** What is written, by its sort. */
  written: Map<string, Resource[]>;
  everything: boolean;
  locations: boolean;
}

const known = new WeakMap<Footprint, SortedOut>();

function sortedOut(footprint: Footprint): SortedOut {
  const before = known.get(footprint);
  if (before) return before;
  const { tests, reads, writes } = footprint;
  const all = [...tests, ...reads, ...writes];
  const written = new Map<string, Resource[]>();
  for (const resource of writes) {
    const sort = sortOf(resource);
    const alike = written.get(sort) ?? [];
    written.set(sort, alike);
    alike.push(resource);
  }
  const has = (kind: Resource['kind']) => all.some((resource) => resource.kind === kind);
  const sorted = { all, written, everything: has('everything'), locations: has('locations') };
  known.set(footprint, sorted);
  return sorted;
}

/** Resources of different sorts never overlap, `everything` apart. */
function sortOf(resource: Resource): string {
  switch (resource.kind) {
    case 'shared':
      return `shared ${resource.variable}`;
    case 'own':
    case 'other':
      return `of a process ${resource.variable}`;
    default:
      return resource.kind;
  }
}
