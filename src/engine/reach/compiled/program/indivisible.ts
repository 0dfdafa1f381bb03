/** Goes on with a process inside an indivisible region until it leaves the region. */
import { MOST_INDIVISIBLE_STEPS } from '../../../../model/execution.js';
import { PROCESS_LOCATION, PROCESS_TYPE } from '../../../../model/layout.js';
import * as w from '../wasm/code.js';
import { block, branch, dispatch, giveBack, loop, newLabel, when } from '../wasm/control.js';
import { locationOf, type Move, movesOf, type Party, typeOf } from './moves.js';
import { NotInLocals, type Overlay } from './overlay.js';
import { inFunction, obstacles, priorityOf } from './priority.js';
import { Unsupported } from './scene.js';
import { FaultExit, type Ref, type Site, Touched } from './site.js';
import { take } from './taking.js';

const region = (ref: Ref, site: Site, location: number) =>
  site.scene.system.types[ref.type].locations[location].region;

/** Code that finishes what the parties have begun; leaves by the fault exit where that faults. */
export function finishIndivisible(parties: Party[], site: Site): w.Statement[] {
  const { scene } = site;
  const first = parties.findIndex(({ ref, step }) => region(ref, site, step.to) === 'indivisible');
  if (first < 0) return [];
  const { timeout } = scene.registers;
  const saved = site.body.local('i32');
  const failed = site.body.local('i32');
  return [
    w.set(saved, w.getGlobal(timeout)),
    w.setGlobal(timeout, w.i32(0)),
    w.set(failed, w.i32(0)),
    ...parties
      .slice(first)
      .map(({ ref }) => when(w.isZero(w.get(failed)), [w.set(failed, finished(ref, site))])),
    w.setGlobal(timeout, w.get(saved)),
    when(w.get(failed), [site.fault.take()]),
  ];
}

/** Longer sequences, and those with more ways through them, are done in memory. */
const MOST_IN_A_ROW = 40;
const MOST_WAYS = 12;

/**
 * The same where nothing is written to memory: each way through the sequences becomes code of its own, which
 * ends with what `then` makes of the state that it leads to.
 */
export function finishInLocals(
  parties: Party[],
  site: Site & { overlay: Overlay },
  then: (final: Overlay) => w.Statement[],
): w.Statement[] {
  const { scene } = site;
  const first = parties.findIndex(({ ref, step }) => region(ref, site, step.to) === 'indivisible');
  if (first < 0) return then(site.overlay);
  if (scene.usesTimeout) throw new NotInLocals();
  let ways = 0;
  const each = (waiting: Ref[], overlay: Overlay, steps: number): w.Statement[] => {
    const [ref, ...others] = waiting;
    if (!ref) {
      if (++ways > MOST_WAYS) throw new NotInLocals();
      return then(overlay);
    }
    const base = ref.slot === undefined ? undefined : scene.layout.processes[ref.slot];
    if (base === undefined) throw new NotInLocals();
    const [type, location] = [PROCESS_TYPE, PROCESS_LOCATION].map((cell) => overlay.cells.get(base + cell));
    const gone = type !== undefined && type.low !== ref.type + 1;
    if (gone || region(ref, site, location!.low) !== 'indivisible') return each(others, overlay, steps);
    if (steps > MOST_IN_A_ROW) throw new NotInLocals();
    const leaving = scene.leaving(ref.type)[location!.low];
    if (leaving.some(({ action }) => action.kind === 'synchronise')) throw new NotInLocals();
    const done = newLabel('done');
    // One that gives way to others comes after them: who gets so far has nothing to give way to.
    const inOrder = [...leaving].sort((a, b) => priorityOf(b) - priorityOf(a));
    const goOn = (move: Move): w.Statement[] => {
      scene.countTransition();
      const noted = move.parties.map((party) => scene.noteStep(party.ref.type, party.step));
      if (move.faults) return [...noted, site.fault.take()];
      const now = overlay.copy();
      const pending = move.pending ? [when(move.pending, [site.fault.take()])] : [];
      const taken = take(move, { ...site, overlay: now });
      return [...noted, ...pending, ...taken, ...each(waiting, now, steps + 1), branch(done)];
    };
    const there = { ...site, overlay };
    const moves = inOrder.flatMap((step) => movesOf({ ref, step }, there, 'lowest', goOn));
    return [block(done, [...moves, site.fault.take()])];
  };
  return each(
    parties.slice(first).map(({ ref }) => ref),
    site.overlay,
    0,
  );
}

/** 1 where the sequence faults, blocks or does not end. */
function finished(ref: Ref, site: Site): w.I32 {
  const { scene } = site;
  const changes = scene.once(`changes of finish ${ref.type} ${ref.slot}`, () => new Touched());
  const code = inFunction(scene, ref, 'finish', (inside, there) => {
    const { locations } = scene.system.types[inside.type];
    const taken = there.body.local('i32');
    const [again, outside] = [newLabel('again'), newLabel('outside')];
    const goOn = (move: Move): w.Statement[] => {
      scene.countTransition();
      const exit = new FaultExit();
      const here = { ...there, fault: exit, touched: changes };
      const code =
        move.faults === true
          ? [exit.take()]
          : [...(move.pending ? [when(move.pending, [exit.take()])] : []), ...take(move, here)];
      const noted = move.parties.map(({ ref, step }) => scene.noteStep(ref.type, step));
      const first = [...noted, block(exit.label, [...code, branch(again)]), giveBack(w.i32(1))];
      const ranks = obstacles(move, there);
      return ranks.reduceRight<w.Statement[]>((inner, rank) => [when(w.isZero(rank), inner)], first);
    };
    const cases = locations.map((location, l) => {
      if (location.region !== 'indivisible') return [branch(outside)];
      const leaving = scene.leaving(inside.type)[l];
      const alone = leaving.filter((step) => step.action.kind !== 'synchronise');
      const joint = leaving.filter((step) => step.action.kind === 'synchronise');
      if (joint.length > 1 && new Set(joint.map(priorityOf)).size > 1)
        throw new Unsupported('an indivisible sequence synchronises with several priorities');
      return [...alone, ...joint].flatMap((step) =>
        there.body.scope(() => movesOf({ ref: inside, step }, there, 'lowest', goOn)),
      );
    });
    return [
      w.set(taken, w.i32(0)),
      block(outside, [
        loop(again, [
          when(w.unequal(typeOf(inside), w.i32(inside.type + 1)), [branch(outside)]),
          w.set(taken, w.add(w.get(taken), w.i32(1))),
          when(w.lessSigned(w.get(taken), w.i32(MOST_INDIVISIBLE_STEPS + 1)), [
            dispatch(locationOf(inside), cases),
          ]),
          giveBack(w.i32(1)),
        ]),
      ]),
    ];
  });
  for (const cell of changes.cells) site.touched?.add(cell);
  return code;
}
