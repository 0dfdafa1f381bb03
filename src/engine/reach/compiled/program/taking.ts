/** What taking a transition does to the state in memory. */
import { defaultOf, scalarsOf } from '../../../../model/data.js';
import type { Expression } from '../../../../model/expression.js';
import { PROCESS_LOCATION, PROCESS_TYPE } from '../../../../model/layout.js';
import type { Action, Effect, Step } from '../../../../model/system.js';
import * as w from '../wasm/code.js';
import { block, branch, branchIf, drop, giveBack, loop, newLabel, when } from '../wasm/control.js';
import { call, type FunctionBuilder } from '../wasm/module.js';
import { insertMessage, messageElement, messageOf, removeMessage } from './channels.js';
import { showEvents } from './events.js';
import { evaluate, known, type Value } from './expression.js';
import type { Move, Party } from './moves.js';
import { NotInLocals, writeAmong } from './overlay.js';
import { assign, fitTo, slotTable } from './places.js';
import { Obstacle } from './registers.js';
import { OutOfSlots, type Scene, Unsupported } from './scene.js';
import {
  FaultExit,
  movableRef,
  newLocal,
  type Ref,
  type Site,
  touchProcess,
  touchVariableSlots,
} from './site.js';

type Send = Extract<Action, { kind: 'send' }>;
type Receive = Extract<Action, { kind: 'receive' }>;

const inLocal = (local: w.Local<'i32'>): Value => ({
  code: w.get(local),
  low: -0x80000000,
  high: 0x7fffffff,
  fails: false,
});

const numberOf = (party: Party, site: Site): Value =>
  party.ref.slot === undefined
    ? { code: party.ref.number, low: 0, high: site.scene.slots.length - 1, fails: false }
    : known(party.ref.slot);

/** A process started in the room of one that ended in the same transition would confuse the two. */
function refuseReuse(steps: Step[]): void {
  const inOrder = steps[0].action.kind === 'send' ? [...steps].reverse() : steps;
  const kinds = inOrder.flatMap((step) => step.effects.map(({ kind }) => kind));
  const ended = kinds.indexOf('exit');
  if (ended >= 0 && kinds.lastIndexOf('spawn') > ended)
    throw new Unsupported('one transition ends a process and then starts another');
}

/** The fault exit of the site is taken where the interpreter faults. Guards are not looked at again. */
export function take(move: Move, site: Site): w.Statement[] {
  // Refs are copied: an `exit` marks them for the rest of this transition only.
  const parties = move.parties.map(({ ref, step }) => ({ ref: { ...ref }, step }));
  refuseReuse(parties.map(({ step }) => step));
  const [first] = parties;
  const own = { ...site, self: first.ref };
  const { action } = first.step;
  // Only what is asked for after this sees the processes where they go.
  const arrive = () =>
    parties.flatMap(({ ref, step }) => putInProcess(ref, PROCESS_LOCATION, known(step.to), site));
  const code: w.Statement[] = [];
  let done: Party | undefined;
  if (action.kind === 'send' && move.room) {
    const { code: evaluation, message } = messageOf(action, move.room.type, own);
    code.push(...evaluation, ...arrive(), ...insertMessage(move.room, message, action.order, own));
  } else if (action.kind === 'send') {
    code.push(...arrive(), ...meet(parties, move.message!, site));
    done = parties[1];
  } else if (action.kind === 'receive') {
    code.push(...received(action, move, arrive, own));
  } else {
    code.push(...arrive());
    if (action.kind === 'choose') code.push(...assign(action.place, choiceValue(move), own));
  }
  for (const party of parties) if (party !== done) code.push(...apply(party, site));
  code.push(...showEvents(parties, site), ...settle(parties, site));
  return code;
}

const choiceValue = (move: Move): Value => inLocal(move.choice!);

function received(action: Receive, move: Move, arrive: () => w.Statement[], site: Site): w.Statement[] {
  const room = move.room!;
  const position = action.position === 'first' ? w.i32(0) : w.get(move.position!);
  const stored = action.patterns.flatMap((pattern, k) =>
    pattern.kind === 'store' ? [{ place: pattern.place, k, value: newLocal(site, 'i32') }] : [],
  );
  return [
    ...stored.map(({ k, value }) => w.set(value, messageElement(room, position, k, site))),
    ...arrive(),
    ...(action.keep ? [] : removeMessage(room, position, site)),
    ...stored.flatMap(({ place, value }) => assign(place, inLocal(value), site)),
  ];
}

