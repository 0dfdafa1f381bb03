/** Questions about the state in memory: predicates, marks, and whether it is a proper end. */
import type { Expression } from '../../../../model/expression.js';
import { PROCESS_LOCATION, PROCESS_TYPE } from '../../../../model/layout.js';
import type { Location, ProcessType } from '../../../../model/system.js';
import * as w from '../wasm/code.js';
import { block, choose, giveBack } from '../wasm/control.js';
import type { FunctionBuilder } from '../wasm/module.js';
import { asTruth, evaluate, isOneOf } from './expression.js';
import type { Scene } from './scene.js';
import { FaultExit, type Site } from './site.js';

/** A predicate evaluated outside any process; a fault counts as false. */
export function definePredicate(scene: Scene, predicate: Expression): FunctionBuilder<'i32'> {
  return scene.shared(`predicate ${scene.numberOf(predicate)}`, [], 'i32', (body) => {
    const exit = new FaultExit();
    const value = asTruth(evaluate(predicate, { scene, body, fault: exit }));
    body.define([block(exit.label, [giveBack(value.code)])], w.i32(0));
  });
}

/** Is there a process, of the types that count, at a location that counts? */
export function defineSomeoneAt(
  scene: Scene,
  name: string,
  counts: (type: ProcessType) => boolean,
  at: (location: Location) => boolean,
): FunctionBuilder<'i32'> {
  return scene.shared(name, [], 'i32', (body) => {
    const site: Site = { scene, body, fault: new FaultExit() };
    const { types } = scene.system;
    const tests = scene.slots.flatMap((slot, p) =>
      slot.residents.flatMap((t) => {
        const marked = types[t].locations.map(at);
        if (!counts(types[t]) || !marked.includes(true)) return [];
        const address = scene.work + 4 * scene.layout.processes[p];
        const there = isOneOf(w.load32(w.i32(0), address + 4 * PROCESS_LOCATION), marked, site);
        if (slot.fixed) return [there];
        const type = w.load32(w.i32(0), address + 4 * PROCESS_TYPE);
        return [choose(w.equal(type, w.i32(t + 1)), there, w.i32(0))];
      }),
    );
    body.define(
      [],
      tests.reduce<w.I32>((any, one) => w.or(any, one), w.i32(0)),
    );
  });
}
