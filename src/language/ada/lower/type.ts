/** Type declarations. */
import { asComponent, INTEGER, NATURAL } from '../resolve/standard.js';
import {
  type AdaType,
  type ArrayType as ArrayOf,
  integerType,
  isDiscrete,
  isLargeAlphabet,
  longModularType,
  longType,
  type RecordField,
  signedType,
  unknownType,
  type VariantOf,
} from '../resolve/type.js';
import type {
  AccessType,
  ArrayType,
  Aspect,
  ComponentList,
  Discriminants,
  TypeDeclaration,
  TypeDefinition,
} from '../syntax/index.js';
import { accessToFamily, familyOf } from './class-wide.js';
import type { Context } from './context.js';
import { evaluate } from './expression.js';
import { typeNamed } from './name.js';
import { rangeOf } from './range.js';
import { discriminantArguments, subtypeOf } from './subtype.js';
import { scalar, staticValue } from './value.js';

/** Declares a type; the completion of a private or incomplete one fills in what was declared before. */
export function declareType(context: Context, tree: TypeDeclaration): void {
  const { key, name } = tree.name;
  const known = context.scope.own(key).find((e) => e.kind === 'type');
  const placeholder = known?.kind === 'type' && known.type.kind === 'unknown' ? known.type : undefined;
  const { definition } = tree;
  const open =
    definition.kind === 'private' ||
    definition.kind === 'incomplete' ||
    (definition.kind === 'derived' && definition.extension === 'private');
  if (open) {
    if (!placeholder)
      context.scope.declare(key, {
        kind: 'type',
        name,
        type: unknownType(name, `${name} has no full declaration`),
      });
    return;
  }
  const type = predicated(typeFrom(context, tree.definition, name, tree.discriminants), tree.aspects);
  if (placeholder) {
    const { root } = placeholder;
    Object.assign(placeholder, type, { root: isDerived(tree.definition) ? type.root : root });
    // Fields that only the placeholder had must not be taken for the type's own.
    if (type.kind !== 'unknown') delete (placeholder as { reason?: string }).reason;
  } else context.scope.declare(key, { kind: 'type', name, type });
  declareLiterals(context, tree.definition, placeholder ?? type);
}

/** Which values a predicate leaves is not known. */
export const predicated = (type: AdaType, aspects: readonly Aspect[]): AdaType =>
  isDiscrete(type) && aspects.some(({ mark }) => /^((static|dynamic)_)?predicate$/.test(mark.key))
    ? { ...type, predicated: true }
    : type;

const isDerived = (definition: TypeDefinition): boolean => definition.kind === 'derived';

function declareLiterals(context: Context, definition: TypeDefinition, type: AdaType): void {
  if (type.kind !== 'enumeration' || (definition.kind !== 'enumeration' && definition.kind !== 'derived'))
    return;
  if (isLargeAlphabet(type)) return;
  type.literals.forEach((literal, value) => {
    const key = literal.startsWith("'") ? literal : literal.toLowerCase();
    context.scope.declare(key, { kind: 'literal', name: literal, type, value });
  });
}

export function typeFrom(
  context: Context,
  definition: TypeDefinition,
  name: string,
  discriminants?: Discriminants,
): AdaType {
  switch (definition.kind) {
    case 'enumeration': {
      const literals = definition.literals.map((literal) => literal.name);
      return { kind: 'enumeration', name, root: {}, literals, low: 0, high: literals.length - 1 };
    }
    case 'integer-type': {
      const range = rangeOf(context, definition.range, INTEGER);
      const low = range && staticValue(scalar(INTEGER, range.low));
      const high = range && staticValue(scalar(INTEGER, range.high));
      return low === undefined || high === undefined
        ? { ...longType(name), open: true }
        : signedType(name, low, high);
    }
    case 'modular': {
      const modulus = staticValue(evaluate(context, definition.modulus));
      return modulus === undefined ? longModularType(name) : integerType(name, 0, modulus - 1, modulus);
    }
    case 'floating':
    case 'fixed':
      return unknownType(name, 'floating point');
    case 'array':
      return arrayType(context, definition, name);
    case 'record':
      return recordType(context, name, definition.components, discriminants);
    case 'derived': {
      const parent = subtypeOf(context, definition.parent);
      if (definition.extension && definition.extension !== 'private' && parent.kind === 'record') {
        const added = recordType(context, name, definition.extension, discriminants);
        if (added.kind !== 'record') return added;
        const controlled = parent.controlled ? { controlled: true } : {};
        return { ...added, fields: [...parent.fields, ...added.fields], parent, ...controlled };
      }
      if (definition.extension && definition.extension !== 'private' && isFinalization(parent)) {
        const added = recordType(context, name, definition.extension, discriminants);
        return added.kind === 'record' ? { ...added, controlled: true } : added;
      }
      return { ...parent, name, root: {} };
    }
    case 'access':
      return accessType(context, definition, name);
    case 'interface':
      return {
        kind: 'unknown',
        name,
        root: {},
        reason: `${name} is an interface`,
        family: { name, declaration: definition.start },
      };
    default:
      return unknownType(name, name);
  }
}

