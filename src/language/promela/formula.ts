/** The formulas of `ltl` in Heddle's notation: the same operators, with every grouping written out. */
import { Mistake } from './cursor.js';
import { ExpressionLowering } from './lower-expression.js';
import type { Expression, Reference } from './syntax.js';
import type { World } from './world.js';

const NAMES: Partial<Record<Expression['kind'], string>> = { poll: 'a poll of a channel' };

const TEMPORAL = new Set(['[]', '<>', 'X', 'U', 'V', 'W', '->', '<->']);

/** Thrown at what the notation of properties has no words for; the message says what that is. */
class Unwritable extends Error {
  constructor(
    readonly tree: Expression,
    message: string,
  ) {
    super(message);
  }
}

/** The text, or (with a warning) what the formula uses that properties cannot speak of. */
export function formulaText(formula: Expression, world: World): { text: string } | { unwritable: string } {
  check(formula, world);
  try {
    return { text: textOf(formula, world, true) };
  } catch (stop) {
    if (!(stop instanceof Unwritable)) throw stop;
    world.problems.warning('unsupported', stop.tree.where, `this formula is not checked: ${stop.message}`);
    return { unwritable: stop.message };
  }
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

function textOf(tree: Expression, world: World, top = false): string {
  const inner = (part: Expression): string => textOf(part, world);
  const grouped = (text: string): string => (top ? text : `(${text})`);
  switch (tree.kind) {
    case 'number':
      return String(tree.value);
    case 'reference':
      return referenceText(tree, world);
    case 'unary':
      return grouped(`${tree.operator}${/\w$/.test(tree.operator) ? ' ' : ''}${inner(tree.operand)}`);
    case 'binary':
      return grouped(`${inner(tree.left)} ${tree.operator} ${inner(tree.right)}`);
    case 'conditional':
      return grouped(`${inner(tree.test)} ? ${inner(tree.whenTrue)} : ${inner(tree.whenFalse)}`);
    case 'channel':
      return `${tree.question}(${referenceText(tree.channel, world)})`;
    case 'at':
      return `${processText(tree, world)}@${tree.label.name}`;
    case 'remote':
      return `${processText(tree, world)}:${referenceText(tree.reference, world)}`;
    default:
      throw new Unwritable(tree, `${NAMES[tree.kind] ?? tree.kind} cannot be used in a property`);
  }
}

function referenceText(reference: Reference, world: World): string {
  const literal = reference.parts.length === 1 && world.types.literals.get(reference.parts[0].name);
  // A name that no variable has as a value is unknown to properties; its number says the same.
  if (literal && !world.keepsNames(literal.type)) return String(literal.value);
  return reference.parts
    .map(({ name, index }) => (index ? `${name}[${textOf(index, world, true)}]` : name))
    .join('.');
}

/** A process by its number; without one, the lowest of its type at the start, if there are several. */
function processText(tree: Expression & { kind: 'at' | 'remote' }, world: World): string {
  const { name } = tree.process;
  if (tree.index) return `${name}[${textOf(tree.index, world, true)}]`;
  const { atStart, first } = world.proctypes.get(name) ?? { atStart: 1, first: 0 };
  if (atStart === 0) throw new Unwritable(tree, `give the number of the process ${name}, as in ${name}[1]`);
  return atStart > 1 ? `${name}[${first}]` : name;
}
