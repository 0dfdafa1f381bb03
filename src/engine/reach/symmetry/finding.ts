/** From what is said of processes that do the same to the groups of those that can be exchanged. */
import { boundsOf } from '../../../model/data.js';
import type { Interpreter } from '../../../model/interpreter.js';
import { PROCESS_LOCATION } from '../../../model/layout.js';
import type { ProcessType, Step, System } from '../../../model/system.js';
import { cellsOf, slotsOf } from '../compiled/packing/cells.js';
import { likenessOf, type Own, startedIn } from './alike.js';
import { type Cell, cellsIn } from './cells.js';
import type { Group, Valued } from './index.js';
import type { Source } from './kinds.js';
import { Reading } from './reading.js';

/** Only steps that a process may come to: what stands where nobody comes tells nobody apart. */
function withoutDeadCode(system: System): System {
  const types = system.types.map((type) => {
    const steps = type.steps.filter(({ guard }) => guard?.kind !== 'constant' || guard.value !== 0);
    const after = ways(type, steps, 'from', 'to');
    const reached = new Set([type.initial]);
    for (const location of reached) for (const next of after[location]) reached.add(next);
    return { ...type, steps: steps.filter(({ from }) => reached.has(from)) };
  });
  return { ...system, types };
}

/** For every location those at the other ends of its steps. */
function ways(
  type: ProcessType,
  steps: readonly Step[],
  here: 'from' | 'to',
  there: 'from' | 'to',
): number[][] {
  const found = type.locations.map((): number[] => []);
  for (const step of steps) found[step[here]].push(step[there]);
  return found;
}

type Said = NonNullable<Source>;

const ELSEWHERE: ReadonlySet<Source> = new Set([undefined]);

export class Finding {
  readonly groups: Group[];
  /** Where each member is named by somebody who is like no other. */
  private readonly naming: Said[][][];
  private readonly reading: Reading;
  private readonly members: number[][];
  /** Members that are not like the others. */
  private readonly apart: Set<number>[];
  private readonly cells: Cell[];
  private readonly initial: Int32Array[];

  private readonly system: System;
  private readonly single: (number | undefined)[];
  /** For every type and location, where steps to it come from. */
  private readonly before: number[][][] = [];

  constructor(private readonly interpreter: Interpreter) {
    this.system = withoutDeadCode(interpreter.system);
    this.single = this.singleProcesses();
    const likeness = likenessOf(this.system);
    this.reading = new Reading(this.system, likeness);
    this.members = likeness.groups.map(({ members }) => members);
    this.apart = this.members.map(() => new Set());
    this.naming = this.members.map((members) => members.map(() => []));
    this.initial = interpreter.initialStates();
    this.nameChannels();
    this.cells = cellsIn(interpreter, this.reading, this.members);
    this.lookAtKinds();
    this.lookAtFamilies();
    this.lookAtThoseWhoComeAndGo();
    this.lookAtCells();
    this.lookAtWhatStays();
    this.groups = this.members
      .map((_, group) => this.group(group))
      .filter(({ members }) => members.length > 1);
  }

  private drop(group: number): void {
    this.members[group].forEach((_, member) => {
      this.apart[group].add(member);
    });
  }

  /** Arrays of channels that have one for each member: its reference is then a name of the member. */
  private nameChannels(): void {
    const { system, layout } = this.interpreter;
    const { kinds, references } = this.reading;
    system.variables.forEach(({ type }, v) => {
      if (type.kind !== 'array' || type.element.kind !== 'channel') return;
      for (const { group, values } of kinds.ownOf(kinds.named(`shared ${v}#`))) {
        const references = values.map((value) => this.initial[0][layout.shared[v] + value - type.low]);
        const isOne = references.every((c, i) => c > 0 && references.indexOf(c) === i);
        if (isOne) kinds.give(kinds.named(`shared ${v}[]`), { group, values: references });
      }
    });
    for (const reference of references)
      for (const own of kinds.ownOf(reference)) this.reading.note('channel', own.values[0], own);
  }

