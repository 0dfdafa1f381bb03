/** A property file as it was read, before it meets a model. */
import type { SourceText, Span } from '../../model/source.js';
import type { IntervalQuery } from '../interval/query.js';
import type { PatternProperty } from '../pattern/index.js';
import type { Qre, WrittenAutomaton } from '../regular/index.js';
import type { EventDefinition, LocatedPattern } from './definition.js';

export interface PropertyFile {
  /** The text with its comments blanked out; the ranges below are offsets in it. */
  source: SourceText;
  definitions: EventDefinition[];
  properties: StatedProperty[];
}

export interface StatedProperty {
  name: string;
  /** As written, on one line. */
  text: string;
  /** Where the property itself stands, without `property name:`. */
  range: { start: number; end: number };
  span: Span;
  body: PropertyBody;
  /** Taken for granted, not asked. */
  assumed?: boolean;
  premises?: StatedPremise[];
}

/** `follows`: it follows from these together. `uses`: they are proved first. `assumes`: they are taken for granted. */
export interface StatedPremise {
  role: 'follows' | 'uses' | 'assumes';
  name: string;
  span: Span;
}

export type PropertyBody =
  | { kind: 'regular'; qre: Qre }
  | { kind: 'automaton'; automaton: WrittenAutomaton }
  | { kind: 'interval'; query: IntervalQuery }
  | { kind: 'pattern'; pattern: PatternProperty }
  /** Formulas and predicates can be read only when the model is known. */
  | { kind: 'ltl'; start: number; end: number }
  | { kind: 'invariant'; start: number; end: number }
  | { kind: 'progress'; events: LocatedPattern; when?: LocatedPattern }
  | { kind: 'deadlock-free' }
  | { kind: 'terminates' }
  | { kind: 'assertions'; observer?: string };
