/** Package Standard: what every program sees. */
import { Scope } from './scope.js';
import {
  type AdaType,
  type ArrayType,
  enumerationType,
  integerType,
  longType,
  signedType,
  unknownType,
} from './type.js';

export const UNIVERSAL = longType('universal integer');
export const INTEGER = integerType('Integer', -0x80000000, 0x7fffffff);
export const NATURAL: AdaType = { ...INTEGER, name: 'Natural', low: 0 };
const POSITIVE: AdaType = { ...INTEGER, name: 'Positive', low: 1 };
export const BOOLEAN = enumerationType('Boolean', ['False', 'True']);
export const CHARACTER: AdaType = {
  kind: 'enumeration',
  name: 'Character',
  root: {},
  literals: Array.from({ length: 256 }, (_, i) => `'${String.fromCharCode(i)}'`),
  low: 0,
  high: 255,
};
/** What a string is inside arrays and records, where its characters are not kept. */
const HIDDEN_TEXT = unknownType('String', 'text');
export const TEXT: ArrayType = {
  kind: 'array',
  name: 'String',
  root: HIDDEN_TEXT.root,
  indices: [{ type: POSITIVE }],
  element: CHARACTER,
};

/** The type of a component: text there is any value. */
export const asComponent = (type: AdaType): AdaType => (type.root === TEXT.root ? HIDDEN_TEXT : type);
export const FLOATING = unknownType('Float', 'floating point');
const DURATION = unknownType('Duration', 'time');

export function standardScope(): Scope {
  const scope = new Scope(undefined, 'standard');
  const types: AdaType[] = [
    INTEGER,
    NATURAL,
    POSITIVE,
    BOOLEAN,
    CHARACTER,
    TEXT,
    FLOATING,
    DURATION,
    unknownType('Long_Float', 'floating point'),
    unknownType('Long_Long_Float', 'floating point'),
    unknownType('Short_Float', 'floating point'),
    signedType('Short_Integer', -0x8000, 0x7fff),
    signedType('Short_Short_Integer', -128, 127),
    longType('Long_Integer'),
    longType('Long_Long_Integer'),
    unknownType('Wide_Character', 'text'),
    unknownType('Wide_String', 'text'),
    unknownType('Wide_Wide_String', 'text'),
  ];
  for (const type of types) scope.declare(type.name.toLowerCase(), { kind: 'type', name: type.name, type });
  BOOLEAN.literals.forEach((literal, value) => {
    scope.declare(literal.toLowerCase(), { kind: 'literal', name: literal, type: BOOLEAN, value });
  });
  ['Constraint_Error', 'Program_Error', 'Storage_Error', 'Tasking_Error'].forEach((name, i) => {
    scope.declare(name.toLowerCase(), { kind: 'exception', name, id: i + 1 });
  });
  scope.declare('numeric_error', { kind: 'exception', name: 'Constraint_Error', id: 1 });
  return scope;
}
