/**
 * One transition: taking it, and handing over the key of where it leads. It works in locals where that can
 * be; else in memory, where it puts back what it has changed.
 */
import { inMemory, keyAfter } from '../packing/renewal.js';
import * as w from '../wasm/code.js';
import { block, branch, loop, newLabel, when } from '../wasm/control.js';
import { call, type FunctionBuilder } from '../wasm/module.js';
import { entering, exclusiveOf } from './atomic.js';
import { type Arrive, continued } from './continued.js';
import { finishIndivisible, finishInLocals } from './indivisible.js';
import { LABELLED_BYTES } from './labels.js';
import { memo } from './memo.js';
import type { Move } from './moves.js';
import { askSuccessors } from './observation.js';
import { NotInLocals, Overlay } from './overlay.js';
import { obstacles } from './priority.js';
import { increase, Obstacle } from './registers.js';
import type { Scene } from './scene.js';
import { FaultExit, type Site, Touched } from './site.js';
import { take } from './taking.js';

/** With more changed cells than this, the whole state is packed anew instead. */
const MOST_CHANGED = 64;
/** With more than this, the transitions that may change the same cells share the code that packs them. */
const MOST_WRITTEN_OUT = 16;

/** Code for a transition that is possible. */
export function transition(move: Move, site: Site, pack: FunctionBuilder<'i64'>): w.Statement[] {
  const { scene } = site;
  scene.countTransition();
  const { moves, faults, assertions, asserted, events } = scene.registers;
  const exit = new FaultExit();
  const there = { ...site, fault: exit };
  const { code, clean, asserts: later = false } = taking(move, there, pack);
  const end = newLabel('transition');
  const asserts = later || mayAssert(move, scene);
  const taken: w.Statement[] = [
    ...move.parties.map(({ ref, step }) => scene.noteStep(ref.type, step)),
    increase(moves),
    ...(scene.labels?.begin(move) ?? []),
    ...(asserts ? [w.setGlobal(asserted, w.i32(0))] : []),
    ...(scene.observation ? [w.setGlobal(events, w.i32(0))] : []),
    ...(exit.used
      ? [block(end, [block(exit.label, [...code, branch(end)]), increase(faults), lose(scene)])]
      : code),
    ...(asserts ? [increase(assertions, w.getGlobal(asserted))] : []),
    ...clean,
  ];
  const ranks = obstacles(move, site);
  const ranked = ranks.reduceRight<w.Statement[]>((inner, rank) => [when(w.isZero(rank), inner)], taken);
  return scene.atomic && scene.joint ? [when(mayBegin(move, scene), ranked)] : ranked;
}

/** While a process goes on alone, only transitions that it begins or joins in. */
function mayBegin(move: Move, scene: Scene): w.I32 {
  const joint = move.parties[0].step.action.kind === 'synchronise';
  const only = w.getGlobal(scene.registers.only);
  return (joint ? move.parties : move.parties.slice(0, 1))
    .map(({ ref }) => w.equal(only, ref.number))
    .reduce<w.I32>((any, one) => w.or(any, one), w.lessSigned(only, w.i32(0)));
}

/** Code that takes a transition and hands over where it leads, and code that cleans up after it. */
interface Taking {
  code: w.Statement[];
  clean: w.Statement[];
  /** An assertion may fail after the first step. */
  asserts?: boolean;
}

function taking(move: Move, site: Site, pack: FunctionBuilder<'i64'>): Taking {
  if (move.faults) return { code: [site.fault.take()], clean: [] };
  const pending = move.pending ? [when(move.pending, [site.fault.take()])] : [];
  const taken = takingInLocals(move, site) ?? takingInMemory(move, site, pack);
  return { ...taken, code: [...pending, ...taken.code] };
}

