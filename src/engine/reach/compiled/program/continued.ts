/**
 * A process that goes on alone inside an atomic sequence is followed at once, in locals, as far as that can be: the
 * states in between then need no keys and no places on a list. Where it has a choice each way is followed; where it
 * blocks nobody is alone any more. What cannot be followed so is left to the list, from there on.
 */
import { PROCESS_LOCATION } from '../../../../model/layout.js';
import { isAlwaysPossible, type Step } from '../../../../model/system.js';
import * as w from '../wasm/code.js';
import { block, branch, newLabel, when } from '../wasm/control.js';
import { known } from './expression.js';
import { finishInLocals } from './indivisible.js';
import { type Move, movesOf, type Party } from './moves.js';
import { NotInLocals, type Overlay } from './overlay.js';
import { priorityOf } from './priority.js';
import { increase } from './registers.js';
import type { Scene } from './scene.js';
import { FaultExit, newLocal, type Ref, type Site } from './site.js';
import { take } from './taking.js';

/** Longer sequences, and those with more ways through them, would be too much code. */
const MOST_IN_A_ROW = 16;
const MOST_WAYS = 8;

/** `inside`: somebody goes on alone in the state that was come to. */
export type Arrive = (final: Overlay, leads: 'inside' | 'outside') => w.Statement[];

export interface Continued {
  code: w.Statement[];
  /** Some assertion may fail on the way. */
  asserts: boolean;
}

/** Goes on from where one of the parties is left alone; `lose` counts a transition that faults. */
export function continued(
  parties: readonly Party[],
  site: Site & { overlay: Overlay },
  arrive: Arrive,
  lose: w.Statement,
): Continued {
  return new Continuation(parties, site, arrive, lose).all();
}

class Continuation {
  private ways = 0;
  private asserts = false;
  private readonly scene: Scene;

  constructor(
    private readonly parties: readonly Party[],
    private readonly site: Site & { overlay: Overlay },
    private readonly arrive: Arrive,
    private readonly lose: w.Statement,
  ) {
    this.scene = site.scene;
  }

  all(): Continued {
    const code = this.from(this.site.overlay, 0, MOST_WAYS);
    return { code, asserts: this.asserts };
  }

  /** `ways`: so many may end further on; those of a choice share them, so that all are followed about as far. */
  private from(overlay: Overlay, steps: number, ways: number): w.Statement[] {
    const alone = overlay.cells.get(this.scene.layout.exclusive);
    if (!alone || alone.high === 0) return this.end(overlay, 'outside');
    const party = this.parties.find(({ ref }) => ref.slot !== undefined && ref.slot + 1 === alone.low);
    if (!party || alone.low !== alone.high || steps >= MOST_IN_A_ROW || this.ways >= MOST_WAYS)
      return this.end(overlay, 'inside');
    try {
      return this.onward(party.ref, overlay, steps, ways);
    } catch (error) {
      if (!(error instanceof NotInLocals)) throw error;
      return this.end(overlay, 'inside');
    }
  }

  private end(overlay: Overlay, leads: 'inside' | 'outside'): w.Statement[] {
    this.ways++;
    for (const { ref } of this.parties) {
      const place = ref.slot !== undefined && overlay.cells.get(this.locationCell(ref.slot));
      if (place && place.low === place.high) this.scene.landings.note(ref.type, place.low);
    }
    return this.arrive(overlay, leads);
  }

  private readonly locationCell = (slot: number): number =>
    this.scene.layout.processes[slot] + PROCESS_LOCATION;

  private onward(ref: Ref, overlay: Overlay, steps: number, ways: number): w.Statement[] {
    const { scene, site } = this;
    const place = overlay.cells.get(this.locationCell(ref.slot!));
    if (!place || place.low !== place.high) throw new NotInLocals();
    const leaving = scene.leaving(ref.type)[place.low];
    if (leaving.some(({ action }) => action.kind === 'synchronise')) throw new NotInLocals();
    const mayBlock = scene.system.types[ref.type].provided || !leaving.some(isAlwaysPossible);
    const share = Math.floor((mayBlock ? ways - 1 : ways) / leaving.length);
    if (share < 1) return this.end(overlay, 'inside');
    const went = newLocal(site, 'i32');
    const there = { ...site, overlay };
    const goOn = (move: Move): w.Statement[] => [
      ...move.parties.map((party) => scene.noteStep(party.ref.type, party.step)),
      w.set(went, w.i32(1)),
      ...this.taken(move, overlay, steps, share),
    ];
    const code = byPriority(leaving).flatMap((rank, i) => {
      const moves = rank.flatMap((step) => movesOf({ ref, step }, there, 'lowest', goOn));
      return i === 0 ? moves : [when(w.isZero(w.get(went)), moves)];
    });
    if (!mayBlock) return [w.set(went, w.i32(0)), ...code];
    const freed = overlay.copy();
    freed.cells.set(scene.layout.exclusive, known(0));
    const blocked = this.end(freed, 'outside');
    return [w.set(went, w.i32(0)), ...code, when(w.isZero(w.get(went)), blocked)];
  }

  private taken(move: Move, overlay: Overlay, steps: number, ways: number): w.Statement[] {
    const { site, scene } = this;
    const failed = [increase(scene.registers.faults), this.lose];
    if (move.faults) return failed;
    if (move.parties.some(({ step }) => step.effects.some(({ kind }) => kind === 'assert')))
      this.asserts = true;
    const now = overlay.copy();
    const exit = new FaultExit();
    const here = { ...site, overlay: now, fault: exit };
    const pending = move.pending ? [when(move.pending, [exit.take()])] : [];
    const first = take(move, here);
    const rest = finishInLocals(move.parties, here, (final) => this.from(final, steps + 1, ways));
    if (this.entersIndivisible(move)) this.asserts = true;
    const code = [...pending, ...first, ...rest];
    if (!exit.used) return code;
    const end = newLabel('continued');
    return [block(end, [block(exit.label, [...code, branch(end)]), ...failed])];
  }

  private entersIndivisible({ parties }: Move): boolean {
    const { types } = this.scene.system;
    return parties.some(({ ref, step }) => types[ref.type].locations[step.to].region === 'indivisible');
  }
}

/** The steps of the highest priority first. */
function byPriority(steps: readonly Step[]): Step[][] {
  const ranks = [...new Set(steps.map(priorityOf))].sort((a, b) => b - a);
  return ranks.map((rank) => steps.filter((step) => priorityOf(step) === rank));
}
