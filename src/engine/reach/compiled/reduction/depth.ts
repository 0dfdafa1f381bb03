/**
 * Depth-first search that leaves out interleavings, for violations seen in one state or step: as the
 * reference engine does it, with the same counts.
 *
 * The path is an array of frames. All places are kept as distances from the start of their array, so
 * that an array can be moved when it grows. A state remembers what slept when it was first reached, and
 * where it is on the path.
 */
import type { Ask } from '../../../../property/question.js';
import type { Expansion } from '../program/expansion.js';
import { increase } from '../program/registers.js';
import type { Scene } from '../program/scene.js';
import { Status } from '../search/breadth.js';
import { judge } from '../search/checks.js';
import * as w from '../wasm/code.js';
import { branch, branchIf, giveBack, loop, newLabel, when } from '../wasm/control.js';
import { call } from '../wasm/module.js';
import { type Enough, enoughOf, labelAt, moversAt, STRIDE } from './enough.js';
import { FIRST, Remembered, SECOND } from './remembered.js';
import { ASLEEP_BYTES, SleepLists } from './sleep.js';
import { ENTERS, type Method, siteBits } from './tables.js';

export const FRAME_BYTES = 72;
/** Successors: from, to, and the next one to look at. */
const BASE = 8;
const END = 12;
const NEXT = 16;
const PHASE = 20;
/** Has one of the successors tried led on? */
const LEADS = 24;
/** What sleeps lies from here to there; before it, from `AWAKE` on, what alone is to be explored. */
const ASLEEP = 28;
const ASLEEP_END = 32;
const AWAKE = 36;
/** Transitions that were woken meanwhile: a linked list, first and last. */
const WOKEN = 40;
const WOKEN_LAST = 44;
/** The transition being explored: its label and movers. */
const CURRENT = 48;
const CURRENT_MOVERS = 56;
/** The processes that may be enough, or the one whose transitions are being tried. */
const CHOSEN = 64;

const Phase = { enough: 0, rest: 1, woken: 2, awake: 3 } as const;
/** A state that is not on the path has this instead of the distance of its frame. */
export const SEEN_BEFORE = 1;

/** An entry of a list of woken transitions: label, movers, and the distance of the next one. */
const WOKEN_BYTES = 24;
const NEXT_WOKEN = 16;

const Enter = { no: 0, first: 1, again: 2 } as const;

