/** Has a process an enabled step? Asked of what could happen if every further such question were false. */
import type { Step } from '../../../../model/system.js';
import * as w from '../wasm/code.js';
import { dispatch, giveBack, when } from '../wasm/control.js';
import type { FunctionBuilder } from '../wasm/module.js';
import { locationOf, type Move, movesOf, typeOf } from './moves.js';
import { inFunction, obstacles } from './priority.js';
import type { Scene } from './scene.js';
import { fixedRef, type Ref, type Site } from './site.js';

/** From the number of a process to whether it takes part in some transition of the state in memory. */
export function defineEnabled(scene: Scene): FunctionBuilder<'i32'> {
  return scene.shared('enabled', ['i32'], 'i32', (body) => {
    const { asked } = scene.registers;
    const answer = body.local('i32');
    const each = scene.slots.flatMap(({ fixed, residents }, p) =>
      residents.map((type) => {
        const ref = fixedRef(scene, p, type);
        // What another process begins concerns the one asked for only where they meet.
        const meeting = scene.leaving(type).some((steps) => steps.some(meetsOthers));
        const others = meeting ? [w.set(answer, mayMove(scene, ref, meetsOthers))] : [];
        const moving = when(w.isZero(w.get(answer)), [
          when(w.equal(w.getGlobal(asked), w.i32(p)), [w.set(answer, mayMove(scene, ref))], others),
        ]);
        return fixed ? moving : when(w.equal(typeOf(ref), w.i32(type + 1)), [moving]);
      }),
    );
    body.define(
      [w.setGlobal(asked, w.get(body.parameter(0, 'i32'))), w.set(answer, w.i32(0)), ...each],
      w.get(answer),
    );
  });
}

const meetsOthers = ({ action }: Step): boolean => action.kind === 'send' || action.kind === 'synchronise';

/** Can this process begin, with one of these steps, something that the process asked for takes part in? */
function mayMove(scene: Scene, ref: Ref, counts?: (step: Step) => boolean): w.I32 {
  const found =
    (site: Site) =>
    (move: Move): w.Statement[] => {
      const takesPart = move.parties
        .map((party) => w.equal(party.ref.number, w.getGlobal(scene.registers.asked)))
        .reduce((a, b) => w.or(a, b));
      return obstacles(move, site).reduceRight<w.Statement[]>(
        (inner, rank) => [when(w.isZero(rank), inner)],
        [when(takesPart, [giveBack(w.i32(1))])],
      );
    };
  return inFunction(
    scene,
    ref,
    counts ? 'may meet' : 'may move',
    (inside, site) => {
      const cases = scene
        .leaving(inside.type)
        .map((steps) =>
          steps
            .filter(counts ?? (() => true))
            .flatMap((step) =>
              site.body.scope(() => movesOf({ ref: inside, step }, site, 'lowest', found(site))),
            ),
        );
      return [dispatch(locationOf(inside), cases)];
    },
    true,
  );
}
