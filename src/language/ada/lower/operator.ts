/** Operators, predefined and declared. */
import { type BinaryOperator, constant } from '../../../model/expression.js';
import { BOOLEAN, UNIVERSAL } from '../resolve/standard.js';
import { type AdaType, isDiscrete, sizeOfType } from '../resolve/type.js';
import type { Expression as Tree } from '../syntax/index.js';
import { calculated } from './arithmetic.js';
import { assign, chooseAny, leavesOf } from './assign.js';
import { concatenated } from './concatenate.js';
import type { Context } from './context.js';
import { check, mayFail } from './exception.js';
import { evaluate } from './expression.js';
import { all, combine, isConstant, negation } from './fold.js';
import { whyLost } from './pool.js';
import { power } from './power.js';
import { checkWithin, rangeOfResult, rangeOfUnary } from './range-check.js';
import { rvalue } from './read.js';
import { isReal } from './real.js';
import { storeFor } from './store.js';
import { callFunction, candidates } from './subprogram.js';
import { charactersOf, isText, joined } from './text.js';
import { typeOf } from './type-of.js';
import { type Scalar, scalar, staticValue, type Unknown, unknown, unreached, type Value } from './value.js';
import { CONSTRAINT_ERROR, type World } from './world.js';

const DIVISIONS: ReadonlySet<string> = new Set(['/', 'mod', 'rem']);

const COMPARE: Record<string, BinaryOperator> = {
  '=': 'equal',
  '/=': 'unequal',
  '<': 'less',
  '<=': 'atMost',
  '>': 'greater',
  '>=': 'atLeast',
};

const ARITHMETIC: Record<string, BinaryOperator> = {
  '+': 'add',
  '-': 'subtract',
  '*': 'multiply',
  '/': 'divide',
  mod: 'modulo',
  rem: 'remainder',
};

const LOGIC: Record<string, BinaryOperator> = {
  and: 'and',
  or: 'or',
  'and then': 'and',
  'or else': 'or',
  xor: 'unequal',
};

const BITS: Record<string, BinaryOperator> = { and: 'bitAnd', or: 'bitOr', xor: 'bitXor' };

export function binaryOperation(
  context: Context,
  tree: Extract<Tree, { kind: 'binary' }>,
  expected?: AdaType,
  into?: AdaType,
): Value {
  const { operator } = tree;
  const declared = declaredOperator(context, operator, [tree.left, tree.right], expected);
  if (declared) return declared;
  if (operator in LOGIC) return logical(context, tree, expected);
  const put = operator === '&' ? concatenated(context, tree, expected) : undefined;
  if (put) return put;
  const left = evaluate(context, tree.left, operandType(context, tree.left, tree.right, operator, expected));
  const scales = operator === '*' && isReal(context, tree.right);
  const scaled = scales || (operator === '*' && isReal(context, tree.left));
  const alike = left.type && left.type !== UNIVERSAL && !scales ? left.type : undefined;
  const right = evaluate(context, tree.right, alike);
  if (operator in COMPARE) return compared(context, COMPARE[operator], left, right);
  if (operator === '&') return joined(left, right);
  if (left.kind === 'unknown' && (operator === 'mod' || operator === 'rem')) {
    const found = remainder(context, operator, left, right);
    if (found) return found;
  }
  if (DIVISIONS.has(operator)) {
    checkDivisor(context, right, left.type);
    if (staticValue(right) === 0) return unreached(left.type);
  }
  if (operator === '**' && isWholeNumber(left.type)) checkWithin(context, NATURAL, right);
  if (left.kind !== 'scalar' || right.kind !== 'scalar') {
    if (scaled) return unknown(why(left, right), isDiscrete(expected) ? undefined : expected);
    const type = left.type && left.type !== UNIVERSAL ? left.type : right.type;
    const range = rangeOfResult(context, ARITHMETIC[operator], type, left, right, why(left, right), into);
    return { ...unknown(why(left, right), expected), ...(range ? { range } : {}) };
  }
  const type = left.type === UNIVERSAL ? right.type : left.type;
  if (operator === '**') return power(context, { ...left, type }, right, tree, into);
  return calculated(context, {
    type,
    operator: ARITHMETIC[operator],
    left: left.expression,
    right: right.expression,
    tree,
    into,
  });
}

const isWholeNumber = (type: AdaType | undefined): boolean => type?.kind === 'integer';
const NATURAL = { low: 0, high: 0x7fffffff };

const MOST_REMAINDERS = 64;

