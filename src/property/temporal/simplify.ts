/**
 * Equivalent but smaller formulas, built bottom up. Only disjunction, until and next have rules;
 * conjunction and release get the dual ones through negation. Every rule is an equivalence of
 * linear temporal logic over infinite words; the tests compare both sides on random words.
 */
import { ANYWAY, FormulaDag, NEVER } from './dag.js';
import type { Formula } from './formula.js';
import { Implication } from './implication.js';

export class Simplifier {
  readonly dag = new FormulaDag();
  private readonly implication = new Implication(this.dag);

  /** The simplified form of a formula. */
  read(formula: Formula): number {
    const known = new Map<Formula, number>();
    const convert = (f: Formula): number => {
      const old = known.get(f);
      if (old !== undefined) return old;
      const made = this.make(f, convert);
      known.set(f, made);
      return made;
    };
    return convert(formula);
  }

  private make(f: Formula, convert: (f: Formula) => number): number {
    switch (f.kind) {
      case 'true':
        return ANYWAY;
      case 'false':
        return NEVER;
      case 'atom':
        return this.dag.literal(f.atom);
      case 'not':
        return convert(f.operand) ^ 1;
      case 'next':
        return this.next(convert(f.operand));
      case 'always':
        return this.always(convert(f.operand));
      case 'eventually':
        return this.eventually(convert(f.operand));
    }
    if (f.kind === 'and') return this.and(chain(f, 'and').map(convert));
    if (f.kind === 'or') return this.or(chain(f, 'or').map(convert));
    const left = convert(f.left);
    const right = convert(f.right);
    switch (f.kind) {
      case 'implies':
        return this.or([left ^ 1, right]);
      case 'equivalent':
        return this.or([this.and([left, right]), this.and([left ^ 1, right ^ 1])]);
      case 'until':
        return this.until(left, right);
      case 'release':
        return this.release(left, right);
      case 'weakUntil':
        return this.release(right, this.or([left, right]));
    }
  }

  and(parts: number[]): number {
    return this.or(parts.map((part) => part ^ 1)) ^ 1;
  }

  release(left: number, right: number): number {
    return this.until(left ^ 1, right ^ 1) ^ 1;
  }

  eventually(f: number): number {
    return this.until(ANYWAY, f);
  }

  always(f: number): number {
    return this.release(NEVER, f);
  }

  next(f: number): number {
    if (f === ANYWAY || f === NEVER || this.dag.timeless(f)) return f;
    return this.dag.rawNext(f);
  }

  until(left: number, right: number): number {
    const { dag } = this;
    if (left === NEVER || dag.eventual(right) || this.implication.holds(left, right)) return right;
    if (left !== ANYWAY && this.implication.holds(right ^ 1, left)) return this.eventually(right);
    const shape = dag.shape(right);
    if (shape === 'next') {
      // true U X a = X (true U a), and X a U X b = X (a U b)
      if (left === ANYWAY) return this.next(this.eventually(dag.inner(right)));
      if (dag.shape(left) === 'next') return this.next(this.until(dag.inner(left), dag.inner(right)));
    }
    if (shape === 'until') {
      // a U (c U b) = c U b where a implies c; true U (c U b) = true U b
      if (left === ANYWAY) return this.eventually(dag.right(right));
      if (this.implication.holds(left, dag.left(right))) return right;
    }
    if (shape === 'and') {
      // what is timeless needs no waiting for
      const [timeless, others] = split(dag.parts(right), (part) => dag.timeless(part));
      if (timeless.length > 0) return this.and([...timeless, this.until(left, this.and(others))]);
    }
    if (shape === 'or') {
      // what will be true eventually, if it is ever, is true now
      const [eventual, others] = split(dag.parts(right), (part) => dag.eventual(part));
      if (eventual.length > 0) return this.or([...eventual, this.until(left, this.or(others))]);
    }
    if (left === ANYWAY && dag.isAlways(right) && dag.shape(dag.right(right)) === 'or') {
      // <>[](a || b) = <>[]a || <>[]b where b is eventual or universal
      const parts = dag.parts(dag.right(right));
      const [pure, others] = split(parts, (part) => dag.eventual(part) || dag.universal(part));
      if (pure.length > 0) {
        const persistent = (f: number) => this.eventually(this.always(f));
        return this.or([
          ...pure.map(persistent),
          ...(others.length > 0 ? [persistent(this.or(others))] : []),
        ]);
      }
    }
    if (dag.shape(left) === 'until' && dag.right(left) === right) return left; // (a U b) U b
    return dag.rawUntil(left, right);
  }

