/** `(for all X in A => P)`, `(for some X of A => P)`: every value that X can have, one by one. */
import { constant, type Expression, type Place, read } from '../../../model/expression.js';
import { Scope } from '../resolve/scope.js';
import { BOOLEAN } from '../resolve/standard.js';
import type { AdaType } from '../resolve/type.js';
import type { Expression as Tree } from '../syntax/index.js';
import { target } from './apply.js';
import { assign, declaredBounds } from './assign.js';
import { condition } from './condition.js';
import { type Context, inner } from './context.js';
import { elementAt } from './element.js';
import { evaluate } from './expression.js';
import { all, combine, negation, plus, some } from './fold.js';
import { intervalOf } from './interval.js';
import { extend, throughAccess } from './name.js';
import { rangeOf } from './range.js';
import { anyValue } from './range-check.js';
import { rvalue } from './read.js';
import { storeFor } from './store.js';
import { type Scalar, scalar, unknown, type Value } from './value.js';

type Quantified = Extract<Tree, { kind: 'quantified' }>;

const MOST_VALUES = 256;

/** A value of the variable, and the condition under which it is one. */
interface Instance {
  value: Value;
  type: AdaType;
  when?: Expression;
}

export function quantified(context: Context, tree: Quantified): Value {
  if (tree.iteration.filter) return unknown('a quantified expression', BOOLEAN);
  const instances = instancesOf(context, tree);
  if (instances === 'many') return counted(context, tree);
  if (!instances) return unknown('a quantified expression', BOOLEAN);
  const { draft } = context;
  const every = tree.quantifier === 'all';
  const mark = draft.mark();
  const truths = instances.map((instance) =>
    evaluate(binding(context, tree, instance), tree.predicate, BOOLEAN),
  );
  if (draft.here === mark.here && truths.every((truth) => truth.kind === 'scalar')) {
    const parts = (truths as Scalar[]).map(({ expression }, i) => {
      const { when } = instances[i];
      if (!when) return expression;
      return every ? combine('or', negation(when), expression) : combine('and', when, expression);
    });
    return scalar(BOOLEAN, every ? all(parts) : some(parts));
  }
  draft.rollBack(mark);
  const result = storeFor(context, 'truth', BOOLEAN);
  const [found, over] = [draft.location(), draft.location()];
  for (const instance of instances) {
    const next = draft.location();
    if (instance.when) {
      const asked = draft.location();
      draft.branch(instance.when, asked, next);
      draft.here = asked;
    }
    const inside = binding(context, tree, instance);
    if (every) condition(inside, tree.predicate, next, found);
    else condition(inside, tree.predicate, found, next);
    draft.here = next;
  }
  assign(context, result, scalar(BOOLEAN, every ? 1 : 0));
  draft.jump(over);
  draft.here = found;
  assign(context, result, scalar(BOOLEAN, every ? 0 : 1));
  draft.jump(over);
  draft.here = over;
  return rvalue(result);
}

/** A loop, where the values are too many to be written out. */
function counted(context: Context, tree: Quantified): Value {
  const { draft } = context;
  const range = rangeOf(context, tree.iteration.domain as never);
  if (!range) return unknown('a quantified expression', BOOLEAN);
  const every = tree.quantifier === 'all';
  const result = storeFor(context, 'truth', BOOLEAN);
  const last = storeFor(context, 'last', range.type);
  const counter = storeFor(context, tree.iteration.name.name, range.type);
  const now = read(counter.place);
  assign(context, last, scalar(range.type, range.high));
  draft.step({ effects: [{ kind: 'assign', place: counter.place, value: range.low }] });
  assign(context, result, scalar(BOOLEAN, every ? 1 : 0));
  const [head, asked, next, found, over] = Array.from({ length: 5 }, () => draft.location());
  draft.locations[head].loopHead = true;
  draft.jump(head);
  draft.here = head;
  draft.branch(combine('atMost', now, read(last.place)), asked, over);
  draft.here = asked;
  const inside = binding(context, tree, { value: scalar(range.type, now), type: range.type });
  if (every) condition(inside, tree.predicate, next, found);
  else condition(inside, tree.predicate, found, next);
  draft.here = next;
  const more = draft.location();
  draft.branch(combine('less', now, read(last.place)), more, over);
  draft.here = more;
  draft.jump(head, { effects: [{ kind: 'assign', place: counter.place, value: plus(now, 1) }] });
  draft.here = found;
  assign(context, result, scalar(BOOLEAN, every ? 0 : 1));
  draft.jump(over);
  draft.here = over;
  return rvalue(result);
}

function binding(context: Context, tree: Quantified, { value, type }: Instance): Context {
  const scope = new Scope(context.scope, context.scope.name);
  const { key, name } = tree.iteration.name;
  scope.declare(key, { kind: 'object', name, type, constant: true, value });
  return inner(context, scope);
}

/** Undefined where they are not known. */
function instancesOf(context: Context, tree: Quantified): Instance[] | 'many' | undefined {
  const { domain, over } = tree.iteration;
  if (over === 'of') {
    if (domain.kind === 'range' || domain.kind === 'subtype') return undefined;
    return elementsOf(throughAccess(context, target(context, domain)));
  }
  const range = rangeOf(context, domain as never);
  if (!range) return undefined;
  const bounds = (e: Expression) => intervalOf(e, (place: Place) => declaredBounds(context, place));
  const [low, high] = [bounds(range.low).low, bounds(range.high).high];
  if (!(high - low < MOST_VALUES)) return 'many';
  const fixed = range.low.kind === 'constant' && range.high.kind === 'constant';
  return Array.from({ length: Math.max(0, high - low + 1) }, (_, i) => {
    const at = constant(low + i);
    const when = combine('and', combine('atMost', range.low, at), combine('atMost', at, range.high));
    return { value: scalar(range.type, at), type: range.type, ...(fixed ? {} : { when }) };
  });
}

function elementsOf(array: Value): Instance[] | undefined {
  const type = array.type?.kind === 'array' ? array.type : undefined;
  const [index, more] = type?.indices ?? [];
  if (!type || array.kind === 'unknown' || more || index?.low === undefined || index.high === undefined)
    return undefined;
  const { low, high } = index;
  if (high - low >= MOST_VALUES) return undefined;
  return Array.from({ length: Math.max(0, high - low + 1) }, (_, i) => {
    const value: Value =
      array.kind === 'parts'
        ? elementAt(array.parts, constant(i))
        : array.kind === 'stored'
          ? {
              kind: 'stored',
              type: type.element,
              place: extend(array.place, { kind: 'index', index: constant(low + i) }),
            }
          : anyValue('an element', type.element);
    return { value, type: type.element };
  });
}
