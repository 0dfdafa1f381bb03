/** The type of an expression, as far as it shows without evaluating it: for overloading. */
import { BOOLEAN, CHARACTER, FLOATING, TEXT, UNIVERSAL } from '../resolve/standard.js';
import type { AdaType } from '../resolve/type.js';
import type { Expression as Tree } from '../syntax/index.js';
import type { Context } from './context.js';
import { takes } from './given.js';
import { denote, typeNamed } from './name.js';

type Apply = Extract<Tree, { kind: 'apply' }>;

export function typeOf(context: Context, tree: Tree): AdaType | undefined {
  const mark = context.draft.mark();
  try {
    return guess(context, tree);
  } finally {
    context.draft.rollBack(mark);
  }
}

function guess(context: Context, tree: Tree): AdaType | undefined {
  switch (tree.kind) {
    case 'integer':
      return UNIVERSAL;
    case 'real':
      return FLOATING;
    case 'string':
      return TEXT;
    case 'character': {
      const literals = context.scope.lookUp(tree.key).filter((e) => e.kind === 'literal');
      return literals.length === 1 ? literals[0].type : literals.length === 0 ? CHARACTER : undefined;
    }
    case 'parenthesized':
      return guess(context, tree.expression);
    case 'qualified':
      return typeNamed(context, tree.mark);
    case 'membership':
    case 'quantified':
      return BOOLEAN;
    case 'unary':
      return guess(context, tree.operand);
    case 'binary':
      if (/^(and|or|xor)/.test(tree.operator)) return guess(context, tree.left);
      if (['=', '/=', '<', '<=', '>', '>='].includes(tree.operator)) return BOOLEAN;
      if (tree.operator === '&') return joinedType(context, tree.left, tree.right);
      {
        const left = guess(context, tree.left);
        return left && left !== UNIVERSAL ? left : (guess(context, tree.right) ?? left);
      }
    case 'attribute':
      return attributeType(context, tree);
    case 'identifier':
    case 'selected':
    case 'dereference':
      return named(context, tree);
    case 'apply': {
      if (tree.prefix.kind === 'attribute') return attributeType(context, tree.prefix);
      const type = typeNamed(context, tree.prefix);
      if (type) return type;
      const called = resultOf(context, tree);
      if (called) return called;
      const prefix = named(context, tree.prefix);
      return prefix?.kind === 'array' ? prefix.element : prefix;
    }
    default:
      return undefined;
  }
}

/** What the functions of that name give that can take these arguments, where they agree. */
/** Text, unless an operand is an array of something else. */
function joinedType(context: Context, left: Tree, right: Tree): AdaType {
  if (left.kind === 'string' || right.kind === 'string') return TEXT;
  const last = guess(context, right);
  const found = last?.kind === 'array' ? last : guess(context, left);
  return found?.kind === 'array' ? found : TEXT;
}

function resultOf(context: Context, { prefix, arguments: given }: Apply): AdaType | undefined {
  if (prefix.kind !== 'identifier' && prefix.kind !== 'selected') return undefined;
  const denotation = denote(context, prefix);
  if (denotation.kind !== 'entities') return undefined;
  const results = denotation.entities.flatMap((entity) =>
    entity.kind === 'subprogram' && entity.formals.length > 0 && takes(entity, given) ? [entity.result] : [],
  );
  const [first] = results;
  return first && results.every((type) => type?.root === first.root) ? first : undefined;
}

function named(context: Context, tree: Tree): AdaType | undefined {
  if (tree.kind !== 'identifier' && tree.kind !== 'selected') return undefined;
  const denotation = denote(context, tree);
  if (denotation.kind === 'value') return denotation.value.type;
  if (denotation.kind !== 'entities') return undefined;
  const results = denotation.entities.map((entity) =>
    entity.kind === 'literal' ? entity.type : entity.kind === 'subprogram' ? entity.result : undefined,
  );
  const [first] = results;
  return first && results.every((type) => type?.root === first.root) ? first : undefined;
}

function attributeType(context: Context, tree: Extract<Tree, { kind: 'attribute' }>): AdaType | undefined {
  switch (tree.attribute.key) {
    case 'image':
    case 'img':
      return TEXT;
    case 'pos':
    case 'length':
    case 'count':
      return UNIVERSAL;
    case 'terminated':
    case 'callable':
    case 'valid':
      return BOOLEAN;
    case 'val':
    case 'succ':
    case 'pred':
    case 'value':
    case 'min':
    case 'max':
      return typeNamed(context, tree.prefix);
    case 'first':
    case 'last': {
      const type = typeNamed(context, tree.prefix) ?? named(context, tree.prefix);
      return type?.kind === 'array' ? type.indices[0].type : type;
    }
    default:
      return undefined;
  }
}
