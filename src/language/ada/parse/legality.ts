/** Rules on where a statement may stand, as far as the text alone decides them. */
import type { Choice, Expression, Identifier, Place, SelectAlternative } from '../syntax/index.js';
import { ProfileParser } from './profile.js';
import type { BodyKind, Opened } from './structure.js';

/** The labels of one body or block, and jumps to labels that it does not have so far. */
interface LabelScope {
  readonly labels: Map<string, Label>;
  readonly jumps: Jump[];
  readonly outer?: LabelScope;
}

interface Label {
  readonly name: Identifier;
  /** The list of statements it stands in. */
  readonly list: number;
}

interface Jump {
  readonly target: Identifier;
  /** The lists of statements around it. */
  readonly lists: readonly number[];
}

export abstract class LegalityParser extends ProfileParser {
  private scope: LabelScope | undefined;
  /** Which lists of statements are open: each has a number of its own. */
  private readonly lists: number[] = [];
  private nextList = 0;

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

  /** `raise;` goes on with the exception that a handler around it has. */
  protected checkReraise(place: Place): void {
    for (const opened of this.opened.toReversed()) {
      if (opened.handling) return;
      if (opened.body !== undefined && opened.body !== 'accept' && opened.body !== 'return') break;
    }
    this.illegal(place, "'raise' names no exception outside of a handler", 'name the exception');
  }

  /** `others` stands alone, in the last alternative. */
  protected checkOthersLast(alternatives: readonly { readonly choices: readonly Choice[] }[]): void {
    for (const [i, { choices }] of alternatives.entries()) {
      const others = choices.find(({ kind }) => kind === 'others');
      if (others === undefined) continue;
      if (choices.length > 1) this.illegal(others, "'others' stands alone");
      else if (i < alternatives.length - 1) this.illegal(others, "'others' is the last alternative");
    }
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
      const { target, lists } = jump;
      const label = labels.get(target.key);
      if (label === undefined) {
        if (outer) outer.jumps.push(jump);
        else this.problems.error('unknown-name', target, `no label '${target.name}' is in this body`);
      } else if (!lists.includes(label.list)) {
        const line = this.problems.line(label.name);
        this.illegal(
          target,
          `this jumps into a statement: label '${target.name}' at line ${line} stands inside it`,
        );
      }
    }
  }

  protected enterList(): void {
    this.lists.push(this.nextList++);
  }

  protected leaveList(): void {
    this.lists.pop();
  }

  protected declareLabel(name: Identifier): void {
    const labels = this.scope?.labels;
    const first = labels?.get(name.key);
    if (first) {
      const line = this.problems.line(first.name);
      this.problems.error('duplicate-name', name, `'${name.name}' already names a statement at line ${line}`);
    }
    labels?.set(name.key, { name, list: this.lists[this.lists.length - 1] });
  }

  protected jumpTo(target: Identifier): void {
    this.scope?.jumps.push({ target, lists: [...this.lists] });
  }
}
