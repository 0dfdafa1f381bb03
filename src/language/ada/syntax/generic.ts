/** Generic units and their formal parameters. */
import type { PackageDeclaration, UseClause } from './declaration.js';
import type { Association, Expression } from './expression.js';
import type { Identifier, Place } from './node.js';
import type { Aspect, Pragma } from './representation.js';
import type { SubprogramDeclaration, SubprogramSpecification, UnitName } from './subprogram.js';
import type { AccessType, Discriminants, SubtypeIndication, TypeDefinition } from './type.js';

/** The body of a generic unit is a `subprogram-body` or `package-body` like any other. */
export interface GenericDeclaration extends Place {
  readonly kind: 'generic';
  readonly formals: readonly GenericFormal[];
  readonly unit: PackageDeclaration | SubprogramDeclaration;
}

export interface GenericRenaming extends Place {
  readonly kind: 'generic-renaming';
  readonly of: 'package' | 'procedure' | 'function';
  readonly name: UnitName;
  readonly renamed: Expression;
  readonly aspects: readonly Aspect[];
}

export type GenericFormal = FormalObject | FormalType | FormalSubprogram | FormalPackage | UseClause | Pragma;

export interface FormalObject extends Place {
  readonly kind: 'formal-object';
  readonly names: readonly Identifier[];
  readonly mode: 'in' | 'out' | 'in out';
  readonly type: SubtypeIndication | AccessType;
  readonly initial?: Expression;
  readonly aspects: readonly Aspect[];
}

export interface FormalType extends Place {
  readonly kind: 'formal-type';
  readonly name: Identifier;
  readonly discriminants?: Discriminants;
  readonly definition: TypeDefinition | FormalScalar;
  /** `or use`, Ada 2022. */
  readonly preset?: Expression;
  readonly aspects: readonly Aspect[];
}

/** `(<>)`, `range <>`, `mod <>`, `digits <>`, `delta <>`, `delta <> digits <>` */
export interface FormalScalar extends Place {
  readonly kind: 'formal-scalar';
  readonly class: 'discrete' | 'integer' | 'modular' | 'floating' | 'fixed' | 'decimal';
}

export interface FormalSubprogram extends Place {
  readonly kind: 'formal-subprogram';
  readonly specification: SubprogramSpecification;
  readonly abstract: boolean;
  /** `is <>`, `is null` or `is Name`. */
  readonly preset?: 'box' | 'null' | Expression;
  readonly aspects: readonly Aspect[];
}

/** `with package P is new G (<>);` */
export interface FormalPackage extends Place {
  readonly kind: 'formal-package';
  readonly name: Identifier;
  readonly generic: Expression;
  /** `(<>)`: any actuals. */
  readonly box: boolean;
  readonly arguments: readonly Association[];
  readonly aspects: readonly Aspect[];
}
