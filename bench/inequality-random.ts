/**
 * The inequality engine against exhaustive search on random systems: random queries, and the queries of
 * the pattern library. Prints how often the answer was undecided before and after refinement, how large the
 * automata are before and after states that the question cannot tell apart are taken as one, and of how many
 * answers the inequalities were written a second time; ends with an error if any answer was wrong or
 * another one without minimising, any run did not replay, any certificate was not accepted or any damaged
 * one was. Give numbers of systems: random ones (3000) and for each pattern (200).
 */
import { asItIs } from '../src/engine/inequality/arrangement.js';
import { prove } from '../src/engine/inequality/index.js';
import { minimised, type Sizes, sizesOf } from '../src/engine/inequality/minimise.js';
import { Abstention } from '../src/engine/inequality/network.js';
import { unfold } from '../src/engine/inequality/unfold.js';
import { reach } from '../src/engine/reach/reference/index.js';
import { checkCertificate } from '../src/evidence/certificate/check.js';
import { violates } from '../src/evidence/judge.js';
import { Interpreter } from '../src/model/interpreter.js';
import type { System } from '../src/model/system.js';
import { patternEvents } from '../src/property/pattern/index.js';
import type { Question } from '../src/property/question.js';
import { libraryPatterns } from '../test/engine/inequality/library.js';
import { askedBy, randomAutomata, randomQuery } from '../test/engine/inequality/random-questions.js';
import { damagedCertificates } from '../test/evidence/certificate/damage.js';
import { Chance, randomSystem } from '../test/model/random-system.js';

const [systems = 3000, perPattern = 200] = process.argv.slice(2).map(Number);
/** CPU seconds, so that answers do not depend on what else the machine does. */
const now = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};
const print = (line: string) => process.stdout.write(`${line}\n`);
const MOST_STATES = 50_000;

class Tally {
  asked = 0;
  holds = 0;
  violated = 0;
  undecided = 0;
  undecidedUnrefined = 0;
  unknown = 0;
  damaged = 0;
  rebuilt = 0;
  whole: Sizes = { states: 0, edges: 0 };
  smaller: Sizes = { states: 0, edges: 0 };
  wrong: string[] = [];

  async compare(system: System, question: Question, seed: number, refused?: Chance): Promise<void> {
    const budget = { now, deadline: now() + 20, states: MOST_STATES };
    const [answer, truth] = [
      await prove(system, question, budget),
      await reach(system, question, { ...budget, deadline: now() + 60 }),
    ];
    const complain = (what: string) => this.wrong.push(`seed ${seed}, ${question.text}: ${what}`);
    this.asked++;
    if (truth.verdict === 'inconclusive') this.unknown++;
    if (answer.verdict === 'inconclusive') this.undecided++;
    else if (truth.verdict !== 'inconclusive' && answer.verdict !== truth.verdict)
      complain(`${answer.verdict}, but search says ${truth.verdict}`);
    if (answer.verdict === 'violated') {
      this.violated++;
      if (!violates(new Interpreter(system), question.ask, answer.run)) complain('the run does not replay');
    }
    if (answer.verdict === 'holds') {
      this.holds++;
      if (answer.notices.length === 0) this.rebuilt++;
      const checked = answer.certificate && checkCertificate(answer.certificate);
      if (!checked?.valid) complain(`certificate: ${checked?.reason ?? 'there is none'}`);
      if (refused && answer.certificate && this.damaged < 500)
        for await (const damaged of damagedCertificates(answer.certificate, refused)) {
          if (checkCertificate(damaged).valid) complain('a damaged certificate was accepted');
          this.damaged++;
        }
    }
    this.measure(system, question);
    const unminimised = { ...budget, deadline: now() + 20 };
    const plain = await prove(system, question, unminimised, { minimise: false });
    if (
      answer.verdict !== 'inconclusive' &&
      plain.verdict !== 'inconclusive' &&
      plain.verdict !== answer.verdict
    )
      complain(`${plain.verdict} without minimising, ${answer.verdict} with it`);
    const first = await prove(system, question, { ...budget, deadline: now() + 20 }, { mostSplits: 0 });
    if (first.verdict === 'inconclusive') this.undecidedUnrefined++;
    else if (answer.verdict !== 'inconclusive' && first.verdict !== answer.verdict)
      complain(`${first.verdict} without refinement, ${answer.verdict} with it`);
  }

  /** What is not covered has no automata. */
  private measure(system: System, { ask }: Question): void {
    try {
      const network = unfold(system);
      add(this.whole, sizesOf(network));
      add(this.smaller, sizesOf(minimised(asItIs(network), ask).network));
    } catch (error) {
      if (!(error instanceof Abstention)) throw error;
    }
  }

  report(what: string): void {
    const share = (n: number) => `${n} (${((100 * n) / this.asked).toFixed(2)} %)`;
    print(`${what}: ${this.asked} questions, ${this.holds} hold, ${this.violated} are violated`);
    print(`  undecided before refinement ${share(this.undecidedUnrefined)}, after ${share(this.undecided)}`);
    print(`  inequalities written a second time and found equal for ${this.rebuilt} of those that hold`);
    const { whole, smaller } = this;
    print(`  automata: ${whole.states} states, ${whole.edges} transitions`);
    print(`  minimised: ${smaller.states} states, ${smaller.edges} transitions`);
    if (this.unknown > 0) print(`  search itself undecided: ${this.unknown}`);
    if (this.damaged > 0) print(`  ${this.damaged} damaged certificates refused`);
    for (const line of this.wrong) print(`  WRONG: ${line}`);
    if (this.wrong.length > 0) process.exitCode = 1;
  }
}

function add(sum: Sizes, { states, edges }: Sizes): void {
  sum.states += states;
  sum.edges += edges;
}

const started = process.cpuUsage();
const automata = new Tally();
for (let seed = 0; seed < systems; seed++) {
  const chance = new Chance(seed);
  const system = randomAutomata(chance);
  const events = system.symbols.map(({ name }) => name);
  await automata.compare(system, askedBy(randomQuery(chance, events)), seed, chance);
}
automata.report('random automata, random queries');

const programs = new Tally();
for (let seed = 0; seed < systems / 10; seed++) {
  const query = randomQuery(new Chance(seed), ['e', 'f', 's', 't', 'e(0)']);
  await programs.compare(randomSystem(seed), askedBy(query), seed);
}
programs.report('random systems with data and channels, random queries');

const patterns = new Tally();
for (const { text, question, pattern } of libraryPatterns()) {
  for (let seed = 0; seed < perPattern; seed++) {
    const system = randomAutomata(new Chance(1000 * seed + text.length), patternEvents(pattern));
    await patterns.compare(system, question, seed);
  }
}
patterns.report('the 55 queries of the pattern library');
const { user, system } = process.cpuUsage(started);
print(`${((user + system) / 1e6).toFixed(0)} s CPU`);
