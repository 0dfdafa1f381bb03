/** Calls of subprograms: each body is written where it is called. */

import { constant } from '../../../model/expression.js';
import { forget } from '../library/call.js';
import type { Entity, Subprogram } from '../resolve/entity.js';
import { Scope } from '../resolve/scope.js';
import { UNIVERSAL } from '../resolve/standard.js';
import { type AdaType, generations, isDiscrete, isScalar, sizeOfType } from '../resolve/type.js';
import type { Formal } from '../resolve/unit.js';
import type { Association, Expression as Tree } from '../syntax/index.js';
import { target } from './apply.js';
import { assign } from './assign.js';
import { lowerBlock } from './block.js';
import { beyond } from './bound.js';
import { checkFamily } from './class-wide.js';
import type { Context } from './context.js';
import { asAncestor, convert } from './convert.js';
import { settledPlace } from './doubt.js';
import { pieceOf } from './element.js';
import { mayFail, raisingLocation } from './exception.js';
import { evaluate } from './expression.js';
import { isConstant } from './fold.js';
import { formalFor, takes } from './given.js';
import { boundArgument } from './name.js';
import { callsItself, surveyed } from './quiet.js';
import { anyValue, checkRange } from './range-check.js';
import { rvalue } from './read.js';
import { hasObjects, storeFor } from './store.js';
import { typeOf } from './type-of.js';
import { staticValue, unreached, type Value } from './value.js';
import { CONSTRAINT_ERROR, PROGRAM_ERROR } from './world.js';

/** A subprogram may be inside itself this often. */
const MOST_NESTED = 3;

/** The subprograms of that name that can take these arguments, best first. */
export function candidates(
  context: Context,
  entities: readonly Entity[],
  given: readonly Association[],
  expected?: AdaType,
): Subprogram[] {
  const all = entities.filter((e): e is Subprogram => e.kind === 'subprogram').filter((s) => takes(s, given));
  if (all.length < 2) return all;
  const types = given.map(({ value }) =>
    value && value.kind !== 'range' && value.kind !== 'subtype' ? typeOf(context, value) : undefined,
  );
  const score = (subprogram: Subprogram): number => {
    let points = 0;
    given.forEach((association, i) => {
      const formal = formalFor(subprogram, association, i);
      const points_ = formal ? closeness(types[i], formal.type, association.value as Tree) : -100;
      points += points_;
    });
    if (expected && subprogram.result) points += closeness(expected, subprogram.result);
    return points;
  };
  return all
    .map((subprogram, order) => ({ subprogram, order, points: score(subprogram) }))
    .sort((a, b) => b.points - a.points || a.order - b.order)
    .map(({ subprogram }) => subprogram);
}

/** How well arguments of these types fit. */
export function fitness(
  formals: readonly Formal[],
  given: readonly Association[],
  types: readonly (AdaType | undefined)[],
): number {
  return given.reduce((sum, { choices: [choice], value }, i) => {
    const formal = choice?.kind === 'identifier' ? formals.find(({ key }) => key === choice.key) : formals[i];
    return sum + (formal ? closeness(types[i], formal.type, value as Tree) : -100);
  }, 0);
}

function closeness(type: AdaType | undefined, wanted: AdaType, tree?: Tree): number {
  if (!type) {
    if (tree?.kind === 'aggregate') return wanted.kind === 'array' || wanted.kind === 'record' ? 1 : -3;
    if (tree?.kind === 'null' || tree?.kind === 'allocator') return wanted.kind === 'access' ? 1 : -3;
    return 0;
  }
  if (type.root === wanted.root) return 3;
  const above = generations(type, wanted);
  if (above < Number.POSITIVE_INFINITY) return 2 / above;
  if (type === UNIVERSAL) return wanted.kind === 'integer' ? 2 : -5;
  if (type.kind === 'unknown' && wanted.kind === 'unknown') return type.reason === wanted.reason ? 1 : -2;
  return -5;
}

export function callFunction(
  context: Context,
  subprogram: Subprogram,
  given: readonly Association[],
  expected?: AdaType,
): Value {
  return (
    call(context, subprogram, given, expected) ??
    anyValue(`${subprogram.name} gives no value`, subprogram.result)
  );
}

/** What happens around the body of a called subprogram: parameters are settled before it, results are taken after it. */
type Surroundings = (body: (inside: Context) => Value | undefined) => Value | undefined;

