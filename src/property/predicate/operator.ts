/** The operators of predicates and formulas, how they are spelt, and how tightly they bind. */
import type { BinarySign, Term, UnarySign } from './term.js';

export interface Level {
  sign: BinarySign;
  level: number;
}

export const EQUIVALENT = 2;
export const IMPLIES = 3;
const AND = 5;
export const UNTIL = 6;
const BIT_OR = 7;
const BIT_AND = 9;
export const COMPARISON = 10;
const ORDER = 11;

const BINARY: Record<string, Level> = {
  '<->': { sign: '<->', level: EQUIVALENT },
  '<=>': { sign: '<->', level: EQUIVALENT },
  '->': { sign: '->', level: IMPLIES },
  '=>': { sign: '->', level: IMPLIES },
  '||': { sign: '||', level: 4 },
  '\\/': { sign: '||', level: 4 },
  '&&': { sign: '&&', level: AND },
  '/\\': { sign: '&&', level: AND },
  '|': { sign: '|', level: BIT_OR },
  '^': { sign: '^', level: 8 },
  '&': { sign: '&', level: BIT_AND },
  '==': { sign: '==', level: COMPARISON },
  '!=': { sign: '!=', level: COMPARISON },
  '<': { sign: '<', level: 11 },
  '<=': { sign: '<=', level: 11 },
  '>': { sign: '>', level: 11 },
  '>=': { sign: '>=', level: 11 },
  '<<': { sign: '<<', level: 12 },
  '>>': { sign: '>>', level: 12 },
  '+': { sign: '+', level: 13 },
  '-': { sign: '-', level: 13 },
  '*': { sign: '*', level: 14 },
  '/': { sign: '/', level: 14 },
  '%': { sign: '%', level: 14 },
};

/** Words that are operators between two operands, and names where an operand is expected. */
const BINARY_WORDS: Record<string, Level> = {
  U: { sign: 'U', level: UNTIL },
  until: { sign: 'U', level: UNTIL },
  stronguntil: { sign: 'U', level: UNTIL },
  V: { sign: 'V', level: UNTIL },
  R: { sign: 'V', level: UNTIL },
  release: { sign: 'V', level: UNTIL },
  W: { sign: 'W', level: UNTIL },
  weakuntil: { sign: 'W', level: UNTIL },
  and: { sign: '&&', level: AND },
  or: { sign: '||', level: 4 },
  implies: { sign: '->', level: IMPLIES },
  equivalent: { sign: '<->', level: EQUIVALENT },
};

/** Words that are operators where an operand follows them, and names elsewhere. */
const UNARY_WORDS: Record<string, UnarySign> = {
  always: '[]',
  G: '[]',
  eventually: '<>',
  F: '<>',
  next: 'X',
  X: 'X',
  not: '!',
};

const entry = <T>(table: Record<string, T>, key: string): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

export const binarySign = (text: string): Level | undefined => entry(BINARY, text);
export const binaryWord = (text: string): Level | undefined => entry(BINARY_WORDS, text);
export const unaryWord = (text: string): UnarySign | undefined => entry(UNARY_WORDS, text);

const isBitwise = (level: number): boolean => level >= BIT_OR && level <= BIT_AND;

/** The level of an operator that no parentheses set apart; 0 for everything else. */
function openLevel(term: Term): number {
  return term.kind === 'binary' && !term.grouped ? levelOf(term.operator) : 0;
}

function levelOf(sign: BinarySign): number {
  return BINARY[sign]?.level ?? UNTIL;
}

/** Why someone might read this combination without parentheses in another way; undefined: nobody would. */
export function ambiguity(operator: BinarySign, left: Term, right: Term): string | undefined {
  const level = levelOf(operator);
  const [l, r] = [openLevel(left), openLevel(right)];
  if (level === UNTIL && (l === UNTIL || r === UNTIL)) return 'operators like U in a row';
  if (level === IMPLIES && (l === IMPLIES || r === IMPLIES || l === EQUIVALENT)) return '-> in a row';
  if (level === EQUIVALENT && r === IMPLIES) return '<-> before ->';
  if (level === UNTIL && (isBitwise(l) || isBitwise(r))) return '&, ^ or | next to an operator like U';
  if (level === AND && [l, r].some((n) => isBitwise(n) && n < BIT_AND)) return '| or ^ next to &&';
  if (
    level >= COMPARISON &&
    level <= ORDER &&
    left.kind === 'unary' &&
    left.operator === '!' &&
    !left.grouped
  ) {
    return '! before a comparison';
  }
  return undefined;
}
