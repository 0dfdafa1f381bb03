/**
 * Expanding a state: one function for each process, which goes through its steps at its location and
 * appends the key of every successor. A reduction may call the functions of some processes only.
 */
import { definePack, defineUnpack } from '../packing/codec.js';
import { inMemory, keyAfter } from '../packing/renewal.js';
import { surveyNow } from '../packing/survey.js';
import * as w from '../wasm/code.js';
import { branch, dispatch, drop, loop, newLabel, when } from '../wasm/control.js';
import { call, type FunctionBuilder } from '../wasm/module.js';
import { beginInside, exclusiveOf, goThrough, nothingInside } from './atomic.js';
import { locationOf, movesOf } from './moves.js';
import { slotTable } from './places.js';
import { definePredicate } from './predicate.js';
import { inFunction } from './priority.js';
import { increaseBits } from './registers.js';
import type { Scene } from './scene.js';
import { FaultExit, fixedRef, movableRef, type Ref, type Site } from './site.js';
import { appending, emit, restored, transition } from './transition.js';

const MOST_STEPS_IN_FUNCTION = 200;

export interface Expansion {
  /** Expands the state of a key: registers tell what was found, the successors are appended at `out`. */
  expand: FunctionBuilder<'none'>;
  unpack: FunctionBuilder<'none'>;
  pack: FunctionBuilder<'i64'>;
}

/** `wrong`: what makes a state inside an atomic sequence a violation in itself. */
export function defineExpansion(scene: Scene, wrong?: w.I32): Expansion {
  const { atomic, probes, observation, usesTimeout, joint, liberties } = scene;
  scene.continuesAlone =
    atomic && liberties.followsAlone === true && !wrong && !probes && !observation && !usesTimeout && !joint;
  const unpack = defineUnpack(scene);
  const pack = definePack(scene);
  const expansion = { unpack, pack, expand: scene.module.function('expand', ['i64'], 'none', true) };

  const part = (ref: Ref, number: number, locations: ReadonlySet<number>): w.Statement =>
    drop(
      inFunction(scene, ref, `expand ${number}`, (inside, site) => {
        const leaving = scene.leaving(inside.type);
        const cases: w.Statement[][] = leaving.map(() => []);
        scene.watch();
        for (const location of scene.landings.inOrder(inside.type, locations))
          cases[location] = leaving[location].flatMap((step) =>
            site.body.scope(() =>
              movesOf({ ref: inside, step }, site, 'lowest', (move) =>
                site.body.scope(() => transition(move, site, pack)),
              ),
            ),
          );
        return [dispatch(locationOf(inside), cases)];
      }),
    );
  const process = (ref: Ref): w.Statement => {
    const parts = partsOf(scene, ref.type);
    if (parts.length === 1) return part(ref, 0, parts[0]);
    return drop(
      inFunction(scene, ref, 'expand', (inside) => {
        const calls = parts.map((locations, number) => part(inside, number, locations));
        const cases = scene
          .leaving(inside.type)
          .map((_, location) => calls.filter((_, part) => parts[part].has(location)));
        return [dispatch(locationOf(inside), cases)];
      }),
    );
  };

  const all = scene.module.function('expandAll', [], 'none');
  all.define([
    ...scene.slots.flatMap((slot, p) =>
      slot.fixed && beginsSomething(scene, p) ? [process(fixedRef(scene, p, slot.residents[0]))] : [],
    ),
    ...variableProcesses(scene, all, process),
  ]);
  defineExpand(scene, expansion, all, process, wrong);
  return expansion;
}

/** The locations of a type in parts of not too many steps: very large functions take long to compile. */
function partsOf(scene: Scene, type: number): Set<number>[] {
  const parts = [new Set<number>()];
  let count = 0;
  scene.leaving(type).forEach((steps, location) => {
    if (!scene.restsAt(type, location)) return;
    if (count > 0 && count + steps.length > MOST_STEPS_IN_FUNCTION) {
      parts.push(new Set());
      count = 0;
    }
    parts[parts.length - 1].add(location);
    count += steps.length;
  });
  return parts;
}

/** Not a process that only joins in what others with lower numbers begin. */
function beginsSomething(scene: Scene, p: number): boolean {
  const { types } = scene.system;
  if (!scene.joint) return true;
  const before = scene.slots.slice(0, p).flatMap((slot) => (slot.fixed ? [types[slot.residents[0]]] : []));
  return types[scene.slots[p].residents[0]].steps.some(
    ({ action }) =>
      action.kind !== 'synchronise' || !before.some((type) => type.alphabet.includes(action.symbol)),
  );
}

