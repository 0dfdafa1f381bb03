/**
 * Expanding a state: one function for each process, which goes through its steps at its location and
 * appends the key of every successor. A reduction may call the functions of some processes only.
 */
import { definePack, defineUnpack, inMemory, keyAfter } from '../packing/codec.js';
import { surveyNow } from '../packing/survey.js';
import * as w from '../wasm/code.js';
import { block, branch, dispatch, drop, loop, newLabel, when } from '../wasm/control.js';
import { call, type FunctionBuilder } from '../wasm/module.js';
import { beginInside, entering, exclusiveOf, goThrough, nothingInside } from './atomic.js';
import { finishIndivisible, finishInLocals } from './indivisible.js';
import { LABELLED_BYTES } from './labels.js';
import { memo } from './memo.js';
import { locationOf, type Move, movesOf } from './moves.js';
import { askSuccessors } from './observation.js';
import { NotInLocals, Overlay } from './overlay.js';
import { slotTable } from './places.js';
import { definePredicate } from './predicate.js';
import { inFunction, obstacles } from './priority.js';
import { increase, increaseBits, Obstacle, type Scene } from './scene.js';
import { FaultExit, fixedRef, movableRef, type Ref, type Site, Touched } from './site.js';
import { take } from './taking.js';

/** With more changed cells than this, the whole state is packed anew instead. */
const MOST_CHANGED = 64;

const MOST_STEPS_IN_FUNCTION = 200;

export interface Expansion {
  /** Expands the state of a key: registers tell what was found, the successors are appended at `out`. */
  expand: FunctionBuilder<'none'>;
  unpack: FunctionBuilder<'none'>;
  pack: FunctionBuilder<'i64'>;
}

/** `wrong`: what makes a state inside an atomic sequence a violation in itself. */
export function defineExpansion(scene: Scene, wrong?: w.I32): Expansion {
  const unpack = defineUnpack(scene);
  const pack = definePack(scene);
  const restore = defineRestore(scene);
  const expansion = { unpack, pack, expand: scene.module.function('expand', ['i64'], 'none', true) };

  const transition =
    (site: Site) =>
    (move: Move): w.Statement[] => {
      scene.countTransition();
      const { moves, faults, assertions, asserted, events } = scene.registers;
      const exit = new FaultExit();
      const there = { ...site, fault: exit };
      const { code, clean } = taking(move, there, pack, restore);
      const end = newLabel('transition');
      const asserts = mayAssert(move, scene);
      const taken: w.Statement[] = [
        ...move.parties.map(({ ref, step }) => scene.noteStep(ref.type, step)),
        increase(moves),
        ...(scene.labels?.begin(move) ?? []),
        ...(asserts ? [w.setGlobal(asserted, w.i32(0))] : []),
        ...(scene.observation ? [w.setGlobal(events, w.i32(0))] : []),
        ...(exit.used
          ? [block(end, [block(exit.label, [...code, branch(end)]), increase(faults), lose(scene)])]
          : code),
        ...(asserts ? [increase(assertions, w.getGlobal(asserted))] : []),
        ...clean,
      ];
      const ranks = obstacles(move, site);
      const ranked = ranks.reduceRight<w.Statement[]>((inner, rank) => [when(w.isZero(rank), inner)], taken);
      return scene.atomic && scene.joint ? [when(mayBegin(move, scene), ranked)] : ranked;
    };

  const part = (ref: Ref, number: number, locations: ReadonlySet<number>): w.Statement =>
    drop(
      inFunction(scene, ref, `expand ${number}`, (inside, site) => {
        const cases = scene
          .leaving(inside.type)
          .map((steps, location) =>
            (locations.has(location) && scene.restsAt(inside.type, location) ? steps : []).flatMap((step) =>
              site.body.scope(() => movesOf({ ref: inside, step }, site, 'lowest', transition(site))),
            ),
          );
        return [dispatch(locationOf(inside), cases)];
      }),
    );
  const process = (ref: Ref): w.Statement => {
    const parts = partsOf(scene, ref.type);
    if (parts.length === 1) return part(ref, 0, parts[0]);
    return drop(
      inFunction(scene, ref, 'expand', (inside) => {
        const calls = parts.map((locations, number) => part(inside, number, locations));
        const cases = scene
          .leaving(inside.type)
          .map((_, location) => calls.filter((_, part) => parts[part].has(location)));
        return [dispatch(locationOf(inside), cases)];
      }),
    );
  };

  const all = scene.module.function('expandAll', [], 'none');
  all.define([
    ...scene.slots.flatMap((slot, p) =>
      slot.fixed && beginsSomething(scene, p) ? [process(fixedRef(scene, p, slot.residents[0]))] : [],
    ),
    ...variableProcesses(scene, all, process),
  ]);
  defineExpand(scene, expansion, all, process, wrong);
  return expansion;
}

