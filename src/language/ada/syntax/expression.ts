/** Names, expressions, and what stands inside their parentheses. */
import type { Declaration } from './declaration.js';
import type { CharacterLiteral, Designator, Identifier, OperatorSymbol, Place } from './node.js';
import type { DiscreteRange, SubtypeIndication } from './type.js';

export type Name =
  | Identifier
  | CharacterLiteral
  | OperatorSymbol
  | Selected
  | Dereference
  | Apply
  | Attribute
  | Qualified
  | TargetName;

export type Expression =
  | Name
  | IntegerLiteral
  | RealLiteral
  | StringLiteral
  | NullLiteral
  | Binary
  | Unary
  | Membership
  | Parenthesized
  | Aggregate
  | Allocator
  | IfExpression
  | CaseExpression
  | QuantifiedExpression
  | RaiseExpression
  | DeclareExpression;

/** `Prefix.Selector` */
export interface Selected extends Place {
  readonly kind: 'selected';
  readonly prefix: Expression;
  readonly selector: Designator;
}

/** `Prefix.all` */
export interface Dereference extends Place {
  readonly kind: 'dereference';
  readonly prefix: Expression;
}

/** `Prefix (Arguments)`: a call, an element, a slice, a conversion or a member of a family. */
export interface Apply extends Place {
  readonly kind: 'apply';
  readonly prefix: Expression;
  readonly arguments: readonly Association[];
}

/** `Prefix'Name`; its arguments, as in `Integer'Image (X)`, are those of an `apply` around it. */
export interface Attribute extends Place {
  readonly kind: 'attribute';
  readonly prefix: Expression;
  readonly attribute: Identifier;
}

/** `Mark'(Operand)`; an operand that is no aggregate is a `parenthesized`. */
export interface Qualified extends Place {
  readonly kind: 'qualified';
  readonly mark: Expression;
  readonly operand: Expression;
}

/** `@`, the left side of the assignment it stands in. */
export interface TargetName extends Place {
  readonly kind: 'target';
}

export interface IntegerLiteral extends Place {
  readonly kind: 'integer';
  readonly value: bigint;
}

export interface RealLiteral extends Place {
  readonly kind: 'real';
  readonly value: number;
  readonly text: string;
}

/** `value` has no quotes, and doubled quotes inside are single. */
export interface StringLiteral extends Place {
  readonly kind: 'string';
  readonly value: string;
}

export interface NullLiteral extends Place {
  readonly kind: 'null';
}

export type BinaryOperator =
  | 'and'
  | 'or'
  | 'xor'
  | 'and then'
  | 'or else'
  | '='
  | '/='
  | '<'
  | '<='
  | '>'
  | '>='
  | '+'
  | '-'
  | '&'
  | '*'
  | '/'
  | 'mod'
  | 'rem'
  | '**';

export interface Binary extends Place {
  readonly kind: 'binary';
  readonly operator: BinaryOperator;
  readonly left: Expression;
  readonly right: Expression;
}

export type UnaryOperator = '+' | '-' | 'abs' | 'not';

export interface Unary extends Place {
  readonly kind: 'unary';
  readonly operator: UnaryOperator;
  readonly operand: Expression;
}

/** `Value in Choices`, or `not in`. */
export interface Membership extends Place {
  readonly kind: 'membership';
  readonly negated: boolean;
  readonly value: Expression;
  readonly choices: readonly Choice[];
}

export interface Parenthesized extends Place {
  readonly kind: 'parenthesized';
  readonly expression: Expression;
}

/** `(1, 2)`, `(X => 1, others => <>)`, `(Parent with Y => 2)`, `(Base with delta Z => 3)`, `[1, 2]`. */
export interface Aggregate extends Place {
  readonly kind: 'aggregate';
  /** What stands before `with`. */
  readonly ancestor?: Expression;
  readonly delta: boolean;
  /** `(null record)` or `(Parent with null record)`. */
  readonly nullRecord: boolean;
  readonly associations: readonly Association[];
}

/** One argument, component or generic actual. */
export interface Association extends Place {
  readonly kind: 'association';
  /** Before the arrow: a formal's name, components, indices or `others`; none where it is positional. */
  readonly choices: readonly Choice[];
  /** `for I in 1 .. N =>` of an aggregate. */
  readonly iteration?: Iteration;
  /** Absent for `<>`. */
  readonly value?: Expression | DiscreteRange;
}

export type Choice = Expression | DiscreteRange | Others;

export interface Others extends Place {
  readonly kind: 'others';
}

/** `new Subtype`, or `new Mark'(Value)` where `value` is given instead. */
export interface Allocator extends Place {
  readonly kind: 'allocator';
  readonly pool?: Expression;
  readonly subtype?: SubtypeIndication;
  readonly value?: Qualified;
}

export interface IfExpression extends Place {
  readonly kind: 'if-expression';
  /** `if` and each `elsif`. */
  readonly branches: readonly { readonly condition: Expression; readonly value: Expression }[];
  readonly otherwise?: Expression;
}

export interface CaseExpression extends Place {
  readonly kind: 'case-expression';
  readonly selector: Expression;
  readonly alternatives: readonly { readonly choices: readonly Choice[]; readonly value: Expression }[];
}

export interface QuantifiedExpression extends Place {
  readonly kind: 'quantified';
  readonly quantifier: 'all' | 'some';
  readonly iteration: Iteration;
  readonly predicate: Expression;
}

export interface RaiseExpression extends Place {
  readonly kind: 'raise-expression';
  readonly exception: Expression;
  readonly message?: Expression;
}

export interface DeclareExpression extends Place {
  readonly kind: 'declare-expression';
  readonly declarations: readonly Declaration[];
  readonly value: Expression;
}

/** `Name in reverse Domain` or `Name : Subtype of Domain`, of a loop, an aggregate or a quantifier. */
export interface Iteration extends Place {
  readonly kind: 'iteration';
  readonly name: Identifier;
  readonly subtype?: SubtypeIndication;
  /** `in`: a discrete range or an iterator object; `of`: the elements of an array or container. */
  readonly over: 'in' | 'of';
  readonly reverse: boolean;
  readonly domain: Expression | DiscreteRange;
  /** `when` of Ada 2022. */
  readonly filter?: Expression;
}
