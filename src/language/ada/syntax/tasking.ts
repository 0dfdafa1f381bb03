/** Tasks, protected units and their entries. */
import type { Block, Declaration } from './declaration.js';
import type { Expression } from './expression.js';
import type { Identifier, Place } from './node.js';
import type { Aspect } from './representation.js';
import type { Overriding, Parameter } from './subprogram.js';
import type { DiscreteRange, Discriminants } from './type.js';

/** `task type T …`, or a single task where `single`. */
export interface TaskDeclaration extends Place {
  readonly kind: 'task';
  readonly single: boolean;
  readonly name: Identifier;
  readonly discriminants?: Discriminants;
  readonly interfaces: readonly Expression[];
  /** Entries, pragmas and representation clauses; empty for `task T;`. */
  readonly visible: readonly Declaration[];
  readonly private: readonly Declaration[];
  readonly aspects: readonly Aspect[];
}

export interface TaskBody extends Place {
  readonly kind: 'task-body';
  readonly name: Identifier;
  readonly declarations: readonly Declaration[];
  readonly block: Block;
  readonly aspects: readonly Aspect[];
}

/** `protected type T …`, or a single protected object where `single`. */
export interface ProtectedDeclaration extends Place {
  readonly kind: 'protected';
  readonly single: boolean;
  readonly name: Identifier;
  readonly discriminants?: Discriminants;
  readonly interfaces: readonly Expression[];
  /** Entries and subprograms. */
  readonly visible: readonly Declaration[];
  /** Also the components, as objects. */
  readonly private: readonly Declaration[];
  readonly aspects: readonly Aspect[];
}

export interface ProtectedBody extends Place {
  readonly kind: 'protected-body';
  readonly name: Identifier;
  /** Entry bodies and subprograms. */
  readonly declarations: readonly Declaration[];
  readonly aspects: readonly Aspect[];
}

export interface EntryDeclaration extends Place {
  readonly kind: 'entry';
  readonly overriding?: Overriding;
  readonly name: Identifier;
  /** Of a family: the values of its index. */
  readonly family?: DiscreteRange;
  readonly parameters: readonly Parameter[];
  readonly aspects: readonly Aspect[];
}

/** In a protected body. */
export interface EntryBody extends Place {
  readonly kind: 'entry-body';
  readonly name: Identifier;
  /** `(for I in Range)` of a family. */
  readonly index?: { readonly name: Identifier; readonly range: DiscreteRange };
  readonly parameters: readonly Parameter[];
  readonly barrier: Expression;
  readonly declarations: readonly Declaration[];
  readonly block: Block;
  readonly aspects: readonly Aspect[];
}
