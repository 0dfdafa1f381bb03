import { describe, expect, it } from 'vitest';
import { family } from '../../bench/families.js';
import { reach } from '../../src/engine/reach/reference/index.js';
import { violates } from '../../src/evidence/judge.js';
import { minimise } from '../../src/evidence/minimise.js';
import { ReplayError, replay, walk } from '../../src/evidence/replay.js';
import { rerun } from '../../src/evidence/rerun.js';
import { lengthOf, numberOf } from '../../src/evidence/trace.js';
import { binary, constant, read, shared } from '../../src/model/expression.js';
import { Interpreter } from '../../src/model/interpreter.js';
import type { Run } from '../../src/model/transition.js';
import { chart } from '../../src/report/chart.js';
import { mermaid } from '../../src/report/mermaid.js';
import { SourceLines } from '../../src/report/report.js';
import { tellTrace } from '../../src/report/story.js';
import { promela } from '../language/promela/reading.js';
import { byte, process, step, system } from '../model/small-system.js';

const alone = (process: number, stepIndex: number) => ({ participants: [{ process, step: stepIndex }] });
const raise = {
  kind: 'assign',
  place: shared(0),
  value: binary('add', read(shared(0)), constant(1)),
} as const;
const counter = system([process('up', [step(0, 0, { effects: [raise], text: 'x = x + 1' })])], {
  variables: [{ name: 'x', type: { kind: 'range', low: 0, high: 1, overflow: 'wrap' } }],
});

describe('replay', () => {
  it('tells what happened and what changed', () => {
    const trace = replay(new Interpreter(counter), {
      initial: 0,
      steps: [alone(0, 0), alone(0, 0)],
      cycleFrom: 0,
    });
    expect(trace.initial).toEqual([{ name: 'x', value: '0' }]);
    expect(trace.steps.map((s) => s.label)).toEqual(['x = x + 1', 'x = x + 1']);
    expect(trace.steps[0].changes).toEqual([{ name: 'x', before: '0', after: '1' }]);
    expect(trace.ending.kind).toBe('cycle');
  });

  it('shows a channel once, where a variable of its name refers to it', () => {
    const program = promela(
      'typedef N { chan link = [1] of { byte } }\nN n[2];\nactive proctype P() { n[1].link!3 }',
    );
    const trace = replay(new Interpreter(program.system), { initial: 0, steps: [alone(0, 0)] });
    expect(trace.initial.filter(({ name }) => name === 'n[1].link')).toEqual([
      { name: 'n[1].link', value: '[]' },
    ]);
    expect(trace.steps[0].changes).toEqual([{ name: 'n[1].link', before: '[]', after: '[3]' }]);
  });

  describe('of a very long execution', () => {
    const steps = Array.from({ length: 1_000 }, () => alone(0, 0));
    const told = (run: Run) => replay(new Interpreter(counter), run, 20);

    it('tells the first and the last steps, by their numbers', () => {
      const trace = told({ initial: 0, steps });
      expect(trace.steps).toHaveLength(20);
      expect(trace.leftOut).toEqual({ after: 10, steps: 980 });
      expect(lengthOf(trace)).toBe(1_000);
      expect([0, 9, 10, 19].map((i) => numberOf(trace, i))).toEqual([1, 10, 991, 1_000]);
      // x is 0 and 1 in turn, so that the step before an even number of steps makes it 1.
      expect(trace.steps[10].changes).toEqual([{ name: 'x', before: '0', after: '1' }]);
      expect(rerun(new Interpreter(counter), trace)).toBeUndefined();
    });

    it.each([
      [4, { after: 10, steps: 980 }, 4],
      [500, { after: 501, steps: 489 }, 500],
      [990, { after: 10, steps: 980 }, 10],
      [984, { after: 10, steps: 974 }, 10],
    ])('tells where it begins to go round: at %i', (cycleFrom, leftOut, index) => {
      const trace = told({ initial: 0, steps, cycleFrom });
      expect({ leftOut: trace.leftOut, cycleFrom: trace.cycleFrom }).toEqual({ leftOut, cycleFrom: index });
      expect(numberOf(trace, index)).toBe(cycleFrom + 1);
    });

    it('reports say how many steps they do not tell', () => {
      const trace = told({ initial: 0, steps });
      const style = { color: false, unicode: true, width: 100 };
      const story = tellTrace(trace, new SourceLines(), style).join('\n');
      expect(story).toContain('… 980 steps left out (the json report has more of them)\n 991. up: x = x + 1');
      expect(chart(trace, style).join('\n')).toMatch(/980 steps not drawn[\s\S]* 991 /);
      expect(mermaid(trace)).toContain('980 steps are left out');
    });
  });

  it.each<[string, Run]>([
    ['a step that is not enabled', { initial: 0, steps: [alone(0, 3)] }],
    ['an initial state that does not exist', { initial: 1, steps: [] }],
    ['a cycle that does not close', { initial: 0, steps: [alone(0, 0)], cycleFrom: 0 }],
    ['an empty cycle', { initial: 0, steps: [alone(0, 0)], cycleFrom: 1 }],
  ])('refuses %s', (_, run) => {
    expect(() => walk(new Interpreter(counter), run)).toThrow(ReplayError);
    expect(violates(new Interpreter(counter), { kind: 'terminates' }, run)).toBe(false);
  });
});

