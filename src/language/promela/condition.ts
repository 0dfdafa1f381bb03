/** The value of the expression behind `#if` and `#elif`. Names that are no macros count as 0. */
import { operate } from '../../model/arithmetic.js';
import { OPERATORS } from './constant.js';
import type { Expander } from './macro.js';
import type { Problems } from './problems.js';
import type { Token } from './token.js';

const LEVELS: string[][] = [
  ['||'], ['&&'], ['|'], ['^'], ['&'], ['==', '!='], ['<', '>', '<=', '>='], ['<<', '>>'], ['+', '-'], ['*', '/', '%'],
]; // biome-ignore format: a table

const DEEPEST = 200;

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
      const right = level(n + 1);
      const value = operate(OPERATORS[text], left, right, 'wrap');
      if (value === undefined) return fail('division by zero');
      left = value;
    }
    return left;
  };
  const unary = (): number => {
    if (++depth > DEEPEST) return fail('this condition is nested too deeply');
    const value = operand();
    depth--;
    return value;
  };
  const operand = (): number => {
    const token = words[at++];
    if (token === undefined) return fail('a value is missing in this condition');
    if (token.kind === 'number') return token.value! | 0;
    if (token.kind === 'name') return 0;
    if (token.text === '!') return unary() === 0 ? 1 : 0;
    if (token.text === '-') return -unary() | 0;
    if (token.text === '+') return unary();
    if (token.text === '~') return ~unary();
    if (token.text !== '(') {
      at--;
      return fail(`unexpected '${token.text}' in this condition`);
    }
    const value = level(0);
    if (words[at++]?.text !== ')') return fail("')' is missing in this condition");
    return value;
  };
  const value = level(0);
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
