/** A program made as small as a relation allows. */
import type { Budget } from '../engine/budget.js';
import {
  edgesOf,
  explore,
  type Modulo,
  minimise,
  TAU_NAME,
} from '../engine/equivalence/enumerative/index.js';
import { Meter } from '../engine/reach/reference/meter.js';
import { Interpreter } from '../model/interpreter.js';
import { visibilityOf } from './equivalence.js';
import type { Loaded } from './language.js';

export interface MinimiseOptions {
  modulo: Modulo;
  /** Events that count; all of them when absent. */
  visible?: readonly string[];
  /** With `branching`: going on internally for ever is kept. */
  divergence?: boolean;
}

/** States are numbered from 0, where it starts. */
export interface Minimised {
  before: { states: number; transitions: number };
  states: number;
  transitions: { from: number; label: string; to: number }[];
  /** Events without arguments that count, whether or not they ever happen. */
  alphabet: string[];
  /** The label of internal steps. */
  silent: string;
  faulted: boolean;
}

/** Throws LimitReached where the budget does not suffice. */
export async function minimiseProgram(
  loaded: Loaded,
  options: MinimiseOptions,
  budget: Budget,
): Promise<Minimised> {
  const { system } = loaded.program;
  const { visible, names } = visibilityOf([loaded], options.visible);
  const plain = names.filter((name) =>
    system.symbols.some((symbol) => symbol.name === name && !symbol.hidden),
  );
  const { lts, faulted } = await explore(new Interpreter(system), visible, plain, new Meter(budget));
  const { modulo, divergence } = options;
  const small = await minimise(lts, modulo, new Meter(budget), { divergence });
  return {
    before: { states: lts.states, transitions: lts.label.length },
    states: small.states,
    transitions: [...edgesOf(small)],
    alphabet: plain,
    silent: TAU_NAME,
    faulted,
  };
}