/** Undefined where it has to be done in memory. */
function takingInLocals(move: Move, site: Site): Taking | undefined {
  const { scene } = site;
  if (scene.vectors) return undefined;
  const { observed } = scene;
  const own = scene.observation ? [observed] : [];
  try {
    const overlay = new Overlay();
    const here = { ...site, overlay };
    const code = take(move, here);
    let asserts = false;
    const arrive: Arrive = (final, leads) => {
      const changes = {
        cells: new Map([
          ...[...final.cells].map(([cell, { code }]): [number, w.I32] => [cell, code]),
          ...inMemory(scene, own).cells,
        ]),
        messages: new Map([...final.messages].map(([stretch, bits]) => [stretch, w.get(bits)])),
      };
      return emit(scene, site, keyAfter(scene, changes, site.body), leads);
    };
    const handed = finishInLocals(move.parties, here, (final) => {
      if (!scene.continuesAlone || !isFromLanding(move, scene)) {
        const alone = final.cells.get(scene.layout.exclusive)?.high ?? 0;
        return arrive(final, alone > 0 ? 'inside' : 'outside');
      }
      const onward = continued(move.parties, { ...here, overlay: final }, arrive, lose(scene));
      asserts ||= onward.asserts;
      return onward.code;
    });
    return { code: [...code, ...handed], clean: restored(scene, new Set(own)), asserts };
  } catch (error) {
    if (error instanceof NotInLocals) return undefined;
    throw error;
  }
}

const isFromLanding = ({ parties: [{ ref, step }] }: Move, { landings }: Scene): boolean =>
  landings.has(ref.type, step.from);

function takingInMemory(move: Move, site: Site, pack: FunctionBuilder<'i64'>): Taking {
  const { scene } = site;
  const touched = new Touched();
  const here = { ...site, touched };
  const code = take(move, here);
  const finish = finishIndivisible(move.parties, here);
  const changed = new Set([...touched.cells].filter((cell) => !isConstant(scene, cell)));
  if (scene.observation) changed.add(scene.observed);
  const whole = changed.size > MOST_CHANGED;
  if (isFromLanding(move, scene))
    for (const { ref, step } of move.parties) scene.landings.note(ref.type, step.to);
  const leads = finish.length > 0 ? 'anywhere' : goesOnAlone(move, scene) ? 'inside' : 'outside';
  const { key, clean } = whole
    ? { key: call(pack), clean: [call(restoring(scene))] }
    : changed.size > MOST_WRITTEN_OUT
      ? sharedRepacking(scene, changed)
      : { key: keyAfter(scene, inMemory(scene, changed), site.body), clean: restored(scene, changed) };
  return { code: [...code, ...finish, ...emit(scene, site, key, leads)], clean };
}

function sharedRepacking(scene: Scene, changed: ReadonlySet<number>): { key: w.I64; clean: w.Statement[] } {
  const cells = [...changed].sort((a, b) => a - b);
  const pack = scene.shared(`pack ${cells}`, [], 'i64', (body) => {
    body.define([], keyAfter(scene, inMemory(scene, cells), body));
  });
  const restore = scene.shared(`restore ${cells}`, [], 'none', (body) => {
    body.define(restored(scene, changed));
  });
  return { key: call(pack), clean: [call(restore)] };
}

/** Can taking it fail an assertion? */
const mayAssert = ({ parties }: Move, { system }: Scene): boolean =>
  parties.some(
    ({ ref, step }) =>
      step.effects.some((effect) => effect.kind === 'assert') ||
      system.types[ref.type].locations[step.to].region === 'indivisible',
  );

/** Does the process that goes on alone after this transition do so for certain, or certainly nobody? */
function goesOnAlone(move: Move, scene: Scene): boolean {
  const { action } = move.parties[0].step;
  const yields = move.parties.length > 1 && action.kind === 'send' && action.meeting?.yields === true;
  return move.parties
    .slice(yields ? 1 : 0)
    .some(
      ({ ref, step }) =>
        scene.system.types[ref.type].locations[step.to].region === 'atomic' &&
        !step.effects.some((effect) => effect.kind === 'exit'),
    );
}

