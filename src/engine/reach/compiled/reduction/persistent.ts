/**
 * Which processes are enough in the state just expanded: Overman's method, as in the reference engine.
 * The successors lie from one address to another, each with its label and the set of its movers.
 */
import { PROCESS_LOCATION, PROCESS_TYPE } from '../../../../model/layout.js';
import { LABEL, LABELLED_BYTES, MOVERS } from '../program/labels.js';
import type { Scene } from '../program/scene.js';
import * as w from '../wasm/code.js';
import { block, branch, branchIf, giveBack, loop, newLabel, when } from '../wasm/control.js';
import type { FunctionBuilder } from '../wasm/module.js';
import { ALONE, BitTable, type Method, otherEnds, QUEUE, SEEN, siteBits, WAITS } from './tables.js';

/** Of each process: its next steps as a number, its future, the ends of queues where none of its moves is enabled. */
const PROCESS_BYTES = 24;
const NEXT = 0;
const FUTURE = 4;
const QUEUED = 8;
/** Who disturbs it. */
const DISTURBERS = 16;

/** A function of the range of successors that gives a set of processes, or 0 where only all will do. */
export function definePersistent(scene: Scene, method: Method): FunctionBuilder<'i64'> {
  const { support } = method;
  const count = scene.slots.length;
  const room = scene.reserve(PROCESS_BYTES * count);
  const bits = siteBits(scene, method);
  const endOf = otherEnds(scene, method);
  const places = new Places(scene, method);
  const body = scene.module.function('persistent', ['i32', 'i32'], 'i64');
  const [start, end] = [body.parameter(0, 'i32'), body.parameter(1, 'i32')];
  const [at, process, other] = [body.local('i32'), body.local('i32'), body.local('i32')];
  const [last, label, seed] = [body.local('i64'), body.local('i64'), body.local('i32')];
  const [all, chosen, open, best] = ['all', 'chosen', 'open', 'best'].map(() => body.local('i64'));
  /** Processes that draw in all others: so does whoever draws in one of these. */
  const tooMuch = body.local('i64');
  const [fewest, number] = [body.local('i32'), body.local('i32')];
  const recordOf = (index: w.I32): w.I32 => w.multiply(index, w.i32(PROCESS_BYTES));
  const bitOf = (index: w.I32): w.I64 => w.shiftLeft(w.i64(1n), w.extendUnsigned(index));
  const next = (index: w.I32) => w.load32(recordOf(index), room + NEXT);
  const future = (index: w.I32) => w.load32(recordOf(index), room + FUTURE);

  /** For each process number in turn. */
  const each = (local: w.Local<'i32'>, inside: w.Statement[]): w.Statement[] => {
    const again = newLabel('process');
    return [
      w.set(local, w.i32(0)),
      loop(again, [
        ...inside,
        w.set(local, w.add(w.get(local), w.i32(1))),
        branchIf(again, w.lessUnsigned(w.get(local), w.i32(count))),
      ]),
    ];
  };
  /** For each different transition: those of one transition follow one another. */
  const eachMove = (inside: w.Statement[]): w.Statement[] => {
    const [again, done] = [newLabel('move'), newLabel('moves')];
    return [
      w.set(at, w.get(start)),
      w.set(last, w.i64(0n)),
      block(done, [
        loop(again, [
          branchIf(done, w.equal(w.get(at), w.get(end))),
          w.set(label, w.load64(w.get(at), LABEL)),
          when(w.unequal(w.get(label), w.get(last)), inside),
          w.set(last, w.get(label)),
          w.set(at, w.add(w.get(at), w.i32(LABELLED_BYTES))),
          branch(again),
        ]),
      ]),
    ];
  };

  const prepare: w.Statement[] = [
    w.set(all, w.i64(0n)),
    ...each(process, [
      w.store64(recordOf(w.get(process)), w.i64(0n), room + DISTURBERS),
      w.store32(recordOf(w.get(process)), w.i32(0), room + QUEUED),
      ...places.find(w.get(process), number),
      w.store32(recordOf(w.get(process)), w.i32(-1), room + FUTURE),
      when(w.atLeastSigned(w.get(number), w.i32(0)), [
        w.set(all, w.or(w.get(all), bitOf(w.get(process)))),
        w.store32(recordOf(w.get(process)), places.next(w.get(number)), room + NEXT),
        w.store32(recordOf(w.get(process)), places.future(w.get(number)), room + FUTURE),
        w.store32(recordOf(w.get(process)), places.queueEnds(w.get(number)), room + QUEUED),
      ]),
    ]),
    w.set(fewest, w.i32(0)),
    ...eachMove([
      w.set(fewest, w.add(w.get(fewest), w.i32(1))),
      when(w.and(bits(w.get(label)), w.i32(WAITS)), [giveBack(w.i64(0n))]),
      when(w.and(bits(w.get(label)), w.i32(QUEUE)), [
        w.set(process, w.lowHalf(w.trailingZeros(w.load64(w.get(at), MOVERS)))),
        w.store32(
          recordOf(w.get(process)),
          w.and(w.load32(recordOf(w.get(process)), room + QUEUED), endOf(w.get(label))),
          room + QUEUED,
        ),
      ]),
    ]),
  ];

  const table = new BitTable(scene, support.nexts.length * 2, support.futures.length, (row, column) =>
    support.disturbs(column, row >> 1, (row & 1) === 1),
  );
  const rowOf = w.or(
    w.shiftLeft(next(w.get(process)), w.i32(1)),
    w.isZero(w.load32(recordOf(w.get(process)), room + QUEUED)),
  );
  /** Who disturbs `process`; the process itself stands for "worked out". */
  const disturbers: w.Statement[] = [
    when(w.isZero(w.load64(recordOf(w.get(process)), room + DISTURBERS)), [
      w.set(label, bitOf(w.get(process))),
      ...each(other, [
        when(w.atLeastSigned(future(w.get(other)), w.i32(0)), [
          when(table.test(rowOf, future(w.get(other))), [
            w.set(label, w.or(w.get(label), bitOf(w.get(other)))),
          ]),
        ]),
      ]),
      w.store64(recordOf(w.get(process)), w.get(label), room + DISTURBERS),
    ]),
    w.set(label, w.load64(recordOf(w.get(process)), room + DISTURBERS)),
  ];

  const close = newLabel('close');
  const closure: w.Statement[] = [
    w.set(chosen, bitOf(w.get(seed))),
    w.set(open, w.get(chosen)),
    loop(close, [
      w.set(process, w.lowHalf(w.trailingZeros(w.get(open)))),
      w.set(open, w.and(w.get(open), w.subtract(w.get(open), w.i64(1n)))),
      ...disturbers,
      w.set(open, w.or(w.get(open), w.and(w.get(label), w.xor(w.get(chosen), w.i64(-1n))))),
      w.set(chosen, w.or(w.get(chosen), w.get(label))),
      when(w.unequal(w.and(w.get(chosen), w.get(tooMuch)), w.i64(0n)), [w.set(chosen, w.get(all))]),
      branchIf(close, w.and(w.unequal(w.get(open), w.i64(0n)), w.unequal(w.get(chosen), w.get(all)))),
    ]),
  ];
  const outside = w.and(w.load64(w.get(at), MOVERS), w.xor(w.get(chosen), w.i64(-1n)));
  const weigh: w.Statement[] = [
    w.set(number, w.i32(0)),
    ...eachMove([
      when(w.isZero(outside), [
        w.set(number, w.add(w.get(number), w.i32(1))),
        // Enough in spite of cycles: only where nobody sees it, and nobody goes on alone.
        ...(method.endless
          ? [when(w.and(bits(w.get(label)), w.i32(SEEN | ALONE)), [w.set(number, w.get(fewest))])]
          : []),
      ]),
    ]),
    when(w.and(w.unequal(w.get(number), w.i32(0)), w.lessUnsigned(w.get(number), w.get(fewest))), [
      // No other set can have fewer than one.
      when(w.equal(w.get(number), w.i32(1)), [giveBack(w.get(chosen))]),
      w.set(fewest, w.get(number)),
      w.set(best, w.get(chosen)),
    ]),
  ];
  const suffices = w.and(
    w.atLeastSigned(future(w.get(seed)), w.i32(0)),
    places.canSuffice(next(w.get(seed))),
  );
  body.define(
    [
      ...prepare,
      w.set(best, w.i64(0n)),
      w.set(tooMuch, w.i64(0n)),
      ...each(seed, [
        when(suffices, [
          ...closure,
          when(
            w.equal(w.get(chosen), w.get(all)),
            [w.set(tooMuch, w.or(w.get(tooMuch), bitOf(w.get(seed))))],
            weigh,
          ),
        ]),
      ]),
    ],
    w.get(best),
  );
  return body;
}

