/**
 * The system with its data left out: places where processes can stand, and moves that take one process, or
 * several that meet, from place to place. Everything an execution does is a move here; whatever restricts
 * the moves beyond that (guards over data, buffers, priorities, regions) is left out, which only adds moves.
 */
import type { Step, System } from '../../../model/system.js';
import type { SystemValues } from './values/system-values.js';

export interface Part {
  readonly process: number;
  readonly step: number;
}

export interface Move {
  readonly parts: readonly Part[];
  /** The place of each part before and after. */
  readonly from: readonly number[];
  readonly to: readonly number[];
  /** Nobody watches it, and it neither meets nor needs anybody: no node of the graph. */
  readonly silent: boolean;
  /** Some part is watched. */
  readonly watched: boolean;
  /** Sets of places: of each, one must be occupied. */
  readonly needs: readonly (readonly number[])[];
  /** It is only asked whether the move can be made; if so it was wrong to leave it out. */
  readonly probe: boolean;
}

export interface Net {
  /** The places of process p are `firstPlace[p] .. firstPlace[p + 1]`. */
  readonly firstPlace: Int32Array;
  readonly initial: Int32Array;
  /** The first places that are left only silently: a statement of their own begins there. */
  readonly begins: ReadonlySet<number>;
  /** Whether the process is at an end at a place. */
  readonly ends: Uint8Array;
  readonly moves: readonly Move[];
}

/** Which steps somebody watches: those that move the property or a constraint in use. */
export type Visible = (process: number, step: number) => boolean;

/** With these moves; of the steps that depend on where others stand, those that `taken` does not have are probes. */
export function netOf(
  system: System,
  values: SystemValues,
  found: readonly (readonly Part[])[],
  taken: (process: number, step: number) => boolean,
  visible: Visible,
): Net {
  const firstPlace = new Int32Array(system.instances.length + 1);
  system.instances.forEach(({ type }, process) => {
    // One place more: where a process is that has ceased to exist.
    firstPlace[process + 1] = firstPlace[process] + system.types[type].locations.length + 1;
  });
  const ends = new Uint8Array(firstPlace[system.instances.length]);
  system.instances.forEach(({ type }, process) => {
    const { locations, observes } = system.types[type];
    locations.forEach(({ marks }, location) => {
      // A process that only watches does not keep an execution from ending.
      if (observes !== undefined || marks?.includes('end')) ends[firstPlace[process] + location] = 1;
    });
    ends[firstPlace[process + 1] - 1] = 1;
  });
  const arrival = (process: number, step: Step): number =>
    step.effects.some((effect) => effect.kind === 'exit')
      ? firstPlace[process + 1] - 1
      : firstPlace[process] + step.to;
  const needsOf = (process: number, index: number): number[][] =>
    values
      .needs(process, index)
      .map((need) => [...need.locations].map((location) => firstPlace[need.process] + location));
  const moves = found.map((parts): Move => {
    const steps = parts.map(({ process, step }) => system.types[system.instances[process].type].steps[step]);
    const watched = parts.some(({ process, step }) => visible(process, step));
    const needs = parts.flatMap(({ process, step }) => needsOf(process, step));
    const probe = parts.some(({ process, step }) => values.depends(process, step) && !taken(process, step));
    return {
      parts,
      from: parts.map(({ process }, i) => firstPlace[process] + steps[i].from),
      to: parts.map(({ process }, i) => arrival(process, steps[i])),
      silent: !watched && !probe && parts.length === 1 && needs.length === 0,
      watched,
      needs,
      probe,
    };
  });
  const initial = Int32Array.from(
    system.instances,
    ({ type }, p) => firstPlace[p] + system.types[type].initial,
  );
  const begins = new Set(initial);
  const left = new Set<number>();
  for (const { from, silent } of moves) {
    for (const place of from) {
      left.add(place);
      if (!silent) begins.delete(place);
    }
  }
  for (const place of begins) if (!left.has(place)) begins.delete(place);
  return { firstPlace, initial, begins, ends, moves };
}

/** Why there is no net of the system, where there is none. */
export function refusal(system: System): string | undefined {
  const used = new Set(system.instances.map(({ type }) => type));
  for (const type of used) {
    for (const step of system.types[type].steps) {
      if (step.effects.some((effect) => effect.kind === 'spawn')) {
        return `${system.types[type].name} starts processes while the program runs`;
      }
    }
  }
  return undefined;
}