/** Writes the call; gives the result of a function. */
export function call(
  context: Context,
  subprogram: Subprogram,
  given: readonly Association[],
  expected?: AdaType,
  surround: Surroundings = (body) => body(context),
): Value | undefined {
  const { builtin, renames } = subprogram;
  if (renames) {
    if (renames.kind === 'subprogram')
      return call(context, renames, inOrder(subprogram.formals, given), expected, surround);
    return anyValue(subprogram.name, subprogram.result);
  }
  if (builtin) return surround((inside) => builtin.call(inside, given, expected ?? subprogram.result));
  const { draft } = context;
  const depth = context.calls.filter((s) => s.body !== undefined && s.body === subprogram.body).length;
  if (!subprogram.body) {
    forget(context, given);
    if (context.world.mentions.imported.has(subprogram.name.toLowerCase()))
      context.world.leaveOut('imported subprograms', subprogram.name);
    else beyond(context, `${subprogram.name} has no body in the given files`);
    return anyValue(`${subprogram.name} has no body in the given files`, subprogram.result);
  }
  const deep = depth >= MOST_NESTED || (callsItself(subprogram) && !given.every(isLiteral));
  const quiet = deep ? surveyed(context, subprogram) : undefined;
  if (quiet)
    return surround((inside) => {
      forgetOut(inside, subprogram, given);
      const reason = `what ${subprogram.name} gives, which calls itself`;
      if (quiet.checks) mayFail(inside, reason, CONSTRAINT_ERROR);
      return anyValue(reason, subprogram.result);
    });
  if (depth >= MOST_NESTED) {
    beyond(context, `${subprogram.name} calls itself more than ${MOST_NESTED} times`);
    return unreached(subprogram.result);
  }
  const span = draft.span;
  const scope = new Scope(subprogram.scope, subprogram.name);
  const copies = bind(context, subprogram, given, scope);
  const result = surround((around) =>
    run(
      {
        ...around,
        scope,
        loops: undefined,
        labels: undefined,
        target: undefined,
        rendezvous: undefined,
        calls: [...context.calls, subprogram],
      },
      subprogram,
      context,
    ),
  );
  draft.span = span;
  for (const { actual, formal } of copies) assign(context, actual, rvalue(formal));
  return result;
}

/** Arguments by position: whoever is called in the end has other names for them, and other values that need not be given. */
export function inOrder(formals: readonly Formal[], given: readonly Association[]): readonly Association[] {
  const ordered = formals.map((formal, i): Association | undefined => {
    const named = given.find(
      ({ choices: [choice] }) => choice?.kind === 'identifier' && choice.key === formal.key,
    );
    if (named) return { ...named, choices: [] };
    if (given[i]?.choices.length === 0) return given[i];
    const { initial } = formal;
    return (
      initial && { kind: 'association', choices: [], value: initial, start: initial.start, end: initial.end }
    );
  });
  return ordered.every((association) => association !== undefined) ? ordered : given;
}

const isLiteral = ({ value }: Association): boolean => value?.kind === 'integer' || value?.kind === 'string';

/** What the call gives back is not known. */
function forgetOut(context: Context, subprogram: Subprogram, given: readonly Association[]): void {
  for (const [i, association] of given.entries()) {
    const formal = formalFor(subprogram, association, i);
    if (formal && formal.mode !== 'in') forget(context, [association]);
    else if (association.value && association.value.kind !== 'range' && association.value.kind !== 'subtype')
      evaluate(context, association.value);
  }
}

/** Declares the formal parameters with the values given for them; says which are copied back. */
export function bind(
  context: Context,
  subprogram: { formals: Formal[]; name: string },
  given: readonly Association[],
  scope: Scope,
): { actual: Value; formal: Value }[] {
  const copies: { actual: Value; formal: Value }[] = [];
  const first = 'kind' in subprogram ? boundArgument(subprogram as Subprogram) : undefined;
  subprogram.formals.forEach((formal, i) => {
    const position = first ? i - 1 : i;
    const association =
      given.find(({ choices: [choice] }) => choice?.kind === 'identifier' && choice.key === formal.key) ??
      (given[position]?.choices.length === 0 ? given[position] : undefined);
    const tree = association?.value ?? formal.initial;
    const value =
      i === 0 && first
        ? first
        : tree && tree.kind !== 'range' && tree.kind !== 'subtype'
          ? actualOf(context, tree, formal)
          : anyValue(`${formal.name} is not given`, formal.type);
    const { bound, copied } = passed(context, formal, value);
    if (copied) copies.push({ actual: value, formal: bound });
    scope.declare(formal.key, {
      kind: 'object',
      name: formal.name,
      type: bound.type ?? formal.type,
      constant: formal.mode === 'in',
      value: bound,
    });
  });
  return copies;
}

function actualOf(context: Context, tree: Tree, formal: Formal): Value {
  if (formal.mode !== 'in') return settledPlace(context, target(context, tree));
  const value = evaluate(context, tree, formal.type);
  return isScalar(formal.type) ? value : copied(context, formal, settledPlace(context, value));
}

