/** Subprograms: what is said of them before their body, and the body. */
import type { Block, Declaration } from './declaration.js';
import type { Association, Expression } from './expression.js';
import type { Designator, Identifier, Place } from './node.js';
import type { Aspect } from './representation.js';
import type { AccessType, SubtypeIndication } from './type.js';

export interface SubprogramSpecification extends Place {
  readonly kind: 'specification';
  readonly of: 'procedure' | 'function';
  readonly name: UnitName;
  readonly parameters: readonly Parameter[];
  /** Of a function. */
  readonly result?: SubtypeIndication | AccessType;
}

/** `Parent.Child`: the parents (only of library units) and the name itself. */
export interface UnitName extends Place {
  readonly parents: readonly Identifier[];
  readonly name: Designator;
  /** All of it, folded, with points: `parent.child`. */
  readonly key: string;
}

export interface Parameter extends Place {
  readonly kind: 'parameter';
  readonly names: readonly Identifier[];
  readonly aliased: boolean;
  readonly mode: 'in' | 'out' | 'in out';
  readonly type: SubtypeIndication | AccessType;
  readonly initial?: Expression;
  readonly aspects: readonly Aspect[];
}

/** `overriding` or `not overriding` in front. */
export type Overriding = 'overriding' | 'not overriding';

export interface SubprogramDeclaration extends Place {
  readonly kind: 'subprogram';
  readonly overriding?: Overriding;
  readonly specification: SubprogramSpecification;
  readonly abstract: boolean;
  readonly aspects: readonly Aspect[];
}

/** `procedure P is null;` */
export interface NullProcedure extends Place {
  readonly kind: 'null-procedure';
  readonly overriding?: Overriding;
  readonly specification: SubprogramSpecification;
  readonly aspects: readonly Aspect[];
}

/** `function F return T is (Value);` */
export interface ExpressionFunction extends Place {
  readonly kind: 'expression-function';
  readonly overriding?: Overriding;
  readonly specification: SubprogramSpecification;
  /** A `parenthesized`, an aggregate or a conditional expression. */
  readonly value: Expression;
  readonly aspects: readonly Aspect[];
}

export interface SubprogramBody extends Place {
  readonly kind: 'subprogram-body';
  readonly overriding?: Overriding;
  readonly specification: SubprogramSpecification;
  readonly declarations: readonly Declaration[];
  readonly block: Block;
  readonly aspects: readonly Aspect[];
}

export interface SubprogramRenaming extends Place {
  readonly kind: 'subprogram-renaming';
  readonly overriding?: Overriding;
  readonly specification: SubprogramSpecification;
  readonly renamed: Expression;
  readonly aspects: readonly Aspect[];
}

/** `package P is new G (…);` and the same of a procedure or function. */
export interface Instance extends Place {
  readonly kind: 'instance';
  readonly of: 'package' | 'procedure' | 'function';
  readonly overriding?: Overriding;
  readonly name: UnitName;
  readonly generic: Expression;
  readonly arguments: readonly Association[];
  readonly aspects: readonly Aspect[];
}
