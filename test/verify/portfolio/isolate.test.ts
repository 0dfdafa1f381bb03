import { EventEmitter } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import type { Budget } from '../../../src/engine/budget.js';
import { type Message, watch } from '../../../src/verify/portfolio/isolate.js';

const unlimited: Budget = { now: () => performance.now() / 1000 };

/** A thread that does what the test says, and remembers that it was ended. */
class FakeThread extends EventEmitter {
  ended = false;

  terminate(): Promise<number> {
    this.ended = true;
    return Promise.resolve(0);
  }

  says(message: Message): this {
    setTimeout(() => this.emit('message', message));
    return this;
  }
}

const watched = (thread: FakeThread, budget = unlimited, over = () => false, grace?: number) =>
  watch(thread as unknown as Worker, budget, over, grace);

/** Every look at the clock is a second later. */
function hurried(): () => number {
  let seconds = 0;
  return () => seconds++;
}

describe('the thread of an engine', () => {
  it('gives its answer, and its progress on the way', async () => {
    const told: string[] = [];
    const thread = new FakeThread()
      .says({
        kind: 'progress',
        progress: { states: 0, transitions: 0, depth: 0, bytes: 0, work: 'solving' },
      })
      .says({
        kind: 'answer',
        answer: { verdict: 'holds', strength: 'proved', statistics: { rows: 3 }, notices: [] },
      });
    const answer = await watched(thread, { ...unlimited, progress: ({ work }) => told.push(work ?? '') });
    expect(answer).toMatchObject({ verdict: 'holds', statistics: { rows: 3 } });
    expect(told).toEqual(['solving']);
    expect(thread.ended).toBe(true);
  });

  it('is ended when it does not stop in time, inside one call of the solver too', async () => {
    const thread = new FakeThread();
    const answer = await watched(thread, { now: hurried(), deadline: 2 });
    expect(answer).toMatchObject({ verdict: 'inconclusive', limit: 'time' });
    expect(thread.ended).toBe(true);
  });

  it('may take longer to tell what it found in its time', async () => {
    const answer = { verdict: 'holds', strength: 'exhaustive', statistics: {}, notices: [] } as const;
    for (const [grace, verdict] of [
      [undefined, 'inconclusive'],
      [1000, 'holds'],
    ] as const) {
      const thread = new FakeThread();
      setTimeout(() => thread.emit('message', { kind: 'answer', answer }), 300);
      const late = await watched(thread, { now: hurried(), deadline: 2 }, undefined, grace);
      expect(late.verdict).toBe(verdict);
    }
  });

  it('is ended when the user interrupts', async () => {
    const thread = new FakeThread();
    const answer = await watched(thread, { now: hurried(), interrupted: () => true });
    expect(answer).toMatchObject({ verdict: 'inconclusive', limit: 'interrupted' });
    expect(thread.ended).toBe(true);
  });

  it('that has no memory left is a limit, any other failure a defect', async () => {
    const full = new FakeThread();
    setTimeout(() =>
      full.emit('error', Object.assign(new Error('heap'), { code: 'ERR_WORKER_OUT_OF_MEMORY' })),
    );
    expect(await watched(full)).toMatchObject({ verdict: 'inconclusive', limit: 'memory' });
    const broken = new FakeThread().says({ kind: 'failed', message: 'a defect' });
    await expect(watched(broken)).rejects.toThrow('a defect');
  });

  it('is ended when another engine has answered', async () => {
    const thread = new FakeThread();
    let looks = 0;
    const answer = await watched(thread, unlimited, () => ++looks > 2);
    expect(answer).toMatchObject({ verdict: 'inconclusive', limit: 'interrupted' });
    expect(thread.ended).toBe(true);
  });
});
