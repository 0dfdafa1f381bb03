/**
 * Which transitions a step can begin: code that, in the state at hand, does something for each of them.
 * The process is known to be at the step's location. What to do is up to the caller: expand the
 * transition, take the first one, or only note that there is one.
 */
import type { Expression } from '../../../../model/expression.js';
import { messageSize, PROCESS_LOCATION, PROCESS_TYPE } from '../../../../model/layout.js';
import { type Action, providedAt, type Step } from '../../../../model/system.js';
import * as w from '../wasm/code.js';
import { block, branch, branchIf, loop, newLabel, when } from '../wasm/control.js';
import { channelLength, findMessage, type Room, withRoom } from './channels.js';
import { constantOf, evaluate } from './expression.js';
import { NotInLocals } from './overlay.js';
import { scanPartners } from './partners.js';
import { Unsupported } from './scene.js';
import { FaultExit, fixedRef, newLocal, type Ref, type Site } from './site.js';

export interface Party {
  ref: Ref;
  step: Step;
}

export interface Move {
  parties: Party[];
  /** True where a guard faults: the transition is possible, and taking it faults. */
  pending?: w.I32;
  /** Finding out what the step can do faults: so does taking it. */
  faults?: boolean;
  choice?: w.Local<'i32'>;
  room?: Room;
  message?: w.Local<'i32'>[];
  position?: w.Local<'i32'>;
}

export type Then = (move: Move) => w.Statement[];
type Pending = w.I32 | undefined;

export const either = (a: Pending, b: Pending): Pending => (a && b ? w.or(a, b) : (a ?? b));

export const locationOf = (ref: Ref): w.I32 =>
  w.load32(ref.address.base, ref.address.offset + 4 * PROCESS_LOCATION);
export const typeOf = (ref: Ref): w.I32 => w.load32(ref.address.base, ref.address.offset + 4 * PROCESS_TYPE);

/** If the guard holds or faults, whether or not a partner is ready. */
export function offered(party: Party, site: Site, then: (pending: Pending) => w.Statement[]): w.Statement[] {
  const provided = providedAt(site.scene.system.types[party.ref.type], party.step.from);
  const conditions = [provided, party.step.guard].filter((one) => one !== undefined);
  const check = (number: number, pending: Pending): w.Statement[] => {
    if (number === conditions.length) return then(pending);
    const exit = new FaultExit();
    const value = evaluate(conditions[number], { ...site, self: party.ref, fault: exit });
    const decided = constantOf(value);
    if (decided !== undefined) return decided === 0 ? [] : check(number + 1, pending);
    if (!exit.used) return [when(value.code, check(number + 1, pending))];
    const holds = newLocal(site, 'i32');
    const done = newLabel('guard');
    return [
      block(done, [
        block(exit.label, [w.set(holds, w.unequal(value.code, w.i32(0))), branch(done)]),
        w.set(holds, w.i32(2)),
      ]),
      when(w.get(holds), check(number + 1, either(pending, w.equal(w.get(holds), w.i32(2))))),
    ];
  };
  return check(0, undefined);
}

/** `lowest`: a joint step is begun only by the one with the lowest number among those who must join. */
export function movesOf(party: Party, site: Site, joint: 'lowest' | 'any', then: Then): w.Statement[] {
  const own = { ...site, self: party.ref };
  return offered(party, own, (pending) => {
    const { action } = party.step;
    if (action.kind === 'internal') return then({ parties: [party], pending });
    if (action.kind === 'synchronise') return jointMoves(party, action.symbol, pending, own, joint, then);
    const exit = new FaultExit();
    const inner = { ...own, fault: exit };
    const code = begun(party, action, pending, inner, then);
    if (!exit.used) return code;
    const end = newLabel('moves');
    return [
      block(end, [block(exit.label, [...code, branch(end)]), ...then({ parties: [party], faults: true })]),
    ];
  });
}

