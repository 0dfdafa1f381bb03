import { describe, expect, it } from 'vitest';
import { prove } from '../../../src/engine/inequality/index.js';
import { reach } from '../../../src/engine/reach/reference/index.js';
import { patternEvents } from '../../../src/property/pattern/index.js';
import { Chance } from '../../model/random-system.js';
import { unlimited } from './ask.js';
import { libraryPatterns } from './library.js';
import { randomAutomata } from './random-questions.js';

/** A few for each here; two hundred for each in bench/inequality-random.ts. */
const SYSTEMS = 3;

/** The queries of the pattern library, on random systems whose symbols are the letters of the pattern. */
describe('pattern queries: the verdict of exhaustive search', () => {
  it.each(libraryPatterns())('$text', async ({ text, pattern, question }) => {
    for (let seed = 0; seed < SYSTEMS; seed++) {
      const system = randomAutomata(new Chance(1000 * seed + text.length), patternEvents(pattern));
      const [proved, searched] = [
        await prove(system, question, unlimited),
        await reach(system, question, unlimited),
      ];
      if (proved.verdict !== 'inconclusive') expect(proved.verdict, `seed ${seed}`).toBe(searched.verdict);
    }
  });
});
