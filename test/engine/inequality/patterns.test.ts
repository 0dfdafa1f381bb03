import { describe, expect, it } from 'vitest';
import { prove } from '../../../src/engine/inequality/index.js';
import { reach } from '../../../src/engine/reach/reference/index.js';
import { observersOfQuery } from '../../../src/property/interval/index.js';
import { parsePattern, patternEvents, translatePattern } from '../../../src/property/pattern/index.js';
import type { Question } from '../../../src/property/question.js';
import { Chance } from '../../model/random-system.js';
import { unlimited } from './ask.js';
import { randomAutomata } from './random-questions.js';

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
const SYSTEMS = 3;

/** The queries of the pattern library, on random systems whose symbols are the letters of the pattern. */
describe('pattern queries: the verdict of exhaustive search', () => {
  it.each(PATTERNS.flatMap((pattern) => SCOPES.map((scope) => `${pattern} ${scope}`)))('%s', async (text) => {
    const reading = parsePattern({ file: 'pattern', text });
    if (!reading.ok) throw new Error(text);
    const { queries } = translatePattern(reading.value);
    const observers = queries.flatMap(observersOfQuery);
    const question: Question = { name: text, text, ask: { kind: 'order', observers, queries } };
    for (let seed = 0; seed < SYSTEMS; seed++) {
      const system = randomAutomata(new Chance(1000 * seed + text.length), patternEvents(reading.value));
      const [proved, searched] = [
        await prove(system, question, unlimited),
        await reach(system, question, unlimited),
      ];
      if (proved.verdict !== 'inconclusive') expect(proved.verdict, `seed ${seed}`).toBe(searched.verdict);
    }
  });
});