/** Code that takes a transition and hands over where it leads, and code that cleans up after it. */
interface Taking {
  code: w.Statement[];
  clean: w.Statement[];
}

function taking(
  move: Move,
  site: Site,
  pack: FunctionBuilder<'i64'>,
  restore: FunctionBuilder<'none'>,
): Taking {
  if (move.faults) return { code: [site.fault.take()], clean: [] };
  const pending = move.pending ? [when(move.pending, [site.fault.take()])] : [];
  const { code, clean } = takingInLocals(move, site) ?? takingInMemory(move, site, pack, restore);
  return { code: [...pending, ...code], clean };
}

/** Undefined where it has to be done in memory. */
function takingInLocals(move: Move, site: Site): Taking | undefined {
  const { scene } = site;
  if (scene.vectors) return undefined;
  const { observed } = scene;
  const own = scene.observation ? [observed] : [];
  try {
    const overlay = new Overlay();
    const here = { ...site, overlay };
    const code = take(move, here);
    const handed = finishInLocals(move.parties, here, (final) => {
      const changes = {
        cells: new Map([
          ...[...final.cells].map(([cell, { code }]): [number, w.I32] => [cell, code]),
          ...inMemory(scene, own).cells,
        ]),
        messages: new Map([...final.messages].map(([stretch, bits]) => [stretch, w.get(bits)])),
      };
      const alone = final.cells.get(scene.layout.exclusive)?.high ?? 0;
      return emit(scene, site, keyAfter(scene, changes, site.body), alone > 0 ? 'inside' : 'outside');
    });
    return { code: [...code, ...handed], clean: restored(scene, new Set(own)) };
  } catch (error) {
    if (error instanceof NotInLocals) return undefined;
    throw error;
  }
}

function takingInMemory(
  move: Move,
  site: Site,
  pack: FunctionBuilder<'i64'>,
  restore: FunctionBuilder<'none'>,
): Taking {
  const { scene } = site;
  const touched = new Touched();
  const here = { ...site, touched };
  const code = take(move, here);
  const finish = finishIndivisible(move.parties, here);
  const changed = new Set([...touched.cells].filter((cell) => !isConstant(scene, cell)));
  if (scene.observation) changed.add(scene.observed);
  const whole = changed.size > MOST_CHANGED;
  const leads = finish.length > 0 ? 'anywhere' : goesOnAlone(move, scene) ? 'inside' : 'outside';
  const key = whole ? call(pack) : keyAfter(scene, inMemory(scene, changed), site.body);
  return {
    code: [...code, ...finish, ...emit(scene, site, key, leads)],
    clean: whole ? [call(restore)] : restored(scene, changed),
  };
}

/** Can taking it fail an assertion? */
const mayAssert = ({ parties }: Move, { system }: Scene): boolean =>
  parties.some(
    ({ ref, step }) =>
      step.effects.some((effect) => effect.kind === 'assert') ||
      system.types[ref.type].locations[step.to].region === 'indivisible',
  );

/** The locations of a type in parts of not too many steps: very large functions take long to compile. */
function partsOf(scene: Scene, type: number): Set<number>[] {
  const parts = [new Set<number>()];
  let count = 0;
  scene.leaving(type).forEach((steps, location) => {
    if (!scene.restsAt(type, location)) return;
    if (count > 0 && count + steps.length > MOST_STEPS_IN_FUNCTION) {
      parts.push(new Set());
      count = 0;
    }
    parts[parts.length - 1].add(location);
    count += steps.length;
  });
  return parts;
}

/** Not a process that only joins in what others with lower numbers begin. */
function beginsSomething(scene: Scene, p: number): boolean {
  const { types } = scene.system;
  if (!scene.joint) return true;
  const before = scene.slots.slice(0, p).flatMap((slot) => (slot.fixed ? [types[slot.residents[0]]] : []));
  return types[scene.slots[p].residents[0]].steps.some(
    ({ action }) =>
      action.kind !== 'synchronise' || !before.some((type) => type.alphabet.includes(action.symbol)),
  );
}

/** Does the process that goes on alone after this transition do so for certain, or certainly nobody? */
function goesOnAlone(move: Move, scene: Scene): boolean {
  const { action } = move.parties[0].step;
  const yields = move.parties.length > 1 && action.kind === 'send' && action.meeting?.yields === true;
  return move.parties
    .slice(yields ? 1 : 0)
    .some(
      ({ ref, step }) =>
        scene.system.types[ref.type].locations[step.to].region === 'atomic' &&
        !step.effects.some((effect) => effect.kind === 'exit'),
    );
}

const isConstant = (scene: Scene, cell: number): boolean => scene.cells[cell].low === scene.cells[cell].high;

