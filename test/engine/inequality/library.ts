/** The pattern library as questions: eleven patterns in five scopes. */
import { observersOfQuery } from '../../../src/property/interval/index.js';
import { type PatternProperty, parsePattern, translatePattern } from '../../../src/property/pattern/index.js';
import type { Question } from '../../../src/property/question.js';

const SCOPES = ['globally', 'before R', 'after Q', 'between Q and R', 'after Q until R'];
const PATTERNS = [
  'absence of P',
  'existence of P',
  'at most 2 of P',
  'universality of P ended by N',
  'S precedes P',
  'S responds to P',
  'S, T precede P',
  'P precedes S, T',
  'P responds to S, T',
  'S, T respond to P',
  'S, T without Z respond to P',
];

export function libraryPatterns(): { text: string; pattern: PatternProperty; question: Question }[] {
  return PATTERNS.flatMap((name) =>
    SCOPES.map((scope) => {
      const text = `${name} ${scope}`;
      const reading = parsePattern({ file: 'pattern', text });
      if (!reading.ok) throw new Error(text);
      const { queries } = translatePattern(reading.value);
      const observers = queries.flatMap(observersOfQuery);
      return {
        text,
        pattern: reading.value,
        question: { name: text, text, ask: { kind: 'order', observers, queries } },
      };
    }),
  );
}
