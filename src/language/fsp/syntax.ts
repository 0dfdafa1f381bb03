/** An FSP description as written. Offsets are kept on everything a message or a trace may point at. */
import type { Located } from './problems.js';

export type Expression = Located &
  (
    | { kind: 'integer'; value: number }
    /** A variable (lower case), or a constant or parameter (upper case). */
    | { kind: 'name'; name: string }
    /** `'red`: a label as a value. */
    | { kind: 'label'; label: Label }
    /** `#S`: how many labels. */
    | { kind: 'count'; label: Label }
    /** `@(S, i)`: the label at that position. */
    | { kind: 'element'; label: Label; index: Expression }
    | { kind: 'unary'; operator: '!' | '-' | '+'; operand: Expression }
    | { kind: 'binary'; operator: string; left: Expression; right: Expression }
  );

/** A label, or a set of labels: the product of what its parts stand for. */
export interface Label extends Located {
  parts: LabelPart[];
}

export type LabelPart = Located &
  (
    | { kind: 'name'; name: string }
    | { kind: 'set'; set: LabelSet }
    | { kind: 'value'; value: Expression }
    | { kind: 'choice'; variable?: string; values: Values }
  );

/** What a variable in brackets ranges over. */
export type Values = Located &
  (
    | { kind: 'range'; low: Expression; high: Expression }
    | { kind: 'named range'; name: string }
    | { kind: 'set'; set: LabelSet }
  );

export type LabelSet = Located &
  (
    | { kind: 'named'; name: string }
    | { kind: 'listed'; elements: Label[] }
    | { kind: 'difference'; left: LabelSet; right: LabelSet }
  );

export interface Parameter extends Located {
  name: string;
  initial: Expression;
}

/** `a -> b -> P`: `actions` are done in turn. */
export interface Branch extends Located {
  guard?: Expression;
  actions: Label[];
  then: Behaviour;
}

export type Behaviour = Located &
  (
    | { kind: 'choice'; branches: Branch[] }
    | { kind: 'if'; test: Expression; whenTrue: Behaviour; whenFalse?: Behaviour }
    /** `before` are the processes that run to their END first. */
    | { kind: 'goto'; before: ProcessCall[]; name: string; indices: Expression[] }
  );

export interface ProcessCall extends Located {
  name: string;
  arguments?: Expression[];
}

export interface LocalProcess extends Located {
  name: string;
  indices: LabelPart[];
  body: Behaviour;
}

export type Relabelling = Located &
  (
    | { kind: 'replace'; to: Label; from: Label }
    | { kind: 'forall'; ranges: LabelPart[]; parts: Relabelling[] }
  );

export interface Visibility extends Located {
  kind: 'hide' | 'show';
  set: LabelSet;
}

export type Quality = 'property' | 'minimal' | 'deterministic' | 'compose';

export interface ProcessDefinition extends Located {
  kind: 'process';
  name: string;
  qualities: Quality[];
  parameters: Parameter[];
  locals: LocalProcess[];
  extension?: LabelSet;
  relabelling: Relabelling[];
  visibility?: Visibility;
}

export type Composition = Located &
  (
    | { kind: 'if'; test: Expression; whenTrue: Composition; whenFalse?: Composition }
    | { kind: 'forall'; ranges: LabelPart[]; body: Composition }
    | {
        kind: 'parts';
        /** `{a,b}::` */
        sharing?: Label;
        /** `a:` */
        prefix?: Label;
        parts: Composition[] | ProcessCall;
        relabelling: Relabelling[];
      }
  );

export interface CompositeDefinition extends Located {
  kind: 'composite';
  name: string;
  qualities: Quality[];
  parameters: Parameter[];
  body: Composition;
  priority?: { kind: 'high' | 'low'; set: LabelSet } & Located;
  visibility?: Visibility;
}

export type Formula = Located &
  (
    | { kind: 'not' | 'next' | 'always' | 'eventually'; operand: Formula }
    | { kind: 'and' | 'or' | 'implies' | 'iff' | 'until' | 'weak until'; left: Formula; right: Formula }
    | { kind: 'forall' | 'exists'; ranges: LabelPart[]; body: Formula }
    /** A fluent or another assertion. */
    | { kind: 'named'; name: string; indices: LabelPart[]; arguments?: Expression[] }
    | { kind: 'action'; label: Label }
    | { kind: 'constant'; value: Expression }
  );

export type Definition =
  | ProcessDefinition
  | CompositeDefinition
  | ({ kind: 'constant'; name: string; value: Expression } & Located)
  | ({ kind: 'range'; name: string; low: Expression; high: Expression } & Located)
  | ({ kind: 'set'; name: string; set: LabelSet } & Located)
  | ({ kind: 'progress'; name: string; indices: LabelPart[]; when?: Label; events: Label } & Located)
  | FluentDefinition
  | AssertDefinition
  | ({ kind: 'ignored'; name: string } & Located);

export interface FluentDefinition extends Located {
  kind: 'fluent';
  name: string;
  indices: LabelPart[];
  starts: Label;
  ends: Label;
  initially?: Expression;
}

export interface AssertDefinition extends Located {
  kind: 'assert';
  name: string;
  parameters: Parameter[];
  formula: Formula;
}

/** `declared` has names whose definitions could not be parsed: they are not unknown. */
export interface Description {
  definitions: Definition[];
  declared: Set<string>;
}
