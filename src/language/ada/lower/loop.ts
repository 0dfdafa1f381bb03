/** Loops. */
import { constant, read } from '../../../model/expression.js';
import { Scope } from '../resolve/scope.js';
import { type AdaType, isDiscrete } from '../resolve/type.js';
import type { Call, Iteration, Loop } from '../syntax/index.js';
import { target } from './apply.js';
import { asked } from './call.js';
import { condition } from './condition.js';
import { type Context, type LoopExit, textOf } from './context.js';
import { elementAt } from './element.js';
import { evaluate } from './expression.js';
import { combine, isConstant, minus, plus } from './fold.js';
import { throughAccess, typeNamed } from './name.js';
import { mentions, skipWithoutArguments, withoutArguments } from './no-arguments.js';
import { type RangeValue, rangeOf } from './range.js';
import { anyValue, reachOf } from './range-check.js';
import { lowerStatements } from './statement.js';
import { storeFor } from './store.js';
import { scalar, type Unknown, unknown, type Value } from './value.js';

export function lowerLoop(context: Context, tree: Loop): void {
  const { draft } = context;
  const over = draft.location();
  const loops: LoopExit = {
    location: over,
    ...(tree.name ? { name: tree.name.key } : {}),
    ...(context.frames ? { frames: context.frames } : {}),
    ...(context.loops ? { outer: context.loops } : {}),
  };
  const scope = new Scope(context.scope, '');
  const inside: Context = { ...context, loops, scope };
  if (tree.name) scope.declare(tree.name.key, { kind: 'region', name: tree.name.name, scope });
  const { scheme } = tree;
  if (scheme?.kind === 'iteration') {
    iterate(inside, scheme, tree, over);
    draft.here = over;
    return;
  }
  const head = draft.location({ name: 'loop', loopHead: true });
  draft.jump(head);
  draft.here = head;
  const endless = { ...inside, repeats: Number.POSITIVE_INFINITY };
  if (scheme) {
    const body = draft.location();
    condition(endless, scheme.condition, body, over);
    draft.here = body;
  }
  lowerStatements(endless, tree.statements);
  draft.jump(head);
  draft.here = over;
}

function iterate(context: Context, scheme: Iteration, tree: Loop, over: number): void {
  const { draft, scope } = context;
  const { key, name } = scheme.name;
  if (scheme.over === 'of') {
    overElements(context, scheme, tree, over);
    return;
  }
  const range = rangeOf(context, scheme.domain as never, undefined);
  if (!range) {
    unknownIteration(context, scheme, tree, over, 'the bounds of a loop');
    return;
  }
  const type = narrowed(range);
  if (context.world.settings.loops === 'any' && isLonger(range) && !isUsed(context, tree.statements, key)) {
    scope.declare(key, { kind: 'object', name, type, constant: true, value: unknown(NUMBER, type) });
    anyNumber(context, tree, over, mayBeEmpty(range));
    return;
  }
  counting(context, range, scheme.reverse, name, type, over, (value, inside) => {
    scope.declare(key, { kind: 'object', name, type, constant: true, value });
    lowerStatements(inside, tree.statements);
  });
  void draft;
}

const isLonger = ({ low, high }: RangeValue): boolean =>
  !isConstant(low) || !isConstant(high) || high.value > low.value;

const mayBeEmpty = ({ low, high }: RangeValue): boolean => !isConstant(low) || !isConstant(high);

const NUMBER = 'the number of rounds of a loop';

/** Rounds are not counted: there may be any number of them, one at least unless there may be none. */
function anyNumber(context: Context, tree: Loop, over: number, mayBeNone: boolean): void {
  const { draft } = context;
  const head = draft.location({ name: 'loop', loopHead: true });
  if (mayBeNone) draft.either(head, over, NUMBER);
  else draft.jump(head);
  draft.here = head;
  lowerStatements({ ...context, repeats: Number.POSITIVE_INFINITY }, tree.statements);
  draft.either(head, over, NUMBER);
}

/** Is a name used for more than to be shown, where nobody asks what is shown? */
const isUsed = (context: Context, tree: unknown, name: string): boolean =>
  asked(context, 'output') ? mentions(tree, name) : mentions(tree, name, isOutput);

/** A call that by its name shows something. Where it does more, it is with any value of the variable. */
function isOutput(tree: object): boolean {
  const { kind, name } = tree as Partial<Call>;
  const called = kind === 'call' && name?.kind === 'apply' ? name.prefix : undefined;
  const designator = called?.kind === 'selected' ? called.selector : called;
  return designator?.kind === 'identifier' && ['put', 'put_line'].includes(designator.key);
}

/** The variable runs within the bounds where those are known. */
function narrowed(range: RangeValue): AdaType {
  const { type, low, high } = range;
  if (!isDiscrete(type)) return type;
  return {
    ...type,
    low: isConstant(low) ? low.value : type.low,
    high: isConstant(high) ? high.value : type.high,
  };
}

