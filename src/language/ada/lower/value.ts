/** What an expression of the program comes to. */
import { constant, type Expression, type Place } from '../../../model/expression.js';
import type { Subprogram } from '../resolve/entity.js';
import type { AdaType } from '../resolve/type.js';
import type { ProtectedObject, TaskObject } from '../resolve/unit.js';

export type Value =
  | Scalar
  /** A variable or a part of one. */
  | Stored
  /** An array or record of values: its elements or fields in order. */
  | { kind: 'parts'; type: AdaType; parts: Value[] }
  | TaskValue
  | ProtectedValue
  /** Not kept; the text where it is known. */
  | Unknown;

export interface Unknown {
  kind: 'unknown';
  type?: AdaType;
  reason: string;
  text?: string;
  /** The program itself leaves it to chance: every value of the type is possible, whatever else happens. */
  free?: boolean;
  /** The subprogram that it leads to, where that is known before the program runs. */
  leadsTo?: Subprogram;
  /** It has just been read from the standard input: nobody else knows it. */
  read?: boolean;
  /** It is a number, or the position of a literal, or all that is in it are, from here to there; empty where control never comes. */
  range?: { low: number; high: number };
  /** It goes through the indices of the array of this name. */
  runsOver?: string;
}

/** Numbers, enumerations, and access values (0 is null). */
export interface Scalar {
  kind: 'scalar';
  type: AdaType;
  expression: Expression;
  /** A constant whose value is static as the language has it, not only known here. */
  isStatic?: boolean;
}

export interface Stored {
  kind: 'stored';
  type: AdaType;
  place: Place;
}

/** One of these objects (all of its unit when absent), by position where only running tells which. */
export interface TaskValue {
  kind: 'task';
  type: Extract<AdaType, { kind: 'task' }>;
  objects?: TaskObject[];
  position?: Expression;
}

export interface ProtectedValue {
  kind: 'protected';
  type: Extract<AdaType, { kind: 'protected' }>;
  objects?: ProtectedObject[];
  position?: Expression;
}

export const scalar = (type: AdaType, expression: Expression | number): Scalar => ({
  kind: 'scalar',
  type,
  expression: typeof expression === 'number' ? constant(expression) : expression,
});

export const unknown = (reason: string, type?: AdaType): Unknown => ({ kind: 'unknown', reason, type });

/** Stands for a value where control never comes. */
export const unreached = (type?: AdaType): Unknown => ({
  kind: 'unknown',
  reason: 'after an exception',
  type,
  range: { low: 1, high: 0 },
});

/** The number, where it is known before the program runs. */
export function staticValue(value: Value): number | undefined {
  return value.kind === 'scalar' && value.expression.kind === 'constant' ? value.expression.value : undefined;
}
