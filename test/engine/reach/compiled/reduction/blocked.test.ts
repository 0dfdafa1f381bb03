/** What is blocked now may be made possible by others: they are not to be left out. */
import { expect, it } from 'vitest';
import { reachCompiled } from '../../../../../src/engine/reach/compiled/index.js';
import { DEFAULT_SETTINGS } from '../../../../../src/engine/reach/compiled/store/settings.js';
import { reach } from '../../../../../src/engine/reach/reference/index.js';
import { REDUCTIONS } from '../../../../../src/engine/reach/reference/reduction/index.js';
import { constant } from '../../../../../src/model/expression.js';
import type { Action } from '../../../../../src/model/system.js';
import { byte, process, step, system } from '../../../../model/small-system.js';

const put: Action = { kind: 'send', channel: constant(1), values: [constant(1)], order: 'fifo' };
const take: Action = {
  kind: 'receive',
  channel: constant(1),
  patterns: [{ kind: 'ignore' }],
  position: 'first',
};

/** The sender fills the queue, then gives up, or sends again and is wrong: only if the other has received. */
const sender = process('sender', [step(0, 1, { action: put }), step(1, 2), step(1, 3, { action: put })]);
sender.locations[3] = { marks: ['error'] };
const receiver = process('receiver', [step(0, 1, { action: take })]);
const model = system([sender, receiver], { channels: [{ name: 'c', capacity: 1, fields: [byte] }] });

// Nobody here is like another.
it.each(REDUCTIONS.filter((reduction) => reduction !== 'symmetry'))('%s', async (reduction) => {
  const question = { name: 'q', text: '', ask: { kind: 'assertions' } } as const;
  const unlimited = { now: () => 0 };
  const answers = [
    await reach(model, question, unlimited, { reduction }),
    await reachCompiled(model, question, unlimited, 'depth', DEFAULT_SETTINGS, reduction),
    await reachCompiled(model, question, unlimited, 'breadth', DEFAULT_SETTINGS, reduction),
  ];
  for (const answer of answers) expect(answer.verdict).toBe('violated');
});
