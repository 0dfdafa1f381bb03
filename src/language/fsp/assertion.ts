/**
 * Assertions become formulas over watching processes. A fluent of FSP has its value after each action, so
 * a formula speaks of the execution from its first action on: it is put under X, unless what holds at
 * the start makes no difference.
 */
import type { System } from '../../model/system.js';
import type { Assembly } from './assemble.js';
import type { Evaluator } from './evaluate.js';
import type { Located } from './problems.js';
import type { Library, Scope } from './scope.js';
import type { AssertDefinition, Formula, Label, LabelPart } from './syntax.js';
import { type Fluent, watched } from './watch.js';

const MOST_NODES = 10_000;
const DEEPEST = 500;

/** A formula with everything expanded. Atoms are watching processes. */
type Plain =
  | { kind: 'true' | 'false' }
  | { kind: 'atom'; fluent: Fluent }
  | { kind: 'not' | 'next' | 'always' | 'eventually'; operand: Plain }
  | { kind: 'and' | 'or' | 'implies' | 'iff' | 'until' | 'weak until'; left: Plain; right: Plain };

export function translate(
  definition: AssertDefinition,
  library: Library,
  evaluator: Evaluator,
  assembly: Assembly,
): { formula: string; system: System } {
  const translation = new Translation(library, evaluator, assembly);
  const plain = translation.plain(definition.formula, evaluator.parameters(definition.parameters, []));
  const text = show(plain);
  const formula = same(advance(plain), plain) ? text : `X ${bracketed(plain)}`;
  return { formula, system: watched(assembly.system, translation.fluents) };
}

class Translation {
  readonly fluents: Fluent[] = [];
  private readonly byKey = new Map<string, Fluent>();
  private readonly names: Set<string>;
  private readonly open = new Set<string>();
  private nodes = 0;
  private depth = 0;

  constructor(
    private readonly library: Library,
    private readonly evaluator: Evaluator,
    private readonly assembly: Assembly,
  ) {
    // A formula has constants of these names, and actions may be called so, too.
    this.names = new Set(['true', 'false', ...assembly.system.instances.map(({ name }) => name)]);
  }

  plain(formula: Formula, scope: Scope | undefined): Plain {
    if (++this.depth > DEEPEST) {
      this.evaluator.problems.abandon(
        'too-large',
        `assertions nest more than ${DEEPEST} levels deep`,
        formula,
      );
    }
    const plain = this.expanded(formula, scope);
    this.depth--;
    return plain;
  }

  private expanded(formula: Formula, scope: Scope | undefined): Plain {
    if (++this.nodes > MOST_NODES) {
      this.evaluator.problems.abandon(
        'too-large',
        `this assertion has more than ${MOST_NODES} parts when written out`,
        formula,
      );
    }
    if ('operand' in formula) return { kind: formula.kind, operand: this.plain(formula.operand, scope) };
    if ('left' in formula) {
      return {
        kind: formula.kind,
        left: this.plain(formula.left, scope),
        right: this.plain(formula.right, scope),
      };
    }
    if ('body' in formula) return this.quantified(formula, scope);
    if (formula.kind === 'constant')
      return { kind: this.evaluator.holds(formula.value, scope) ? 'true' : 'false' };
    if (formula.kind === 'action') {
      return this.action(this.evaluator.names(formula.label, scope), formula);
    }
    return this.named(formula, scope);
  }

  private quantified(
    formula: Extract<Formula, { kind: 'forall' | 'exists' }>,
    scope: Scope | undefined,
  ): Plain {
    const parts: Plain[] = [];
    for (const choice of this.evaluator.choices({ parts: formula.ranges }, scope)) {
      parts.push(this.plain(formula.body, choice.scope));
    }
    const kind = formula.kind === 'forall' ? 'and' : 'or';
    if (parts.length === 0) return { kind: kind === 'and' ? 'true' : 'false' };
    return parts.reduce((left, right) => ({ kind, left, right }));
  }

  private named(formula: Extract<Formula, { kind: 'named' }>, scope: Scope | undefined): Plain {
    const { problems } = this.evaluator;
    const fluent = this.library.fluents.get(formula.name);
    if (fluent !== undefined) {
      if (formula.indices.length !== fluent.indices.length) {
        problems.abandon(
          'wrong-kind',
          `${formula.name} has ${fluent.indices.length} indices, but ${formula.indices.length} given`,
          formula,
        );
      }
      return this.indexed(formula, formula.indices, scope);
    }
    const assertion = this.library.asserts.get(formula.name)!;
    if (this.open.has(formula.name)) {
      return problems.abandon('bad-structure', `the assertion ${formula.name} is defined by itself`, formula);
    }
    this.open.add(formula.name);
    const given = (formula.arguments ?? []).map((argument) => this.evaluator.value(argument, scope));
    const plain = this.plain(assertion.formula, this.evaluator.parameters(assertion.parameters, given));
    this.open.delete(formula.name);
    return plain;
  }

  /** `F[1..3]` holds where one of `F[1]`, `F[2]`, `F[3]` does. */
  private indexed(
    formula: Extract<Formula, { kind: 'named' }>,
    indices: LabelPart[],
    scope: Scope | undefined,
  ): Plain {
    const atoms: Plain[] = [];
    for (const { name } of this.evaluator.choices({ parts: indices }, scope)) {
      atoms.push({ kind: 'atom', fluent: this.fluent(formula, name) });
    }
    if (atoms.length === 0) return { kind: 'false' };
    return atoms.reduce((left, right) => ({ kind: 'or', left, right }));
  }