function begun(
  party: Party,
  action: Exclude<Action, { kind: 'internal' | 'synchronise' }>,
  pending: Pending,
  site: Site,
  then: Then,
): w.Statement[] {
  switch (action.kind) {
    case 'choose':
      return eachChoice(action.low, action.high, site, (choice) =>
        then({ parties: [party], pending, choice }),
      );
    case 'send':
      return withRoom(action.channel, site, (room, _, reference) => {
        if (room.type.capacity === 0)
          return scanPartners(party, action, room, reference, pending, site, then);
        const free = w.lessSigned(channelLength(room, site), w.i32(room.type.capacity));
        return [when(free, then({ parties: [party], pending, room }))];
      });
    case 'receive': {
      const suits = (type: Room['type']) =>
        type.capacity === 0 || messageSize(type) >= action.patterns.length;
      return withRoom(
        action.channel,
        site,
        (room) => {
          if (room.type.capacity === 0) return [];
          const position = newLocal(site, 'i32');
          const found = findMessage(room, action.patterns, action.position, position, site);
          const there = w.atLeastSigned(w.get(position), w.i32(0));
          return [...found.code, when(there, then({ parties: [party], pending, room, position }))];
        },
        suits,
      );
    }
  }
}

function eachChoice(
  low: Expression,
  high: Expression,
  site: Site,
  then: (choice: w.Local<'i32'>) => w.Statement[],
): w.Statement[] {
  const [choice, last] = [newLocal(site, 'i32'), newLocal(site, 'i32')];
  const [done, again] = [newLabel('chosen'), newLabel('choices')];
  return [
    w.set(choice, evaluate(low, site).code),
    w.set(last, evaluate(high, site).code),
    block(done, [
      loop(again, [
        branchIf(done, w.greaterSigned(w.get(choice), w.get(last))),
        ...then(choice),
        branchIf(done, w.equal(w.get(choice), w.get(last))),
        w.set(choice, w.add(w.get(choice), w.i32(1))),
        branch(again),
      ]),
    ]),
  ];
}

/** The joint steps on a symbol that this process takes part in with this step. */
function jointMoves(
  party: Party,
  symbol: number,
  pending: Pending,
  site: Site,
  joint: 'lowest' | 'any',
  then: Then,
): w.Statement[] {
  if (site.overlay) throw new NotInLocals();
  const { scene } = site;
  const { types } = scene.system;
  const own = party.ref.slot;
  if (own === undefined || !types[party.ref.type].alphabet.includes(symbol))
    throw new Unsupported('a process synchronises on a symbol that is not its own');
  const isMember = (type: number) => types[type].alphabet.includes(symbol);

  const from = (slot: number, parties: Party[], pending: Pending): w.Statement[] => {
    if (slot === scene.slots.length) return then({ parties, pending });
    if (slot === own) return from(slot + 1, [...parties, party], pending);
    const { fixed, residents } = scene.slots[slot];
    const members = residents.filter(isMember);
    if (members.length === 0) return from(slot + 1, parties, pending);
    const before = joint === 'lowest' && slot < own;
    const joined = (type: number): w.Statement[] => {
      const ref = fixedRef(scene, slot, type);
      return types[type].steps.flatMap((step) => {
        if (step.action.kind !== 'synchronise' || step.action.symbol !== symbol) return [];
        const other = { ref, step };
        const offer = offered(other, site, (theirs) =>
          from(slot + 1, [...parties, other], either(pending, theirs)),
        );
        return offer.length > 0 ? [when(w.equal(locationOf(ref), w.i32(step.from)), offer)] : [];
      });
    };
    if (fixed) return before ? [] : joined(residents[0]);
    const type = typeOf(fixedRef(scene, slot, 0));
    const ofMember = members
      .map((t) => w.equal(type, w.i32(t + 1)))
      .reduce<w.I32>((any, one) => w.or(any, one), w.i32(0));
    return [
      when(
        ofMember,
        before ? [] : members.map((t) => when(w.equal(type, w.i32(t + 1)), joined(t))),
        from(slot + 1, parties, pending),
      ),
    ];
  };
  return from(0, [], pending);
}
