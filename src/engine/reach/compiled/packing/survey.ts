/**
 * Which values the cells of the states seen so far have had. Declared types are generous: a byte seldom
 * takes more than a few values. For its first states the search notes the least and the greatest value
 * of every cell; where that saves much it begins again with bits for those values only. A value that
 * then outgrows its bits is noticed, and the search begins once more with more bits; until then it goes
 * on looking at some of its states, so that it knows better by that time.
 */
import type { Machine } from '../machine.js';
import type { Scene } from '../program/scene.js';
import * as w from '../wasm/code.js';
import { branchIf, loop, newLabel, select, when } from '../wasm/control.js';
import { call, type FunctionBuilder } from '../wasm/module.js';
import { type Bounds, bitsFor } from './cells.js';
import { numbersGiven } from './numbering.js';
import { Variety } from './variety.js';
import { walk } from './walk.js';

/** How the tree would be better balanced; see `weigh.ts`. */
export interface Balance {
  weights: number[];
  /** Lists of cells, those near one another that belong together. */
  groups: number[][] | undefined;
}

/** The search is worth beginning again, with bits for these values. */
export class Surveyed extends Error {
  constructor(
    readonly seen: Bounds[],
    readonly variety: Variety | undefined,
    /** Where the tree was seen to be out of balance at the same time. */
    readonly balance: Balance | undefined,
  ) {
    super('the states take fewer bits than their types');
  }
}

const ENOUGH_STATES = 1 << 14;
/** So many bits of a key are enough for values that were not seen. */
const GROWING = 8;
const SELDOM = 32;
const SAMPLES = 1 << 11;
/** After so many states a sample of them says more than the first one. */
const MANY_STATES = 1 << 17;
const SAMPLES_LATER = 1 << 13;
/** Transitions between two looks at how much was seen. */
const PORTION = 1 << 14;

/** A function that notes the values of the state in memory. */
function defineSurvey(scene: Scene): FunctionBuilder<'none'> {
  return scene.shared('survey', [], 'none', (body) => {
    const [at, value] = [body.local('i32'), body.local('i32')];
    const { surveyed, surveyIn, surveyEvery } = scene.registers;
    const again = newLabel('cells');
    const { work, least, most } = scene;
    const bytes = 4 * scene.cells.length;
    body.define([
      w.setGlobal(surveyed, w.add(w.getGlobal(surveyed), w.i32(1))),
      w.setGlobal(
        surveyIn,
        select(
          w.greaterUnsigned(w.getGlobal(surveyed), w.i32(4 * ENOUGH_STATES)),
          w.i32(SELDOM),
          w.getGlobal(surveyEvery),
        ),
      ),
      w.set(at, w.i32(0)),
      loop(again, [
        w.set(value, w.load32(w.get(at), work)),
        when(w.lessSigned(w.get(value), w.load32(w.get(at), least)), [
          w.store32(w.get(at), w.get(value), least),
        ]),
        when(w.greaterSigned(w.get(value), w.load32(w.get(at), most)), [
          w.store32(w.get(at), w.get(value), most),
        ]),
        w.set(at, w.add(w.get(at), w.i32(4))),
        branchIf(again, w.lessUnsigned(w.get(at), w.i32(bytes))),
      ]),
    ]);
  });
}

/** Nothing has been seen. */
export function beginSurvey(machine: Machine): void {
  const { scene } = machine;
  const count = scene.cells.length;
  machine.words(scene.least, count).fill(0x7fffffff);
  machine.words(scene.most, count).fill(-0x80000000);
  // Where everything fits in one key there is nothing to be saved.
  surveyEvery(machine, scene.plan.narrowed || scene.packing.bits <= scene.plan.keyBits ? SELDOM : 1);
}

function surveyEvery({ instance }: Machine, states: number): void {
  instance.set('surveyEvery', states);
  instance.set('surveyIn', states);
}

/** All states are looked at, and what is seen may show that the search should begin again. */
export const isSurveying = ({ instance }: Machine): boolean => instance.get('surveyEvery') === 1;

/** What was seen so far. What one cell of a kind has had, the others of that kind may have too. */
export function seenSoFar(machine: Machine): Bounds[] {
  const { scene } = machine;
  const [least, most] = [scene.least, scene.most].map((at) => machine.words(at, scene.cells.length));
  const ofKind = new Map<string, Bounds>();
  scene.plan.kinds.forEach((kind, cell) => {
    const known = ofKind.get(kind) ?? { low: least[cell], high: most[cell] };
    ofKind.set(kind, {
      low: Math.min(known.low, least[cell]),
      high: Math.max(known.high, most[cell]),
    });
  });
  return scene.cells.map((_, cell) => {
    const kind = scene.plan.kinds[cell];
    return kind === '' ? { low: least[cell], high: most[cell] } : ofKind.get(kind)!;
  });
}

/** A function call now and then, when a state is in memory. */
export function surveyNow(scene: Scene): w.Statement[] {
  const { surveyIn } = scene.registers;
  return [
    w.setGlobal(surveyIn, w.subtract(w.getGlobal(surveyIn), w.i32(1))),
    when(w.isZero(w.getGlobal(surveyIn)), [call(defineSurvey(scene))]),
  ];
}

/** How many transitions the search may make before it comes back, of those it is granted. */
export const portionOf = ({ instance }: Machine, granted: number): number =>
  instance.get('surveyEvery') === 1 ? Math.min(granted, PORTION) : granted;

/** Each to be looked at before the next. */
function* statesOf(machine: Machine, keys: readonly bigint[]): Generator<Int32Array> {
  for (const key of keys) yield machine.stateAt(key);
}

const varietyIn = (machine: Machine, keys: readonly bigint[]): Variety =>
  Variety.of(statesOf(machine, keys), keys.length, numbersGiven(machine));

/**
 * How much the states differ that were seen until now, if they are many more than in the first survey. What did not
 * go into one key will not do so with more bits.
 */
export function varietySoFar(machine: Machine): Variety {
  const { count, nodeCount, store } = machine;
  return varietyIn(machine, count < MANY_STATES || nodeCount > 0 ? [] : store.sample(SAMPLES_LATER));
}

/** Throws `Surveyed` where enough was seen and fewer bits would do. `balance`: judges the tree by these states. */
export function checkSurvey(
  machine: Machine,
  balance: (states: readonly bigint[]) => Balance | undefined,
): void {
  const { scene, instance } = machine;
  if (!isSurveying(machine) || instance.get('surveyed') < ENOUGH_STATES) return;
  const walked = walk(machine);
  const met = [...machine.store.sample(SAMPLES), ...walked.met];
  surveyEvery(machine, SELDOM);
  const seen = seenSoFar(machine);
  const bounds = scene.plan.narrowedBy(seen);
  const bits = bounds.reduce((sum, cell) => sum + bitsFor(cell), 0);
  const { keyBits } = scene.plan;
  const variety = bits <= keyBits - GROWING ? undefined : varietyIn(machine, [...met, ...walked.inside]);
  const numbers = variety ? scene.plan.dictionariesBy(bounds, variety) : [];
  // Where many cells stand as one number, one of them may outgrow its bits, and a tree takes the place of the numbers.
  if (numbers.length > 0)
    throw new Surveyed(seen, variety, numbers.some(({ wide }) => wide) ? balance(met) : undefined);
  if (scene.plan.isWorseThan(bounds))
    throw new Surveyed(seen, undefined, bits <= keyBits ? undefined : balance(met));
}
