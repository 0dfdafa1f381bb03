/** System.Atomic_Operations: each operation reads and changes its variable in one step. */
import { constant, type Expression, read } from '../../../model/expression.js';
import { target } from '../lower/apply.js';
import { wrapped } from '../lower/arithmetic.js';
import { assign } from '../lower/assign.js';
import type { Context } from '../lower/context.js';
import { evaluate } from '../lower/expression.js';
import { combine } from '../lower/fold.js';
import { rvalue } from '../lower/read.js';
import { storeFor } from '../lower/store.js';
import { type Stored, scalar, unknown, type Value } from '../lower/value.js';
import type { Scope } from '../resolve/scope.js';
import { BOOLEAN } from '../resolve/standard.js';
import { integerType, isDiscrete } from '../resolve/type.js';
import type { Association, Expression as Tree } from '../syntax/index.js';

/** What the variable becomes, given what it is and the argument. */
type Change = (item: Stored, value: Expression) => Expression;

const replace: Change = (_item, value) => value;
const change =
  (operator: 'add' | 'subtract'): Change =>
  (item, value) =>
    wrapped(item.type, combine(operator, read(item.place), value));

export function declareTestAndSet(scope: Scope): void {
  const flag = integerType('Test_And_Set_Flag', 0, 255, 256);
  scope.declare('test_and_set_flag', { kind: 'type', name: flag.name, type: flag });
  declare(scope, 'Atomic_Test_And_Set', (context, given) => {
    const before = update(context, given, () => constant(1));
    if (before?.kind !== 'scalar') return unknown('an atomic operation', BOOLEAN);
    return scalar(BOOLEAN, combine('unequal', before.expression, constant(0)));
  });
  declare(scope, 'Atomic_Clear', (context, given) => {
    update(context, given, () => constant(0));
    return undefined;
  });
}

/** Of the generic packages Exchange, Integer_Arithmetic and Modular_Arithmetic. */
export function declareAtomics(scope: Scope): void {
  declare(scope, 'Atomic_Exchange', (context, given) => update(context, given, replace));
  declare(scope, 'Atomic_Fetch_And_Add', (context, given) => update(context, given, change('add')));
  declare(scope, 'Atomic_Fetch_And_Subtract', (context, given) => update(context, given, change('subtract')));
  declare(scope, 'Atomic_Compare_And_Exchange', compareAndExchange);
  for (const [name, operator] of [
    ['Atomic_Add', 'add'],
    ['Atomic_Subtract', 'subtract'],
  ] as const)
    declare(scope, name, (context, given) => {
      update(context, given, change(operator));
      return undefined;
    });
}

function declare(
  scope: Scope,
  name: string,
  call: (context: Context, given: readonly Association[]) => Value | undefined,
): void {
  scope.declare(name.toLowerCase(), {
    kind: 'subprogram',
    name,
    function: true,
    formals: [],
    scope,
    builtin: { anyArguments: true, call },
  });
}

const argument = (given: readonly Association[], name: string, position: number): Tree | undefined => {
  const named = given.find(({ choices: [choice] }) => choice?.kind === 'identifier' && choice.key === name);
  const value = (named ?? given[position])?.value;
  return value && value.kind !== 'range' && value.kind !== 'subtype' ? value : undefined;
};

/** Gives what the variable was before; undefined where it is not kept. */
function update(context: Context, given: readonly Association[], becomes: Change): Value | undefined {
  const tree = argument(given, 'item', 0);
  const item = tree && target(context, tree);
  const other = argument(given, 'value', 1);
  const value = other && evaluate(context, other, item?.type);
  if (item?.kind !== 'stored' || !isDiscrete(item.type)) return unknown('an atomic operation', item?.type);
  if (value && value.kind !== 'scalar') {
    assign(context, item, value);
    return unknown('an atomic operation', item.type);
  }
  const before = storeFor(context, 'before', item.type);
  const after = becomes(item, value?.expression ?? constant(0));
  context.draft.step({
    effects: [
      { kind: 'assign', place: before.place, value: read(item.place) },
      { kind: 'assign', place: item.place, value: after },
    ],
    atomic: true,
    kept: true,
    text: 'atomic operation',
  });
  return rvalue(before);
}

/** `Prior` tells what was found where the exchange was not made. */
function compareAndExchange(context: Context, given: readonly Association[]): Value {
  const [item, prior] = [argument(given, 'item', 0), argument(given, 'prior', 1)].map((tree) =>
    tree ? target(context, tree) : undefined,
  );
  const tree = argument(given, 'desired', 2);
  const desired = tree && evaluate(context, tree, item?.type);
  if (item?.kind !== 'stored' || prior?.kind !== 'stored' || desired?.kind !== 'scalar') {
    for (const variable of [item, prior])
      if (variable?.kind === 'stored')
        assign(context, variable, unknown('an atomic operation', variable.type));
    return unknown('an atomic operation', BOOLEAN);
  }
  const done = storeFor(context, 'done', BOOLEAN);
  const isDone = read(done.place);
  const found = read(item.place);
  const choose = (whenTrue: Expression, whenFalse: Expression): Expression => ({
    kind: 'conditional',
    test: isDone,
    whenTrue,
    whenFalse,
  });
  context.draft.step({
    effects: [
      { kind: 'assign', place: done.place, value: combine('equal', found, read(prior.place)) },
      { kind: 'assign', place: prior.place, value: choose(read(prior.place), found) },
      { kind: 'assign', place: item.place, value: choose(desired.expression, found) },
    ],
    atomic: true,
    kept: true,
    text: 'atomic operation',
  });
  return rvalue(done);
}
