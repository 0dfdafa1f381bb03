/** Where code is being generated: in which function, for which process, and where a fault leads. */
import { type I32, i32, type Label, type Local, type NumberType, type Statement } from '../wasm/code.js';
import { branch, newLabel } from '../wasm/control.js';
import type { FunctionBuilder } from '../wasm/module.js';
import type { Overlay } from './overlay.js';
import type { Scene } from './scene.js';

/** Memory at `base` + `offset`; `base` may be evaluated any number of times. */
export interface Address {
  base: I32;
  offset: number;
}

/** A process as the generated code knows it: of known type, in a known slot or one found at run time. */
export interface Ref {
  type: number;
  slot?: number;
  number: I32;
  address: Address;
  /** It has executed `exit` in this transition: what is its own exists no more. */
  gone?: boolean;
}

/** The way out of code that can fault. */
export class FaultExit {
  used = false;
  readonly label: Label = newLabel('fault');

  take(): Statement {
    this.used = true;
    return branch(this.label);
  }
}

/** The cells a transition may change. */
export class Touched {
  readonly cells = new Set<number>();

  add(first: number, count = 1): void {
    for (let i = 0; i < count; i++) this.cells.add(first + i);
  }
}

export interface Site {
  scene: Scene;
  body: FunctionBuilder<NumberType | 'none'>;
  /** Undefined for predicates, which belong to no process. */
  self?: Ref;
  fault: FaultExit;
  touched?: Touched;
  /** Where the transition works in locals and not in memory. */
  overlay?: Overlay;
  /** Inside a question of which processes are enabled: further ones are false. */
  inner?: boolean;
}

export const fixedRef = (scene: Scene, slot: number, type: number): Ref => ({
  type,
  slot,
  number: i32(slot),
  address: { base: i32(0), offset: scene.work + 4 * scene.layout.processes[slot] },
});

export const movableRef = (type: number, base: I32, number: I32): Ref => ({
  type,
  number,
  address: { base, offset: 0 },
});

export function newLocal<T extends NumberType>(site: Site, type: T): Local<T> {
  return site.body.local(type);
}

/** All cells of slots that a process found at run time may be in. */
export function touchProcess(site: Site, ref: Ref, first: number, count: number): void {
  const { scene, touched } = site;
  if (!touched) return;
  if (ref.slot !== undefined) touched.add(scene.layout.processes[ref.slot] + first, count);
  else touchVariableSlots(site);
}

export function touchVariableSlots({ scene, touched }: Site): void {
  for (const p of scene.variableSlots) touched?.add(scene.layout.processes[p], scene.layout.processSize[p]);
}
