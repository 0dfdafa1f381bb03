/** Aspects, pragmas and representation clauses: what is said about a thing beside its meaning. */
import type { Aggregate, Association, Expression } from './expression.js';
import type { Identifier, Place } from './node.js';
import type { Range } from './type.js';

/** `Mark => Definition` after `with`. */
export interface Aspect extends Place {
  readonly kind: 'aspect';
  readonly mark: Identifier;
  /** `Pre'Class` */
  readonly classWide: boolean;
  readonly definition?: Expression;
}

export interface Pragma extends Place {
  readonly kind: 'pragma';
  readonly name: Identifier;
  readonly arguments: readonly Association[];
}

export type RepresentationClause =
  | AttributeClause
  | EnumerationClause
  | RecordClause
  /** `for X use at Address;` of Ada 83 */
  | AddressClause;

/** `for X'Size use 8;` */
export interface AttributeClause extends Place {
  readonly kind: 'attribute-clause';
  readonly name: Expression;
  readonly attribute: Identifier;
  readonly value: Expression;
}

export interface EnumerationClause extends Place {
  readonly kind: 'enumeration-clause';
  readonly name: Expression;
  readonly values: Aggregate;
}

export interface RecordClause extends Place {
  readonly kind: 'record-clause';
  readonly name: Expression;
  readonly alignment?: Expression;
  readonly components: readonly ComponentClause[];
}

export interface ComponentClause extends Place {
  readonly name: Expression;
  readonly position: Expression;
  readonly bits: Range;
}

export interface AddressClause extends Place {
  readonly kind: 'address-clause';
  readonly name: Expression;
  readonly address: Expression;
}
