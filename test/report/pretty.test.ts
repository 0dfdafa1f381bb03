import { describe, expect, it } from 'vitest';
import { pretty, prettyResult } from '../../src/report/pretty.js';
import { SourceLines } from '../../src/report/report.js';
import { plainStyle } from '../../src/report/style.js';
import { summary } from '../../src/report/summary.js';
import { holds, inconclusive, sources, span, step, trace, violated } from './sample.js';

const lines = new SourceLines(sources);
const show = (result: Parameters<typeof prettyResult>[0]) => prettyResult(result, lines, plainStyle);

describe('a result for people', () => {
  it('tells a deadlock: why, the steps with their source lines, who waits, the circle, the chart', () => {
    expect(show(violated)).toBe(`\
✗ violated  phil.lts: deadlock-free  (reach: 4 states, 5 transitions, depth 2, 4.0 KB, 0.012 s)
  some process can always move
  why: phil.0 and phil.1 wait for one another

  How it happens, in 2 steps:
    1. phil.0 and fork.0: 0.get
       phil.0  phil.lts:2  PHIL = (right.get -> left.get -> eat -> PHIL).
       fork.0  phil.lts:1  FORK = (get -> put -> FORK).
    2. phil.1 and fork.1: 1.get
    then nothing can move:
      phil.0 (phil.lts:2) waits for 1.get, which needs phil.1
      phil.1 at PHIL.1 waits for 0.get, which needs phil.0
      clock is at an end and may stay there
    in a circle, each waits for the next:
      ┌─► phil.0 ─► phil.1 ─┐
      └─────────────────────┘

       phil.0     phil.1     fork.0  fork.1
          │          │          │       │
    1     ├─ 0.get ──┼─────────►│       │
    2     │          ├─ 1.get ──┼──────►│
          ╳          ╳          │       │

       ├─►│ one process to another   ╳ waits for ever

`);
  });

  it('tells what holds in one line, and the notices', () => {
    expect(show(holds)).toBe(`\
✓ holds (exhaustive)  phil.lts: EATING  (reach: 1,234 states, 5,678 transitions, 1.3 s)
  note: \`.\` is read as any event
`);
  });

  it('tells what stood in the way of an answer, and what to try', () => {
    expect(show(inconclusive)).toBe(`\
? inconclusive (time limit)  big.lts: live  (reach)
  [] <> eat
  why: not all states were visited
  try: more time with --time
`);
  });

  it('tells changed values, output, start values, and the part that repeats for ever', () => {
    const names = ['P'];
    const result = {
      ...violated,
      trace: trace(
        names,
        [
          step(names, [0], 'x = 1', {
            participants: [{ process: 0, name: 'P', step: 0, text: 'x = 1', span: span(1, 1) }],
            changes: [{ name: 'x', before: '0', after: '1' }],
            output: ['hello\n'],
          }),
          step(names, [0], 'skip'),
        ],
        {
          initial: [{ name: 'x', value: '0' }],
          cycleFrom: 1,
          ending: { kind: 'cycle', waiting: [], circle: [] },
        },
      ),
    };
    expect(show(result)).toContain(`
  How it happens, in 2 steps:
    at the start: x = 0
    1. P: x = 1
       phil.lts:1  FORK = (get -> put -> FORK).
       prints "hello"
       x: 0 → 1
    then for ever:
    2. P: skip
    and again from step 2
`);
  });

  it.each([
    ['fault', 'index 7 is outside 0..3', 'here it fails: index 7 is outside 0..3'],
    ['error location', 'SAFE is in its error state', 'SAFE is in its error state'],
    ['terminated', undefined, 'then every process is at an end'],
  ] as const)('tells the ending %s', (kind, message, told) => {
    const result = {
      ...violated,
      trace: trace(['P'], [step(['P'], [0], 'a')], { ending: { kind, message, waiting: [], circle: [] } }),
    };
    expect(show(result)).toContain(`\n    1. P: a\n    ${told}\n`);
  });

  it('says when it is violated before any step', () => {
    expect(show({ ...violated, trace: trace([], []) })).toContain('It is so at the start.');
  });

  it('leaves out the middle of a very long story', () => {
    const names = ['P'];
    const steps = Array.from({ length: 1000 }, (_, i) => step(names, [0], `s${i}`));
    const told = show({ ...violated, trace: trace(names, steps) });
    expect(told).toContain('… 800 steps left out (the json report has all of them)');
    expect(told).toContain('    1000. P: s999');
  });

  it('shares one source line among participants that stand there, and lists at most six places', () => {
    const names = Array.from({ length: 9 }, (_, i) => `p${i}`);
    const joint = step(names, [], 'all', {
      participants: names.map((name, process) => ({
        process,
        name,
        step: 0,
        span: span(process < 2 ? 1 : 1 + process),
      })),
    });
    const told = show({ ...violated, trace: trace(names, [joint]) });
    expect(told).toContain('p0, p1  phil.lts:1  FORK = (get -> put -> FORK).');
    expect(told).toContain('… and 2 more places');
  });

  it('shows the step where it stands far to the right in its line', () => {
    const text = `P = (${Array.from({ length: 40 }, (_, i) => `a${i}`).join(' -> ')} -> P).`;
    const column = text.indexOf('a30') + 1;
    const names = ['P'];
    const one = step(names, [0], 'a30', {
      participants: [{ process: 0, name: 'P', step: 0, span: span(1, column, column + 3, 'long.lts') }],
    });
    const told = prettyResult(
      { ...violated, trace: trace(names, [one]) },
      new SourceLines([{ file: 'long.lts', text }]),
      plainStyle,
    );
    expect(told).toContain(
      '\n       long.lts:1  … -> a27 -> a28 -> a29 -> a30 -> a31 -> a32 -> a33 -> a34 -> a35 -> a36 -> a37 …\n',
    );
  });

  it('lists those who wait in a circle first when many wait', () => {
    const names = Array.from({ length: 50 }, (_, i) => `p${i}`);
    const waiting = names.map((name, process) => ({
      process,
      name,
      location: '',
      atEnd: false,
      readyFor: ['x', 'y'],
      waitsFor: [(process + 1) % 50, (process + 2) % 50],
    }));
    const told = show({
      ...violated,
      trace: trace(names, [], { ending: { kind: 'deadlock', circle: [48, 49], waiting } }),
    });
    expect(told).toContain('\n      p49 waits for x or y, which needs p0 or p1\n      and 30 more wait\n');
  });

  it('keeps to ASCII when asked', () => {
    const all = pretty(
      { version: '1', results: [violated, holds, inconclusive], diagnostics: [], sources },
      { ...plainStyle, unicode: false },
    );
    expect(all).toMatch(/^x violated/);
    expect(all).toMatch(/^[\n -~]*$/);
  });

  it('uses colour only when asked', () => {
    expect(show(violated)).not.toContain('\u001b');
    expect(prettyResult(holds, lines, { ...plainStyle, color: true })).toContain(
      '\u001b[32m✓ holds (exhaustive)\u001b[0m',
    );
  });

  it('escapes what a model could send to the terminal', () => {
    const evil = '\u001b]0;owned\u0007';
    const names = [evil];
    const told = show({
      ...violated,
      file: evil,
      property: evil,
      text: `${evil}!`,
      reason: evil,
      notices: [evil],
      trace: trace(
        names,
        [step(names, [0], evil, { changes: [{ name: evil, before: evil, after: evil }], output: [evil] })],
        {
          initial: [{ name: evil, value: evil }],
          ending: {
            kind: 'deadlock',
            circle: [0],
            waiting: [
              { process: 0, name: evil, location: evil, atEnd: false, readyFor: [evil], waitsFor: [0] },
            ],
          },
        },
      ),
    });
    expect(told).not.toContain('\u001b');
    expect(told).not.toContain('\u0007');
  });
});

describe('the summary', () => {
  it('is a table of all answers', () => {
    expect(summary([violated, holds, inconclusive], plainStyle)).toBe(`
file      property       verdict                      engine  states     time
─────────────────────────────────────────────────────────────────────────────
phil.lts  deadlock-free  ✗ violated                   reach        4  0.012 s
phil.lts  EATING         ✓ holds (exhaustive)         reach    1,234    1.3 s
big.lts   live           ? inconclusive (time limit)  reach

3 properties: 1 holds, 1 violated, 1 inconclusive
`);
  });

  it('is not needed for one answer', () => {
    expect(summary([holds], plainStyle)).toBe('');
  });

  it('ends the whole report', () => {
    const text = pretty({ version: '1', results: [holds, holds], diagnostics: [], sources }, plainStyle);
    expect(text.endsWith('\n2 properties: 2 hold\n')).toBe(true);
  });
});
