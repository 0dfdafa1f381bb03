/** Who could receive what a process sends without buffer. */
import type { Action, Step } from '../../../../model/system.js';
import * as w from '../wasm/code.js';
import { block, branch, dispatch, loop, newLabel, when } from '../wasm/control.js';
import { meaningless, messageOf, type Room, referencesOf } from './channels.js';
import { constantOf, evaluate } from './expression.js';
import { either, locationOf, offered, type Party, type Then, typeOf } from './moves.js';
import { NotInLocals } from './overlay.js';
import { slotTable } from './places.js';
import type { Scene } from './scene.js';
import { FaultExit, fixedRef, movableRef, newLocal, type Ref, type Site } from './site.js';
import { evaluateOnly } from './taking.js';

type Send = Extract<Action, { kind: 'send' }>;
type Receive = Extract<Action, { kind: 'receive' }>;

/**
 * A fault while looking for partners is a fault of the send as a whole, so where one is possible all
 * are looked at once before any transition is begun.
 */
export function scanPartners(
  sender: Party,
  send: Send,
  room: Room,
  reference: w.I32,
  pending: w.I32 | undefined,
  site: Site,
  then: Then,
): w.Statement[] {
  if (site.overlay) throw new NotInLocals();
  const { code, message } = messageOf(send, room.type, site);
  const types = receivingTypes(send, reference, site.scene);
  const scan = (there: Site, use: Then) =>
    eachOther(sender.ref, there, (other) =>
      types?.has(other.type) === false
        ? []
        : receives(sender, send, other, message, reference, pending, there, use),
    );
  const nothing: Then = () => [];
  const trial = new FaultExit();
  scan({ ...site, fault: trial }, nothing);
  return [...code, ...(trial.used ? scan(site, nothing) : []), ...scan(site, then)];
}

function receives(
  sender: Party,
  send: Send,
  other: Ref,
  message: w.Local<'i32'>[],
  reference: w.I32,
  pending: w.I32 | undefined,
  site: Site,
  then: Then,
): w.Statement[] {
  const theirs = { ...site, self: other };
  const byLocation: w.Statement[][] = [];
  const references = referencesOf(site.scene);
  /** Where it says whom it wants to meet, that is evaluated on any channel, and may fault. */
  const mayMeet = ({ channel, meeting }: Receive): boolean =>
    meeting?.only !== undefined || references.mayBeSame(send.channel, sender.ref.type, channel, other.type);
  for (const [location, steps] of receiving(site.scene, other.type, knownNumber(reference))) {
    byLocation[location] = steps.flatMap((step): w.Statement[] => {
      const { action } = step;
      if (action.kind !== 'receive' || !mayMeet(action)) return [];
      const receiver = { ref: other, step };
      const match = matching(action, message, theirs, (theirPending) =>
        then({ parties: [sender, receiver], pending: either(pending, theirPending), message }),
      );
      return offered(receiver, site, (theirPending) =>
        accepting(action.meeting?.only, sender.ref.number, theirs, () =>
          onSameChannel(action, reference, theirs, () => match(theirPending)),
        ),
      );
    });
  }
  const filled = byLocation.flatMap((body, location) => (body.length > 0 ? [location] : []));
  if (filled.length === 0)
    return send.meeting?.only ? evaluateOnly([{ value: send.meeting.only }], site) : [];
  const here =
    filled.length > 3
      ? [
          dispatch(
            locationOf(other),
            Array.from(byLocation, (body) => body ?? []),
          ),
        ]
      : filled.map((l) => when(w.equal(locationOf(other), w.i32(l)), byLocation[l]));
  return accepting(send.meeting?.only, other.number, site, () => here);
}

/** The types with something that may be received here; undefined where all have to be looked at. */
function receivingTypes(send: Send, reference: w.I32, scene: Scene): ReadonlySet<number> | undefined {
  const channel = knownNumber(reference);
  if (channel === undefined || send.meeting?.only) return undefined;
  return scene.once(`receiving types ${channel}`, () => {
    const types = scene.system.types.map((_, type) => type);
    return new Set(types.filter((type) => receiving(scene, type, channel).length > 0));
  });
}