function variableProcesses(
  scene: Scene,
  body: FunctionBuilder<'none'>,
  process: (ref: Ref) => w.Statement,
): w.Statement[] {
  const variable = scene.variableSlots;
  if (scene.slotsApart) {
    return variable.flatMap((p) =>
      scene.slots[p].residents.map((t) => {
        const type = w.load32(w.i32(0), scene.work + 4 * scene.layout.processes[p]);
        return when(w.equal(type, w.i32(t + 1)), [process(fixedRef(scene, p, t))]);
      }),
    );
  }
  if (variable.length === 0) return [];
  const [index, number, base] = [body.local('i32'), body.local('i32'), body.local('i32')];
  const numbers = scene.table(variable);
  const residents = [...new Set(variable.flatMap((p) => scene.slots[p].residents))];
  const cases: w.Statement[][] = [];
  for (const t of residents) cases[t + 1] = [process(movableRef(t, w.get(base), w.get(number)))];
  const again = newLabel('slots');
  const site = { scene, body, fault: new FaultExit() };
  return [
    w.set(index, w.i32(0)),
    loop(again, [
      w.set(number, w.load32(w.get(index), numbers)),
      w.set(base, w.load32(w.shiftLeft(w.get(number), w.i32(2)), slotTable(site))),
      dispatch(
        w.load32(w.get(base)),
        Array.from(cases, (one) => one ?? []),
      ),
      w.set(index, w.add(w.get(index), w.i32(4))),
      when(w.lessSigned(w.get(index), w.i32(4 * variable.length)), [branch(again)]),
    ]),
  ];
}

/** A function that expands the process of a given number alone. */
function defineOne(
  scene: Scene,
  all: FunctionBuilder<'none'>,
  process: (ref: Ref) => w.Statement,
): FunctionBuilder<'none'> {
  const body = scene.module.function('expandOne', ['i32'], 'none');
  const number = w.get(body.parameter(0, 'i32'));
  if (scene.joint) {
    const { only } = scene.registers;
    body.define([w.setGlobal(only, number), call(all), w.setGlobal(only, w.i32(-1))]);
    return body;
  }
  const base = body.local('i32');
  const cases = scene.slots.map(({ fixed, residents }, p) => {
    if (fixed) return [process(fixedRef(scene, p, residents[0]))];
    const address = scene.here(w.i32(scene.work + 4 * scene.layout.processes[p]));
    return [
      w.set(base, address),
      ...residents.map((t) => {
        const ref = scene.slotsApart ? fixedRef(scene, p, t) : movableRef(t, w.get(base), w.i32(p));
        return when(w.equal(w.load32(address), w.i32(t + 1)), [process(ref)]);
      }),
    ];
  });
  body.define([dispatch(number, cases)]);
  return body;
}

/** Reads what the observer can see of the state in memory. */
function readLetter(scene: Scene): w.Statement[] {
  const { letter } = scene.registers;
  const atoms = scene.observation?.observer.atoms ?? [];
  const reading = atoms.flatMap((atom, i) =>
    atom.kind === 'state'
      ? [increaseBits(letter, w.shiftLeft(call(definePredicate(scene, atom.predicate)), w.i32(i)))]
      : [],
  );
  return [w.setGlobal(letter, w.i32(0)), ...reading];
}

/**
 * The passes over the processes: only the one that goes on alone, if there is one; else all; and if
 * nothing at all can move, the same again with `timeout` true.
 */
function defineExpand(
  scene: Scene,
  { expand, unpack }: Expansion,
  all: FunctionBuilder<'none'>,
  process: (ref: Ref) => w.Statement,
  wrong?: w.I32,
): void {
  const { moves, faults, assertions, lost, timeout, only, events, wrongInside } = scene.registers;
  const key = w.get(expand.parameter(0, 'i64'));
  const one = scene.atomic ? defineOne(scene, all, process) : undefined;
  const pass: w.Statement = one
    ? when(exclusiveOf(scene), [call(one, w.subtract(exclusiveOf(scene), w.i32(1)))], [call(all)])
    : call(all);
  const read = readLetter(scene);
  const through: w.Statement[] = one
    ? [
        when(w.isZero(nothingInside(scene)), [
          call(goThrough(scene, { unpack, read, one, append: appending(scene), wrong }), key),
        ]),
      ]
    : [];
  // An execution that has ended goes on as it is for ever, and the observer goes on reading.
  const site: Site = { scene, body: expand as unknown as Site['body'], fault: new FaultExit() };
  const reader = scene.observation?.observer;
  const stays: w.Statement[] =
    reader?.acceptance === 'infinite' && !reader.endless
      ? [
          when(w.isZero(w.getGlobal(moves)), [
            w.setGlobal(events, w.i32(0)),
            ...(scene.labels?.stay() ?? []),
            ...emit(scene, site, keyAfter(scene, inMemory(scene, [scene.observed]), site.body), 'outside'),
            ...restored(scene, new Set([scene.observed])),
          ]),
        ]
      : [];
  const cleared = [moves, faults, assertions, lost, timeout, wrongInside];
  expand.define([
    call(unpack, key),
    ...surveyNow(scene),
    ...cleared.map((register) => w.setGlobal(register, w.i32(0))),
    ...(one ? [...beginInside(scene), w.setGlobal(only, w.i32(-1))] : []),
    ...read,
    pass,
    ...(scene.usesTimeout
      ? [
          when(w.isZero(w.getGlobal(moves)), [
            w.setGlobal(timeout, w.i32(1)),
            call(all),
            w.setGlobal(timeout, w.i32(0)),
          ]),
        ]
      : []),
    ...through,
    ...stays,
  ]);
}