/** Division by zero is an exception, for whole numbers. */
function checkDivisor(context: Context, divisor: Value, dividend: AdaType | undefined): void {
  if (divisor.kind === 'scalar') {
    check(context, combine('unequal', divisor.expression, constant(0)), CONSTRAINT_ERROR);
    return;
  }
  const type = divisor.type && divisor.type !== UNIVERSAL ? divisor.type : dividend;
  const whole = type?.kind === 'unknown' ? type.whole : type;
  if (divisor.kind === 'unknown' && whole?.kind === 'integer' && whole.low <= 0 && whole.high >= 0)
    mayFail(context, divisor.reason, CONSTRAINT_ERROR);
}

/** What is left when a value that is not known is divided: one of a few values. */
function remainder(
  context: Context,
  operator: 'mod' | 'rem',
  left: Unknown,
  right: Value,
): Value | undefined {
  const by = staticValue(right);
  const type = left.type?.kind === 'integer' ? left.type : undefined;
  if (by === undefined || by < 1 || by > MOST_REMAINDERS || !type) return undefined;
  const low = operator === 'mod' || type.low >= 0 ? 0 : 1 - by;
  const room = storeFor(context, 'remainder', { ...type, low, high: by - 1 });
  const free = left.free === true && type.high - type.low >= 2 * by;
  chooseAny(context, room, left.reason, undefined, free);
  return { ...(rvalue(room) as Scalar), type };
}

/** The left operand tells the type of the right one; a literal on the left asks the other way round. */
function operandType(
  context: Context,
  left: Tree,
  right: Tree,
  operator: string,
  expected: AdaType | undefined,
): AdaType | undefined {
  const type = typeOf(context, left);
  if (type && type !== UNIVERSAL) return type;
  if (operator === '**') return expected;
  const other = typeOf(context, right);
  if (other && other !== UNIVERSAL) return other;
  return operator in COMPARE ? undefined : expected;
}

function logical(context: Context, tree: Extract<Tree, { kind: 'binary' }>, expected?: AdaType): Value {
  const { draft } = context;
  const { operator } = tree;
  const left = evaluate(context, tree.left, expected);
  const shortCircuit = operator === 'and then' || operator === 'or else';
  if (shortCircuit && left.kind === 'scalar' && isConstant(left.expression)) {
    if (operator === 'and then' && left.expression.value === 0) return left;
    if (operator === 'or else' && left.expression.value !== 0) return left;
  }
  const mark = draft.mark();
  const right = evaluate(context, tree.right, expected ?? left.type);
  if (shortCircuit && draft.here !== mark.here && (left.kind === 'scalar' || left.kind === 'unknown')) {
    // The right side does something, so it must not be asked in vain.
    draft.rollBack(mark);
    const result = storeFor(context, 'truth', BOOLEAN);
    const over = draft.location();
    const [go, stop] = [draft.location(), draft.location()];
    const [yes, no] = operator === 'and then' ? [go, stop] : [stop, go];
    if (left.kind === 'scalar') draft.branch(left.expression, yes, no);
    else draft.either(yes, no, left.reason);
    draft.here = stop;
    assign(context, result, scalar(BOOLEAN, operator === 'and then' ? 0 : 1));
    draft.jump(over);
    draft.here = go;
    assign(context, result, evaluate(context, tree.right, BOOLEAN));
    draft.jump(over);
    draft.here = over;
    return rvalue(result);
  }
  if (left.kind !== 'scalar' || right.kind !== 'scalar') {
    if (left.kind === 'parts' || left.kind === 'stored') return elementwise(context, operator, left, right);
    return unknown(why(left, right), expected);
  }
  const { type } = left;
  if (type.kind === 'integer')
    return scalar(type, combine(BITS[operator], left.expression, right.expression));
  return scalar(type, combine(LOGIC[operator], left.expression, right.expression));
}

function elementwise(_context: Context, operator: string, left: Value, right: Value): Value {
  const [a, b] = [leavesOf(left), leavesOf(right)];
  const scalars = a && b && a.length === b.length && [...a, ...b].every((v) => v.kind === 'scalar');
  if (!scalars) return unknown(why(left, right), left.type);
  const parts = a.map((x, i) => {
    const [l, r] = [x, b[i]] as Extract<Value, { kind: 'scalar' }>[];
    return scalar(l.type, combine(LOGIC[operator], l.expression, r.expression));
  });
  return { kind: 'parts', type: left.type!, parts };
}

