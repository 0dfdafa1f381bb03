/** Expressions of the program as values of the model. What they call is written on the way. */
import type { Entity } from '../resolve/entity.js';
import { Scope } from '../resolve/scope.js';
import { CHARACTER, FLOATING, TEXT, UNIVERSAL } from '../resolve/standard.js';
import type { AdaType, EnumerationType } from '../resolve/type.js';
import type { Expression as Tree } from '../syntax/index.js';
import { aggregate } from './aggregate.js';
import { allocate } from './allocate.js';
import { applied } from './apply.js';
import { attribute } from './attribute.js';
import { chosen, selectedBy } from './choice.js';
import { type Context, inner } from './context.js';
import { convert } from './convert.js';
import { declareAll } from './declare.js';
import { raise } from './exception.js';
import { membership } from './membership.js';
import { type Denotation, denote, exceptionNamed, ownTask, throughAccess, typeNamed } from './name.js';
import { binaryOperation, unaryOperation } from './operator.js';
import { callProtectedFunction } from './protected.js';
import { quantified } from './quantified.js';
import { rvalue } from './read.js';
import { callFunction, candidates } from './subprogram.js';
import { charactersOf } from './text.js';
import { scalar, unknown, type Value } from './value.js';

const WORD = 0x7fffffffn;

export function evaluate(context: Context, tree: Tree, expected?: AdaType): Value {
  switch (tree.kind) {
    case 'integer':
      if (expected?.kind === 'unknown') {
        const value = Number(tree.value);
        return {
          ...unknown(expected.reason, expected),
          ...(expected.whole ? { range: { low: value, high: value } } : {}),
        };
      }
      if (tree.value > WORD) return unknown('a number beyond 32 bits', expected);
      return scalar(expected?.kind === 'integer' ? expected : UNIVERSAL, Number(tree.value));
    case 'real':
      return unknown('floating point', expected ?? FLOATING);
    case 'string':
      return text(tree.value, expected);
    case 'null':
      return scalar(expected?.kind === 'access' ? expected : NULL_TYPE, 0);
    case 'character':
    case 'identifier':
    case 'operator':
    case 'selected':
      return meaning(context, denote(context, tree), tree, expected);
    case 'target':
      return context.target ? rvalue(context.target) : unknown('@');
    case 'dereference':
      return rvalue(throughAccess(context, evaluate(context, tree.prefix)));
    case 'apply':
      return rvalue(applied(context, tree, expected));
    case 'attribute':
      return rvalue(attribute(context, tree, [], expected));
    case 'qualified': {
      const type = typeNamed(context, tree.mark);
      return convert(context, evaluate(context, tree.operand, type), type);
    }
    case 'binary':
      return binaryOperation(context, tree, expected);
    case 'unary':
      return unaryOperation(context, tree, expected);
    case 'membership':
      return membership(context, tree);
    case 'parenthesized':
      return evaluate(context, tree.expression, expected);
    case 'aggregate':
      return aggregate(context, tree, expected);
    case 'allocator':
      return allocate(context, tree, expected);
    case 'if-expression':
      return chosen(context, tree, expected);
    case 'case-expression':
      return selectedBy(context, tree, expected);
    case 'quantified':
      return quantified(context, tree);
    case 'declare-expression': {
      const inside = inner(context, new Scope(context.scope, context.scope.name));
      declareAll(inside, tree.declarations);
      return evaluate(inside, tree.value, expected);
    }
    case 'raise-expression': {
      const id = exceptionNamed(context, tree.exception);
      raise(context, { kind: 'known', id: id ?? context.world.exception('an exception') });
      return unknown('after an exception', expected);
    }
  }
}

const NULL_TYPE: AdaType = {
  kind: 'access',
  name: 'null',
  root: {},
  target: () => NULL_TYPE,
  pool: {},
};

function text(value: string, expected: AdaType | undefined): Value {
  if (expected?.kind === 'array' && expected.element.kind === 'enumeration') {
    const { element } = expected;
    if (element.root === CHARACTER.root) return charactersOf(value, expected);
    const parts = [...value].map((c) => scalar(element, literalOf(element as EnumerationType, `'${c}'`)));
    const [index] = expected.indices;
    const low = index.low ?? 1;
    const indices = [{ ...index, low, high: low + parts.length - 1 }];
    return { kind: 'parts', type: { ...expected, indices }, parts };
  }
  return { kind: 'unknown', reason: 'text', text: value, type: expected ?? TEXT };
}

const literalOf = (type: EnumerationType, name: string): number =>
  Math.max(
    0,
    name.startsWith("'")
      ? type.literals.indexOf(name)
      : type.literals.findIndex((literal) => literal.toLowerCase() === name.toLowerCase()),
  );

/** A name where a value is wanted: variables are read, functions called. */
export function meaning(context: Context, denotation: Denotation, tree: Tree, expected?: AdaType): Value {
  switch (denotation.kind) {
    case 'value':
      return rvalue(denotation.value);
    case 'opaque':
      if (tree.kind === 'character') {
        const type = expected?.kind === 'enumeration' ? expected : CHARACTER;
        if (expected === undefined || expected.root === CHARACTER.root || type !== expected)
          return scalar(CHARACTER, tree.value.charCodeAt(0) & 255);
        return scalar(type, literalOf(type as EnumerationType, tree.name));
      }
      return unknown(denotation.reason, expected);
    case 'member':
      return denotation.of.kind === 'protected'
        ? callProtectedFunction(context, denotation.of, denotation.key, [], expected)
        : unknown(`the entry ${denotation.name} as a value`);
    case 'entities':
      return ofEntities(context, denotation.entities, tree, expected);
  }
}

function ofEntities(context: Context, entities: readonly Entity[], tree: Tree, expected?: AdaType): Value {
  const literals = entities.filter((e) => e.kind === 'literal');
  const literal = literals.find((e) => expected && e.type.root === expected.root) ?? literals[0];
  const functions = candidates(context, entities, [], expected);
  if (literal && (functions.length === 0 || !expected || literal.type.root === expected.root)) {
    if (tree.kind === 'character' && expected?.root === CHARACTER.root)
      return scalar(CHARACTER, tree.value.charCodeAt(0) & 255);
    return scalar(literal.type, literal.value);
  }
  if (functions.length > 0) return callFunction(context, functions[0], [], expected);
  const [first] = entities;
  if (first.kind === 'region' && first.task) return ownTask(first.task);
  return unknown(`${first.name}`, expected);
}