/** What an aggregate is made of stays what it was, whatever the body does to the variables it came from. */
function copied(context: Context, formal: Formal, value: Value): Value {
  // A slice is a variable itself.
  if (value.kind !== 'parts' || pieceOf(value.parts, constant(0))) return value;
  const { type } = value;
  const parts = value.parts.map((part, i) => {
    if (part.kind === 'parts') return copied(context, formal, part);
    const isVariable = part.kind === 'stored' && !hasObjects(part.type);
    if (!isVariable && (part.kind !== 'scalar' || isConstant(part.expression))) return part;
    const component = type.kind === 'array' ? type.element : type.kind === 'record' && type.fields[i].type;
    const room = storeFor(context, formal.name, component || part.type);
    assign(context, room, part);
    return rvalue(room);
  });
  return { ...value, parts };
}

function passed(context: Context, formal: Formal, value: Value): { bound: Value; copied: boolean } {
  if (formal.type.kind === 'unknown' && formal.mode === 'in') {
    checkRange(context, formal.type, value);
    if (value.kind === 'scalar' && !isConstant(value.expression))
      return { bound: anyValue(formal.type.reason, formal.type), copied: false };
    if (formal.type.whole && value.kind === 'unknown')
      return { bound: anyValue(value.reason, formal.type), copied: false };
  }
  if (!isScalar(formal.type))
    return { bound: formal.classWide ? value : asAncestor(value, formal.type), copied: false };
  if (formal.mode === 'in') {
    if (value.kind === 'scalar' && isConstant(value.expression)) {
      const room = storeLike(context, formal, value);
      return { bound: room, copied: false };
    }
    if (value.kind !== 'scalar') {
      checkRange(context, formal.type, value);
      return { bound: anyValue(reasonOf(value), formal.type), copied: false };
    }
    const room = storeFor(context, formal.name, formal.type, formal.declaration);
    assign(context, room, value);
    return { bound: room, copied: false };
  }
  // What goes in may be beyond the range of the formal, and what comes back beyond that of the variable.
  if (value.kind === 'unknown') {
    if (formal.mode === 'in out') checkRange(context, formal.type, value);
    return { bound: anyValue(value.reason, formal.type), copied: true };
  }
  const room = storeFor(context, formal.name, formal.type, formal.declaration);
  if (formal.mode === 'in out') assign(context, room, rvalue(value));
  return { bound: room, copied: true };
}

/** A constant is checked against the range of the formal, and stays a constant. */
function storeLike(context: Context, formal: Formal, value: Value): Value {
  const number = staticValue(value)!;
  const { type } = formal;
  checkFamily(context, type, value);
  if ((type.kind === 'integer' || type.kind === 'enumeration') && (number < type.low || number > type.high))
    assign(context, storeFor(context, formal.name, type), value);
  return { kind: 'scalar', type, expression: { kind: 'constant', value: number } };
}

const reasonOf = (value: Value): string =>
  value.kind === 'unknown' ? value.reason : 'a value that is not kept';

/** Writes the body; the names of its formals are declared. */
function run(inside: Context, subprogram: Subprogram, outside: Context): Value | undefined {
  const { draft } = inside;
  const { body } = subprogram;
  if (!body || body.kind === 'null-procedure') return undefined;
  const checked = (tree: Tree): Value => {
    const value = evaluate(inside, tree, subprogram.result);
    return isDiscrete(subprogram.result) ? convert(inside, value, subprogram.result) : value;
  };
  if (body.kind === 'expression-function') return checked(body.value);
  const [only] = body.block.statements;
  const plain =
    body.declarations.length === 0 && body.block.handlers.length === 0 && body.block.statements.length === 1;
  if (plain && only.kind === 'return' && only.value) return checked(only.value);
  const { result: type } = subprogram;
  const kept = type && sizeOfType(type) > 0 && sizeOfType(type) <= inside.world.settings.mostElements;
  const result: Value | undefined = !type
    ? undefined
    : kept && (isScalar(type) || type.kind === 'record' || type.kind === 'array')
      ? storeFor(inside, `${subprogram.name} result`, type, subprogram.declaration)
      : anyValue(`the result of ${subprogram.name}`, type);
  const over = draft.location();
  const named = subprogram.name.toLowerCase();
  inside.scope.declare(named, { kind: 'region', name: subprogram.name, scope: inside.scope });
  for (const entity of outside.scope.lookUp(named))
    if (entity.kind === 'subprogram') inside.scope.declare(named, entity);
  const returns = { location: over, frames: inside.frames, ...(result ? { result } : {}) };
  const begin = { location: draft.here, steps: draft.steps.length };
  lowerBlock({ ...inside, returns }, body.declarations, body.block, subprogram.name);
  // A function that comes to its end without a return statement raises Program_Error (Ada Reference Manual, 6.5 (20)).
  if (!type) draft.jump(over);
  else if (draft.isReached(draft.here, begin)) draft.jump(raisingLocation(inside, PROGRAM_ERROR));
  draft.here = over;
  return result && rvalue(result);
}
