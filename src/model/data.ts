/**
 * Finite data. Every value is an integer or a fixed number of integers; a type says how many, which
 * values each may take, and what happens to a value that does not fit.
 */
export type DataType =
  | { kind: 'boolean' }
  /** `wrap`: kept modulo the number of values (Promela's byte, Ada's modular types); `fault`: the step faults. */
  | { kind: 'range'; low: number; high: number; overflow: 'wrap' | 'fault' }
  /** Literal i has the value `first + i` (0 when absent). */
  | { kind: 'enumeration'; name: string; literals: string[]; first?: number }
  /** A reference to a channel; 0 is "no channel". */
  | { kind: 'channel' }
  /** A reference to a process by its number; -1 is "no process". */
  | { kind: 'process' }
  | { kind: 'array'; length: number; low: number; element: DataType }
  | { kind: 'record'; name: string; fields: { name: string; type: DataType }[] };

/** How many integers a value of this type takes. */
export function sizeOf(type: DataType): number {
  if (type.kind === 'array') return type.length * sizeOf(type.element);
  if (type.kind === 'record') return type.fields.reduce((sum, field) => sum + sizeOf(field.type), 0);
  return 1;
}

/** The scalar types of a value's integers, in layout order. */
export function scalarsOf(type: DataType): DataType[] {
  if (type.kind === 'array') return Array.from({ length: type.length }, () => scalarsOf(type.element)).flat();
  if (type.kind === 'record') return type.fields.flatMap((field) => scalarsOf(field.type));
  return [type];
}

/** The least and greatest value of a scalar type. */
export function boundsOf(type: DataType): { low: number; high: number } {
  switch (type.kind) {
    case 'boolean':
      return { low: 0, high: 1 };
    case 'range':
      return { low: type.low, high: type.high };
    case 'enumeration':
      return { low: type.first ?? 0, high: (type.first ?? 0) + type.literals.length - 1 };
    case 'channel':
      return { low: 0, high: 0x7fff };
    case 'process':
      return { low: -1, high: 0x7fff };
    default:
      throw new Error(`${type.kind} is not a scalar type`);
  }
}

/** The value a variable of this scalar type starts with when nothing is said. */
export function defaultOf(type: DataType): number {
  if (type.kind === 'process') return -1;
  const { low, high } = boundsOf(type);
  return low <= 0 && high >= 0 ? 0 : low;
}

/** A value brought into a scalar type: itself, wrapped, or undefined where the type says that it faults. */
export function fitInto(type: DataType, value: number): number | undefined {
  if (type.kind === 'boolean') return value === 0 ? 0 : 1;
  const { low, high } = boundsOf(type);
  if (value >= low && value <= high) return value;
  if (type.kind !== 'range' || type.overflow === 'fault') return undefined;
  const count = high - low + 1;
  return ((((value - low) % count) + count) % count) + low;
}

/** A value as a person would write it. */
export function showValue(type: DataType, value: number): string {
  if (type.kind === 'boolean') return value === 0 ? 'false' : 'true';
  if (type.kind === 'enumeration') return type.literals[value - (type.first ?? 0)] ?? String(value);
  return String(value);
}
