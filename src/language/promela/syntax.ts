/** The tree of a Promela program, as its text states it: names are not yet looked up. */
import type { Where } from './sources.js';

export interface Model {
  units: Unit[];
  /** `process@label` for every label that is referred to from another process or a property. */
  remoteLabels: Set<string>;
}

export type Unit =
  | { kind: 'declaration'; declaration: Declaration }
  | { kind: 'mtype'; set?: Name; names: Name[] }
  | { kind: 'typedef'; name: Name; fields: Declaration[] }
  | Proctype
  | { kind: 'never'; name?: Name; body: Step[]; where: Where; end: Where }
  | { kind: 'trace'; negated: boolean; body: Step[]; where: Where; end: Where }
  | { kind: 'ltl'; name?: Name; formula: Expression; where: Where };

export interface Proctype {
  kind: 'proctype';
  name: Name;
  /** How many exist at the start; absent for a proctype that only `run` starts. */
  active?: Expression | 'one';
  parameters: Declaration[];
  priority?: Expression;
  provided?: Expression;
  body: Step[];
  where: Where;
  /** Its closing brace. */
  end: Where;
}

export interface Name {
  name: string;
  where: Where;
}

export interface Declaration {
  /** One of the types of the language, or the name of a typedef. */
  type: string;
  typeWhere: Where;
  /** The set of an `mtype`. */
  set?: Name;
  variables: Declared[];
  visibility?: 'hidden' | 'show' | 'local';
}

export interface Declared {
  name: Name;
  bits?: number;
  length?: Expression;
  initial?: Initial;
  /** The declaration in the words of its text. */
  text: string;
}

export type Initial =
  | { kind: 'value'; value: Expression }
  | { kind: 'list'; values: Expression[]; where: Where }
  | { kind: 'channel'; capacity: Expression; fields: FieldType[]; where: Where };

export interface FieldType {
  type: string;
  set?: Name;
  where: Where;
}

/** A variable, or a part of one. */
export interface Reference {
  kind: 'reference';
  parts: { name: string; index?: Expression; where: Where }[];
  where: Where;
}

export type Expression =
  | { kind: 'number'; value: number; where: Where }
  | Reference
  | { kind: 'unary'; operator: string; operand: Expression; where: Where }
  | { kind: 'binary'; operator: string; left: Expression; right: Expression; where: Where }
  | { kind: 'conditional'; test: Expression; whenTrue: Expression; whenFalse: Expression; where: Where }
  | { kind: 'run'; proctype: Name; arguments: Expression[]; priority?: Expression; where: Where }
  | {
      kind: 'channel';
      question: 'len' | 'full' | 'empty' | 'nfull' | 'nempty';
      channel: Reference;
      where: Where;
    }
  | { kind: 'poll'; channel: Reference; any: boolean; arguments: Argument[]; where: Where }
  | { kind: 'enabled' | 'pc_value' | 'get_priority'; process: Expression; where: Where }
  | { kind: 'timeout' | 'np_'; where: Where }
  | { kind: 'at'; process: Name; index?: Expression; label: Name; where: Where }
  | { kind: 'remote'; process: Name; index?: Expression; reference: Reference; where: Where };

/** One field of a message to be received. */
export type Argument =
  | { kind: 'place'; reference: Reference; where: Where }
  | { kind: 'match'; value: Expression; where: Where };

export type Statement =
  | { kind: 'assign'; target: Reference; value: Expression }
  | { kind: 'condition'; value: Expression }
  | { kind: 'send'; channel: Reference; arguments: Expression[]; sorted: boolean }
  | { kind: 'receive'; channel: Reference; arguments: Argument[]; any: boolean; keep: boolean }
  | { kind: 'if' | 'do'; options: Step[][] }
  | { kind: 'for'; variable: Reference; low: Expression; high: Expression; body: Step[]; words: ForWords }
  | { kind: 'each'; variable: Reference; of: Reference; body: Step[]; words: ForWords }
  | {
      kind: 'select';
      variable: Reference;
      low: Expression;
      high: Expression;
      words: ForWords;
      listed: boolean;
    }
  | { kind: 'break' | 'else' }
  | { kind: 'goto'; label: Name }
  | { kind: 'label'; name: Name; statement: Step }
  | { kind: 'atomic' | 'd_step' | 'block'; body: Step[] }
  | { kind: 'unless'; main: Step; escape: Step }
  | { kind: 'assert'; condition: Expression }
  | { kind: 'print'; format: string; arguments: Expression[] }
  | { kind: 'printm'; value: Expression }
  | { kind: 'set_priority'; process: Expression; value: Expression }
  | { kind: 'declare'; declaration: Declaration }
  /** What was said about who uses a channel. */
  | { kind: 'exclusive' };

/** A statement with its place and its words. */
export type Step = Statement & { where: Where; text: string };

/** The words of the parts of a loop that stand for statements of their own. */
export interface ForWords {
  variable: string;
  low: string;
  high: string;
}