  private lookAtKinds(): void {
    const { kinds, choices } = this.reading;
    for (const node of kinds.classes()) {
      const owns = kinds.ownOf(node);
      owns.forEach((own, i) => {
        if (kinds.isPlain(node)) this.drop(own.group);
        for (const other of owns.slice(0, i))
          if (other.group === own.group || other.values.some((value) => own.values.includes(value))) {
            this.drop(own.group);
            this.drop(other.group);
          }
        for (const [value, sources] of kinds.constantsOf(node)) this.setApart(own, value, sources);
      });
    }
    for (const { node, low, high } of choices)
      for (const own of kinds.ownOf(node))
        if (own.values.some((value) => value >= low && value <= high))
          for (const value of own.values) if (value < low || value > high) this.setApart(own, value);
  }

  /** The member that goes by this name, if there is one. */
  private setApart({ group, values }: Own, value: number, sources: ReadonlySet<Source> = ELSEWHERE): void {
    const member = values.indexOf(value);
    if (member < 0) return;
    for (const said of sources) {
      if (said && this.processOf(said.type) !== undefined) this.naming[group][member].push(said);
      else this.apart[group].add(member);
    }
  }

  /** The only process that ever has this type. */
  private processOf(type: number): number | undefined {
    return this.single[type];
  }

  private singleProcesses(): (number | undefined)[] {
    const { instances, types } = this.system;
    const started = startedIn(this.system);
    const runs = types.map((): number[] => []);
    instances.forEach(({ type }, process) => {
      runs[type].push(process);
    });
    return runs.map((own, type) => (own.length === 1 && !started.has(type) ? own[0] : undefined));
  }

  /** Where those who name a member have to be for it to be free. */
  private whenFree(said: readonly Said[]): Group['whenAt'][number] {
    return [...new Set(said.map(({ type }) => type))].map((number) => {
      const type = this.system.types[number];
      this.before[number] ??= ways(type, type.steps, 'to', 'from');
      const early = new Set(said.filter((one) => one.type === number).map(({ from }) => from));
      for (const location of early) for (const earlier of this.before[number][location]) early.add(earlier);
      return {
        cell: this.interpreter.layout.processes[this.processOf(number)!] + PROCESS_LOCATION,
        locations: type.locations.flatMap((_, location) => (early.has(location) ? [] : [location])),
      };
    });
  }

  private lookAtFamilies(): void {
    const { families, fixed, kinds, references } = this.reading;
    const referring = new Set(references.map((node) => kinds.classOf(node)));
    for (const { node, cell } of this.cells) {
      if (node === undefined || !referring.has(kinds.classOf(node))) continue;
      const names = new Set(kinds.ownOf(node).flatMap(({ values }) => values));
      for (const state of this.initial)
        if (!names.has(state[cell])) this.reading.note('channel', state[cell]);
      for (const value of kinds.constantsOf(node).keys()) this.reading.note('channel', value);
    }
    for (const what of ['variable', 'channel'] as const)
      for (const [number, owns] of families[what])
        if (fixed[what].has(number) || owns.length > 1)
          for (const own of owns)
            this.setApart(own, number, owns.length > 1 ? ELSEWHERE : fixed[what].get(number));
  }

  /** Names of members in the room of processes that come and go, or in channels that come with them, are not followed. */
  private lookAtThoseWhoComeAndGo(): void {
    const { types } = this.system;
    const { kinds, passedOn } = this.reading;
    const started = startedIn(this.system);
    const comes = types.map(
      ({ channels, steps }, t) =>
        channels.length > 0 ||
        started.has(t) ||
        steps.some(({ effects }) => effects.some(({ kind }) => kind === 'exit')),
    );
    const lost = types.flatMap((_, t) => (comes[t] ? this.reading.heldBy(t) : []));
    if (types.some(({ channels }) => channels.length > 0)) lost.push(...passedOn);
    for (const node of lost) for (const { group } of kinds.ownOf(node)) this.drop(group);
  }

