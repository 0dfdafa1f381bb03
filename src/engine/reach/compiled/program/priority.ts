/** Of one process only the steps of the highest priority take part, among those that it could begin. */
import { isBuffered, type Step } from '../../../../model/system.js';
import * as w from '../wasm/code.js';
import { giveBack } from '../wasm/control.js';
import { call } from '../wasm/module.js';
import { type Move, movesOf, type Party } from './moves.js';
import { type Scene, Unsupported } from './scene.js';
import { FaultExit, fixedRef, movableRef, type Ref, type Site } from './site.js';

export const priorityOf = (step: Step): number => step.priority ?? 0;

/** Each is true in states where the move gives way to something of higher priority. */
export function obstacles({ parties }: Move, site: Site): w.I32[] {
  const [first, ...others] = parties;
  if (first.step.action.kind !== 'send') return parties.flatMap((party) => outranked(party, site) ?? []);
  for (const party of others) refuseRivals(party, site);
  return [outranked(first, site) ?? []].flat();
}

/** A receiver gives way only where a receive of higher priority takes the same message: that is not compiled. */
function refuseRivals({ ref, step }: Party, site: Site): void {
  const { system } = site.scene;
  for (const other of site.scene.leaving(ref.type)[step.from]) {
    if (priorityOf(other) <= priorityOf(step)) continue;
    if (other.action.kind !== 'receive' || step.action.kind !== 'receive') continue;
    const [theirs, ours] = [other.action.channel, step.action.channel];
    if (isBuffered(system, theirs)) continue;
    if (theirs.kind === 'constant' && ours.kind === 'constant' && ours.value !== theirs.value) continue;
    throw new Unsupported('receives of different priority compete for one message');
  }
}

/** True in states where the process could begin something of higher priority; undefined: never. */
function outranked({ ref, step }: Party, site: Site): w.I32 | undefined {
  const higher = site.scene
    .leaving(ref.type)
    [step.from].filter((other) => priorityOf(other) > priorityOf(step));
  if (higher.length === 0) return undefined;
  return inFunction(
    site.scene,
    ref,
    `higher ${step.from} ${priorityOf(step)}`,
    (inside, there) =>
      higher.flatMap((other) =>
        there.body.scope(() =>
          movesOf({ ref: inside, step: other }, there, 'any', () => [giveBack(w.i32(1))]),
        ),
      ),
    site.inner,
  );
}

/** A function of its own for code about one process; it gives 0 unless the code gives something else. */
export function inFunction(
  scene: Scene,
  ref: Ref,
  name: string,
  build: (ref: Ref, site: Site) => w.Statement[],
  inner = false,
): w.I32 {
  const movable = ref.slot === undefined;
  const full = `${name}${inner ? ' inside a question' : ''} of ${ref.type} ${movable ? '' : ref.slot}`;
  const target = scene.shared(full, movable ? ['i32', 'i32'] : [], 'i32', (body) => {
    const inside = movable
      ? movableRef(ref.type, w.get(body.parameter(0, 'i32')), w.get(body.parameter(1, 'i32')))
      : fixedRef(scene, ref.slot!, ref.type);
    body.define(build(inside, { scene, body, self: inside, fault: new FaultExit(), inner }), w.i32(0));
  });
  return movable ? call(target, ref.address.base, ref.number) : call(target);
}