/** While a process goes on alone, only transitions that it begins or joins in. */
function mayBegin(move: Move, scene: Scene): w.I32 {
  const joint = move.parties[0].step.action.kind === 'synchronise';
  const only = w.getGlobal(scene.registers.only);
  return (joint ? move.parties : move.parties.slice(0, 1))
    .map(({ ref }) => w.equal(only, ref.number))
    .reduce<w.I32>((any, one) => w.or(any, one), w.lessSigned(only, w.i32(0)));
}

function variableProcesses(
  scene: Scene,
  body: FunctionBuilder<'none'>,
  process: (ref: Ref) => w.Statement,
): w.Statement[] {
  const variable = scene.variableSlots;
  if (scene.slotsApart) {
    return variable.flatMap((p) =>
      scene.slots[p].residents.map((t) => {
        const type = w.load32(w.i32(0), scene.work + 4 * scene.layout.processes[p]);
        return when(w.equal(type, w.i32(t + 1)), [process(fixedRef(scene, p, t))]);
      }),
    );
  }
  if (variable.length === 0) return [];
  const [index, number, base] = [body.local('i32'), body.local('i32'), body.local('i32')];
  const numbers = scene.table(variable);
  const residents = [...new Set(variable.flatMap((p) => scene.slots[p].residents))];
  const cases: w.Statement[][] = [];
  for (const t of residents) cases[t + 1] = [process(movableRef(t, w.get(base), w.get(number)))];
  const again = newLabel('slots');
  const site = { scene, body, fault: new FaultExit() };
  return [
    w.set(index, w.i32(0)),
    loop(again, [
      w.set(number, w.load32(w.get(index), numbers)),
      w.set(base, w.load32(w.shiftLeft(w.get(number), w.i32(2)), slotTable(site))),
      dispatch(
        w.load32(w.get(base)),
        Array.from(cases, (one) => one ?? []),
      ),
      w.set(index, w.add(w.get(index), w.i32(4))),
      when(w.lessSigned(w.get(index), w.i32(4 * variable.length)), [branch(again)]),
    ]),
  ];
}

/** Where a transition leads: into the middle of an atomic sequence, certainly not there, or not known. */
type Leads = 'inside' | 'outside' | 'anywhere';

/** Hands over the successor: once, or once for each way the observer can read the transition. */
function emit(scene: Scene, site: Site, key: w.I64, leads: Leads): w.Statement[] {
  if (!scene.observation) return handOver(scene, key, leads);
  const [list, end] = [site.body.local('i32'), site.body.local('i32')];
  const [again, done] = [newLabel('readings'), newLabel('read')];
  return [
    w.set(list, readings(scene)),
    w.set(end, w.add(w.get(list), w.shiftLeft(w.load32(w.get(list)), w.i32(2)))),
    block(done, [
      loop(again, [
        when(w.equal(w.get(list), w.get(end)), [branch(done)]),
        w.set(list, w.add(w.get(list), w.i32(4))),
        w.store32(w.i32(0), w.load32(w.get(list)), scene.work + 4 * scene.observed),
        ...handOver(scene, key, leads),
        branch(again),
      ]),
    ]),
  ];
}

/** Counts a transition that faults as often as the observer could have read it. */
function lose(scene: Scene): w.Statement {
  const { lost } = scene.registers;
  return increase(lost, scene.observation ? w.load32(readings(scene)) : w.i32(1));
}

/** The list of states that the observer may be in after the transition. */
function readings(scene: Scene): w.I32 {
  const { letter, events } = scene.registers;
  const observed = w.load32(w.i32(0), scene.base + 4 * scene.observed);
  const read = w.or(w.getGlobal(letter), w.getGlobal(events));
  return call(memo(scene), w.or(observed, w.i32(askSuccessors)), read);
}

function handOver(scene: Scene, key: w.I64, leads: Leads): w.Statement[] {
  if (!scene.atomic || leads === 'outside') return append(scene, key);
  const enter = call(entering(scene), key);
  return leads === 'inside' ? [enter] : [when(exclusiveOf(scene), [enter], append(scene, key))];
}

function append(scene: Scene, key: w.I64): w.Statement[] {
  const { out, outEnd, obstacle, quiet } = scene.registers;
  const labelled = scene.labels?.append(w.getGlobal(out)) ?? [];
  const bytes = scene.labels ? LABELLED_BYTES : 8;
  const code = when(
    w.lessUnsigned(w.add(w.getGlobal(out), w.i32(bytes - 8)), w.getGlobal(outEnd)),
    [w.store64(w.getGlobal(out), key), ...labelled, increase(out, w.i32(bytes))],
    [w.setGlobal(obstacle, w.i32(Obstacle.successors))],
  );
  return [scene.probes ? when(w.isZero(w.getGlobal(quiet)), [code]) : code];
}