const isConstant = (scene: Scene, cell: number): boolean => scene.cells[cell].low === scene.cells[cell].high;

/** Where a transition leads: into the middle of an atomic sequence, certainly not there, or not known. */
type Leads = 'inside' | 'outside' | 'anywhere';

/** Hands over the successor: once, or once for each way the observer can read the transition. */
export function emit(scene: Scene, site: Site, key: w.I64, leads: Leads): w.Statement[] {
  if (!scene.observation) return handOver(scene, key, leads);
  const [list, end] = [site.body.local('i32'), site.body.local('i32')];
  const [again, done] = [newLabel('readings'), newLabel('read')];
  return [
    w.set(list, readings(scene)),
    w.set(end, w.add(w.get(list), w.shiftLeft(w.load32(w.get(list)), w.i32(2)))),
    block(done, [
      loop(again, [
        when(w.equal(w.get(list), w.get(end)), [branch(done)]),
        w.set(list, w.add(w.get(list), w.i32(4))),
        w.store32(w.i32(0), w.load32(w.get(list)), scene.work + 4 * scene.observed),
        ...handOver(scene, key, leads),
        branch(again),
      ]),
    ]),
  ];
}

/** Counts a transition that faults as often as the observer could have read it. */
function lose(scene: Scene): w.Statement {
  const { lost } = scene.registers;
  return increase(lost, scene.observation ? w.load32(readings(scene)) : w.i32(1));
}

/** The list of states that the observer may be in after the transition. */
function readings(scene: Scene): w.I32 {
  const { letter, events } = scene.registers;
  scene.putBack.add(scene.observed);
  const observed = w.load32(w.i32(0), scene.base + 4 * scene.observed);
  const read = w.or(w.getGlobal(letter), w.getGlobal(events));
  return call(memo(scene), w.or(observed, w.i32(askSuccessors)), read);
}

function handOver(scene: Scene, key: w.I64, leads: Leads): w.Statement[] {
  if (!scene.atomic || leads === 'outside') return append(scene, key);
  const enter = call(entering(scene), key);
  return leads === 'inside' ? [enter] : [when(exclusiveOf(scene), [enter], append(scene, key))];
}

function append(scene: Scene, key: w.I64): w.Statement[] {
  const { out, outEnd, obstacle, quiet } = scene.registers;
  const labelled = scene.labels?.append(w.getGlobal(out)) ?? [];
  const bytes = scene.labels ? LABELLED_BYTES : 8;
  const code = when(
    w.lessUnsigned(w.add(w.getGlobal(out), w.i32(bytes - 8)), w.getGlobal(outEnd)),
    [w.store64(w.getGlobal(out), key), ...labelled, increase(out, w.i32(bytes))],
    [w.setGlobal(obstacle, w.i32(Obstacle.successors))],
  );
  return [scene.probes ? when(w.isZero(w.getGlobal(quiet)), [code]) : code];
}

export const appending = (scene: Scene): FunctionBuilder<'none'> =>
  scene.shared('append', ['i64'], 'none', (body) => {
    body.define(append(scene, w.get(body.parameter(0, 'i64'))));
  });

/** Puts back what a transition has changed. */
export function restored(scene: Scene, cells: ReadonlySet<number>): w.Statement[] {
  return [...cells].map((cell) => {
    scene.putBack.add(cell);
    return w.store32(w.i32(0), w.load32(w.i32(0), scene.base + 4 * cell), scene.work + 4 * cell);
  });
}

const restoring = (scene: Scene): FunctionBuilder<'none'> =>
  scene.shared('restore', [], 'none', (body) => {
    for (const cell of scene.cells.keys()) scene.putBack.add(cell);
    const [work, base] = [scene.work, scene.base].map((address) => scene.here(w.i32(address)));
    body.define([w.copyMemory(work, base, w.i32(4 * scene.cells.length))]);
  });
