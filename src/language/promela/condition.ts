/**
 * The value of the expression behind `#if` and `#elif`, as in C: names that are no macros count as 0, numbers may be
 * octal or hexadecimal, and what does not decide the value may divide by zero.
 */
import { operate } from '../../model/arithmetic.js';
import { OPERATORS } from './constant.js';
import type { Expander } from './macro.js';
import type { Problems } from './problems.js';
import type { Token } from './token.js';

const LEVELS: string[][] = [
  ['||'], ['&&'], ['|'], ['^'], ['&'], ['==', '!='], ['<', '>', '<=', '>='], ['<<', '>>'], ['+', '-'], ['*', '/', '%'],
]; // biome-ignore format: a table

const DEEPEST = 200;
const TOO_DEEP = 'this condition is nested too deeply';

export function conditionHolds(
  tokens: Token[],
  directive: Token,
  expander: Expander,
  problems: Problems,
): boolean {
  const words = expander.expand(withoutDefined(tokens, expander));
  let at = 0;
  let depth = 0;
  let wrong = false;
  /** How many of the parts around this one leave its value out. */
  let unneeded = 0;
  const fail = (message: string): number => {
    if (!wrong) problems.error('syntax', words[at] ?? directive, message);
    wrong = true;
    return 0;
  };
  const level = (n: number): number => {
    if (n === LEVELS.length) return unary();
    let left = level(n + 1);
    while (!wrong && words[at]?.kind === 'sign' && LEVELS[n].includes(words[at].text)) {
      const { text } = words[at++];
      const decided = (text === '&&' && left === 0) || (text === '||' && left !== 0);
      const right = needed(!decided, () => level(n + 1));
      const value = operate(OPERATORS[text], left, right, 'wrap');
      if (value === undefined && unneeded === 0) return fail('division by zero');
      left = value ?? 0;
    }
    return left;
  };
  const needed = (isNeeded: boolean, read: () => number): number => {
    if (!isNeeded) unneeded++;
    const value = read();
    if (!isNeeded) unneeded--;
    return value;
  };
  const whole = (): number => {
    const test = level(0);
    if (wrong || words[at]?.text !== '?') return test;
    at++;
    if (++depth > DEEPEST) return fail(TOO_DEEP);
    const chosen = needed(test !== 0, whole);
    if (words[at++]?.text !== ':') return fail("':' is missing in this condition");
    const other = needed(test === 0, whole);
    depth--;
    return test !== 0 ? chosen : other;
  };
  const unary = (): number => {
    if (++depth > DEEPEST) return fail(TOO_DEEP);
    const value = operand();
    depth--;
    return value;
  };
  const number = (token: Token): number => {
    // Letters right behind it are a word of their own.
    const letters = words[at]?.kind === 'bad' && words[at].start === token.end ? words[at++].text : '';
    const [, digits] = /^(0x[\da-f]+|\d+)[ul]*$/i.exec(token.text + letters) ?? [];
    if (digits) return Number(/^0[0-7]+$/.test(digits) ? `0o${digits}` : digits) | 0;
    return /\d/.test(token.text[0]) ? fail('this is not a number') : token.value! | 0;
  };
  const operand = (): number => {
    const token = words[at++];
    if (token === undefined) return fail('a value is missing in this condition');
    if (token.kind === 'number') return number(token);
    if (token.kind === 'name') return 0;
    if (token.text === '!') return unary() === 0 ? 1 : 0;
    if (token.text === '-') return -unary() | 0;
    if (token.text === '+') return unary();
    if (token.text === '~') return ~unary();
    if (token.text !== '(') {
      at--;
      return fail(`unexpected '${token.text}' in this condition`);
    }
    const value = whole();
    if (words[at++]?.text !== ')') return fail("')' is missing in this condition");
    return value;
  };
  const value = whole();
  if (at < words.length) fail(`unexpected '${words[at].text}' in this condition`);
  return !wrong && value !== 0;
}

/** `defined X` and `defined(X)` as 1 or 0, before anything is expanded. */
function withoutDefined(tokens: Token[], expander: Expander): Token[] {
  const result: Token[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i];
    const open = tokens[i + 1]?.text === '(';
    const name = tokens[open ? i + 2 : i + 1];
    if (token.text !== 'defined' || name?.kind !== 'name') {
      result.push(token);
      continue;
    }
    const value = expander.macros.has(name.text) ? 1 : 0;
    result.push({ ...token, kind: 'number', text: String(value), value });
    i += open ? 3 : 1;
  }
  return result;
}