const appending = (scene: Scene): FunctionBuilder<'none'> =>
  scene.shared('append', ['i64'], 'none', (body) => {
    body.define(append(scene, w.get(body.parameter(0, 'i64'))));
  });

/** Puts back what a transition has changed. */
const restored = (scene: Scene, cells: ReadonlySet<number>): w.Statement[] =>
  [...cells].map((cell) =>
    w.store32(w.i32(0), w.load32(w.i32(0), scene.base + 4 * cell), scene.work + 4 * cell),
  );

function defineRestore(scene: Scene): FunctionBuilder<'none'> {
  const body = scene.module.function('restore', [], 'none');
  body.define([w.copyMemory(w.i32(scene.work), w.i32(scene.base), w.i32(4 * scene.cells.length))]);
  return body;
}

/** A function that expands the process of a given number alone. */
function defineOne(
  scene: Scene,
  all: FunctionBuilder<'none'>,
  process: (ref: Ref) => w.Statement,
): FunctionBuilder<'none'> {
  const body = scene.module.function('expandOne', ['i32'], 'none');
  const number = w.get(body.parameter(0, 'i32'));
  if (scene.joint) {
    const { only } = scene.registers;
    body.define([w.setGlobal(only, number), call(all), w.setGlobal(only, w.i32(-1))]);
    return body;
  }
  const base = body.local('i32');
  const cases = scene.slots.map(({ fixed, residents }, p) => {
    if (fixed) return [process(fixedRef(scene, p, residents[0]))];
    const address = w.i32(scene.work + 4 * scene.layout.processes[p]);
    return [
      w.set(base, address),
      ...residents.map((t) => {
        const ref = scene.slotsApart ? fixedRef(scene, p, t) : movableRef(t, w.get(base), w.i32(p));
        return when(w.equal(w.load32(address), w.i32(t + 1)), [process(ref)]);
      }),
    ];
  });
  body.define([dispatch(number, cases)]);
  return body;
}

/** Reads what the observer can see of the state in memory. */
function readLetter(scene: Scene): w.Statement[] {
  const { letter } = scene.registers;
  const atoms = scene.observation?.observer.atoms ?? [];
  const reading = atoms.flatMap((atom, i) =>
    atom.kind === 'state'
      ? [increaseBits(letter, w.shiftLeft(call(definePredicate(scene, atom.predicate)), w.i32(i)))]
      : [],
  );
  return [w.setGlobal(letter, w.i32(0)), ...reading];
}

/**
 * The passes over the processes: only the one that goes on alone, if there is one; else all; and if
 * nothing at all can move, the same again with `timeout` true.
 */
function defineExpand(
  scene: Scene,
  { expand, unpack }: Expansion,
  all: FunctionBuilder<'none'>,
  process: (ref: Ref) => w.Statement,
  wrong?: w.I32,
): void {
  const { moves, faults, assertions, lost, timeout, only, events, wrongInside } = scene.registers;
  const key = w.get(expand.parameter(0, 'i64'));
  const one = scene.atomic ? defineOne(scene, all, process) : undefined;
  const pass: w.Statement = one
    ? when(exclusiveOf(scene), [call(one, w.subtract(exclusiveOf(scene), w.i32(1)))], [call(all)])
    : call(all);
  const read = readLetter(scene);
  const through: w.Statement[] = one
    ? [
        when(w.isZero(nothingInside(scene)), [
          call(goThrough(scene, { unpack, read, one, append: appending(scene), wrong }), key),
        ]),
      ]
    : [];
  // An execution that has ended goes on as it is for ever, and the observer goes on reading.
  const site: Site = { scene, body: expand as unknown as Site['body'], fault: new FaultExit() };
  const reader = scene.observation?.observer;
  const stays: w.Statement[] =
    reader?.acceptance === 'infinite' && !reader.endless
      ? [
          when(w.isZero(w.getGlobal(moves)), [
            w.setGlobal(events, w.i32(0)),
            ...(scene.labels?.stay() ?? []),
            ...emit(scene, site, keyAfter(scene, inMemory(scene, [scene.observed]), site.body), 'outside'),
            ...restored(scene, new Set([scene.observed])),
          ]),
        ]
      : [];
  const cleared = [moves, faults, assertions, lost, timeout, wrongInside];
  expand.define([
    call(unpack, key),
    ...surveyNow(scene),
    ...cleared.map((register) => w.setGlobal(register, w.i32(0))),
    ...(one ? [...beginInside(scene), w.setGlobal(only, w.i32(-1))] : []),
    ...read,
    pass,
    ...(scene.usesTimeout
      ? [
          when(w.isZero(w.getGlobal(moves)), [
            w.setGlobal(timeout, w.i32(1)),
            call(all),
            w.setGlobal(timeout, w.i32(0)),
          ]),
        ]
      : []),
    ...through,
    ...stays,
  ]);
}
