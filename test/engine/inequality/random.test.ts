import { describe, expect, it } from 'vitest';
import { prove } from '../../../src/engine/inequality/index.js';
import { reach } from '../../../src/engine/reach/reference/index.js';
import { checkCertificate } from '../../../src/evidence/certificate/check.js';
import { violates } from '../../../src/evidence/judge.js';
import { Interpreter } from '../../../src/model/interpreter.js';
import type { System } from '../../../src/model/system.js';
import type { Question } from '../../../src/property/question.js';
import { Chance, randomSystem } from '../../model/random-system.js';
import { deadlockFree, noErrors, unlimited } from './ask.js';
import { askedBy, randomAutomata, randomQuery } from './random-questions.js';

const SYSTEMS = 60;

/** Every answer is checked against exhaustive search; what came out is counted. */
async function compare(make: (seed: number, chance: Chance) => { system: System; questions: Question[] }) {
  const count = { agreed: 0, inconclusive: 0 };
  for (let seed = 0; seed < SYSTEMS; seed++) {
    const { system, questions } = make(seed, new Chance(seed));
    for (const question of questions) {
      const answer = await prove(system, question, unlimited);
      const truth = await reach(system, question, { ...unlimited, states: 20_000 });
      const where = `seed ${seed}, ${question.text}`;
      if (answer.verdict === 'inconclusive') {
        count.inconclusive++;
        continue;
      }
      if (truth.verdict !== 'inconclusive') expect(answer.verdict, where).toBe(truth.verdict);
      if (answer.verdict === 'violated')
        expect(violates(new Interpreter(system), question.ask, answer.run), where).toBe(true);
      else expect(checkCertificate(answer.certificate!), where).toMatchObject({ valid: true });
      count.agreed++;
    }
  }
  return count;
}

describe('against exhaustive search', () => {
  it('random automata: deadlock and random queries; hardly ever undecided', async () => {
    const { agreed, inconclusive } = await compare((_, chance) => {
      const system = randomAutomata(chance);
      const events = system.symbols.map(({ name }) => name);
      const queries = [0, 1].map(() => askedBy(randomQuery(chance, events)));
      return { system, questions: [deadlockFree, ...queries] };
    });
    expect(inconclusive).toBeLessThan(0.05 * agreed);
  });

  it('random systems with data, channels, regions and priorities: never a wrong answer', async () => {
    const { agreed } = await compare((seed, chance) => ({
      system: randomSystem(seed),
      questions: [deadlockFree, noErrors, askedBy(randomQuery(chance, ['e', 'f', 's', 't', 'e(0)']))],
    }));
    expect(agreed).toBeGreaterThan(SYSTEMS);
  });
});
