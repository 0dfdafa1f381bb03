/** Named sequences. A call stands for the words of the body with the words of its arguments put in. */
import type { Name } from './syntax.js';
import type { Token } from './token.js';

export interface Inline {
  name: Name;
  parameters: string[];
  /** With its braces. */
  body: Token[];
}

/** The words a call stands for. */
export function callOf(inline: Inline, given: Token[][]): Token[] {
  const words: Token[] = [];
  inline.body.forEach((token, i) => {
    const isField = inline.body[i - 1]?.text === '.';
    const number = token.kind === 'name' && !isField ? inline.parameters.indexOf(token.text) : -1;
    if (number < 0) words.push(token);
    else {
      given[number].forEach((word, k) => {
        const { newline, spaced } = k === 0 ? token : { newline: false, spaced: word.spaced || word.newline };
        const standsAt = token.standsAt ?? { file: token.file, start: token.start, end: token.end };
        words.push({ ...word, newline, spaced, lineStart: false, standsAt });
      });
    }
  });
  return words;
}
