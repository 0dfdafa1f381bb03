/**
 * What the automata offer is not always enabled, and not everything that fails ends an execution. The expected
 * verdicts are those of the search of all states on the interpreter, which is asked beside.
 */
import { describe, expect, it } from 'vitest';
import { prove } from '../../../src/engine/inequality/index.js';
import { closeCycle } from '../../../src/engine/inequality/lasso.js';
import { unfold } from '../../../src/engine/inequality/unfold.js';
import { reach } from '../../../src/engine/reach/reference/index.js';
import { constant, type Expression, not } from '../../../src/model/expression.js';
import { Interpreter } from '../../../src/model/interpreter.js';
import { type Action, internal, type ProcessType, type System } from '../../../src/model/system.js';
import { check } from '../../../src/verify/check.js';
import { loadText } from '../../../src/verify/load.js';
import { deadlockFree, unlimited } from './ask.js';

async function verdicts(language: 'promela' | 'fsp', program: string, property: string): Promise<string[]> {
  const properties = [{ file: 'p.prop', text: property }];
  const loaded = loadText({ file: 'p', text: program }, language);
  const answers = (['reference', 'inequality'] as const).map((engine) =>
    check(loaded, { engine, properties, now: () => 0 }),
  );
  return (await Promise.all(answers)).map(([{ verdict }]) => verdict);
}

describe('fair executions in which somebody waits for ever although the automata offer to meet', () => {
  const never = (event: string) =>
    `query q assuming fairness violated by: from the start, then for ever without "${event}"`;

  it('for one who is there only in the middle of atomic sequences, and goes on alone', async () => {
    const program = `chan c = [0] of { bit };
      active proctype P() { do :: c!1 od }
      active proctype Q() { do :: atomic { skip; if :: c?1 :: skip fi } od }`;
    expect(await verdicts('promela', program, never('c!(1)'))).toEqual(['violated', 'violated']);
  });

  it('for one who would rather do something else', async () => {
    const program = `chan c = [0] of { bit };
      active proctype P() { do :: c?1 od }
      active proctype Q() { do :: { c!1 } unless { skip } od }`;
    expect(await verdicts('promela', program, never('c!(1)'))).toEqual(['violated', 'violated']);
  });

  it('for a timeout that never comes', async () => {
    const program = `chan q = [1] of { bit };
      active proctype P() { do :: timeout; q!1; q?1 od }
      active proctype Q() { do :: skip od }`;
    expect(await verdicts('promela', program, never('q!(1)'))).toEqual(['violated', 'violated']);
  });

  it('but not where others step back', async () => {
    const program = `chan c = [0] of { bit };
      active proctype P() { do :: c?1 od }
      active proctype Q() { do :: c!1 :: else -> skip od }`;
    expect(await verdicts('promela', program, never('c!(1)'))).toEqual(['holds', 'holds']);
  });
});

describe('what goes on for ever', () => {
  it('after assertions that fail', async () => {
    const program = `chan q = [1] of { bit };
      active proctype P() { do :: assert(false) od }
      active proctype Q() { do :: q?1 -> q!1 od }`;
    const property = 'query q violated by: from the start, then for ever without "q!(1)"';
    expect(await verdicts('promela', program, property)).toEqual(['violated', 'violated']);
  });
});

describe('a search for a cycle', () => {
  it('does not claim to be complete where an action can be taken in too many ways', () => {
    const text = `P = (a -> P | a -> A), A = (a -> P | a -> A).
      ||SYSTEM = (forall [i:0..8] (p[i]:P/{a/p[i].a})).`;
    const { system } = loadText({ file: 'p.lts', text }, 'fsp').program;
    const network = unfold(system);
    const all = network.components.map(({ edges }) => edges.map(() => true));
    const found = closeCycle(new Interpreter(system), network, { initial: 0, steps: [] }, all, false);
    expect(found).toMatchObject({ complete: false });
  });
});

describe('deadlock', () => {
  it('of two who would fault if they met, and wait at different channels', async () => {
    const program = `chan c = [0] of { bit }; chan d = [0] of { bit };
      active proctype P() { do :: skip -> c!1 :: skip -> d!1 od }
      active proctype Q() { bit a[2]; byte i = 5; do :: skip -> c?a[i] :: skip -> d?a[i] od }`;
    expect(await verdicts('promela', program, 'deadlock-free')).toEqual(['violated', 'violated']);
  });

  it('of one who would meet at a timeout with one who would meet before it', async () => {
    const meeting = (action: Action, guard: Expression): ProcessType => ({
      name: action.kind,
      parameters: 0,
      variables: [],
      channels: [],
      locations: [{}, {}, {}],
      initial: 0,
      // Either meets whenever it can, or only then.
      steps: [
        { from: 0, to: 1, action: internal, effects: [] },
        { from: 0, to: 2, action: internal, effects: [] },
        { from: 1, to: 0, action, effects: [] },
        { from: 2, to: 0, action, effects: [], guard },
      ],
      alphabet: [],
    });
    const timeout: Expression = { kind: 'timeout' };
    const channel = constant(1);
    const types = [
      meeting({ kind: 'send', channel, values: [], order: 'fifo' }, timeout),
      meeting({ kind: 'receive', channel, patterns: [], position: 'first' }, not(timeout)),
    ];
    const system: System = {
      name: 'timeouts',
      sources: [],
      variables: [],
      channels: [{ name: 'c', capacity: 0, fields: [] }],
      symbols: [],
      types,
      instances: types.map(({ name }, type) => ({ name, type, arguments: [] })),
      processBound: 2,
      arithmetic: 'wrap',
    };
    expect(await reach(system, deadlockFree, unlimited)).toMatchObject({ verdict: 'violated' });
    expect(await prove(system, deadlockFree, unlimited)).toMatchObject({ verdict: 'violated' });
  });
});
