import { describe, expect, it } from 'vitest';
import type { Trace } from '../../src/evidence/trace.js';
import { chart } from '../../src/report/chart.js';
import { displayWidth } from '../../src/report/printable.js';
import { plainStyle } from '../../src/report/style.js';
import { deadlockTrace, step, trace } from './sample.js';

const names = ['Alice', 'Bob', 'Carol', 'Dave'];

const meeting: Trace = trace(names, [
  step(names, [0, 1], 'request'),
  step(names, [1, 2], 'forward(3)'),
  step(names, [2], 'x = 4'),
  step(names, [0, 2, 3], 'sync'),
  step(names, [3, 0], 'answer'),
]);

function lines(text: string): string[] {
  return text.split('\n').slice(1, -1);
}

describe('the sequence chart', () => {
  it('draws messages, joint steps and steps alone, one row each', () => {
    expect(chart(meeting, plainStyle)).toEqual(
      lines(`
     Alice         Bob            Carol    Dave
       │            │               │        │
  1    ├─ request ─►│               │        │
  2    │            ├─ forward(3) ─►│        │
  3    │            │               ● x = 4  │
  4    ◆─ sync ─────┼───────────────◆────────◆
  5    │◄─ answer ──┼───────────────┼────────┤

     ├─►│ one process to another   ◆ all marked step together   ● a process alone
`),
    );
  });

  it('keeps to ASCII when asked', () => {
    const drawn = chart(meeting, { ...plainStyle, unicode: false });
    expect(drawn).toEqual(
      lines(`
     Alice         Bob            Carol    Dave
       |            |               |        |
  1    +- request ->|               |        |
  2    |            +- forward(3) ->|        |
  3    |            |               * x = 4  |
  4    #- sync -----|---------------#--------#
  5    |<- answer --|---------------|--------+

     +->| one process to another   # all marked step together   * a process alone
`),
    );
  });

  it('marks the steps that repeat for ever', () => {
    const two = ['P', 'Q'];
    const lasso = trace(two, [step(two, [0], 'a'), step(two, [0, 1], 'ping'), step(two, [1, 0], 'pong')], {
      cycleFrom: 1,
      ending: { kind: 'cycle', waiting: [], circle: [] },
    });
    expect(chart(lasso, plainStyle)).toEqual(
      lines(`
     P         Q
     │         │
  1  ● a       │
     ══ from here on, for ever: ══
  2  ├─ ping ─►│
  3  │◄─ pong ─┤
     ══ and again from step 2 ══

     ├─►│ one process to another   ● a process alone
`),
    );
  });

  it('crosses out who waits for ever in a deadlock', () => {
    expect(chart(deadlockTrace, plainStyle)).toEqual(
      lines(`
     phil.0     phil.1     fork.0  fork.1
        │          │          │       │
  1     ├─ 0.get ──┼─────────►│       │
  2     │          ├─ 1.get ──┼──────►│
        ╳          ╳          │       │

     ├─►│ one process to another   ╳ waits for ever
`),
    );
  });

  it('shows where a step fails', () => {
    const one = ['P'];
    const failing = trace(one, [step(one, [0], 'x = 300')], {
      ending: { kind: 'fault', message: 'x is out of range', waiting: [], circle: [] },
    });
    expect(chart(failing, plainStyle).slice(0, 4)).toEqual(
      lines(`
     P
     │
  1  ● x = 300
     ╳ x is out of range
`),
    );
  });

  it('puts the labels aside when they do not fit between the lifelines', () => {
    const many = Array.from({ length: 6 }, (_, i) => `worker_${i}`);
    const ring = trace(
      many,
      many.map((_, i) => step(many, [i, (i + 1) % 6], `pass_the_token_on(${i})`)),
    );
    expect(chart(ring, { ...plainStyle, width: 90 })).toEqual(
      lines(`
     worker_0  worker_1  worker_2  worker_3  worker_4  worker_5
         │         │         │         │         │         │
  1      ├────────►│         │         │         │         │  pass_the_token_on(0)
  2      │         ├────────►│         │         │         │  pass_the_token_on(1)
  3      │         │         ├────────►│         │         │  pass_the_token_on(2)
  4      │         │         │         ├────────►│         │  pass_the_token_on(3)
  5      │         │         │         │         ├────────►│  pass_the_token_on(4)
  6      │◄────────┼─────────┼─────────┼─────────┼─────────┤  pass_the_token_on(5)

     ├─►│ one process to another
`),
    );
  });

  it('leaves out processes that take no part', () => {
    const all = ['main', 'idle', 'worker'];
    expect(chart(trace(all, [step(all, [0, 2], 'go')]), plainStyle)[0]).toBe('     main   worker');
  });

  it('says how many processes there was no room for, and stays within the page', () => {
    const many = Array.from({ length: 60 }, (_, i) => `process_number_${i}`);
    const drawn = chart(trace(many, [...many.map((_, i) => step(many, [i], `a${i}`))]), plainStyle);
    expect(drawn.at(-1)).toMatch(/^ +\d+ more processes are not drawn$/);
    for (const line of drawn)
      expect(displayWidth(line.replace(/ +\(.*not drawn\)$/, ''))).toBeLessThanOrEqual(100);
  });

  it('leaves out the middle of a long trace', () => {
    const two = ['P', 'Q'];
    const long = trace(
      two,
      Array.from({ length: 100 }, (_, i) => step(two, [i % 2], `s${i}`)),
    );
    const drawn = chart(long, plainStyle, { rows: 6 });
    expect(drawn.filter((line) => /[●]/.test(line) && !line.includes('alone'))).toHaveLength(6);
    expect(drawn).toContain('      ⋮      ⋮   (94 steps not drawn)');
  });

  it('gives two lifelines to a process number that is used twice', () => {
    const steps = [step(['one'], [0], 'a'), step(['two'], [0], 'b')];
    expect(chart(trace(['one'], steps), plainStyle)[0]).toBe('     one   two');
  });

  it('escapes what a model could send to the terminal', () => {
    const evil = ['P\u001b[2J'];
    const drawn = chart(trace(evil, [step(evil, [0], 'x\n\u009b1A')]), plainStyle).join('\n');
    expect(drawn).toContain('P\\x1b[2J');
    expect(drawn).toContain('x\\n\\x9b1A');
    expect(drawn).not.toContain('\u001b');
  });

  it('draws nothing when nothing happens', () => {
    expect(chart(trace(names, []), plainStyle)).toEqual([]);
  });
});
