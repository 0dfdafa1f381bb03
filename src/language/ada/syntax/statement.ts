/** Statements. */
import type { Block, Declaration, ObjectDeclaration } from './declaration.js';
import type { Choice, Expression, Iteration, Qualified } from './expression.js';
import type { Identifier, Place } from './node.js';
import type { Pragma } from './representation.js';
import type { Parameter } from './subprogram.js';

export type Statement =
  | NullStatement
  | Assignment
  | Call
  | If
  | Case
  | Loop
  | BlockStatement
  | Exit
  | Goto
  | Return
  | ExtendedReturn
  | Accept
  | Requeue
  | Delay
  | Abort
  | Raise
  | SelectiveAccept
  | TimedCall
  | ConditionalCall
  | AsynchronousSelect
  | CodeStatement
  | LabelOnly
  | Pragma;

interface Labelled extends Place {
  /** `<<Label>>` in front; not the name of a loop or block. */
  readonly labels: readonly Identifier[];
}

export interface NullStatement extends Labelled {
  readonly kind: 'null-statement';
}

/** Labels before `end`, where Ada 2012 puts a null statement. */
export interface LabelOnly extends Labelled {
  readonly kind: 'label';
}

export interface Assignment extends Labelled {
  readonly kind: 'assignment';
  readonly target: Expression;
  readonly value: Expression;
}

/** A call of a procedure or of an entry: which, the name decides. */
export interface Call extends Labelled {
  readonly kind: 'call';
  /** An `apply` where there are arguments. */
  readonly name: Expression;
}

export interface If extends Labelled {
  readonly kind: 'if';
  /** `if` and each `elsif`. */
  readonly branches: readonly Branch[];
  readonly otherwise?: readonly Statement[];
}

export interface Branch extends Place {
  readonly condition: Expression;
  readonly statements: readonly Statement[];
}

export interface Case extends Labelled {
  readonly kind: 'case';
  readonly selector: Expression;
  readonly alternatives: readonly CaseAlternative[];
}

export interface CaseAlternative extends Place {
  readonly choices: readonly Choice[];
  readonly statements: readonly Statement[];
}

export interface Loop extends Labelled {
  readonly kind: 'loop';
  readonly name?: Identifier;
  /** Absent for a plain loop. */
  readonly scheme?: { readonly kind: 'while'; readonly condition: Expression } | Iteration;
  readonly statements: readonly Statement[];
  readonly close: Place;
}

export interface BlockStatement extends Labelled {
  readonly kind: 'block';
  readonly name?: Identifier;
  /** Absent where there is no `declare`. */
  readonly declarations?: readonly Declaration[];
  readonly block: Block;
}

export interface Exit extends Labelled {
  readonly kind: 'exit';
  readonly loop?: Expression;
  readonly condition?: Expression;
}

export interface Goto extends Labelled {
  readonly kind: 'goto';
  readonly target: Identifier;
}

export interface Return extends Labelled {
  readonly kind: 'return';
  readonly value?: Expression;
}

/** `return X : T do … end return;` */
export interface ExtendedReturn extends Labelled {
  readonly kind: 'extended-return';
  readonly object: ObjectDeclaration;
  readonly block?: Block;
}

export interface Accept extends Labelled {
  readonly kind: 'accept';
  readonly entry: Identifier;
  /** Of a family: which member. */
  readonly index?: Expression;
  readonly parameters: readonly Parameter[];
  /** Absent where there is no `do`. */
  readonly block?: Block;
}

export interface Requeue extends Labelled {
  readonly kind: 'requeue';
  readonly target: Expression;
  readonly withAbort: boolean;
}

export interface Delay extends Labelled {
  readonly kind: 'delay';
  readonly until: boolean;
  readonly time: Expression;
}

export interface Abort extends Labelled {
  readonly kind: 'abort';
  readonly tasks: readonly Expression[];
}

export interface Raise extends Labelled {
  readonly kind: 'raise';
  /** Absent where the handled exception goes on. */
  readonly exception?: Expression;
  readonly message?: Expression;
}

export interface SelectiveAccept extends Labelled {
  readonly kind: 'selective-accept';
  readonly alternatives: readonly SelectAlternative[];
  readonly otherwise?: readonly Statement[];
}

export type SelectAlternative = AcceptAlternative | DelayAlternative | TerminateAlternative;

export interface AcceptAlternative extends Place {
  readonly kind: 'accept-alternative';
  readonly guard?: Expression;
  readonly accept: Accept;
  readonly statements: readonly Statement[];
}

export interface DelayAlternative extends Place {
  readonly kind: 'delay-alternative';
  readonly guard?: Expression;
  readonly delay: Delay;
  readonly statements: readonly Statement[];
}

export interface TerminateAlternative extends Place {
  readonly kind: 'terminate-alternative';
  readonly guard?: Expression;
}

/** `select Call; … or delay D; … end select;` */
export interface TimedCall extends Labelled {
  readonly kind: 'timed-call';
  readonly call: Call;
  readonly statements: readonly Statement[];
  readonly delay: Delay;
  readonly expired: readonly Statement[];
}

/** `select Call; … else … end select;` */
export interface ConditionalCall extends Labelled {
  readonly kind: 'conditional-call';
  readonly call: Call;
  readonly statements: readonly Statement[];
  readonly otherwise: readonly Statement[];
}

/** `select Trigger; … then abort … end select;` */
export interface AsynchronousSelect extends Labelled {
  readonly kind: 'asynchronous-select';
  readonly trigger: Call | Delay;
  readonly statements: readonly Statement[];
  readonly abortable: readonly Statement[];
}

/** A machine instruction, as a qualified aggregate. */
export interface CodeStatement extends Labelled {
  readonly kind: 'code';
  readonly instruction: Qualified;
}

/** `when Occurrence : A | B => …` */
export interface Handler extends Place {
  readonly kind: 'handler';
  readonly occurrence?: Identifier;
  readonly choices: readonly Choice[];
  readonly statements: readonly Statement[];
}
