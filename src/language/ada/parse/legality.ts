/** Rules on where a statement may stand, as far as the text alone decides them. */
import type { Expression, Identifier, Place, SelectAlternative } from '../syntax/index.js';
import { ProfileParser } from './profile.js';
import type { BodyKind, Opened } from './structure.js';

/** The labels of one body or block, and jumps to labels that it does not have so far. */
interface LabelScope {
  readonly labels: Map<string, Identifier>;
  readonly jumps: Identifier[];
  readonly outer?: LabelScope;
}

export abstract class LegalityParser extends ProfileParser {
  private scope: LabelScope | undefined;

  /** The innermost body that is not one of these. */
  private bodyOutside(...passed: BodyKind[]): Opened | undefined {
    return this.opened.findLast(({ body }) => body !== undefined && !passed.includes(body));
  }

  protected checkAccept(place: Place): void {
    const body = this.bodyOutside('accept');
    if (body?.body === 'task' || body === undefined) return;
    this.illegal(
      place,
      `'accept' stands in a ${body.what}`,
      'only the body of a task accepts calls, not a unit within it',
    );
  }

  /** Two accepts of one entry within each other wait for a caller that the outer one serves. */
  protected checkNestedAccept(entry: Identifier, family: boolean): void {
    if (family) return;
    for (const opened of this.opened.toReversed()) {
      if (opened.body === 'accept' && opened.key === entry.key) {
        this.illegal(entry, `'accept ${entry.name}' stands within an accept of the same entry`);
        return;
      }
      if (opened.body !== undefined && opened.body !== 'accept') return;
    }
  }

  protected checkReturn(place: Place, value: boolean): void {
    const body = this.bodyOutside('return');
    if (body === undefined) return;
    if (body.body === 'task' || body.body === 'package') {
      this.illegal(
        place,
        `'return' stands in a ${body.what}`,
        'it ends a procedure, a function, an entry or an accept',
      );
    } else if (value && body.body !== 'subprogram') {
      this.illegal(
        place,
        `'return' with a value stands in an ${body.what}`,
        'parameters of mode out carry values back',
      );
    } else if (value && body.what === 'procedure') {
      this.illegal(place, "'return' with a value stands in a procedure", 'a function returns values');
    } else if (!value && body.what === 'function' && this.innermostBody()?.body !== 'return') {
      this.illegal(place, "'return' without a value stands in a function");
    }
  }

  private innermostBody(): Opened | undefined {
    return this.bodyOutside();
  }

  protected checkRequeue(place: Place): void {
    const body = this.bodyOutside();
    if (body?.body === 'accept' || body?.body === 'entry' || body === undefined) return;
    this.illegal(
      place,
      `'requeue' stands in a ${body.what}`,
      'it stands in an accept or in the body of an entry',
    );
  }

  protected checkExit(place: Place, loop: Expression | undefined): void {
    const key = loop?.kind === 'identifier' ? loop.key : undefined;
    for (const opened of this.opened.toReversed()) {
      if (opened.word === 'loop' && (loop === undefined || opened.key === key)) return;
      if (opened.body === undefined) continue;
      const what = loop === undefined ? "'exit' stands in no loop" : `'exit' names no loop around it`;
      const hint = opened.body === 'accept' ? 'an accept cannot be left by exit' : undefined;
      this.illegal(place, what, hint);
      return;
    }
  }

  protected checkAlternatives(alternatives: readonly SelectAlternative[], otherwise: boolean): void {
    const [terminate, second] = alternatives.filter(({ kind }) => kind === 'terminate-alternative');
    const delay = alternatives.find(({ kind }) => kind === 'delay-alternative');
    if (second) this.illegal(second, "a select has only one 'terminate'");
    else if (terminate && otherwise) this.illegal(terminate, "a select has 'terminate' or 'else', not both");
    else if (terminate && delay) this.illegal(terminate, "a select has 'terminate' or 'delay', not both");
    else if (delay && otherwise) this.illegal(delay, "a select has 'delay' or 'else', not both");
    else if (!alternatives.some(({ kind }) => kind === 'accept-alternative')) {
      this.illegal(alternatives[0], "a select has at least one 'accept'");
    }
  }

  /** Labels are known in the body or block they stand in; a body cannot be left by a jump. */
  protected withLabels<T>(block: boolean, read: () => T): T {
    const outer = this.scope;
    const scope: LabelScope = { labels: new Map(), jumps: [], outer: block ? outer : undefined };
    const { errors } = this.problems;
    this.scope = scope;
    try {
      return read();
    } finally {
      this.scope = outer;
      if (this.problems.errors === errors) this.checkJumps(scope);
    }
  }

  private checkJumps({ jumps, labels, outer }: LabelScope): void {
    for (const jump of jumps) {
      if (labels.has(jump.key)) continue;
      if (outer) outer.jumps.push(jump);
      else this.problems.error('unknown-name', jump, `no label '${jump.name}' is in this body`);
    }
  }

  protected declareLabel(label: Identifier): void {
    const labels = this.scope?.labels;
    const first = labels?.get(label.key);
    if (first) {
      const line = this.problems.line(first);
      this.problems.error(
        'duplicate-name',
        label,
        `'${label.name}' already names a statement at line ${line}`,
      );
    }
    labels?.set(label.key, label);
  }

  protected jumpTo(label: Identifier): void {
    this.scope?.jumps.push(label);
  }
}
