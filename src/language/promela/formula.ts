/** The formulas of `ltl` in Heddle's notation: the same operators, with every grouping written out. */
import type { DataType } from '../../model/data.js';
import type { Expression as Condition } from '../../model/expression.js';
import { constantOf } from './constant.js';
import { Mistake } from './cursor.js';
import { ExpressionLowering } from './lower-expression.js';
import type { Argument, Expression, Reference } from './syntax.js';
import type { World } from './world.js';

const CONNECTIVES = new Set(['&&', '||']);
const TEMPORAL = new Set(['[]', '<>', 'X', 'U', 'V', 'W', '->', '<->']);

export interface FormulaText {
  text: string;
  /** Quoted names in it that stand for conditions which the notation of properties has no words for. */
  states: Record<string, Condition>;
}

export function formulaText(formula: Expression, world: World): FormulaText {
  check(formula, world);
  const states: Record<string, Condition> = {};
  return { text: formulaOf(formula, world, states, true), states };
}

/** What is said of single states must make sense; mistakes in it are reported where they stand. */
function check(tree: Expression, world: World): void {
  if (isTemporal(tree)) {
    if (tree.kind === 'unary') check(tree.operand, world);
    if (tree.kind === 'binary') {
      check(tree.left, world);
      check(tree.right, world);
    }
    return;
  }
  try {
    new ExpressionLowering(world).value(tree);
  } catch (mistake) {
    if (!(mistake instanceof Mistake)) throw mistake;
  }
}

function isTemporal(tree: Expression): boolean {
  if (tree.kind === 'unary') return TEMPORAL.has(tree.operator) || isTemporal(tree.operand);
  if (tree.kind !== 'binary') return false;
  return TEMPORAL.has(tree.operator) || isTemporal(tree.left) || isTemporal(tree.right);
}

/** The formula down to the conditions on single states. */
function formulaOf(tree: Expression, world: World, states: FormulaText['states'], top = false): string {
  const inner = (part: Expression): string => formulaOf(part, world, states);
  const grouped = (text: string): string => (top ? text : `(${text})`);
  if (isTemporal(tree)) {
    if (tree.kind === 'unary') return grouped(unaryText(tree, inner));
    if (tree.kind === 'binary') return grouped(binaryText(tree, inner));
  }
  if (isWritable(tree, world) && isCondition(tree, world)) return textOf(tree, world, top);
  if (tree.kind === 'unary' && tree.operator === '!') return grouped(unaryText(tree, inner));
  const name = textOf(tree, world, true);
  states[name] = new ExpressionLowering(world).condition(tree);
  return `"${name}"`;
}

/** Can properties say this in these words, with this meaning? */
function isWritable(tree: Expression, world: World): boolean {
  const all = (...parts: (Expression | undefined)[]): boolean =>
    parts.every((part) => !part || isWritable(part, world));
  switch (tree.kind) {
    case 'number':
      return true;
    case 'reference':
      return all(...tree.parts.map((part) => part.index)) && hasPlace(tree, world);
    case 'unary':
      return all(tree.operand) && (tree.operator !== '!' || isCondition(tree.operand, world));
    case 'binary':
      return (
        all(tree.left, tree.right) &&
        (!CONNECTIVES.has(tree.operator) || [tree.left, tree.right].every((part) => isCondition(part, world)))
      );
    case 'conditional':
      return all(tree.test, tree.whenTrue, tree.whenFalse) && isCondition(tree.test, world);
    case 'channel':
      return all(tree.channel);
    case 'at':
      return all(tree.index) && isKnown(tree, world) && isNamed(tree, world);
    default:
      return false;
  }
}

/** Do properties take this for true or false? In Promela anything can be, also a number or a symbolic name. */
function isCondition(tree: Expression, world: World): boolean {
  const number = constantOf(tree, (name) => world.types.literals.get(name)?.value);
  if (number !== undefined) return tree.kind === 'number' && (number === 0 || number === 1);
  return tree.kind !== 'reference' || typeOf(tree, world)?.kind === 'range';
}

/** A process by a number that one can have, or one of those that are there from the start. */
function isKnown({ process, index }: Expression & { kind: 'at' | 'remote' }, world: World): boolean {
  const symbol = world.proctypes.get(process.name);
  if (!index) return symbol !== undefined && symbol.atStart > 0 && !symbol.isRun;
  const number = world.constant(index);
  return number === undefined || (number >= 0 && number < world.mostProcesses());
}

