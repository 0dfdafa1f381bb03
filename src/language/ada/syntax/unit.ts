/** Compilation units, and what a file holds. */
import type { Declaration, UseClause } from './declaration.js';
import type { Expression } from './expression.js';
import type { Place } from './node.js';
import type { Pragma } from './representation.js';

export interface CompilationUnit extends Place {
  readonly kind: 'unit';
  readonly context: readonly (WithClause | UseClause | Pragma)[];
  /** `private package P.Q is …` */
  readonly private: boolean;
  /** `separate (Parent)`: this is the body of a stub in that unit, named with points and folded. */
  readonly subunitOf?: string;
  readonly declaration: Declaration;
}

export interface WithClause extends Place {
  readonly kind: 'with';
  readonly limited: boolean;
  readonly private: boolean;
  readonly names: readonly Expression[];
}

/** A comment `--@ text`: the text, trimmed. It speaks of the statement that begins on its line. */
export interface Annotation extends Place {
  readonly kind: 'annotation';
  readonly text: string;
}