  or(parts: number[]): number {
    const { dag } = this;
    const flat = new Set<number>();
    const collect = (part: number): void => {
      if (dag.shape(part) === 'or') for (const inner of dag.parts(part)) collect(inner);
      else if (part !== NEVER) flat.add(part);
    };
    parts.forEach(collect);
    if (flat.has(ANYWAY)) return ANYWAY;
    const kept = this.withoutImplied([...flat]);
    if (kept === undefined) return ANYWAY;
    if (kept.length === 0) return NEVER;
    if (kept.length === 1) return kept[0];
    return this.merged(kept) ?? this.factored(kept) ?? dag.rawOr(kept);
  }

  /** The parts that no other part follows from; undefined where two of them leave nothing out. */
  private withoutImplied(parts: number[]): number[] | undefined {
    const kept: number[] = [];
    for (let i = 0; i < parts.length; i++) {
      let needed = true;
      for (let j = 0; j < parts.length; j++) {
        if (i === j) continue;
        if (this.implication.holds(parts[i] ^ 1, parts[j])) return undefined;
        // of two that imply each other the first stays
        if (
          this.implication.holds(parts[i], parts[j]) &&
          !(i < j && this.implication.holds(parts[j], parts[i]))
        )
          needed = false;
      }
      if (needed) kept.push(parts[i]);
    }
    return kept;
  }

  /** Parts that are one formula together: <>a || <>b, X a || X b, a U b || a U c, a V c || b V c … */
  private merged(parts: number[]): number | undefined {
    const groups = new Map<string, number[]>();
    for (const part of parts) {
      const key = this.mergeKey(part);
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [part]);
      else group.push(part);
    }
    if (groups.size === parts.length) return undefined;
    return this.or([...groups.values()].map((group) => (group.length > 1 ? this.merge(group) : group[0])));
  }

  /** The same for those parts that `merge` can join. */
  private mergeKey(f: number): string {
    const { dag } = this;
    switch (dag.shape(f)) {
      case 'next':
        return 'next';
      case 'until':
        return `until ${dag.left(f)}`;
      case 'release':
        return this.isRecurrent(f) ? 'recurrent' : `release ${dag.right(f)}`;
      default:
        return `${f}`;
    }
  }

  /** []<>a */
  private isRecurrent(f: number): boolean {
    return this.dag.isAlways(f) && this.dag.isEventually(this.dag.right(f));
  }

  private merge(group: number[]): number {
    const { dag } = this;
    const [first] = group;
    const shape = dag.shape(first);
    if (shape === 'next') return this.next(this.or(group.map((f) => dag.inner(f))));
    if (shape === 'until') return this.until(dag.left(first), this.or(group.map((f) => dag.right(f))));
    if (!this.isRecurrent(first))
      return this.release(this.or(group.map((f) => dag.left(f))), dag.right(first));
    return this.always(this.eventually(this.or(group.map((f) => dag.right(dag.right(f))))));
  }

  /** (a && b) || (a && c) = a && (b || c), where a is common to all parts. */
  private factored(parts: number[]): number | undefined {
    const { dag } = this;
    if (!parts.every((part) => dag.shape(part) === 'and')) return undefined;
    const [first, ...rest] = parts.map((part) => dag.parts(part));
    const common = first.filter((factor) => rest.every((factors) => factors.includes(factor)));
    if (common.length === 0) return undefined;
    const others = [first, ...rest].map((factors) => this.and(factors.filter((f) => !common.includes(f))));
    return this.and([...common, this.or(others)]);
  }
}

/** The operands of nested uses of one operator, at once: compared with each other only one time. */
function chain(formula: Formula, kind: 'and' | 'or'): Formula[] {
  const operands: Formula[] = [];
  const open = [formula];
  for (let f = open.pop(); f !== undefined; f = open.pop()) {
    if (f.kind === kind) open.push(f.right, f.left);
    else operands.push(f);
  }
  return operands;
}

function split(parts: number[], belongs: (part: number) => boolean): [number[], number[]] {
  return [parts.filter(belongs), parts.filter((part) => !belongs(part))];
}
