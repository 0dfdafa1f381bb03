/** Ada's types as far as the model keeps them. Subtypes share the `root` of their type. */
import type { DataType } from '../../../model/data.js';
import type { Association, Choice, Expression as Tree } from '../syntax/index.js';
import type { Scope } from './scope.js';
import type { ProtectedUnit, TaskUnit } from './unit.js';

export type AdaType =
  | IntegerType
  | EnumerationType
  | ArrayType
  | RecordType
  | AccessType
  | { kind: 'task'; name: string; root: object; unit: TaskUnit; given?: Given }
  | { kind: 'protected'; name: string; root: object; unit: ProtectedUnit; given?: Given }
  /** A value that is not kept: floating point, text, library types. */
  | UnknownType;

/** What a subtype gives the discriminants of its objects, and where that is worked out. */
export interface Given {
  arguments: readonly Association[];
  scope: Scope;
}

interface UnknownType {
  kind: 'unknown';
  name: string;
  root: object;
  reason: string;
  library?: boolean;
  /** Access to a subprogram. */
  callable?: boolean;
  /** The numbers it has, where it is an integer type whose values are not kept here. */
  whole?: IntegerType;
  /** Where its values are all the same, as far as is known. */
  within?: Bounds;
  /** Of an interface: the types that implement it. */
  family?: Family;
}

export interface Bounds {
  low: number;
  high: number;
}

export interface IntegerType {
  kind: 'integer';
  name: string;
  root: object;
  low: number;
  high: number;
  /** Arithmetic wraps around at this. */
  modulus?: number;
  /** A subtype whose bounds are not known: `low` and `high` are those of what it is a subtype of. */
  open?: boolean;
  /** A predicate says which of its values belong to it. */
  predicated?: boolean;
  /**
   * The range that arithmetic of the type has, of which it is a part; that of Integer when absent. Where it is wider
   * than that, `low` and `high` are those of the values that are kept.
   */
  base?: Bounds;
}

export interface EnumerationType {
  kind: 'enumeration';
  name: string;
  root: object;
  /** Of the whole type; a subtype has `low` and `high` among them. */
  literals: string[];
  low: number;
  high: number;
  /** As of integers. */
  open?: boolean;
  predicated?: boolean;
}

export interface ArrayType {
  kind: 'array';
  name: string;
  root: object;
  /** Undefined bounds where the type leaves them open. */
  indices: { type: AdaType; low?: number; high?: number }[];
  element: AdaType;
}

export interface RecordType {
  kind: 'record';
  name: string;
  root: object;
  fields: RecordField[];
  /** Initial values are worked out here. */
  scope: Scope;
  /** The type it extends. */
  parent?: RecordType;
  /** Derived from a type of Ada.Finalization. */
  controlled?: boolean;
}

export interface RecordField {
  name: string;
  key: string;
  type: AdaType;
  initial?: Tree;
  discriminant?: boolean;
  /** What the subtype says this discriminant is. */
  fixed?: number;
  /** The subtype says what it is, which is not known before the program runs. */
  given?: boolean;
  /** What its discriminants are given, in terms of those of the record. */
  constraint?: readonly Association[];
  /** Where only some values of a discriminant have this component. */
  variant?: VariantOf;
}

export interface VariantOf {
  discriminant: string;
  choices: readonly Choice[];
  /** What all variants list but for `others`, which stands for the rest. */
  others: readonly Choice[];
  outer?: VariantOf;
}

export interface AccessType {
  kind: 'access';
  name: string;
  root: object;
  /** Asked late: the designated type may be declared after it. */
  target: () => AdaType;
  /** Where allocated objects of this type live on. */
  pool: object;
  /** What it leads to with the bounds or discriminants that the subtype asks for. */
  constraint?: AdaType;
  /** It leads to objects of any type of the family. */
  family?: Family;
}

/** The types that implement an interface. */
export interface Family {
  name: string;
  /** Where the interface is declared. */
  declaration: number;
  /** The only one of them that objects are made of, as far as the program is written. */
  made?: AdaType;
}

export const WORD: Bounds = { low: -0x80000000, high: 0x7fffffff };
const LONG: Bounds = { low: -(2 ** 63), high: 2 ** 63 - 1 };

export const integerType = (name: string, low: number, high: number, modulus?: number): IntegerType => ({
  kind: 'integer',
  name,
  root: {},
  low: Math.max(WORD.low, low),
  high: Math.min(WORD.high, high),
  ...(modulus === undefined ? {} : { modulus }),
});

/** With signs. The language leaves the base to the compiler; GNAT takes 8 bits or 16 where the range goes in. */
export function signedType(name: string, low: number, high: number): IntegerType {
  const type = integerType(name, low, high);
  const base = [0x80, 0x8000]
    .map((end) => ({ low: -end, high: end - 1 }))
    .find((bits) => low >= bits.low && high <= bits.high);
  return base ? { ...type, base } : type;
}