/** Both sides of a meeting without buffer: all but the sender's own effects, which come last. */
function meet([sender, receiver]: Party[], message: w.Local<'i32'>[], site: Site): w.Statement[] {
  const [senders, receivers] = [sender, receiver].map(({ ref }) => ({ ...site, self: ref }));
  const send = sender.step.action as Send;
  const receive = receiver.step.action as Receive;
  const code = receive.patterns.flatMap((pattern, i) =>
    pattern.kind === 'store' ? assign(pattern.place, inLocal(message[i]), receivers) : [],
  );
  if (receive.meeting?.partner)
    code.push(...assign(receive.meeting.partner, numberOf(sender, site), receivers));
  code.push(...apply(receiver, site));
  const given = (receive.meeting?.giveBack ?? []).map((value) => {
    const local = newLocal(site, 'i32');
    code.push(w.set(local, evaluate(value, receivers).code));
    return local;
  });
  if (send.meeting?.partner) code.push(...assign(send.meeting.partner, numberOf(receiver, site), senders));
  const places = send.meeting?.takeBack ?? [];
  if (places.length > given.length) throw new Unsupported('a sender takes back more than it is given');
  for (const [i, place] of places.entries()) code.push(...assign(place, inLocal(given[i]), senders));
  return code;
}

const apply = ({ ref, step }: Party, site: Site): w.Statement[] =>
  step.effects.flatMap((effect) => applied(effect, { ...site, self: ref }, ref));

function applied(effect: Effect, site: Site, ref: Ref): w.Statement[] {
  const { scene } = site;
  switch (effect.kind) {
    case 'assign':
      return assign(effect.place, evaluate(effect.value, site), site);
    case 'assert': {
      const failed = w.isZero(evaluate(effect.condition, site).code);
      return [when(failed, [w.setGlobal(scene.registers.asserted, w.i32(1))])];
    }
    case 'print': {
      const shown = effect.text.match(/%[a-zA-Z]/g)?.length ?? 0;
      return evaluateOnly(effect.arguments.slice(0, shown), site);
    }
    case 'spawn': {
      if (site.overlay) throw new NotInLocals();
      const number = newLocal(site, 'i32');
      touchVariableSlots(site);
      const values = effect.arguments.map((argument) => evaluate(argument, site).code);
      return [
        w.set(number, call(spawning(scene, effect.type), ...values)),
        when(w.lessSigned(w.get(number), w.i32(0)), [site.fault.take()]),
        ...(effect.result ? assign(effect.result, inLocal(number), site) : []),
      ];
    }
    case 'exit': {
      // The room behind the variables of this process's type is 0 already.
      const { size } = scene.layout.types[ref.type];
      if (site.overlay && scene.system.types[ref.type].channels.length > 0) throw new NotInLocals();
      ref.gone = true;
      return Array.from({ length: size }, (_, i) => putInProcess(ref, i, known(0), site)).flat();
    }
    case 'fault':
      return [site.fault.take()];
  }
}

/** Puts a value into a cell of a process. */
function putInProcess(ref: Ref, within: number, value: Value, site: Site): w.Statement[] {
  const { base, offset } = ref.address;
  touchProcess(site, ref, within, 1);
  if (!site.overlay) return [w.store32(base, value.code, offset + 4 * within)];
  if (ref.slot === undefined) throw new NotInLocals();
  site.overlay.cells.set(site.scene.layout.processes[ref.slot] + within, value);
  return [];
}

/** Values that are shown and not kept: only their faults matter. */
export function evaluateOnly(shown: { value: Expression }[], site: Site): w.Statement[] {
  return shown.flatMap(({ value }) => {
    const computed = evaluate(value, site);
    return computed.fails ? [drop(computed.code)] : [];
  });
}