/** Where processes stand, as one number for type and location, and what is known of that. */
class Places {
  private readonly bases: number;
  private readonly addresses: number;
  private readonly nexts: number;
  private readonly futures: number;
  private readonly queues: number;
  private readonly useful: number;

  constructor(scene: Scene, { support }: Method) {
    let base = 0;
    this.bases = scene.table([
      -1,
      ...support.system.types.map((type) => {
        base += type.locations.length;
        return base - type.locations.length;
      }),
    ]);
    this.addresses = scene.table(scene.layout.processes.map((cell) => scene.work + 4 * cell));
    this.nexts = scene.table(support.next.flat());
    this.futures = scene.table(support.future.flat());
    this.queues = scene.table(support.queueEnds.flat().map((ends) => 2 ** Math.min(31, ends) - 1));
    this.useful = scene.table(support.nexts.map((_, next) => Number(support.canSuffice(next))));
  }

  /** Puts the number of the place of a process into a local; -1: there is no such process. */
  find(process: w.I32, into: w.Local<'i32'>): w.Statement[] {
    const address = w.load32(w.shiftLeft(process, w.i32(2)), this.addresses);
    const type = w.load32(address, 4 * PROCESS_TYPE);
    return [
      w.set(into, w.load32(w.shiftLeft(type, w.i32(2)), this.bases)),
      when(w.atLeastSigned(w.get(into), w.i32(0)), [
        w.set(into, w.add(w.get(into), w.load32(address, 4 * PROCESS_LOCATION))),
      ]),
    ];
  }

  readonly next = (place: w.I32): w.I32 => w.load32(w.shiftLeft(place, w.i32(2)), this.nexts);
  readonly future = (place: w.I32): w.I32 => w.load32(w.shiftLeft(place, w.i32(2)), this.futures);
  /** The ends of queues that a process may move at, as bits. */
  readonly queueEnds = (place: w.I32): w.I32 => w.load32(w.shiftLeft(place, w.i32(2)), this.queues);
  readonly canSuffice = (next: w.I32): w.I32 => w.load32(w.shiftLeft(next, w.i32(2)), this.useful);
}