export function defineReducedDepth(
  scene: Scene,
  { expand }: Expansion,
  asks: readonly Ask[],
  method: Method,
): void {
  const { module, registers } = scene;
  const { out, outEnd, obstacle, faults, assertions } = registers;
  const register = (name: string) => module.global(name, 'i32');
  const [frames, framesRoom, top, pile, pileRoom, pileTop] = [
    ...['frames', 'framesRoom', 'top', 'pile', 'pileRoom', 'pileTop'],
  ].map(register);
  const [sleep, sleepRoom, kept, keptRoom, keptTop] = [
    ...['sleep', 'sleepRoom', 'kept', 'keptRoom', 'keptTop'],
  ].map(register);
  const [woken, wokenRoom, wokenTop, largest] = ['woken', 'wokenRoom', 'wokenTop', 'largest'].map(register);
  const [entering, pendingAwake, pendingStart, pendingEnd, deepest] = [
    ...['entering', 'pendingAwake', 'pendingStart', 'pendingEnd', 'deepest'],
  ].map(register);
  const [faulted, failures, deepestFrame, cut, saved] = [
    'faulted',
    'failures',
    'deepestFrame',
    'cut',
    'saved',
  ].map(register);
  const transitions = module.global('transitions', 'i64');
  const entered = module.global('entered', 'i64');
  const states = new Remembered(scene);
  const enough: Enough | undefined = enoughOf(scene, method);
  const bits = siteBits(scene, method);
  const lists = method.sleeping ? new SleepLists(scene, method) : undefined;

  const body = module.function('searchReduced', ['i32'], 'i32', true);
  const budget = body.parameter(0, 'i32');
  const [frame, at, slot, list, size, other] = ['frame', 'at', 'slot', 'list', 'size', 'other'].map(() =>
    body.local('i32'),
  );
  const [child, label, chosen] = ['child', 'label', 'chosen'].map(() => body.local('i64'));
  const again = newLabel('go on');
  const come = (status: number) => giveBack(w.i32(status));
  const field = (offset: number) => w.load32(w.get(frame), offset);
  const put = (offset: number, value: w.I32) => w.store32(w.get(frame), value, offset);
  const inSleep = (distance: w.I32) => w.add(w.getGlobal(sleep), distance);
  const asleepStart = inSleep(field(ASLEEP));
  const asleepEnd = inSleep(field(ASLEEP_END));

  // ---- entering a state

  const keep: w.Statement[] = lists
    ? [
        when(w.greaterUnsigned(w.getGlobal(pendingEnd), w.getGlobal(pendingStart)), [
          w.set(size, w.subtract(w.getGlobal(pendingEnd), w.getGlobal(pendingStart))),
          w.set(list, w.add(w.getGlobal(kept), w.getGlobal(keptTop))),
          w.store32(w.get(list), w.get(size)),
          w.copyMemory(w.add(w.get(list), w.i32(8)), inSleep(w.getGlobal(pendingStart)), w.get(size)),
          w.store32(w.get(slot), w.getGlobal(keptTop), FIRST),
          increase(keptTop, w.add(w.get(size), w.i32(8))),
        ]),
      ]
    : [];
  const firstPhase = enough ? w.unequal(w.get(chosen), w.i64(0n)) : w.i32(0);
  const { judging, isBroken } = judge(scene, asks);
  const enter: w.Statement[] = [
    w.setGlobal(out, w.add(w.getGlobal(pile), w.getGlobal(pileTop))),
    w.setGlobal(outEnd, w.add(w.getGlobal(pile), w.getGlobal(pileRoom))),
    w.setGlobal(obstacle, w.i32(0)),
    call(expand, w.getGlobal(entered)),
    when(w.getGlobal(obstacle), [come(Status.obstacle)]),
    increase(top, w.i32(FRAME_BYTES)),
    w.set(frame, w.add(w.getGlobal(frames), w.getGlobal(top))),
    w.store64(w.get(frame), w.getGlobal(entered)),
    put(BASE, w.getGlobal(pileTop)),
    put(NEXT, w.getGlobal(pileTop)),
    w.set(chosen, w.i64(0n)),
    ...(enough
      ? [
          when(w.equal(w.getGlobal(entering), w.i32(Enter.first)), [
            w.set(chosen, enough.among(w.add(w.getGlobal(pile), w.getGlobal(pileTop)), w.getGlobal(out))),
          ]),
        ]
      : []),
    w.setGlobal(pileTop, w.subtract(w.getGlobal(out), w.getGlobal(pile))),
    put(END, w.getGlobal(pileTop)),
    put(LEADS, w.i32(0)),
    put(ASLEEP, w.getGlobal(pendingStart)),
    put(ASLEEP_END, w.getGlobal(pendingEnd)),
    put(AWAKE, w.getGlobal(pendingAwake)),
    put(WOKEN, w.i32(0)),
    put(WOKEN_LAST, w.i32(0)),
    w.store64(w.get(frame), w.i64(0n), CURRENT),
    w.store64(w.get(frame), enough?.byProcess ? w.i64(0n) : w.get(chosen), CHOSEN),
    w.set(slot, call(states.slotOf, w.getGlobal(entered))),
    w.store32(w.get(slot), w.getGlobal(top), SECOND),
    when(
      w.equal(w.getGlobal(entering), w.i32(Enter.first)),
      [put(PHASE, w.subtract(w.i32(Phase.rest), firstPhase)), ...keep],
      [put(PHASE, w.i32(Phase.awake))],
    ),
    w.setGlobal(entering, w.i32(Enter.no)),
    when(w.greaterUnsigned(w.getGlobal(top), w.getGlobal(deepest)), [w.setGlobal(deepest, w.getGlobal(top))]),
    w.setGlobal(faulted, w.or(w.getGlobal(faulted), w.or(w.getGlobal(faults), w.getGlobal(assertions)))),
    increase(failures, w.getGlobal(registers.lost)),
    w.set(budget, w.subtract(w.get(budget), w.i32(1))),
    judging,
    when(isBroken, [come(Status.found)]),
    branch(again),
  ];

  // ---- one successor after the other

  /** What was explored sleeps from now on. */
  const finish: w.Statement[] = lists
    ? [
        w.set(label, w.load64(w.get(frame), CURRENT)),
        when(w.unequal(w.get(label), w.i64(0n)), [
          when(w.isZero(w.and(bits(w.get(label)), w.i32(ENTERS))), [
            w.store64(asleepEnd, w.get(label)),
            w.store64(asleepEnd, w.load64(w.get(frame), CURRENT_MOVERS), 8),
            put(ASLEEP_END, w.add(field(ASLEEP_END), w.i32(ASLEEP_BYTES))),
            w.set(size, w.subtract(field(ASLEEP_END), field(ASLEEP))),
            when(w.greaterUnsigned(w.get(size), w.getGlobal(largest)), [w.setGlobal(largest, w.get(size))]),
          ]),
          w.store64(w.get(frame), w.i64(0n), CURRENT),
        ]),
      ]
    : [];
  const toPhase = (phase: number): w.Statement[] => [
    ...finish,
    put(PHASE, w.i32(phase)),
    put(NEXT, field(BASE)),
    branch(again),
  ];
  const skip: w.Statement[] = [put(NEXT, w.add(field(NEXT), w.i32(STRIDE))), branch(again)];

  const begin = (how: number): w.Statement[] => [
    w.setGlobal(entered, w.get(child)),
    w.setGlobal(entering, w.i32(how)),
    branch(again),
  ];
  const leadsOn: w.Statement[] = enough ? [put(LEADS, w.i32(1))] : [];

  const take: w.Statement[] = [
    w.set(label, labelAt(w.get(at))),
    ...(lists
      ? [
          when(w.unequal(w.get(label), w.load64(w.get(frame), CURRENT)), [
            ...finish,
            w.set(label, labelAt(w.get(at))),
            when(call(lists.has, w.get(label), asleepStart, asleepEnd), skip),
            w.store64(w.get(frame), w.get(label), CURRENT),
            w.store64(w.get(frame), moversAt(w.get(at)), CURRENT_MOVERS),
          ]),
        ]
      : []),
    put(NEXT, w.add(field(NEXT), w.i32(STRIDE))),
    w.setGlobal(transitions, w.add(w.getGlobal(transitions), w.i64(1n))),
    w.set(budget, w.subtract(w.get(budget), w.i32(1))),
    w.set(child, w.load64(w.get(at))),
    when(w.atLeastUnsigned(w.getGlobal(top), w.getGlobal(deepestFrame)), [
      when(w.isZero(call(states.isKnown, w.get(child))), [w.setGlobal(cut, w.i32(1)), branch(again)]),
    ]),
    w.setGlobal(pendingAwake, field(ASLEEP_END)),
    w.setGlobal(pendingStart, field(ASLEEP_END)),
    w.setGlobal(
      pendingEnd,
      lists
        ? w.subtract(
            call(lists.stillAsleep, asleepStart, asleepEnd, w.get(label), moversAt(w.get(at)), asleepEnd),
            w.getGlobal(sleep),
          )
        : field(ASLEEP_END),
    ),
    w.set(slot, call(states.slotOf, w.get(child))),
    w.set(other, w.load32(w.get(slot), SECOND)),
    when(w.isZero(w.get(other)), [
      ...leadsOn,
      w.store32(w.get(slot), w.i32(SEEN_BEFORE), SECOND),
      w.store32(w.get(slot), w.i32(0), FIRST),
      ...begin(Enter.first),
    ]),
    when(w.equal(w.get(other), w.i32(SEEN_BEFORE)), leadsOn),
    ...(lists ? wake(lists) : []),
    branch(again),
  ];

  /** A second visit: what slept at all visits so far but is awake now must still be explored. */
  function wake(sleeping: SleepLists): w.Statement[] {
    const split = (to: w.I32) =>
      call(
        sleeping.keepListed,
        w.add(w.get(list), w.i32(8)),
        w.add(w.add(w.get(list), w.i32(8)), w.get(size)),
        inSleep(w.getGlobal(pendingStart)),
        inSleep(w.getGlobal(pendingEnd)),
        to,
      );
    const left = body.local('i32');
    /** Labels that were woken go to the frame of the state, which explores them before it is left. */
    const [each, next] = [newLabel('each woken'), body.local('i32')];
    const their = (offset: number) => w.load32(w.get(other), offset);
    const later: w.Statement[] = [
      w.set(other, w.add(w.getGlobal(frames), w.get(other))),
      w.set(at, inSleep(w.getGlobal(pendingEnd))),
      loop(each, [
        when(w.get(left), [
          w.set(label, w.load64(w.get(at))),
          w.store32(
            w.get(other),
            w.subtract(
              call(sleeping.without, w.get(label), inSleep(their(ASLEEP)), inSleep(their(ASLEEP_END))),
              w.getGlobal(sleep),
            ),
            ASLEEP_END,
          ),
          w.set(next, w.add(w.getGlobal(woken), w.getGlobal(wokenTop))),
          w.store64(w.get(next), w.get(label)),
          w.store32(w.get(next), w.i32(0), NEXT_WOKEN),
          when(
            their(WOKEN),
            [w.store32(w.add(w.getGlobal(woken), their(WOKEN_LAST)), w.getGlobal(wokenTop), NEXT_WOKEN)],
            [w.store32(w.get(other), w.getGlobal(wokenTop), WOKEN)],
          ),
          w.store32(w.get(other), w.getGlobal(wokenTop), WOKEN_LAST),
          increase(wokenTop, w.i32(WOKEN_BYTES)),
          w.set(at, w.add(w.get(at), w.i32(ASLEEP_BYTES))),
          w.set(left, w.subtract(w.get(left), w.i32(ASLEEP_BYTES))),
          branch(each),
        ]),
      ]),
      branch(again),
    ];
    const now: w.Statement[] = [
      when(w.isZero(w.get(left)), [branch(again)]),
      w.setGlobal(pendingAwake, w.getGlobal(pendingEnd)),
      w.setGlobal(pendingStart, w.add(w.getGlobal(pendingEnd), w.get(left))),
      w.set(size, w.load32(w.get(list))),
      w.copyMemory(inSleep(w.getGlobal(pendingStart)), w.add(w.get(list), w.i32(8)), w.get(size)),
      w.setGlobal(pendingEnd, w.add(w.getGlobal(pendingStart), w.get(size))),
      ...begin(Enter.again),
    ];
    return [
      w.set(list, w.load32(w.get(slot), FIRST)),
      when(w.isZero(w.get(list)), [branch(again)]),
      w.set(list, w.add(w.getGlobal(kept), w.get(list))),
      w.set(size, w.load32(w.get(list))),
      // What is awake now lies behind the pending list.
      w.set(next, w.subtract(split(inSleep(w.getGlobal(pendingEnd))), w.add(w.get(list), w.i32(8)))),
      w.set(left, w.subtract(w.get(size), w.get(next))),
      w.store32(w.get(list), w.get(next)),
      when(w.unequal(w.get(other), w.i32(SEEN_BEFORE)), later),
      ...now,
    ];
  }

  const phaseIs = (phase: number) => w.equal(field(PHASE), w.i32(phase));
  const atEnd = w.equal(field(NEXT), field(END));
  const includes = enough ? enough.includes(w.load64(w.get(frame), CHOSEN), w.get(at)) : w.i32(0);
  const nextProcess: w.Statement[] = enough?.byProcess
    ? [
        when(w.unequal(moversAt(w.get(at)), w.load64(w.get(frame), CHOSEN)), [
          when(field(LEADS), [increase(saved), ...toPhase(Phase.woken)]),
          w.store64(w.get(frame), moversAt(w.get(at)), CHOSEN),
        ]),
      ]
    : [];
  const tryEnough: w.Statement[] = [
    when(atEnd, [when(field(LEADS), [increase(saved), ...toPhase(Phase.woken)]), ...toPhase(Phase.rest)]),
    when(w.isZero(includes), skip),
    ...nextProcess,
    ...take,
  ];
  const tryRest: w.Statement[] = [
    when(atEnd, toPhase(Phase.woken)),
    ...(enough ? [when(includes, skip)] : []),
    ...take,
  ];
  const isWanted = lists ? call(lists.has, labelAt(w.get(at)), inSleep(field(AWAKE)), asleepStart) : w.i32(0);
  const tryAwake: w.Statement[] = [
    when(atEnd, toPhase(Phase.woken)),
    when(w.isZero(isWanted), skip),
    ...take,
  ];
  const wokenEntry = w.add(w.getGlobal(woken), field(WOKEN));
  const tryWoken: w.Statement[] = [
    when(field(WOKEN), [
      when(atEnd, [
        ...finish,
        put(WOKEN, w.load32(wokenEntry, NEXT_WOKEN)),
        put(NEXT, field(BASE)),
        branch(again),
      ]),
      when(w.unequal(labelAt(w.get(at)), w.load64(wokenEntry)), skip),
      ...take,
    ]),
  ];
  const leave: w.Statement[] = [
    w.set(slot, call(states.slotOf, w.load64(w.get(frame)))),
    w.store32(w.get(slot), w.i32(SEEN_BEFORE), SECOND),
    w.setGlobal(pileTop, field(BASE)),
    increase(top, w.i32(-FRAME_BYTES)),
    branch(again),
  ];

  const needed = w.add(w.multiply(w.getGlobal(largest), w.i32(4)), w.i32(256));
  const isShort = (used: w.I32, room: w.Global<'i32'>) =>
    w.greaterUnsigned(w.add(used, needed), w.getGlobal(room));
  const outOfRoom = [
    w.greaterUnsigned(w.add(w.getGlobal(top), w.i32(2 * FRAME_BYTES)), w.getGlobal(framesRoom)),
    ...(lists
      ? [
          isShort(field(ASLEEP_END), sleepRoom),
          isShort(w.getGlobal(pendingEnd), sleepRoom),
          isShort(w.getGlobal(keptTop), keptRoom),
          isShort(w.getGlobal(wokenTop), wokenRoom),
        ]
      : []),
  ].reduce(w.or);
  const go = newLabel('search');
  body.define(
    [
      loop(go, [
        loop(again, [
          when(w.lessSigned(w.get(budget), w.i32(1)), [come(Status.paused)]),
          w.set(frame, w.add(w.getGlobal(frames), w.getGlobal(top))),
          when(outOfRoom, [come(Status.growQueue)]),
          when(w.greaterUnsigned(w.add(w.getGlobal(states.count), w.i32(1)), w.getGlobal(states.limit)), [
            come(Status.growTable),
          ]),
          when(w.getGlobal(entering), enter),
          when(w.isZero(w.getGlobal(top)), [come(Status.done)]),
          w.set(at, w.add(w.getGlobal(pile), field(NEXT))),
          ...(enough ? [when(phaseIs(Phase.enough), tryEnough)] : []),
          when(phaseIs(Phase.rest), tryRest),
          ...(lists ? [when(phaseIs(Phase.awake), tryAwake), ...tryWoken] : []),
          ...leave,
        ]),
        branchIf(go, w.i32(1)),
      ]),
    ],
    w.i32(Status.done),
  );
}
