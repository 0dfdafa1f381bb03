/**
 * What every node of an Ada tree has. The tree states what the text says and no more: names are not looked
 * up, so `Name (X)` is one kind of node (`apply`) whether it turns out to be a call, an element, a slice, a
 * conversion or a member of an entry family.
 */

/** A piece of the program text, as positions in all its files (`Sources.span` turns it into lines). */
export interface Place {
  readonly start: number;
  /** Just behind the last character. */
  readonly end: number;
}

/** A name as it was written, and the key under which Ada, which ignores case, finds it. */
interface Spelled extends Place {
  readonly name: string;
  readonly key: string;
}

export interface Identifier extends Spelled {
  readonly kind: 'identifier';
}

/** `'A'`; `name` and `key` have the ticks. `value` is the character itself. */
export interface CharacterLiteral extends Spelled {
  readonly kind: 'character';
  readonly value: string;
}

/** `"+"` as the name of a function; `name` and `key` have the quotes. */
export interface OperatorSymbol extends Spelled {
  readonly kind: 'operator';
}

/** What can stand after a point or be declared as a function. */
export type Designator = Identifier | CharacterLiteral | OperatorSymbol;
