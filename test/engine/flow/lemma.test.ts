/** Properties that follow from others, use others, or are asked under an assumption. */
import { describe, expect, it } from 'vitest';
import { proveByFlow } from '../../../src/engine/flow/index.js';
import { reach } from '../../../src/engine/reach/reference/index.js';
import { bindProperties, parseProperties } from '../../../src/property/index.js';
import { example } from './example.js';

const budget = { now: () => 0 };
const EVENTS = `
event c1_start = pump_1.start_1
event c1_stop = pump_1.finish_1
event c2_start = pump_1.start_2
event c2_stop = pump_1.finish_2
property customer_1: for events {c1_start, c1_stop} show all executions satisfy (c1_start; c1_stop)*
property customer_2: for events {c2_start, c2_stop} show all executions satisfy (c2_start; c2_stop)*
property pump: for events {c1_start, c2_start, c1_stop, c2_stop}
  show all executions satisfy ([c1_start, c2_start]; [c1_stop, c2_stop])*
`;
const EXCLUSION =
  'for events {c1_start, c1_stop, c2_start, c2_stop} show all executions satisfy (c1_start; c1_stop | c2_start; c2_stop)*';

function asked(text: string, name: string, program = 'gas_station') {
  const { system } = example(program);
  const read = parseProperties({ file: 'lemma.prop', text });
  const bound = read.ok ? bindProperties(read.value, system) : read;
  if (!bound.ok) return { system, messages: bound.diagnostics.map(({ message }) => message) };
  return { system, messages: [], question: bound.value.find((one) => one.name === name), all: bound.value };
}

describe('a property that follows from others', () => {
  it('is proved by proving those (FLAVERS, 7.2.2: mutual exclusion at the pump)', async () => {
    const text = `${EVENTS}property both follows from customer_1, customer_2, pump: ${EXCLUSION}`;
    const { system, question } = asked(text, 'both');
    const answer = await proveByFlow(system, question!, budget);
    expect(answer.verdict).toBe('holds');
    expect(answer.notices).toContain('it follows from customer_1, customer_2, pump, which hold');
  });

  it('is asked by itself where it does not follow', async () => {
    const text = `${EVENTS}property both follows from customer_1, pump: ${EXCLUSION}`;
    const { system, question } = asked(text, 'both');
    const answer = await proveByFlow(system, question!, budget);
    expect(answer.notices).toContain('that it follows from customer_1, pump was not seen');
    // c2_start c1_stop is allowed by both, but customer 1 has not started.
    expect(answer.verdict).toBe('holds');
  });
});

describe('a property that uses others', () => {
  it('is proved with them as constraints', async () => {
    const text = `${EVENTS}property both using pump, customer_1, customer_2: ${EXCLUSION}`;
    const { system, question } = asked(text, 'both');
    const answer = await proveByFlow(system, question!, budget, { positions: false });
    expect(answer.verdict).toBe('holds');
    expect(answer.constraints).toContain('property pump');
  });

  it('does not use what does not hold', async () => {
    const text = `${EVENTS}
property wrong: for events {c1_start, c2_start} show all executions satisfy c1_start*
property second using wrong: for events {c1_start, c2_start} show all executions satisfy c1_start*`;
    const { system, question } = asked(text, 'second');
    const answer = await proveByFlow(system, question!, budget);
    expect(answer.verdict).toBe('violated');
    expect(answer.notices).toContain('wrong was not proved, so it is not used');
  });
});

describe('an assumption', () => {
  const text = `${EVENTS}
assumption only_first: for events {c1_start, c2_start} show all executions satisfy c1_start*
property never_second assuming only_first: for events {c2_stop} show no executions satisfy .*; c2_stop; .*
property bare: for events {c2_stop} show no executions satisfy .*; c2_stop; .*`;

  it('is not asked, and leaves out executions that break it, for every engine', async () => {
    const { system, question, all } = asked(text, 'never_second');
    expect(all?.map(({ name }) => name)).not.toContain('only_first');
    expect(question?.notices?.join()).toMatch(/what only_first says, which is taken for granted/);
    expect((await proveByFlow(system, question!, budget)).verdict).toBe('holds');
    expect((await reach(system, question!, budget, {})).verdict).toBe('holds');
    const bare = all?.find(({ name }) => name === 'bare');
    expect((await proveByFlow(system, bare!, budget)).verdict).toBe('violated');
  });

  it.each([
    ['property p follows from nobody: deadlock-free', '"nobody" is no other property of this file'],
    ['property p using only: deadlock-free', '"only" is an assumption: write "assuming"'],
    ['property p assuming customer_1: deadlock-free', '"customer_1" is a property, not an assumption'],
    [
      'property q: deadlock-free\nproperty p follows from q: deadlock-free',
      '"q" is not about the order of events',
    ],
  ])('%s: %s', (line, message) => {
    const only = 'assumption only: for events {c1_start} show all executions satisfy c1_start*\n';
    expect(asked(`${EVENTS}${only}${line}`, 'p').messages).toContain(message);
  });
});
