/** Names inside labels, sets and expressions: the part of the check that knows variables. */
import { isUpper } from './evaluate.js';
import type { Located, Problems } from './problems.js';
import type { Library } from './scope.js';
import type { Expression, Label, LabelPart, LabelSet } from './syntax.js';

const MOST_VARIABLES = 1000;

/** The variables, parameters and constants that are known at some place: one more than outside it. */
export class Names {
  private readonly depth: number;

  constructor(
    private readonly constants: ReadonlySet<string>,
    private readonly outer?: Names,
    private readonly own?: string,
  ) {
    this.depth = outer === undefined ? 0 : outer.depth + 1;
  }

  get full(): boolean {
    return this.depth >= MOST_VARIABLES;
  }

  with(name: string): Names {
    return new Names(this.constants, this, name);
  }

  has(name: string): boolean {
    for (let at: Names | undefined = this; at !== undefined; at = at.outer) if (at.own === name) return true;
    return this.constants.has(name);
  }

  all(): string[] {
    const names = [...this.constants];
    for (let at: Names | undefined = this; at?.own !== undefined; at = at.outer) names.push(at.own);
    return names;
  }
}

export class LabelCheck {
  constructor(
    private readonly library: Library,
    private readonly problems: Problems,
  ) {}

  label(label: Label, names: Names): Names {
    return this.parts(label.parts, names);
  }

  /** Gives the names known after these parts. */
  parts(parts: LabelPart[], names: Names): Names {
    let known = names;
    for (const part of parts) {
      if (part.kind === 'set') this.set(part.set, known);
      else if (part.kind === 'value') this.expression(part.value, known);
      else if (part.kind === 'choice') {
        if (part.values.kind === 'set') this.set(part.values.set, known);
        else if (part.values.kind === 'named range') this.range(part.values.name, part.values);
        else {
          this.expression(part.values.low, known);
          this.expression(part.values.high, known);
        }
        if (part.variable !== undefined) known = this.bound(part.variable, part, known);
      }
    }
    return known;
  }

  private bound(variable: string, place: Located, names: Names): Names {
    if (!names.full) return names.with(variable);
    return this.problems.abandon('too-large', `more than ${MOST_VARIABLES} variables are known here`, place);
  }

  private range(name: string, place: Located): void {
    if (this.library.ranges.has(name) || this.library.broken.has(name)) return;
    this.problems.unknown('range or set', name, place, [
      ...this.library.ranges.keys(),
      ...this.library.sets.keys(),
    ]);
  }

  set(set: LabelSet, names: Names): void {
    if (set.kind === 'listed') for (const label of set.elements) this.label(label, names);
    else if (set.kind === 'difference') {
      this.set(set.left, names);
      this.set(set.right, names);
    } else if (!this.library.sets.has(set.name) && !this.library.broken.has(set.name)) {
      this.problems.unknown('set', set.name, set, this.library.sets.keys());
    }
  }

  expression(expression: Expression, names: Names): void {
    switch (expression.kind) {
      case 'name':
        if (names.has(expression.name) || this.library.broken.has(expression.name)) return;
        this.problems.unknown(
          isUpper(expression.name) ? 'constant' : 'variable',
          expression.name,
          expression,
          names.all().filter((name) => isUpper(name) === isUpper(expression.name)),
        );
        return;
      case 'unary':
        this.expression(expression.operand, names);
        return;
      case 'binary':
        this.expression(expression.left, names);
        this.expression(expression.right, names);
        return;
      case 'label':
      case 'count':
        this.label(expression.label, names);
        return;
      case 'element':
        this.label(expression.label, names);
        this.expression(expression.index, names);
        return;
    }
  }
}