/** The body for each value from low to high, or from high to low. */
function counting(
  context: Context,
  range: RangeValue,
  reverse: boolean,
  name: string,
  type: AdaType,
  over: number,
  body: (value: Value, inside: Context) => void,
): void {
  const { draft } = context;
  const { low, high } = range;
  if (isConstant(low) && isConstant(high)) {
    if (low.value > high.value) {
      draft.jump(over);
      return;
    }
    if (low.value === high.value) {
      body(scalar(type, low), context);
      draft.jump(over);
      return;
    }
  }
  const count = isConstant(low) && isConstant(high) ? high.value - low.value + 1 : Number.POSITIVE_INFINITY;
  const counter = storeFor(context, name, type);
  const [first, last] = reverse ? [high, low] : [low, high];
  let bound = last;
  if (!isConstant(last)) {
    const room = storeFor(context, `${name} bound`, range.type);
    draft.step({ effects: [{ kind: 'assign', place: room.place, value: last }] });
    bound = read(room.place);
  }
  const begin = draft.location();
  if (isConstant(low) && isConstant(high)) draft.jump(begin);
  else draft.branch(combine(reverse ? 'atLeast' : 'atMost', first, bound), begin, over);
  draft.here = begin;
  draft.step({ effects: [{ kind: 'assign', place: counter.place, value: first }] });
  const head = draft.location({ loopHead: true, iterations: count, bounded: true });
  draft.jump(head);
  draft.here = head;
  const now = read(counter.place);
  body(scalar(type, now), { ...context, repeats: context.repeats * count });
  const more = draft.location();
  draft.branch(combine('unequal', now, bound), more, over);
  draft.here = more;
  const next = reverse ? minus(now, 1) : plus(now, 1);
  draft.jump(head, { effects: [{ kind: 'assign', place: counter.place, value: next }] });
}

/** `for E of A loop` */
function overElements(context: Context, scheme: Iteration, tree: Loop, over: number): void {
  const { scope } = context;
  const { key, name } = scheme.name;
  const domain = scheme.domain;
  const array =
    domain.kind === 'range' || domain.kind === 'subtype'
      ? unknown('a loop')
      : throughAccess(context, target(context, domain));
  const type = array.type?.kind === 'array' ? array.type : undefined;
  const [index] = type?.indices ?? [];
  if (
    !type ||
    array.kind === 'unknown' ||
    index?.low === undefined ||
    index.high === undefined ||
    type.indices.length > 1
  ) {
    unknownIteration(context, scheme, tree, over, 'a loop over what is not kept');
    return;
  }
  const range: RangeValue = { low: constant(index.low), high: constant(index.high), type: index.type };
  counting(context, range, scheme.reverse, `${name} index`, narrowed(range), over, (at, inside) => {
    const position = at.kind === 'scalar' ? at.expression : constant(0);
    const value: Value =
      array.kind === 'parts'
        ? elementAt(array.parts, minus(position, index.low!))
        : array.kind === 'stored'
          ? {
              kind: 'stored',
              type: type.element,
              place: { ...array.place, path: [...array.place.path, { kind: 'index', index: position }] },
            }
          : anyValue('an element', type.element);
    scope.declare(key, { kind: 'object', name, type: type.element, constant: false, value });
    lowerStatements(inside, tree.statements);
  });
}

/** What is known of the variable of a loop whose bounds are not. */
function counted(context: Context, domain: Iteration['domain'], type: AdaType | undefined): Unknown {
  if (domain.kind === 'attribute' && domain.attribute.key === 'range') {
    const runsOver = context.world.sources.text(domain.prefix).toLowerCase();
    return { ...unknown('', type), runsOver };
  }
  if (domain.kind !== 'range') return unknown('', type);
  const mark = context.draft.mark();
  const [low, high] = [domain.low, domain.high].map((bound) => reachOf(context, evaluate(context, bound)));
  context.draft.rollBack(mark);
  return { ...unknown('', type), range: { low: low.low, high: high.high } };
}

/** Is there no round at all where the program is started without arguments? */
function isEmptyWithoutArguments(context: Context, domain: Iteration['domain']): boolean {
  const range = withoutArguments(context, domain, () => rangeOf(context, domain as never, undefined));
  return !!range && isConstant(range.low) && isConstant(range.high) && range.low.value > range.high.value;
}

/** Any number of times, with any value. */
function unknownIteration(
  context: Context,
  scheme: Iteration,
  tree: Loop,
  over: number,
  reason: string,
): void {
  const { draft, scope } = context;
  const { key, name } = scheme.name;
  const domain = scheme.domain;
  const type = domain.kind === 'range' || domain.kind === 'subtype' ? undefined : typeNamed(context, domain);
  scope.declare(key, {
    kind: 'object',
    name,
    type: type ?? { kind: 'unknown', name, root: {}, reason },
    constant: true,
    value: { ...counted(context, domain, type), reason },
  });
  if (isEmptyWithoutArguments(context, domain)) skipWithoutArguments(context, over);
  const head = draft.location({ name: 'loop', loopHead: true, bounded: true });
  draft.jump(head);
  draft.here = head;
  const body = draft.location();
  draft.either(body, over, `${reason} (${textOf(context, scheme)})`);
  draft.here = body;
  lowerStatements({ ...context, repeats: Number.POSITIVE_INFINITY }, tree.statements);
  draft.jump(head);
}