/** Of 64 bits, of whose values those of 32 are kept. */
export const longType = (name: string): IntegerType => ({
  ...integerType(name, WORD.low, WORD.high),
  base: LONG,
});

/** Modular, of more than 32 bits perhaps: its values are not kept. */
export const longModularType = (name: string): AdaType => ({
  kind: 'unknown',
  name,
  root: {},
  reason: 'numbers beyond 32 bits',
  whole: { kind: 'integer', name, root: {}, low: 0, high: 2 ** 64 - 1, modulus: 2 ** 64 },
});

/** What arithmetic of the type can give. */
export const arithmeticRange = ({ modulus, base }: IntegerType): Bounds =>
  modulus === undefined ? (base ?? WORD) : { low: 0, high: modulus - 1 };

/** Can arithmetic of the type give what is not kept? */
export const isLong = (type: IntegerType): boolean => arithmeticRange(type).high > WORD.high;

export const unknownType = (name: string, reason: string, library = false): AdaType => ({
  kind: 'unknown',
  name,
  root: {},
  reason,
  ...(library ? { library } : {}),
});

export function enumerationType(name: string, literals: string[]): EnumerationType {
  return { kind: 'enumeration', name, root: {}, literals, low: 0, high: literals.length - 1 };
}

export const isDiscrete = (type: AdaType | undefined): type is IntegerType | EnumerationType =>
  type?.kind === 'integer' || type?.kind === 'enumeration';

export const isScalar = (type: AdaType): type is IntegerType | EnumerationType | AccessType =>
  isDiscrete(type) || type.kind === 'access';

/** How many integers a value of this type takes in the model; 0 for what is not kept. */
export function sizeOfType(type: AdaType): number {
  switch (type.kind) {
    case 'integer':
    case 'enumeration':
    case 'access':
    case 'task':
    case 'protected':
      return 1;
    case 'unknown':
      return 0;
    case 'record':
      return type.fields.reduce((sum, field) => sum + sizeOfType(field.type), 0);
    case 'array': {
      const length = lengthOf(type);
      return length === undefined ? 0 : length * sizeOfType(type.element);
    }
  }
}

export function lengthOf(type: ArrayType): number | undefined {
  let product = 1;
  for (const { low, high } of type.indices) {
    if (low === undefined || high === undefined) return undefined;
    product *= Math.max(0, high - low + 1);
  }
  return product;
}

/** Character and what is derived from it: nobody reads the names of its values as names. */
export const isLargeAlphabet = ({ literals }: EnumerationType): boolean =>
  literals.length > 128 && literals.every((literal) => literal.startsWith("'"));

/** The type in the model. Parts that are not kept have no room there. */
export function dataTypeOf(type: AdaType): DataType {
  switch (type.kind) {
    case 'integer':
      return { kind: 'range', low: type.low, high: type.high, overflow: 'fault' };
    case 'enumeration':
      if (type.literals.length === 2 && type.name.toLowerCase() === 'boolean') return { kind: 'boolean' };
      if (type.literals.length > 0 && !isLargeAlphabet(type))
        return { kind: 'enumeration', name: type.name, literals: type.literals };
      return { kind: 'range', low: 0, high: type.high, overflow: 'fault' };
    case 'access':
    case 'task':
    case 'protected':
      return { kind: 'range', low: 0, high: 0x7fff, overflow: 'fault' };
    case 'unknown':
      return { kind: 'record', name: type.name, fields: [] };
    case 'record':
      return {
        kind: 'record',
        name: type.name,
        fields: type.fields.map((field) => ({ name: field.name, type: dataTypeOf(field.type) })),
      };
    case 'array':
      return type.indices.reduceRight<DataType>(
        (element, { low = 1, high = 0 }) => ({
          kind: 'array',
          low,
          length: Math.max(0, high - low + 1),
          element,
        }),
        dataTypeOf(type.element),
      );
  }
}

/** A tagged type and those that it extends, nearest first. */
export function ancestry(type: AdaType | undefined): RecordType[] {
  const found: RecordType[] = [];
  for (let at = type?.kind === 'record' ? type : undefined; at; at = at.parent) found.push(at);
  return found;
}

/** How far up its ancestry the other type is; infinite where it is not there. */
export function generations(type: AdaType | undefined, ancestor: AdaType | undefined): number {
  const wanted = ancestor?.kind === 'access' ? ancestor.target() : ancestor;
  const found = ancestry(type).findIndex(({ root }) => root === wanted?.root);
  return found < 0 ? Number.POSITIVE_INFINITY : found;
}
