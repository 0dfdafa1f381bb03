/** Conditional expressions: an expression where nothing has to be called for it, else control flow. */
import { constant, type Expression } from '../../../model/expression.js';
import { BOOLEAN } from '../resolve/standard.js';
import { type AdaType, isDiscrete, isScalar } from '../resolve/type.js';
import type { Expression as Tree } from '../syntax/index.js';
import { assign } from './assign.js';
import { condition } from './condition.js';
import type { Context } from './context.js';
import { leadAlike } from './element.js';
import { evaluate } from './expression.js';
import { combine, isConstant, negation, some, TRUE } from './fold.js';
import { matching } from './membership.js';
import { rvalue } from './read.js';
import { storeFor } from './store.js';
import { type Scalar, scalar, unknown, type Value } from './value.js';

/** `(if A then B else C)`: an expression where nothing has to be called for it, else control flow. */
export function chosen(
  context: Context,
  tree: Extract<Tree, { kind: 'if-expression' }>,
  expected?: AdaType,
): Value {
  const { draft } = context;
  const mark = draft.mark();
  const tests = tree.branches.map(({ condition: c }) => evaluate(context, c, BOOLEAN));
  const values = [
    ...tree.branches.map(({ value }) => value),
    ...(tree.otherwise ? [tree.otherwise] : []),
  ].map((v) => evaluate(context, v, expected ?? (tree.otherwise ? undefined : BOOLEAN)));
  if (!tree.otherwise) values.push(scalar(BOOLEAN, TRUE));
  if (values.some((value) => !leadAlike(values[0], value)))
    return unknown('one of several objects of different types', expected);
  const plain = draft.here === mark.here && [...tests, ...values].every((v) => v.kind === 'scalar');
  if (plain) {
    const expressions = values.map((v) => (v as Extract<Value, { kind: 'scalar' }>).expression);
    const last = expressions[expressions.length - 1];
    const expression = tests.reduceRight<Expression>((whenFalse, test, i) => {
      const condition = (test as Extract<Value, { kind: 'scalar' }>).expression;
      if (condition.kind === 'constant') return condition.value ? expressions[i] : whenFalse;
      return { kind: 'conditional', test: condition, whenTrue: expressions[i], whenFalse };
    }, last);
    return scalar((values[0] as { type: AdaType }).type, expression);
  }
  const type = expected ?? values.map((v) => v.type).find((t) => t !== undefined);
  draft.rollBack(mark);
  if (!type || !isScalar(type)) return unknown('a conditional expression', expected);
  const result = storeFor(context, 'value', type);
  const over = draft.location();
  const put = (value: Tree | undefined): void => {
    const v = value ? evaluate(context, value, type) : scalar(BOOLEAN, TRUE);
    assign(context, result, v);
    draft.jump(over);
  };
  for (const branch of tree.branches) {
    const [yes, no] = [draft.location(), draft.location()];
    condition(context, branch.condition, yes, no);
    draft.here = yes;
    put(branch.value);
    draft.here = no;
  }
  put(tree.otherwise);
  draft.here = over;
  return rvalue(result);
}

/** `(case X is when A => B, when others => C)` */
export function selectedBy(
  context: Context,
  tree: Extract<Tree, { kind: 'case-expression' }>,
  expected?: AdaType,
): Value {
  const { draft } = context;
  let selector = evaluate(context, tree.selector);
  if (selector.kind !== 'scalar' || !isDiscrete(selector.type))
    return unknown(selector.kind === 'unknown' ? selector.reason : 'a case expression', expected);
  if (!isConstant(selector.expression) && selector.expression.kind !== 'read') {
    const room = storeFor(context, 'case', selector.type);
    assign(context, room, selector);
    selector = rvalue(room) as Scalar;
  }
  const { expression, type: selected } = selector;
  let rest: Expression = TRUE;
  const rows: { when: Expression; value: Tree }[] = [];
  for (const { choices, value } of tree.alternatives) {
    const tests = choices.map((choice) =>
      choice.kind === 'others' ? constant(1) : matching(context, choice, expression, selected),
    );
    if (tests.some((test) => test === undefined)) return unknown('a case expression', expected);
    const here = some(tests as Expression[]);
    const when = combine('and', rest, here);
    rest = combine('and', rest, negation(here));
    if (!isConstant(when) || when.value !== 0) rows.push({ when, value });
  }
  const mark = draft.mark();
  const values = rows.map(({ value }) => evaluate(context, value, expected));
  if (values.some((value) => !leadAlike(values[0], value)))
    return unknown('one of several objects of different types', expected);
  if (draft.here === mark.here && values.every((value) => value.kind === 'scalar')) {
    const [head, ...tail] = (values as Scalar[])
      .map((value, i) => ({ ...value, when: rows[i].when }))
      .reverse();
    if (!head) return unknown('a case expression', expected);
    return scalar(
      head.type,
      tail.reduce<Expression>(
        (whenFalse, { expression: whenTrue, when }) => ({
          kind: 'conditional',
          test: when,
          whenTrue,
          whenFalse,
        }),
        head.expression,
      ),
    );
  }
  draft.rollBack(mark);
  const type = expected ?? values.map((v) => v.type).find((t) => t !== undefined);
  if (!type || !isScalar(type)) return unknown('a case expression', expected);
  const result = storeFor(context, 'value', type);
  const [from, over] = [draft.here, draft.location()];
  draft.locations[from].total = true;
  for (const { when, value } of rows) {
    const entry = draft.location();
    draft.link(from, entry, { ...(isConstant(when) ? {} : { guard: when }), text: 'case' });
    draft.here = entry;
    assign(context, result, evaluate(context, value, type));
    draft.jump(over);
  }
  draft.here = over;
  return rvalue(result);
}