function compared({ world }: Context, operator: BinaryOperator, left: Value, right: Value): Value {
  if (isSomething(world, left) && isSomething(world, right)) return unknown('which object is meant', BOOLEAN);
  if (left.kind === 'scalar' && right.kind === 'scalar')
    return scalar(BOOLEAN, combine(operator, left.expression, right.expression));
  if ((operator === 'equal' || operator === 'unequal') && isWhole(left.type) && isWhole(right.type)) {
    const [a, b] = [left, right].map((side) => leavesOf(spelled(side)));
    if (a && b && a.length !== b.length && isText(left.type))
      return scalar(BOOLEAN, Number(operator === 'unequal'));
    if (a && b && a.length === b.length && a.length <= 64 && [...a, ...b].every((v) => v.kind === 'scalar')) {
      const same = all(
        a.map((x, i) => {
          const [l, r] = [x, b[i]] as Extract<Value, { kind: 'scalar' }>[];
          return combine('equal', l.expression, r.expression);
        }),
      );
      return scalar(BOOLEAN, operator === 'equal' ? same : negation(same));
    }
  }
  if (left.kind === 'task' && right.kind === 'task') return unknown('tasks compared', BOOLEAN);
  return unknown(why(left, right), BOOLEAN);
}

/** Known text letter by letter. */
const spelled = (value: Value): Value =>
  value.kind === 'unknown' && value.text !== undefined && isText(value.type)
    ? charactersOf(value.text)
    : value;

/** Does it lead to what is not kept, so that only null can be told from it? */
function isSomething(world: World, value: Value): boolean {
  if (value.type?.kind !== 'access' || staticValue(value) === 0) return false;
  const target = value.type.target();
  return sizeOfType(target) === 0 || whyLost(world, target) !== undefined;
}

/** Is every part of such a value kept? */
function isWhole(type: AdaType | undefined): boolean {
  if (!type || type.kind === 'unknown') return false;
  if (type.kind === 'array') return isWhole(type.element);
  return type.kind !== 'record' || type.fields.every((field) => isWhole(field.type));
}

const why = (left: Value, right: Value): string =>
  left.kind === 'unknown'
    ? left.reason
    : right.kind === 'unknown'
      ? right.reason
      : 'values that are not kept';

export function unaryOperation(
  context: Context,
  tree: Extract<Tree, { kind: 'unary' }>,
  expected?: AdaType,
  into?: AdaType,
): Value {
  const declared = declaredOperator(context, tree.operator, [tree.operand], expected);
  if (declared) return declared;
  const operand = evaluate(context, tree.operand, expected);
  if (operand.kind !== 'scalar') {
    if (operand.kind !== 'unknown') return unknown('values that are not kept');
    const { range: _, ...rest } = operand;
    const range = rangeOfUnary(context, tree.operator, operand, operand.reason, into);
    return { ...rest, ...(range ? { range } : {}) };
  }
  const { type, expression } = operand;
  switch (tree.operator) {
    case '+':
      return operand;
    case '-':
      return calculated(context, {
        type,
        operator: 'subtract',
        left: constant(0),
        right: expression,
        tree,
        into,
      });
    case 'abs': {
      if (isConstant(expression) && expression.value >= 0) return operand;
      const opposite = calculated(context, {
        type,
        operator: 'subtract',
        left: constant(0),
        right: expression,
        tree,
      });
      if (opposite.kind !== 'scalar' || isConstant(expression)) return opposite;
      return scalar(type, {
        kind: 'conditional',
        test: combine('less', expression, constant(0)),
        whenTrue: opposite.expression,
        whenFalse: expression,
      });
    }
    case 'not':
      if (type.kind === 'integer' && type.modulus !== undefined)
        return scalar(type, combine('subtract', constant(type.modulus - 1), expression));
      return scalar(type, negation(expression));
  }
}

/** A function `"+"` of the program for these operands. */
function declaredOperator(
  context: Context,
  operator: string,
  operands: Tree[],
  expected: AdaType | undefined,
): Value | undefined {
  const entities = context.scope.lookUp(`"${operator}"`);
  if (entities.length === 0) {
    if (operator !== '/=') return undefined;
    const equals = declaredOperator(context, '=', operands, BOOLEAN);
    return equals?.kind === 'scalar' ? scalar(BOOLEAN, negation(equals.expression)) : equals;
  }
  const associations = operands.map((value) => ({
    kind: 'association' as const,
    choices: [],
    value,
    start: value.start,
    end: value.end,
  }));
  const types = operands.map((operand) => typeOf(context, operand));
  // Of literals alone the predefined operator is preferred (Ada Reference Manual, 8.6 (29)).
  const fitting = candidates(context, entities, associations, expected).filter(
    ({ formals, result }) =>
      formals.every(({ type }, i) => mayBeOf(types[i], type)) &&
      (formals.some(({ type }, i) => types[i]?.root === type.root) ||
        (expected !== undefined && expected.root === result?.root && types.includes(undefined))),
  );
  return fitting.length > 0 ? callFunction(context, fitting[0], associations, expected) : undefined;
}

const mayBeOf = (type: AdaType | undefined, wanted: AdaType): boolean =>
  type === undefined || type.root === wanted.root || (type === UNIVERSAL && wanted.kind === 'integer');