  private lookAtCells(): void {
    const { system } = this.interpreter;
    const { kinds } = this.reading;
    for (const { node, type, owners } of this.cells) {
      if (owners.length > 1) for (const { group } of owners) this.drop(group);
      if (node === undefined || type === undefined) continue;
      const { low, high } = boundsOf(type);
      const fits = (value: number): boolean => value >= low && value <= high;
      for (const { group, values } of kinds.ownOf(node))
        if (![...values, ...kinds.constantsOf(node).keys(), system.processBound - 1].every(fits))
          this.drop(group);
    }
    // Every member that is used as an index has its element.
    this.members.forEach((members, group) => {
      const keys = members.map(() => new Set<string>());
      for (const { owners } of this.cells)
        for (const owner of owners) if (owner.group === group) keys[owner.member].add(owner.key);
      const all = new Set(keys.flatMap((own) => [...own]));
      keys.forEach((own, member) => {
        if (own.size < all.size) this.apart[group].add(member);
      });
    });
  }

  /** What never changes may name members, or tell them apart: it has no place in the key of a state. */
  private lookAtWhatStays(): void {
    const { interpreter } = this;
    const { kinds } = this.reading;
    const bounds = cellsOf(interpreter, slotsOf(interpreter.system), this.initial);
    const stays = this.cells.filter(({ cell }) => bounds[cell].low === bounds[cell].high);
    const changing = this.cells.filter(({ cell }) => bounds[cell].low !== bounds[cell].high);
    this.members.forEach((members, group) => {
      const looks = members.map((): string[] => []);
      for (const { owners } of changing)
        for (const owner of owners)
          if (owner.group === group) looks[owner.member].push(`${owner.key} changes`);
      for (const { cell, node, owners, within } of stays) {
        const [owner] = owners;
        const mine = owner?.group === group ? owner.member : undefined;
        const own = node === undefined ? undefined : kinds.ownOf(node).find((one) => one.group === group);
        const value = bounds[cell].low;
        const named = own && !within ? own.values.indexOf(value) : -1;
        if (mine !== undefined) looks[mine].push(`${owner.key} ${named === mine ? 'itself' : value}`);
        if (named >= 0 && named !== mine) this.apart[group].add(named);
      }
      const byLook = new Map<string, number[]>();
      looks.forEach((look, member) => {
        if (this.apart[group].has(member)) return;
        const key = look.sort().join();
        byLook.set(key, [...(byLook.get(key) ?? []), member]);
      });
      const largest = [...byLook.values()].sort((a, b) => b.length - a.length)[0] ?? [];
      members.forEach((_, member) => {
        if (!largest.includes(member)) this.apart[group].add(member);
      });
    });
  }

  private group(group: number): Group {
    const { kinds } = this.reading;
    const { layout } = this.interpreter;
    const free = this.naming[group].map((said) => this.whenFree(said));
    const left = this.members[group].flatMap((_, member) => {
      const never = free[member].some(({ locations }) => locations.length === 0);
      return never || this.apart[group].has(member) ? [] : [member];
    });
    const of = <T>(values: readonly T[]): T[] => left.map((member) => values[member]);
    const members = of(this.members[group]);
    const own = of(
      this.members[group].map((_, member) =>
        this.cells
          .flatMap(({ cell, owners: [owner] }) =>
            owner?.group === group && owner.member === member ? [{ cell, key: owner.key }] : [],
          )
          .sort((a, b) => (a.key < b.key ? -1 : 1))
          .map(({ cell }) => cell),
      ),
    );
    const numbers = members.map((process) => process + 1);
    const valued: Valued[] = [layout.exclusive, layout.lastProcess]
      .filter((cell) => cell >= 0)
      .map((cell) => ({ cell, values: numbers }));
    for (const { cell, node, within } of this.cells) {
      const names = node === undefined ? undefined : kinds.ownOf(node).find((one) => one.group === group);
      if (names) valued.push({ cell, values: of(names.values), ...(within ? { within } : {}) });
    }
    return { members, own, valued, whenAt: of(free) };
  }
}
