/** Processes that synchronise and then cease to exist: the others need them no longer. */
import { expect, it } from 'vitest';
import { proveByFlow } from '../../../src/engine/flow/index.js';
import { reach } from '../../../src/engine/reach/reference/index.js';
import { internal, type ProcessType, type Step, type System } from '../../../src/model/system.js';
import { bindProperties, parseProperties } from '../../../src/property/index.js';

const type = (name: string, steps: Step[]): ProcessType => ({
  name,
  parameters: 0,
  variables: [],
  channels: [],
  locations: [{}, {}],
  initial: 0,
  steps,
  alphabet: [0],
});

const together: Step = { from: 0, to: 1, action: { kind: 'synchronise', symbol: 0 }, effects: [] };

/** `go` needs two processes, of which one never offers it. */
const system = (leaver: Step['effects']): System => ({
  name: 'go',
  sources: [],
  variables: [],
  channels: [],
  symbols: [{ name: 'go' }],
  types: [
    type('one', [together]),
    type('other', [{ from: 0, to: 1, action: internal, effects: leaver, event: { name: 'left' } }]),
  ],
  instances: ['one', 'other'].map((name, t) => ({ name, type: t, arguments: [] })),
  processBound: 2,
  arithmetic: 'wrap',
});

async function answers(about: System): Promise<string[]> {
  const parsed = parseProperties({ file: 'p.prop', text: 'absence of go' });
  if (!parsed.ok) throw new Error(parsed.diagnostics[0].message);
  const bound = bindProperties(parsed.value, about);
  if (!bound.ok) throw new Error(bound.diagnostics[0].message);
  const [question] = bound.value;
  const budget = { now: () => 0 };
  const [flow, all] = [await proveByFlow(about, question, budget), await reach(about, question, budget)];
  return [flow.verdict, all.verdict];
}

it('is not answered where a process that synchronises may be gone', async () => {
  expect(await answers(system([]))).toEqual(['holds', 'holds']);
  expect(await answers(system([{ kind: 'exit' }]))).toEqual(['inconclusive', 'violated']);
});
