/**
 * Which transition a successor comes from, written beside its key: a label that is the same for the same
 * transition wherever it is met, and the set of processes that take part, a bit for each.
 *
 * The label is made of the place in the generated code that takes the transition, the numbers of at most
 * two processes that this code finds at run time, and the value of a choice. Label 0: an execution that
 * has ended stays as it is.
 */
import type { Step } from '../../../../model/system.js';
import * as w from '../wasm/code.js';
import { choose, when } from '../wasm/control.js';
import type { Move } from './moves.js';
import { type Scene, Unsupported } from './scene.js';

export const LABELLED_BYTES = 24;
export const LABEL = 8;
export const MOVERS = 16;

/** Where a label has the number of its site. */
export const SITE_SHIFT = 32n;
export const SITE_BITS = 15;
const NUMBER_SHIFT = 47n;
const NUMBER_BITS = 8n;
/** Sets of processes are 64 bits. */
export const MOST_PROCESSES = 64;

/** What is known of a site when the code is made: who takes which step, as far as types tell. */
export interface LabelledSite {
  parties: { type: number; step: Step }[];
}

export class Labels {
  /** By the number in the label; number 0 is no site. */
  readonly sites: LabelledSite[] = [{ parties: [] }];
  readonly label: w.Global<'i64'>;
  readonly movers: w.Global<'i64'>;
  /** Of the state being expanded: all processes that take part in some transition. */
  readonly able: w.Global<'i64'>;

  /** Not 0 while states inside atomic sequences are expanded. */
  private readonly inside: w.Global<'i32'>;
  private readonly atomic: boolean;

  /** `what`: labels tell transitions apart, or are the events that the observer knows. */
  constructor(
    private readonly scene: Scene,
    private readonly what: 'transitions' | 'events' = 'transitions',
  ) {
    if (scene.slots.length > MOST_PROCESSES)
      throw new Unsupported(`more than ${MOST_PROCESSES} processes at once`);
    this.label = scene.module.global('label', 'i64');
    this.movers = scene.module.global('movers', 'i64');
    this.able = scene.module.global('able', 'i64');
    this.inside = scene.module.global('labelsInside', 'i32');
    this.atomic = scene.atomic;
  }

  /** Notes the transition that is about to be taken. */
  begin(move: Move): w.Statement[] {
    const site = this.sites.push({
      parties: move.parties.map(({ ref, step }) => ({ type: ref.type, step })),
    });
    if (site > 2 ** SITE_BITS) throw new Unsupported('it has too many kinds of transitions');
    const found = move.parties.filter(({ ref }) => ref.slot === undefined);
    if (found.length > 2) throw new Unsupported('more than two processes that come and go step together');
    const parts: w.I64[] = [
      w.i64(BigInt(site - 1) << SITE_SHIFT),
      ...found.map(({ ref }, i) =>
        w.shiftLeft(w.extendUnsigned(ref.number), w.i64(NUMBER_SHIFT + NUMBER_BITS * BigInt(i))),
      ),
      ...(move.choice ? [w.extendUnsigned(w.get(move.choice))] : []),
    ];
    const fixed = move.parties.reduce(
      (set, { ref }) => (ref.slot === undefined ? set : set | (1n << BigInt(ref.slot))),
      0n,
    );
    const movers = [
      w.i64(BigInt.asIntN(64, fixed)),
      ...found.map(({ ref }) => w.shiftLeft(w.i64(1n), w.extendUnsigned(ref.number))),
    ];
    const note = [
      w.setGlobal(this.label, parts.reduce(w.or)),
      w.setGlobal(this.movers, movers.reduce(w.or)),
      w.setGlobal(this.able, w.or(w.getGlobal(this.able), w.getGlobal(this.movers))),
    ];
    return this.atomic ? [when(w.isZero(w.getGlobal(this.inside)), note)] : note;
  }

  stay(): w.Statement[] {
    return [w.setGlobal(this.label, w.i64(0n)), w.setGlobal(this.movers, w.i64(0n))];
  }

  private get shown(): w.I64 {
    if (this.what === 'transitions') return w.getGlobal(this.label);
    const events = w.extendUnsigned(w.getGlobal(this.scene.registers.events));
    return this.atomic ? choose(w.getGlobal(this.inside), w.getGlobal(this.label), events) : events;
  }

  append(at: w.I32): w.Statement[] {
    return this.store(at, LABEL, MOVERS);
  }

  store(at: w.I32, label: number, movers: number): w.Statement[] {
    return [w.store64(at, this.shown, label), w.store64(at, w.getGlobal(this.movers), movers)];
  }

  /** From here on successors are those of a transition begun before: it led into an atomic sequence. */
  recall(at: w.I32, label: number, movers: number): w.Statement[] {
    return [
      w.setGlobal(this.inside, w.i32(1)),
      w.setGlobal(this.label, w.load64(at, label)),
      w.setGlobal(this.movers, w.load64(at, movers)),
    ];
  }

  endInside(): w.Statement[] {
    return [w.setGlobal(this.inside, w.i32(0))];
  }
}