/** Who goes on alone, and who moved last. */
function settle(parties: Party[], site: Site): w.Statement[] {
  const { scene } = site;
  const { layout, system, work } = scene;
  const put = (cell: number, party: Party | undefined): w.Statement[] => {
    const value =
      party?.ref.slot === undefined && party
        ? { code: w.add(party.ref.number, w.i32(1)), low: 1, high: scene.slots.length, fails: false }
        : known(party ? party.ref.slot! + 1 : 0);
    return writeAmong({ base: w.i32(0), offset: work + 4 * cell }, [[cell, 1]], value, site);
  };
  const { action } = parties[0].step;
  const yields = parties.length > 1 && action.kind === 'send' && action.meeting?.yields === true;
  const alone = parties
    .slice(yields ? 1 : 0)
    .findLast(({ ref, step }) => !ref.gone && system.types[ref.type].locations[step.to].region === 'atomic');
  return [
    ...(scene.atomic ? put(layout.exclusive, alone) : []),
    ...(layout.lastProcess >= 0 ? put(layout.lastProcess, parties[parties.length - 1]) : []),
  ];
}

/** More than there are process numbers. */
const SLOTS = 1 << 12;

/** The process that there was no room for, from the register that tells. */
export const outOfSlots = (told: number): OutOfSlots =>
  new OutOfSlots(Math.floor(told / SLOTS), told % SLOTS);

/** A function that puts a fresh process into the lowest free slot; gives its number, or -1 for a fault. */
function spawning(scene: Scene, type: number): FunctionBuilder<'i32'> {
  const { parameters } = scene.system.types[type];
  return scene.shared(`spawn ${type}`, new Array(parameters).fill('i32'), 'i32', (body) => {
    const number = body.local('i32');
    const base = body.local('i32');
    const exit = new FaultExit();
    const ref = movableRef(type, w.get(base), w.get(number));
    const site: Site = { scene, body, self: ref, fault: exit };
    const [found, again] = [newLabel('free'), newLabel('slots')];
    const isFull = w.atLeastSigned(w.get(number), w.i32(scene.slots.length));
    const { obstacle, outgrown } = scene.registers;
    const noRoom = (tentative: boolean): w.Statement[] => [
      ...(tentative
        ? [
            w.setGlobal(obstacle, w.i32(Obstacle.slots)),
            w.setGlobal(outgrown, w.add(w.i32(type * SLOTS), w.get(number))),
          ]
        : []),
      branch(exit.label),
    ];
    const allowed = scene.table(scene.slots.map(({ residents }) => Number(residents.includes(type))));
    body.define(
      [
        block(exit.label, [
          w.set(number, w.i32(0)),
          block(found, [
            loop(again, [
              when(isFull, noRoom(scene.liberties.tentativeSlots === 'numbers')),
              w.set(base, w.load32(w.shiftLeft(w.get(number), w.i32(2)), slotTable(site))),
              branchIf(found, w.isZero(w.load32(w.get(base)))),
              w.set(number, w.add(w.get(number), w.i32(1))),
              branch(again),
            ]),
          ]),
          ...(scene.system.residents
            ? [when(w.isZero(w.load32(w.shiftLeft(w.get(number), w.i32(2)), allowed)), noRoom(true))]
            : []),
          ...install(type, body, site),
          giveBack(w.get(number)),
        ]),
      ],
      w.i32(-1),
    );
  });
}

function install(typeNumber: number, body: FunctionBuilder<'i32'>, site: Site): w.Statement[] {
  const { scene } = site;
  const { system, layout } = scene;
  const type = system.types[typeNumber];
  const { base } = site.self!.address;
  const code = [
    w.store32(base, w.i32(typeNumber + 1), 4 * PROCESS_TYPE),
    w.store32(base, w.i32(type.initial), 4 * PROCESS_LOCATION),
  ];
  const references = scene.once('own channels', () => scene.table(layout.firstOwnChannel));
  const first = w.load32(w.shiftLeft(site.self!.number, w.i32(2)), references);
  type.variables.forEach((variable, v) => {
    const offset = 4 * layout.types[typeNumber].variables[v];
    if (v < type.parameters) {
      const value = inLocal(body.parameter(v, 'i32'));
      code.push(...assign({ scope: 'own', variable: v, path: [] }, value, site));
    } else if (variable.initial !== 'any') {
      const values = variable.initial ?? [];
      scalarsOf(variable.type).forEach((scalar, i) => {
        const expression = values.length === 1 ? values[0] : values[i];
        const value = expression ? fitTo(scalar, evaluate(expression, site), site) : w.i32(defaultOf(scalar));
        code.push(w.store32(base, value, offset + 4 * i));
      });
    }
    type.channels.forEach((channel, c) => {
      if (channel.variable !== v) return;
      code.push(w.store32(base, w.add(first, w.i32(c)), offset + 4 * (channel.element ?? 0)));
    });
  });
  return code;
}