/** Does the label name its place, and no other? */
function isNamed({ process, label }: Expression & { kind: 'at' }, world: World): boolean {
  return world.proctypes.get(process.name)?.placeNames.has(label.name) ?? true;
}

function typeOf({ parts }: Reference, world: World): DataType | undefined {
  let type = world.globals.find(parts[0].name)?.type;
  for (const [i, { name, index }] of parts.entries()) {
    if (i > 0) type = type?.kind === 'record' ? type.fields.find((f) => f.name === name)?.type : undefined;
    if (index) type = type?.kind === 'array' ? type.element : undefined;
  }
  return type;
}

/** Is every index one of an array, and not a number outside it? In SPIN such a number is an error at run time. */
function hasPlace({ parts }: Reference, world: World): boolean {
  let type = world.globals.find(parts[0].name)?.type;
  return parts.every(({ name, index }, i) => {
    if (i > 0) type = type?.kind === 'record' ? type.fields.find((f) => f.name === name)?.type : undefined;
    if (!index || !type) return true;
    if (type.kind !== 'array') return false;
    const number = world.constant(index);
    const { low, length, element } = type;
    type = element;
    return number === undefined || (number >= low && number < low + length);
  });
}

const unaryText = (
  { operator, operand }: Expression & { kind: 'unary' },
  inner: (part: Expression) => string,
): string => `${operator}${/\w$/.test(operator) ? ' ' : ''}${inner(operand)}`;

const binaryText = (
  { operator, left, right }: Expression & { kind: 'binary' },
  inner: (part: Expression) => string,
): string => `${inner(left)} ${operator} ${inner(right)}`;

function textOf(tree: Expression, world: World, top = false): string {
  const inner = (part: Expression): string => textOf(part, world);
  const grouped = (text: string): string => (top ? text : `(${text})`);
  switch (tree.kind) {
    case 'number':
      return String(tree.value);
    case 'reference':
      return referenceText(tree, world);
    case 'unary':
      return grouped(unaryText(tree, inner));
    case 'binary':
      return grouped(binaryText(tree, inner));
    case 'conditional':
      return grouped(`${inner(tree.test)} ? ${inner(tree.whenTrue)} : ${inner(tree.whenFalse)}`);
    case 'channel':
      return `${tree.question}(${referenceText(tree.channel, world)})`;
    case 'at':
      return `${processText(tree, world)}@${tree.label.name}`;
    case 'remote':
      return `${processText(tree, world)}:${referenceText(tree.reference, world)}`;
    case 'poll': {
      const fields = tree.arguments.map((argument) => argumentText(argument, world));
      return `${referenceText(tree.channel, world)}${tree.any ? '??' : '?'}[${fields.join(', ')}]`;
    }
    case 'enabled':
    case 'pc_value':
    case 'get_priority':
      return `${tree.kind}(${textOf(tree.process, world, true)})`;
    case 'timeout':
    case 'np_':
      return tree.kind;
    case 'run':
      return `run ${tree.proctype.name}`;
  }
}

function argumentText(argument: Argument, world: World): string {
  if (argument.kind === 'place') return referenceText(argument.reference, world);
  const { value } = argument;
  const text = textOf(value, world, true);
  return value.kind === 'number' ? text : `eval(${text})`;
}

function referenceText(reference: Reference, world: World): string {
  const literal = reference.parts.length === 1 && world.types.literals.get(reference.parts[0].name);
  // A name that no variable has as a value is unknown to properties; its number says the same.
  if (literal && !world.keepsNames(literal.type)) return String(literal.value);
  return reference.parts
    .map(({ name, index }) => (index ? `${name}[${textOf(index, world, true)}]` : name))
    .join('.');
}

function processText({ process, index }: Expression & { kind: 'at' | 'remote' }, world: World): string {
  const { name } = process;
  if (index) return `${name}[${textOf(index, world, true)}]`;
  const symbol = world.proctypes.get(name);
  return symbol && symbol.atStart > 1 && !symbol.isRun ? `${name}[${symbol.first}]` : name;
}
