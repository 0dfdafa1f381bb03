/** What a property says of others: which it follows from, which help to prove it, and what it takes for granted. */
import type { Observer } from '../observer.js';
import { MOST_ATOMS } from '../observer.js';
import type { Ask, Premise, Question } from '../question.js';
import type { Binding, Bound } from './binding.js';
import type { StatedPremise, StatedProperty } from './property.js';

type BindOther = (property: StatedProperty) => Bound | undefined;

/** Undefined where a premise is not there or is not about the order of events. */
export function withPremises(
  property: StatedProperty,
  bound: Bound,
  binding: Binding,
  bindOther: BindOther,
): (Bound & Pick<Question, 'follows' | 'uses'>) | undefined {
  let { ask } = bound;
  const notices = [...(bound.notices ?? [])];
  const follows: Premise[] = [];
  const uses: Premise[] = [];
  for (const premise of property.premises ?? []) {
    const found = premiseOf(premise, property, binding, bindOther);
    if (found === undefined) return undefined;
    if (premise.role === 'follows') follows.push(found);
    else if (premise.role === 'uses') uses.push(found);
    else {
      const under = assuming(ask, found.ask);
      if (under === undefined)
        return refuse(binding, premise, 'can only be assumed where both are regular, with few events');
      ask = under;
      notices.push(`only executions are meant that do what ${premise.name} says, which is taken for granted`);
    }
  }
  return {
    ask,
    ...(notices.length > 0 && { notices }),
    ...(follows.length > 0 && { follows }),
    ...(uses.length > 0 && { uses }),
  };
}

function premiseOf(
  premise: StatedPremise,
  property: StatedProperty,
  binding: Binding,
  bindOther: BindOther,
): Premise | undefined {
  const other = binding.file.properties.find(({ name }) => name === premise.name);
  if (other === undefined || other === property)
    return refuse(binding, premise, 'is no other property of this file');
  if (premise.role !== 'assumes' && other.assumed)
    return refuse(binding, premise, 'is an assumption: write "assuming"');
  if (premise.role === 'assumes' && !other.assumed)
    return refuse(binding, premise, 'is a property, not an assumption');
  const bound = bindOther(other);
  if (bound === undefined) return undefined;
  if (bound.ask.kind !== 'order') return refuse(binding, premise, 'is not about the order of events');
  return { name: premise.name, ask: bound.ask };
}

function refuse({ diagnostics }: Binding, { name, span }: StatedPremise, why: string): undefined {
  diagnostics.push({ code: 'bad-structure', severity: 'error', message: `"${name}" ${why}`, span });
  return undefined;
}

/** Executions that break the assumption are not judged any further. */
function assuming(ask: Ask, assumption: Ask): Ask | undefined {
  if (ask.kind !== 'order' || assumption.kind !== 'order' || ask.queries) return undefined;
  const [other, ...more] = assumption.observers;
  if (more.length > 0 || other.initial.length !== 1 || other.acceptance !== 'finite') return undefined;
  const observers = ask.observers.map((observer) => under(observer, other));
  return observers.every((one) => one !== undefined) ? { kind: 'order', observers } : undefined;
}

function under(observer: Observer, assumption: Observer): Observer | undefined {
  const own = observer.atoms.length;
  if (observer.acceptance !== 'finite' || own + assumption.atoms.length > MOST_ATOMS) return undefined;
  const pairs: [number, number][] = [];
  const numbers = new Map<string, number>();
  const number = (state: number, beside: number): number => {
    const key = `${state} ${beside}`;
    let found = numbers.get(key);
    if (found === undefined) {
      found = pairs.push([state, beside]) - 1;
      numbers.set(key, found);
    }
    return found;
  };
  const allowed = (beside: number): boolean => !assumption.bad(beside);
  const join = (states: readonly number[], besides: readonly number[]): number[] =>
    states.flatMap((state) => besides.filter(allowed).map((beside) => number(state, beside)));
  return {
    acceptance: 'finite',
    atoms: [...observer.atoms, ...assumption.atoms],
    initial: join(observer.initial, assumption.initial),
    successors(pair, letter) {
      const [state, beside] = pairs[pair];
      const mine = letter & ((1 << own) - 1);
      return join(observer.successors(state, mine), assumption.successors(beside, letter >>> own));
    },
    bad: (pair) => observer.bad(pairs[pair][0]),
    badAtEnd: (pair) => observer.badAtEnd(pairs[pair][0]) && !assumption.badAtEnd(pairs[pair][1]),
    accepting: () => false,
  };
}