const isFinalization = (type: AdaType): boolean =>
  type.kind === 'unknown' && type.library === true && /controlled/i.test(type.name);

export function arrayType(context: Context, tree: ArrayType, name: string): AdaType {
  const element = asComponent(subtypeOf(context, tree.component.type));
  const indices: ArrayOf['indices'] = tree.indices.map((index) => {
    if (index.kind === 'unconstrained-index') return { type: typeNamed(context, index.mark) ?? INTEGER };
    const range = rangeOf(context, index);
    if (!range) return { type: NATURAL };
    return {
      type: range.type,
      low: staticValue(scalar(range.type, range.low)),
      high: staticValue(scalar(range.type, range.high)),
    };
  });
  return { kind: 'array', name, root: {}, indices, element };
}

function recordType(
  context: Context,
  name: string,
  components: ComponentList,
  discriminants: Discriminants | undefined,
): AdaType {
  const fields: RecordField[] = [];
  for (const discriminant of discriminants?.list ?? []) {
    const type = subtypeOf(context, discriminant.type);
    for (const { name: field, key } of discriminant.names)
      fields.push({ name: field, key, type, initial: discriminant.initial, discriminant: true });
  }
  const add = (list: ComponentList, variant?: VariantOf): void => {
    for (const item of list.items) {
      if (item.kind !== 'component') continue;
      const type = asComponent(subtypeOf(context, item.type));
      for (const { name: field, key } of item.names)
        fields.push({
          name: field,
          key,
          type,
          initial: item.initial,
          constraint: discriminantArguments(item.type),
          ...(variant ? { variant } : {}),
        });
    }
    const { discriminant, variants = [] } = list.variant ?? {};
    if (discriminant?.kind !== 'identifier') return;
    const others = variants.flatMap(({ choices }) => choices).filter(({ kind }) => kind !== 'others');
    for (const { choices, components: inside } of variants)
      add(inside, {
        discriminant: discriminant.key,
        choices,
        others,
        ...(variant ? { outer: variant } : {}),
      });
  };
  add(components);
  return { kind: 'record', name, root: {}, fields, scope: context.scope };
}

export function accessType(context: Context, tree: AccessType, name: string): AdaType {
  const { target } = tree;
  if (target.kind === 'subprogram')
    return { kind: 'unknown', name, root: {}, reason: 'access to a subprogram', callable: true };
  const { mark } = target.subtype;
  if (mark.kind === 'attribute' && mark.attribute.key === 'class') {
    const whole = typeNamed(context, mark.prefix);
    const family = familyOf(context, whole);
    if (whole && family) return accessToFamily(name, family, whole, context.master);
    // Which type it leads to is known only while running: nothing about it is kept.
    return unknownType(name, `access to ${context.world.sources.text(mark)}`);
  }
  let known: AdaType | undefined;
  const find = (): AdaType => {
    known ??= subtypeOf(context, target.subtype);
    return known;
  };
  // Anonymous access types to the same thing are one type.
  const designated = name === 'access' ? typeNamed(context, target.subtype.mark) : undefined;
  const root = designated ? anonymousRoot(designated) : {};
  return { kind: 'access', name, root, target: find, pool: context.master };
}

const anonymous = new WeakMap<object, object>();
function anonymousRoot(designated: AdaType): object {
  const known = anonymous.get(designated.root) ?? {};
  anonymous.set(designated.root, known);
  return known;
}
