/**
 * The problems of FLAVERS, section 7.2, at small size. How many constraints the paper needed is from its
 * Tables VI and IX and the text of 7.2.1 and 7.2.2.
 */
import { describe, expect, it } from 'vitest';
import { proveByFlow } from '../../../src/engine/flow/index.js';
import { violates } from '../../../src/evidence/judge.js';
import { replay } from '../../../src/evidence/replay.js';
import { Interpreter } from '../../../src/model/interpreter.js';
import { example } from './example.js';

const budget = { now: () => 0 };

const PROBLEMS: [program: string, property: string, constraints: number][] = [
  ['readers_writers', 'exclusive_write', 2],
  ['readers_writers', 'no_write_while_reading', 2],
  ['readers_writers', 'no_write_while_reading_2', 1],
  ['readers_writers', 'write_first', 1],
  // The paper needs a task automaton for the pump and for each of the two customers.
  ['gas_station', 'mutual_exclusion', 3],
  ['gas_station', 'customer_1_start_stop', 0],
  ['gas_station', 'pump_1_start_stop', 1],
  ['gas_station', 'correct_change', 3],
  ['philosophers_standard', 'mutual_exclusion', 3],
  ['philosophers_standard', 'no_fork_up_twice', 1],
  ['philosophers_manager', 'mutual_exclusion', 4],
  ['philosophers_manager', 'no_fork_up_twice', 1],
  ['philosophers_dictionary', 'mutual_exclusion', 3],
  ['philosophers_dictionary', 'no_fork_up_twice', 1],
  ['philosophers_host', 'mutual_exclusion', 3],
  ['philosophers_host', 'no_fork_up_twice', 1],
  ['chiron_unrolled', 'p01', 1],
  ['chiron_unrolled', 'p02', 4],
  ['chiron_unrolled', 'p03', 1],
  ['chiron_unrolled', 'p04', 1],
  ['chiron_unrolled', 'p05', 2],
  ['chiron_unrolled', 'p06', 1],
  ['chiron_unrolled', 'p07', 3],
  ['chiron_unrolled', 'p08', 4],
  ['chiron_unrolled', 'p09_artist_1', 2],
  ['chiron_unrolled', 'p09_artist_2', 2],
];

describe('the problems of the paper', () => {
  it.each(PROBLEMS)('%s: %s is proved, with at most %i constraints', async (program, property, most) => {
    const { system, question } = example(program);
    const options = { certificate: false };
    const answer = await proveByFlow(system, question(property), budget, options);
    expect(answer.verdict, answer.verdict === 'inconclusive' ? answer.reason : '').toBe('holds');
    expect(answer.constraints.length, answer.constraints.join(', ')).toBeLessThanOrEqual(most);
  });
});

describe('the cash machine', () => {
  it('needs a valid PIN before a transaction, without any constraint (Fig. 3)', async () => {
    const { system, question } = example('atm');
    const answer = await proveByFlow(system, question('valid_before_transaction'), budget, {
      constraints: [],
    });
    expect(answer).toMatchObject({ verdict: 'holds', constraints: [] });
  });

  it('may seem to keep the card wrongly where nothing is known of its counter (Fig. 11)', async () => {
    const { system, question } = example('atm');
    const answer = await proveByFlow(system, question('eaten_at_second_wrong'), budget, { constraints: [] });
    expect(answer).toMatchObject({ verdict: 'inconclusive' });
    expect(answer.verdict === 'inconclusive' && answer.reason).toMatch(
      /stopped by task Machine and variable Machine\.Wrong/,
    );
  });

  it('keeps the card at the third wrong PIN: the task and the counter are chosen, and the run is found', async () => {
    const { system, question } = example('atm');
    const { ask } = question('eaten_at_second_wrong');
    const answer = await proveByFlow(system, question('eaten_at_second_wrong'), budget);
    expect(answer.constraints).toEqual(['task Machine', 'variable Machine.Wrong']);
    if (answer.verdict !== 'violated') throw new Error(answer.verdict);
    const interpreter = new Interpreter(system);
    expect(violates(interpreter, ask, answer.run)).toBe(true);
    const events = replay(interpreter, answer.run).steps.flatMap((step) => step.events);
    const answers = events.filter((event) => /^customer\.(invalid|valid|eat_card)$/.test(event));
    expect(answers).toEqual(['customer.invalid', 'customer.invalid', 'customer.eat_card']);
  });

  it('does what it should after the test of the counter is changed', async () => {
    const { system, question } = example('atm_corrected');
    const answer = await proveByFlow(system, question('eaten_at_second_wrong'), budget);
    expect(answer.verdict).toBe('holds');
  });
});

describe('constraints by name', () => {
  it('are the only ones used', async () => {
    const { system, question } = example('gas_station');
    const answer = await proveByFlow(system, question('correct_change'), budget, {
      constraints: ['task operator', 'task customer_1', 'task pump_1'],
      positions: false,
    });
    expect(answer).toMatchObject({
      verdict: 'holds',
      constraints: ['task Operator', 'task Customer_1', 'task Pump_1'],
    });
  });

  it('that do not exist are named', async () => {
    const { system, question } = example('atm');
    const answer = await proveByFlow(system, question('eaten_at_second_wrong'), budget, {
      constraints: ['task clerk'],
    });
    expect(answer.verdict === 'inconclusive' && answer.reason).toMatch(
      /no constraint "task clerk"; there are task Atm/,
    );
  });
});

describe('smaller task automata', () => {
  it('do not grow with tasks that the property does not tell apart', async () => {
    const { system, question } = example('gas_station');
    const constraints = ['task operator', 'task customer_1', 'task pump_1'];
    const ask = (wholeTasks: boolean) =>
      proveByFlow(system, question('correct_change'), budget, { constraints, wholeTasks, positions: false });
    const [small, whole] = [await ask(false), await ask(true)];
    expect([small.verdict, whole.verdict]).toEqual(['holds', 'holds']);
    expect(small.statistics.tuples!).toBeLessThan(whole.statistics.tuples! / 5);
  });

  it('count tasks that are constrained together', async () => {
    const { system, question } = example('readers_writers');
    const answer = await proveByFlow(system, question('no_write_while_reading'), budget, {
      constraints: ['task control', 'task reader_*', 'variable active_readers'],
      positions: false,
    });
    expect(answer.verdict).toBe('holds');
    expect(answer.constraints).toContain('task Reader_1 + Reader_2');
  });
});