/** The locations of a type where something can be received on this channel (on any, when it is not known). */
const receiving = (scene: Scene, type: number, channel: number | undefined): [number, Step[]][] =>
  scene.once(`receiving ${type} ${channel}`, () =>
    scene.leaving(type).flatMap((steps, location): [number, Step[]][] => {
      if (!scene.restsAt(type, location)) return [];
      const receives = steps.filter(
        ({ action }) => action.kind === 'receive' && !isElsewhere(action, channel),
      );
      return receives.length > 0 ? [[location, receives]] : [];
    }),
  );

/** Known to be another channel, without anything being evaluated that could fault. */
const isElsewhere = ({ channel, meeting }: Receive, wanted: number | undefined): boolean =>
  wanted !== undefined && channel.kind === 'constant' && channel.value !== wanted && !meeting?.only;

const knownNumber = (code: w.I32): number | undefined => (code as Partial<{ constant: number }>).constant;

function accepting(
  only: NonNullable<Send['meeting']>['only'],
  partner: w.I32,
  site: Site,
  then: () => w.Statement[],
): w.Statement[] {
  if (!only) return then();
  return [when(w.equal(evaluate(only, site).code, partner), then())];
}

/** A receive whose channel cannot be told is not on this one. */
function onSameChannel(
  receive: Receive,
  reference: w.I32,
  theirs: Site,
  then: () => w.Statement[],
): w.Statement[] {
  const exit = new FaultExit();
  const channel = evaluate(receive.channel, { ...theirs, fault: exit });
  const [a, b] = [constantOf(channel), knownNumber(reference)];
  if (a !== undefined && b !== undefined) return a === b ? then() : [];
  if (!exit.used) return [when(w.equal(channel.code, reference), then())];
  const same = newLocal(theirs, 'i32');
  return [
    w.set(same, w.i32(0)),
    block(exit.label, [w.set(same, w.equal(channel.code, reference))]),
    when(w.get(same), then()),
  ];
}

const matching =
  (
    receive: Receive,
    message: w.Local<'i32'>[],
    theirs: Site,
    then: (pending: w.I32 | undefined) => w.Statement[],
  ) =>
  (pending: w.I32 | undefined): w.Statement[] => {
    if (receive.patterns.length > message.length) return meaningless(theirs);
    const check = (i: number): w.Statement[] => {
      if (i === receive.patterns.length) return then(pending);
      const pattern = receive.patterns[i];
      if (pattern.kind !== 'match') return check(i + 1);
      const wanted = evaluate(pattern.value, theirs);
      return [when(w.equal(wanted.code, w.get(message[i])), check(i + 1))];
    };
    return check(0);
  };

/** Every process but this one, in order of their numbers within each kind of slot. */
function eachOther(self: Ref, site: Site, use: (other: Ref) => w.Statement[]): w.Statement[] {
  const { scene } = site;
  const { slots } = scene;
  const code: w.Statement[] = [];
  for (let p = 0; p < slots.length; p++) {
    if (slots[p].fixed) {
      if (p !== self.slot) code.push(...use(fixedRef(scene, p, slots[p].residents[0])));
      continue;
    }
    if (scene.slotsApart) {
      if (p === self.slot) continue;
      for (const type of slots[p].residents) {
        const ref = fixedRef(scene, p, type);
        const body = use(ref);
        if (body.length > 0) code.push(when(w.equal(typeOf(ref), w.i32(type + 1)), body));
      }
      continue;
    }
    // A run of slots whose processes are started on the way is one loop.
    let end = p + 1;
    while (end < slots.length && !slots[end].fixed) end++;
    const kinds = [...new Set(slots.slice(p, end).flatMap(({ residents }) => residents))];
    const [number, base] = [newLocal(site, 'i32'), newLocal(site, 'i32')];
    const cases = kinds.map((type) => {
      const ref = movableRef(type, w.get(base), w.get(number));
      const body = use(ref);
      return body.length > 0 ? [when(w.equal(typeOf(ref), w.i32(type + 1)), body)] : [];
    });
    if (cases.every((one) => one.length === 0)) {
      p = end - 1;
      continue;
    }
    const again = newLabel('others');
    const table = slotTable(site);
    code.push(
      w.set(number, w.i32(p)),
      loop(again, [
        w.set(base, w.load32(w.shiftLeft(w.get(number), w.i32(2)), table)),
        when(w.unequal(w.get(number), self.number), cases.flat()),
        w.set(number, w.add(w.get(number), w.i32(1))),
        when(w.lessSigned(w.get(number), w.i32(end)), [branch(again)]),
      ]),
    );
    p = end - 1;
  }
  return code;
}
