/** Type definitions, subtypes and constraints. */
import type { Association, Choice, Expression } from './expression.js';
import type { Designator, Identifier, Place } from './node.js';
import type { Aspect, Pragma, RepresentationClause } from './representation.js';
import type { Parameter } from './subprogram.js';

/** `Low .. High` */
export interface Range extends Place {
  readonly kind: 'range';
  readonly low: Expression;
  readonly high: Expression;
}

/**
 * Values of a discrete type: `1 .. N`, `A'Range` (an attribute), a type's name, or `Integer range 1 .. N`
 * (a subtype). A plain name stands as an expression, never as a subtype without constraint.
 */
export type DiscreteRange = Expression | Range | SubtypeIndication;

export interface SubtypeIndication extends Place {
  readonly kind: 'subtype';
  readonly notNull: boolean;
  /** An identifier, a selected name, or an attribute such as `T'Class` and `T'Base`. */
  readonly mark: Expression;
  readonly constraint?: Constraint;
}

export type Constraint =
  | RangeConstraint
  | DigitsConstraint
  | DeltaConstraint
  /** `(1 .. 10)` or `(Size => 3)`: of indices or of discriminants, which the type decides. */
  | CompositeConstraint;

export interface RangeConstraint extends Place {
  readonly kind: 'range-constraint';
  /** Bounds, or an attribute such as `A'Range`. */
  readonly range: Range | Expression;
}

export interface DigitsConstraint extends Place {
  readonly kind: 'digits-constraint';
  readonly digits: Expression;
  readonly range?: Range | Expression;
}

export interface DeltaConstraint extends Place {
  readonly kind: 'delta-constraint';
  readonly delta: Expression;
  readonly range?: Range | Expression;
}

export interface CompositeConstraint extends Place {
  readonly kind: 'composite-constraint';
  readonly arguments: readonly Association[];
}

export type TypeDefinition =
  | EnumerationType
  | IntegerType
  | ModularType
  | FloatingType
  | FixedType
  | ArrayType
  | RecordType
  | DerivedType
  | AccessType
  | InterfaceType
  | PrivateType
  | IncompleteType;

export interface EnumerationType extends Place {
  readonly kind: 'enumeration';
  readonly literals: readonly Designator[];
}

/** `range 1 .. 10` */
export interface IntegerType extends Place {
  readonly kind: 'integer-type';
  readonly range: Range | Expression;
}

export interface ModularType extends Place {
  readonly kind: 'modular';
  readonly modulus: Expression;
}

export interface FloatingType extends Place {
  readonly kind: 'floating';
  readonly digits: Expression;
  readonly range?: Range | Expression;
}

export interface FixedType extends Place {
  readonly kind: 'fixed';
  readonly delta: Expression;
  /** Of a decimal type. */
  readonly digits?: Expression;
  readonly range?: Range | Expression;
}

export interface ArrayType extends Place {
  readonly kind: 'array';
  /** All `unconstrained` or none. */
  readonly indices: readonly (DiscreteRange | UnconstrainedIndex)[];
  readonly component: Component;
}

/** `Index range <>` */
export interface UnconstrainedIndex extends Place {
  readonly kind: 'unconstrained-index';
  readonly mark: Expression;
}

/** The type of an array's or record's component. */
export interface Component {
  readonly aliased: boolean;
  readonly type: SubtypeIndication | AccessType;
}

export interface RecordType extends Place {
  readonly kind: 'record';
  readonly abstract: boolean;
  readonly tagged: boolean;
  readonly limited: boolean;
  readonly components: ComponentList;
}

/** Empty for `null;`. */
export interface ComponentList {
  readonly items: readonly (ComponentDeclaration | RepresentationClause | Pragma)[];
  readonly variant?: VariantPart;
}

export interface ComponentDeclaration extends Place, Component {
  readonly kind: 'component';
  readonly names: readonly Identifier[];
  readonly initial?: Expression;
  readonly aspects: readonly Aspect[];
}

export interface VariantPart extends Place {
  readonly kind: 'variant-part';
  readonly discriminant: Expression;
  readonly variants: readonly Variant[];
}

export interface Variant extends Place {
  readonly choices: readonly Choice[];
  readonly components: ComponentList;
}

/** `new Parent`, with what it adds. */
export interface DerivedType extends Place {
  readonly kind: 'derived';
  readonly abstract: boolean;
  readonly limited: boolean;
  readonly synchronized: boolean;
  readonly parent: SubtypeIndication;
  readonly interfaces: readonly Expression[];
  /** `with record … end record`, or `with private`. */
  readonly extension?: ComponentList | 'private';
}

/** `access T`, named or anonymous; to an object or to a subprogram. */
export interface AccessType extends Place {
  readonly kind: 'access';
  readonly notNull: boolean;
  readonly target: AccessTarget;
}

export type AccessTarget =
  | { readonly kind: 'object'; readonly mode?: 'all' | 'constant'; readonly subtype: SubtypeIndication }
  | {
      readonly kind: 'subprogram';
      readonly protected: boolean;
      readonly parameters: readonly Parameter[];
      /** Absent for a procedure. */
      readonly result?: SubtypeIndication | AccessType;
    };

export interface InterfaceType extends Place {
  readonly kind: 'interface';
  readonly form?: 'limited' | 'task' | 'protected' | 'synchronized';
  readonly parents: readonly Expression[];
}

export interface PrivateType extends Place {
  readonly kind: 'private';
  readonly abstract: boolean;
  readonly tagged: boolean;
  readonly limited: boolean;
}

/** `type T;` */
export interface IncompleteType extends Place {
  readonly kind: 'incomplete';
  readonly tagged: boolean;
}

export interface Discriminants {
  /** `(<>)` */
  readonly unknown: boolean;
  readonly list: readonly Discriminant[];
}

export interface Discriminant extends Place {
  readonly kind: 'discriminant';
  readonly names: readonly Identifier[];
  readonly type: SubtypeIndication | AccessType;
  readonly initial?: Expression;
  readonly aspects: readonly Aspect[];
}
