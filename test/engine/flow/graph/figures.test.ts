/**
 * The cash machine of FLAVERS, Fig. 4, refined for the property of Fig. 3. In the figures nodes are numbered: 1 to
 * 8 are the statements of the customer (Fig. 5) and its end, 9 to 19 those of the machine, 20 is the start, 21 to
 * 26 the meetings, 27 the end. So all 27 are there before refinement. Refinement (Fig. 6) keeps what meets somebody,
 * is an event, or is the first or last of its task: it takes away 3 (select), 12 and 14 (if) and 18 (count + 1), as
 * the text about Fig. 8 says too: 4, 5 and 6 follow 22 directly, and so do 13, 16 and 17. The numbers 20 to 27 stay.
 * Fig. 9 has 10 merged with 9, 5 and 6 with 4, 16 and 17 with 13.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Detail } from '../../../../src/engine/flow/graph/refinement.js';
import { type TraceFlowView, viewTraceFlow } from '../../../../src/engine/flow/view.js';
import { loadText } from '../../../../src/verify/load.js';
import { tasksOf } from '../../../../src/verify/task.js';

const FOLDER = resolve(import.meta.dirname, '../../../../examples/ada');
const read = (file: string) => ({ file, text: readFileSync(resolve(FOLDER, file), 'utf8') });

async function view(detail: Detail): Promise<TraceFlowView> {
  const properties = [read('atm.prop')];
  const { program } = loadText(read('atm.adb'), 'ada', { asked: properties.map(({ text }) => text) });
  const asked = tasksOf(program, { properties }).find(
    ({ question }) => question.name === 'valid_before_transaction',
  )!;
  const budget = { now: () => 0, deadline: 1 };
  const found = await viewTraceFlow(asked.system, asked.question, budget, { detail, constraints: [] });
  if ('reason' in found) throw new Error(found.reason);
  return found.view;
}

const MEETINGS = [
  '(Machine.Insert_Card)',
  '(Machine.Enter_PIN)',
  'Machine.Transaction',
  'Customer.Valid',
  '(Customer.Eat_Card)',
  'Customer.Invalid',
];

const REFINED = [
  'start',
  'end',
  ...MEETINGS,
  'Customer: Machine.Insert_Card',
  'Customer: Machine.Enter_PIN',
  'Customer: accept Valid',
  'Customer: accept Invalid',
  'Customer: accept Eat_Card',
  'Customer: Machine.Transaction',
  'Customer: end',
  'Machine: accept Insert_Card',
  'Machine: accept Enter_PIN',
  'Machine: Customer.Valid',
  'Machine: accept Transaction',
  'Machine: Customer.Eat_Card',
  'Machine: Customer.Invalid',
  'Machine: end',
];

/** The select, the two tests and the assignment that adds 1. */
const REFINED_AWAY = [
  'Customer: chooses',
  'Machine: Chance.Random (Memory)',
  'Machine: Wrong = 2',
  'Machine: Wrong := Wrong + 1;',
];

const labels = ({ nodes }: TraceFlowView): string[] => nodes.map(({ label }) => label).sort();

describe('the cash machine', () => {
  it('has the 27 nodes that the figures number', async () => {
    const drawn = await view('program');
    expect(drawn.nodes).toHaveLength(27);
    expect(labels(drawn)).toEqual(['Machine: Wrong := 0;', ...REFINED, ...REFINED_AWAY].sort());
  });

  it('has the nodes of Fig. 8: all but 3, 12, 14 and 18', async () => {
    const drawn = await view('statements');
    expect(drawn.nodes).toHaveLength(27 - 4);
    expect(labels(drawn)).toEqual(['Machine: begins', ...REFINED].sort());
  });

  it('has the nodes and the states of Fig. 9', async () => {
    const drawn = await view('places');
    expect(drawn.nodes).toHaveLength(18);
    const [none, valid, done] = ['{0}', '{2}', '{3}'];
    expect(Object.fromEntries(drawn.nodes.map(({ label, states }) => [label, states]))).toEqual({
      start: none,
      '(Machine.Insert_Card)': none,
      '(Machine.Enter_PIN)': none,
      'Customer.Invalid': none,
      '(Customer.Eat_Card)': none,
      'Customer.Valid': valid,
      'Machine.Transaction': done,
      'Customer: Machine.Insert_Card': none,
      'Customer: Machine.Enter_PIN': none,
      'Customer: accept Valid / accept Eat_Card / accept Invalid': none,
      'Customer: Machine.Transaction': valid,
      'Customer: end': '{0, 3}',
      'Machine: accept Insert_Card': none,
      'Machine: accept Enter_PIN': none,
      'Machine: Customer.Valid / Customer.Eat_Card / Customer.Invalid': none,
      'Machine: accept Transaction': valid,
      'Machine: end': '{0, 3}',
      end: '{0, 3}',
    });
    // Each place of one task with the place of the other.
    expect(drawn.interleaving).toHaveLength(5);
  });

  it('needs only the meetings between start and end', async () => {
    expect(labels(await view('steps'))).toEqual(['start', 'end', ...MEETINGS].sort());
  });
});