  private fluent(formula: Extract<Formula, { kind: 'named' }>, index: string): Fluent {
    const key = index === '' ? formula.name : `${formula.name}.${index}`;
    const known = this.byKey.get(key);
    if (known !== undefined) return known;
    const definition = this.library.fluents.get(formula.name)!;
    for (const { name, scope } of this.evaluator.choices({ parts: definition.indices }, undefined)) {
      if (name !== index) continue;
      const starts = this.happening(definition.starts, scope);
      const ends = this.happening(definition.ends, scope);
      if ([...starts].some((symbol) => ends.has(symbol))) {
        this.evaluator.problems.abandon('bad-structure', `an action both starts and ends ${key}`, definition);
      }
      const initially =
        definition.initially !== undefined && this.evaluator.holds(definition.initially, scope);
      return this.add(key, { name: this.freshName(key), initially, starts, ends });
    }
    return this.evaluator.problems.abandon(
      'bad-value',
      `there is no fluent ${formula.name}[${index.replaceAll('.', '][')}]`,
      formula,
    );
  }

  /** True from when one of these happens until anything else does. */
  private action(names: string[], place: Located): Plain {
    if (names.length === 0) return { kind: 'false' };
    const key = `{${names.join()}}`;
    const known = this.byKey.get(key);
    if (known !== undefined) return { kind: 'atom', fluent: known };
    const starts = this.symbols(names);
    if (starts.size === 0) this.warn(names, place);
    const ends = new Set(this.assembly.system.symbols.keys());
    for (const symbol of starts) ends.delete(symbol);
    const label = names.length === 1 ? names[0] : `one_of_${names[0]}`;
    return {
      kind: 'atom',
      fluent: this.add(key, { name: this.freshName(label), initially: false, starts, ends }),
    };
  }

  private happening(label: Label, scope: Scope | undefined): Set<number> {
    const names = this.evaluator.names(label, scope);
    const symbols = this.symbols(names);
    if (symbols.size === 0 && names.length > 0) this.warn(names, label);
    return symbols;
  }

  private warn(names: string[], place: Located): void {
    const message = `${names.join(', ')} never happens in ${this.assembly.system.name}`;
    this.evaluator.problems.note('warning', 'unknown-event', message, place);
  }

  private symbols(names: string[]): Set<number> {
    const symbols = new Set<number>();
    for (const name of names) {
      const symbol = this.assembly.symbols.get(name);
      if (symbol !== undefined) symbols.add(symbol);
    }
    return symbols;
  }

  private add(key: string, fluent: Fluent): Fluent {
    this.byKey.set(key, fluent);
    this.fluents.push(fluent);
    return fluent;
  }

  /** One word, as formulas need it. */
  private freshName(wanted: string): string {
    const base = wanted.replace(/[^A-Za-z0-9_]/g, '_');
    let name = base;
    for (let number = 2; this.names.has(name); number++) name = `${base}_${number}`;
    this.names.add(name);
    return name;
  }
}

/** What must hold one position later if this holds at the start, where every fluent has its first value. */
function advance(plain: Plain): Plain {
  switch (plain.kind) {
    case 'true':
    case 'false':
      return plain;
    case 'atom':
      return { kind: plain.fluent.initially ? 'true' : 'false' };
    case 'not':
      return negate(advance(plain.operand));
    case 'next':
      return plain.operand;
    case 'always':
      return both(advance(plain.operand), plain);
    case 'eventually':
      return either(advance(plain.operand), plain);
    case 'and':
      return both(advance(plain.left), advance(plain.right));
    case 'or':
      return either(advance(plain.left), advance(plain.right));
    case 'implies': {
      const left = advance(plain.left);
      const right = advance(plain.right);
      if (left.kind === 'false' || right.kind === 'true') return { kind: 'true' };
      return left.kind === 'true' ? right : { kind: 'implies', left, right };
    }
    case 'iff': {
      const left = advance(plain.left);
      const right = advance(plain.right);
      if (left.kind === 'true' || right.kind === 'true') return both(left, right);
      return left.kind === 'false' ? negate(right) : { kind: 'iff', left, right };
    }
    case 'until':
    case 'weak until':
      return either(advance(plain.right), both(advance(plain.left), plain));
  }
}

function negate(plain: Plain): Plain {
  if (plain.kind === 'true') return { kind: 'false' };
  return plain.kind === 'false' ? { kind: 'true' } : { kind: 'not', operand: plain };
}

function both(left: Plain, right: Plain): Plain {
  if (left.kind === 'false' || right.kind === 'false') return { kind: 'false' };
  if (left.kind === 'true' || (right.kind === 'always' && same(left, right.operand))) return right;
  return right.kind === 'true' ? left : { kind: 'and', left, right };
}

function either(left: Plain, right: Plain): Plain {
  if (left.kind === 'true' || right.kind === 'true') return { kind: 'true' };
  if (left.kind === 'false' || (right.kind === 'eventually' && same(left, right.operand))) return right;
  return right.kind === 'false' ? left : { kind: 'or', left, right };
}

function same(left: Plain, right: Plain): boolean {
  return show(left) === show(right);
}

const PREFIX = { not: '!', next: 'X ', always: '[]', eventually: '<>' };
const INFIX = { and: '&&', or: '||', implies: '->', iff: '<->', until: 'U', 'weak until': 'W' };

function show(plain: Plain): string {
  if ('operand' in plain) return PREFIX[plain.kind] + bracketed(plain.operand);
  if ('left' in plain) return `${bracketed(plain.left)} ${INFIX[plain.kind]} ${bracketed(plain.right)}`;
  return plain.kind === 'atom' ? `${plain.fluent.name}@true` : plain.kind;
}

function bracketed(plain: Plain): string {
  return 'left' in plain ? `(${show(plain)})` : show(plain);
}