describe('a deadlock is explained', () => {
  it('by the circle in which the philosophers and forks of dp(3) wait', async () => {
    const dining = family('dp', 3);
    const answer = await reach(
      dining,
      { name: 'd', text: 'd', ask: { kind: 'deadlock-free' } },
      { now: () => 0 },
    );
    if (answer.verdict !== 'violated') throw new Error('dp(3) has a deadlock');
    // Each takes one fork: the shortest way into the deadlock has n steps.
    expect(answer.run.steps).toHaveLength(3);
    const { ending } = replay(new Interpreter(dining), answer.run);
    expect(ending.kind).toBe('deadlock');
    expect(ending.circle).toHaveLength(6);
    const names = ending.circle.map((p) => dining.instances[p].name);
    expect(names.filter((name) => name.startsWith('phil'))).toHaveLength(3);
  });

  it('but processes that are idle at an end are not a deadlock', () => {
    const server = process('server', [step(0, 0, { action: { kind: 'synchronise', symbol: 0 } })], {
      locations: [{ marks: ['end'] }],
    });
    const client = process('client', [step(0, 1, { action: { kind: 'synchronise', symbol: 0 } })]);
    const idle = system([server, client], { symbols: [{ name: 'call' }] });
    const run: Run = { initial: 0, steps: [{ participants: [0, 1].map((p) => ({ process: p, step: 0 })) }] };
    const { ending } = replay(new Interpreter(idle), run);
    expect(ending.kind).toBe('terminated');
    expect(ending.waiting.map((w) => w.atEnd)).toEqual([true, true]);
    expect(violates(new Interpreter(idle), { kind: 'deadlock-free' }, run)).toBe(false);
  });
});

describe('minimise', () => {
  const halves = ['a', 'b'].map((name, i) =>
    process(name, [
      step(0, 0, { effects: [], text: 'idle' }),
      step(0, 1, { effects: [{ kind: 'assign', place: shared(i), value: constant(1) }], text: name }),
    ]),
  );
  const two = system(halves, { variables: ['x', 'y'].map((name) => ({ name, type: byte })) });
  const interpreter = new Interpreter(two);
  const bothSet = binary('and', read(shared(0)), read(shared(1)));
  const ask = { kind: 'invariant', predicate: { kind: 'unary', operator: 'not', operand: bothSet } } as const;
  const judge = (run: Run) => violates(interpreter, ask, run);

  it('drops the steps that do not matter', () => {
    const steps = [alone(0, 0), alone(1, 0), alone(0, 1), alone(1, 0), alone(1, 1)];
    expect(judge({ initial: 0, steps })).toBe(true);
    expect(minimise(interpreter, { initial: 0, steps }, judge).steps).toEqual([alone(0, 1), alone(1, 1)]);
  });

  it('gives up at once when told so, however long the run', () => {
    const steps = [...Array.from({ length: 4000 }, (_, i) => alone(i % 2, 0)), alone(0, 1), alone(1, 1)];
    let asked = 0;
    const run = { initial: 0, steps };
    expect(minimise(interpreter, run, judge, () => ++asked < 0)).toBe(run);
    // Once for each size of a piece (log2 of the length, and single steps), and once for the grouping.
    expect(asked).toBeLessThan(20);
  });

  it('groups the steps of a process', async () => {
    const pairs = ['a', 'b'].map((name) => process(name, [step(0, 1), step(1, 2)]));
    const done = new Interpreter(system(pairs));
    const atEnd = (run: Run) => {
      const states = violates(
        done,
        { kind: 'invariant', predicate: { kind: 'unary', operator: 'not', operand: bothAtEnd } },
        run,
      );
      return states;
    };
    const bothAtEnd = binary(
      'and',
      { kind: 'at', process: constant(0), type: 0, locations: [2] },
      { kind: 'at', process: constant(1), type: 1, locations: [2] },
    );
    const mixed = { initial: 0, steps: [alone(0, 0), alone(1, 0), alone(0, 1), alone(1, 1)] };
    expect(minimise(done, mixed, atEnd).steps.map((s) => s.participants[0].process)).toEqual([0, 0, 1, 1]);
  });
});
