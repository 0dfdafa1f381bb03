/**
 * The types of Promela as data of the model. All of them wrap around, as the C they are compiled to by
 * SPIN does: a `bit` keeps the lowest bit, a `byte` the lowest eight. An array of bits is kept in bytes
 * there, and so is a message that is one bit, so they may hold more than one bit where the program puts more
 * into them.
 */
import { type DataType, scalarsOf } from '../../model/data.js';
import type { Problems } from './problems.js';
import type { Where } from './sources.js';
import type { Declaration, Declared, Name } from './syntax.js';

type Range = Extract<DataType, { kind: 'range' }>;

const wrapping = (low: number, high: number): Range => ({ kind: 'range', low, high, overflow: 'wrap' });

const isBit = (type: DataType): boolean => type.kind === 'range' && type.low === 0 && type.high === 1;

/** The type of what is true or false. */
export const TRUTH: DataType = wrapping(0, 1);

const UNNAMED = 'mtype';
const MOST_NAMES = 255;

export interface Literal {
  value: number;
  type: DataType;
}

export interface Field {
  name: string;
  declared: Declared;
}

export interface Typedef {
  type: Extract<DataType, { kind: 'record' }>;
  fields: Field[];
}

export class Types {
  readonly typedefs = new Map<string, Typedef>();
  readonly literals = new Map<string, Literal>();
  private readonly sets = new Map<string, DataType>();
  /** What is kept in bytes though it is declared as bits: which of them takes values from which others. */
  private readonly bitsInBytes = new Map<DataType, Set<DataType>>();
  private readonly overfull = new Set<DataType>();

  /** `plainSets`: symbolic names are plain bytes, because the program computes with them. */
  constructor(
    private readonly problems: Problems,
    private readonly plainSets: boolean,
  ) {}

  addSet(set: Name | undefined, names: Name[]): void {
    const type = this.set(set?.name);
    const literals = type.kind === 'enumeration' ? type.literals : [];
    const before = [...this.literals.values()].filter((literal) => literal.type === type).length;
    if (before + names.length > MOST_NAMES) {
      this.problems.error('too-large', names[0].where, `a set has at most ${MOST_NAMES} names`);
      return;
    }
    // The last name of a declaration has the lowest number.
    names.forEach(({ name, where }, i) => {
      const value = before + names.length - i;
      if (this.literals.has(name))
        this.problems.error('duplicate-name', where, `${name} is already a symbolic name`);
      this.literals.set(name, { value, type });
      literals[value] = name;
    });
  }

  private set(name = UNNAMED): DataType {
    const known = this.sets.get(name);
    if (known) return known;
    const type: DataType = this.plainSets
      ? wrapping(0, 255)
      : { kind: 'enumeration', name, literals: ['0'], first: 0 };
    this.sets.set(name, type);
    return type;
  }

  /** The type of a variable or a field, without its array. Undefined (and reported) where there is none. */
  scalarOf(type: string, set: Name | undefined, where: Where, bits?: number): DataType | undefined {
    switch (type) {
      case 'bit':
      case 'bool':
        return wrapping(0, 1);
      case 'byte':
      case 'pid':
        return wrapping(0, 255);
      case 'short':
        return wrapping(-0x8000, 0x7fff);
      case 'int':
        return wrapping(-0x80000000, 0x7fffffff);
      case 'unsigned':
        return this.unsigned(bits, where);
      case 'chan':
        return { kind: 'channel' };
      case 'mtype':
        if (set && !this.sets.has(set.name)) {
          this.problems.error('unknown-name', set.where, `there is no mtype set ${set.name}`);
        }
        return this.set(set?.name);
    }
    const typedef = this.typedefs.get(type);
    if (!typedef) this.problems.error('unknown-name', where, `there is no type ${type}`);
    return typedef?.type;
  }

  private unsigned(bits: number | undefined, where: Where): DataType {
    if (bits === undefined || bits < 1 || bits > 31) {
      const hint = 'write: unsigned x : 4';
      this.problems.error('bad-value', where, 'an unsigned variable has from 1 to 31 bits', hint);
    }
    return wrapping(0, 2 ** Math.min(31, Math.max(1, bits ?? 1)) - 1);
  }

  /** The type of one declared variable; `length` is set for an array. */
  declared(declaration: Declaration, declared: Declared, length: number | undefined): DataType | undefined {
    const { type, set, typeWhere } = declaration;
    const scalar = this.scalarOf(type, set, typeWhere, declared.bits);
    if (scalar === undefined || length === undefined) return scalar;
    if (type === 'bit' || type === 'bool') this.keepInBytes(scalar);
    return { kind: 'array', length, low: 0, element: scalar };
  }

  /** A value of that type (none: any number) goes to a place of this one. */
  flows(to: DataType, from: DataType | undefined, constant?: number): void {
    const sources = this.bitsInBytes.get(to);
    if (!sources || constant === 0 || constant === 1) return;
    if (from && this.bitsInBytes.has(from)) sources.add(from);
    else if (from?.kind !== 'range' || from.low < 0 || from.high > 1) this.overfull.add(to);
  }

  /** The fields of a message of a channel. */
  message(fields: DataType[]): DataType[] {
    const scalars = fields.flatMap(scalarsOf);
    if (scalars.length !== 1 || !isBit(scalars[0])) return fields;
    const field = wrapping(0, 1);
    this.keepInBytes(field);
    return [field];
  }

  private keepInBytes(type: DataType): void {
    this.bitsInBytes.set(type, new Set());
  }

  /** When all flows are known: what holds more than bits becomes bytes. */
  settle(): void {
    for (let changed = true; changed; ) {
      changed = false;
      for (const [type, sources] of this.bitsInBytes) {
        if (this.overfull.has(type) || ![...sources].some((source) => this.overfull.has(source))) continue;
        this.overfull.add(type);
        changed = true;
      }
    }
    for (const type of this.overfull) (type as Range).high = 255;
  }
}
