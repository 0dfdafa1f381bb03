/** Linear temporal logic over numbered atoms: plain data. */

export type Formula =
  | { kind: 'true' }
  | { kind: 'false' }
  | { kind: 'atom'; atom: number }
  | { kind: 'not' | 'next' | 'always' | 'eventually'; operand: Formula }
  | {
      kind: 'and' | 'or' | 'implies' | 'equivalent' | 'until' | 'release' | 'weakUntil';
      left: Formula;
      right: Formula;
    };

export type UnaryKind = 'not' | 'next' | 'always' | 'eventually';
export type BinaryKind = 'and' | 'or' | 'implies' | 'equivalent' | 'until' | 'release' | 'weakUntil';

export const TRUE: Formula = { kind: 'true' };
export const FALSE: Formula = { kind: 'false' };
export const atom = (number: number): Formula => ({ kind: 'atom', atom: number });
export const unary = (kind: UnaryKind, operand: Formula): Formula => ({ kind, operand });
export const binary = (kind: BinaryKind, left: Formula, right: Formula): Formula => ({ kind, left, right });

/** The formula that holds exactly where this one does not. */
export function negate(formula: Formula): Formula {
  if (formula.kind === 'true') return FALSE;
  if (formula.kind === 'false') return TRUE;
  if (formula.kind === 'not') return formula.operand;
  return unary('not', formula);
}

/**
 * Negation normal form: `not` only before atoms, and no operators but and, or, next, until, release
 * (and their special cases always, eventually). Subformulas that occur once here may be shared
 * there: an equivalence uses each side in both polarities.
 */
export function negationNormalForm(formula: Formula): Formula {
  const seen = new Map<Formula, [Formula?, Formula?]>();
  const convert = (f: Formula, positive: boolean): Formula => {
    let pair = seen.get(f);
    if (pair === undefined) {
      pair = [];
      seen.set(f, pair);
    }
    const place = positive ? 0 : 1;
    const known = pair[place];
    if (known !== undefined) return known;
    const made = step(f, positive);
    pair[place] = made;
    return made;
  };
  const step = (f: Formula, positive: boolean): Formula => {
    switch (f.kind) {
      case 'true':
        return positive ? TRUE : FALSE;
      case 'false':
        return positive ? FALSE : TRUE;
      case 'atom':
        return positive ? f : unary('not', f);
      case 'not':
        return convert(f.operand, !positive);
      case 'next':
        return unary('next', convert(f.operand, positive));
      case 'always':
        return unary(positive ? 'always' : 'eventually', convert(f.operand, positive));
      case 'eventually':
        return unary(positive ? 'eventually' : 'always', convert(f.operand, positive));
      case 'and':
        return binary(positive ? 'and' : 'or', convert(f.left, positive), convert(f.right, positive));
      case 'or':
        return binary(positive ? 'or' : 'and', convert(f.left, positive), convert(f.right, positive));
      case 'implies':
        return binary(positive ? 'or' : 'and', convert(f.left, !positive), convert(f.right, positive));
      case 'equivalent':
        return binary(
          'or',
          binary('and', convert(f.left, true), convert(f.right, positive)),
          binary('and', convert(f.left, false), convert(f.right, !positive)),
        );
      case 'until':
        return binary(positive ? 'until' : 'release', convert(f.left, positive), convert(f.right, positive));
      case 'release':
        return binary(positive ? 'release' : 'until', convert(f.left, positive), convert(f.right, positive));
      case 'weakUntil': {
        // a W b = b R (a or b)
        const left = convert(f.left, positive);
        const right = convert(f.right, positive);
        return binary(positive ? 'release' : 'until', right, binary(positive ? 'or' : 'and', left, right));
      }
    }
  };
  return convert(formula, true);
}

const UNARY_SIGNS: Record<UnaryKind, string> = { not: '!', next: 'X ', always: '[]', eventually: '<>' };
const BINARY_SIGNS: Record<BinaryKind, string> = {
  and: '&&',
  or: '||',
  implies: '->',
  equivalent: '<->',
  until: 'U',
  release: 'V',
  weakUntil: 'W',
};

/** The formula in its notation, with parentheses round every binary operator but the outermost. */
export function showFormula(formula: Formula, nameOf: (atom: number) => string = defaultName): string {
  const show = (f: Formula, outermost: boolean): string => {
    switch (f.kind) {
      case 'true':
      case 'false':
        return f.kind;
      case 'atom':
        return nameOf(f.atom);
      case 'not':
      case 'next':
      case 'always':
      case 'eventually':
        return `${UNARY_SIGNS[f.kind]}${show(f.operand, false)}`;
      default: {
        const text = `${show(f.left, false)} ${BINARY_SIGNS[f.kind]} ${show(f.right, false)}`;
        return outermost ? text : `(${text})`;
      }
    }
  };
  return show(formula, true);
}

const defaultName = (number: number): string => `p${number}`;
