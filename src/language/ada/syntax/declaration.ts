/** What stands between `is` and `begin`: objects, types, packages, renamings, stubs. */
import type { Expression } from './expression.js';
import type { GenericDeclaration, GenericRenaming } from './generic.js';
import type { Designator, Identifier, Place } from './node.js';
import type { Aspect, Pragma, RepresentationClause } from './representation.js';
import type { Handler, Statement } from './statement.js';
import type {
  ExpressionFunction,
  Instance,
  NullProcedure,
  SubprogramBody,
  SubprogramDeclaration,
  SubprogramRenaming,
  SubprogramSpecification,
  UnitName,
} from './subprogram.js';
import type {
  EntryBody,
  EntryDeclaration,
  ProtectedBody,
  ProtectedDeclaration,
  TaskBody,
  TaskDeclaration,
} from './tasking.js';
import type { AccessType, ArrayType, Discriminants, SubtypeIndication, TypeDefinition } from './type.js';

export type Declaration =
  | ObjectDeclaration
  | NumberDeclaration
  | TypeDeclaration
  | SubtypeDeclaration
  | ExceptionDeclaration
  | ObjectRenaming
  | ExceptionRenaming
  | SubprogramDeclaration
  | NullProcedure
  | ExpressionFunction
  | SubprogramBody
  | SubprogramRenaming
  | PackageDeclaration
  | PackageBody
  | PackageRenaming
  | Instance
  | GenericDeclaration
  | GenericRenaming
  | TaskDeclaration
  | TaskBody
  | ProtectedDeclaration
  | ProtectedBody
  /** Only in a task or protected unit. */
  | EntryDeclaration
  | EntryBody
  | BodyStub
  | UseClause
  | RepresentationClause
  | Pragma;

/** Statements between `begin` and `end`, with their exception handlers. */
export interface Block extends Place {
  readonly statements: readonly Statement[];
  readonly handlers: readonly Handler[];
  /** Where its `end` stands: what happens on leaving it points there. */
  readonly close: Place;
}

/** `A, B : constant T := V;` An array type here is anonymous. */
export interface ObjectDeclaration extends Place {
  readonly kind: 'object';
  readonly names: readonly Identifier[];
  readonly aliased: boolean;
  readonly constant: boolean;
  readonly type: SubtypeIndication | AccessType | ArrayType;
  readonly initial?: Expression;
  readonly aspects: readonly Aspect[];
}

/** `N : constant := 3;` */
export interface NumberDeclaration extends Place {
  readonly kind: 'number';
  readonly names: readonly Identifier[];
  readonly value: Expression;
}

/** Task and protected types are `task` and `protected`. */
export interface TypeDeclaration extends Place {
  readonly kind: 'type';
  readonly name: Identifier;
  readonly discriminants?: Discriminants;
  readonly definition: TypeDefinition;
  readonly aspects: readonly Aspect[];
}

export interface SubtypeDeclaration extends Place {
  readonly kind: 'subtype-declaration';
  readonly name: Identifier;
  readonly subtype: SubtypeIndication;
  readonly aspects: readonly Aspect[];
}

export interface ExceptionDeclaration extends Place {
  readonly kind: 'exception';
  readonly names: readonly Identifier[];
  readonly aspects: readonly Aspect[];
}

export interface ObjectRenaming extends Place {
  readonly kind: 'object-renaming';
  readonly name: Identifier;
  /** Ada 2022 may leave it out. */
  readonly type?: SubtypeIndication | AccessType;
  readonly renamed: Expression;
  readonly aspects: readonly Aspect[];
}

export interface ExceptionRenaming extends Place {
  readonly kind: 'exception-renaming';
  readonly name: Identifier;
  readonly renamed: Expression;
  readonly aspects: readonly Aspect[];
}

export interface PackageDeclaration extends Place {
  readonly kind: 'package';
  readonly name: UnitName;
  readonly visible: readonly Declaration[];
  /** Absent where there is no `private`. */
  readonly private?: readonly Declaration[];
  readonly aspects: readonly Aspect[];
}

export interface PackageBody extends Place {
  readonly kind: 'package-body';
  readonly name: UnitName;
  readonly declarations: readonly Declaration[];
  /** Absent where there is no `begin`. */
  readonly block?: Block;
  readonly aspects: readonly Aspect[];
}

export interface PackageRenaming extends Place {
  readonly kind: 'package-renaming';
  readonly name: UnitName;
  readonly renamed: Expression;
  readonly aspects: readonly Aspect[];
}

/** `… is separate;` The body is a subunit. */
export interface BodyStub extends Place {
  readonly kind: 'stub';
  readonly of: 'subprogram' | 'package' | 'task' | 'protected';
  readonly name: Designator;
  /** Of a subprogram. */
  readonly specification?: SubprogramSpecification;
  readonly aspects: readonly Aspect[];
}

/** `use P, Q;`, `use type T;`, `use all type T;` */
export interface UseClause extends Place {
  readonly kind: 'use';
  readonly of: 'package' | 'type' | 'all type';
  readonly names: readonly Expression[];
}
