/** Processes that can be exchanged, and the search that does so. */
import { describe, expect, it } from 'vitest';
import { reachCompiled } from '../../../../src/engine/reach/compiled/index.js';
import { prepare, withThoseWhoEnded } from '../../../../src/engine/reach/prepare/index.js';
import { explore, reach } from '../../../../src/engine/reach/reference/index.js';
import { exchanged } from '../../../../src/engine/reach/symmetry/exchange.js';
import { type Group, symmetryOf } from '../../../../src/engine/reach/symmetry/index.js';
import { violates } from '../../../../src/evidence/judge.js';
import { readAda } from '../../../../src/language/ada/index.js';
import { Interpreter } from '../../../../src/model/interpreter.js';
import type { System } from '../../../../src/model/system.js';
import type { Ask } from '../../../../src/property/question.js';
import { promela } from '../../../language/promela/reading.js';
import { likeProcesses } from './like-processes.js';

const MODELS = Number(process.env.HEDDLE_SYMMETRY_MODELS ?? 150);
const budget = { now: () => 0, states: 20_000 };
const question = (ask: Ask) => ({ name: 'q', text: '', ask });
const ASKS: Ask[] = [{ kind: 'deadlock-free' }, { kind: 'assertions' }];

const read = (text: string): System => promela(text).system;

/** As it is searched. */
const searched = (system: System): Interpreter =>
  new Interpreter(withThoseWhoEnded(prepare(system, ASKS)).system);

const groupsOf = (system: System): number[][] => symmetryOf(searched(system)).map(({ members }) => members);

describe('processes can be exchanged', () => {
  it.each([
    ['that are the same', 'byte b; active [3] proctype p() { b++ }', [[0, 1, 2]]],
    ['that have their elements', 'byte a[3]; active [3] proctype p() { a[_pid] = 1 }', [[0, 1, 2]]],
    [
      'that are named in a queue',
      'chan q = [3] of { byte }; active [3] proctype p() { q ! _pid; q ? eval(_pid) }',
      [[0, 1, 2]],
    ],
    [
      'of which one is named by whoever came last',
      'byte last = 9; byte a[3]; active [3] proctype p() { last = _pid; last != _pid; a[last] = 1 }',
      [[0, 1, 2]],
    ],
    [
      'that have channels of their own in an array',
      'chan c[3] = [1] of { bit }; active [3] proctype p() { c[_pid] ! 1; c[_pid] ? 1 }',
      [[0, 1, 2]],
    ],
    [
      'of two kinds, among their like',
      'byte b; active [2] proctype p() { b++ } active [3] proctype r() { b > 1 }',
      [
        [0, 1],
        [2, 3, 4],
      ],
    ],
    [
      'but for one that does something else',
      'byte a[4]; active [4] proctype p() { if :: _pid == 0 -> a[_pid] = 2 :: else -> a[_pid] = 1 fi }',
      [[1, 2, 3]],
    ],
    [
      'but for one that always has something else',
      'byte a[4] = { 0, 0, 7, 0 }; byte b; active [4] proctype p() { b = a[_pid]; b == 7 }',
      [[0, 1, 3]],
    ],
    [
      'but for one that somebody names',
      'byte a[3]; active [3] proctype p() { a[_pid] = 1 } active proctype w() { do :: a[1] == 1 -> a[1] = 0 od }',
      [[0, 2]],
    ],
    [
      'that a variable names at the start',
      'byte turn = 2; active [3] proctype p() { turn == _pid; turn = _pid }',
      [[0, 1, 2]],
    ],
    [
      'that a variable names in the code of another, once for each',
      `byte turn = 9; active [3] proctype p() { turn = _pid }
       active proctype w() { do :: turn == 0 :: turn == 1 :: turn == 2 od }`,
      [[0, 1, 2]],
    ],
    [
      'when those who name them have ended',
      `byte a[3]; active [3] proctype p() { a[_pid] == 1; a[_pid] = 2 }
       active proctype w() { a[0] = 1; a[1] = 1; a[2] = 1 }`,
      [[0, 1, 2]],
    ],
  ])('%s', (_, text, members) => {
    expect(groupsOf(read(text))).toEqual(members);
  });

  it.each([
    ['in a ring', 'byte a[3]; active [3] proctype p() { a[_pid] = 1; a[(_pid + 1) % 3] == 1 }'],
    ['whose numbers are compared', 'byte turn = 9; active [3] proctype p() { turn = _pid; turn < _pid }'],
    ['whose numbers are reckoned with', 'byte b; active [3] proctype p() { b = b + _pid; b > 2 }'],
    [
      'that are sorted by number',
      'chan q = [3] of { byte }; active [3] proctype p() { q !! _pid; q ? eval(_pid) }',
    ],
    [
      'whose neighbours share a channel',
      'chan c[3] = [1] of { bit }; active [3] proctype p() { c[_pid] ! 1; c[(_pid + 1) % 3] ? 1 }',
    ],
    [
      'whose numbers become other numbers in a small variable',
      'bit who; byte a[3]; active [3] proctype p() { who = _pid; a[who] = 1 }',
    ],
    [
      'that are counted through',
      'byte a[3]; active [3] proctype p() { byte i; do :: i < 3 -> a[i] != 5; i++ :: else -> break od; a[_pid] = 1 }',
    ],
    [
      'whose channels without buffer have other fields',
      `chan a = [0] of { short }; chan b = [0] of { byte }; chan c = [0] of { short };
       active proctype p() { a ! 256 } active proctype q() { b ! 256 } active proctype r() { c ! 256 }
       active proctype w() { short v; do :: a ? v :: b ? v :: c ? v od }`,
    ],
  ])('not those %s', (_, text) => {
    expect(groupsOf(read(text))).toEqual([]);
  });

  it('among Ada tasks of one type, whatever queue they stand in', () => {
    const text = `procedure Clients is
  task Server is
    entry Ask;
  end Server;
  task body Server is
  begin
    loop
      select
        accept Ask;
      or
        terminate;
      end select;
    end loop;
  end Server;
  task type Client;
  task body Client is
  begin
    Server.Ask;
  end Client;
  All_Of_Them : array (1 .. 3) of Client;
begin
  null;
end Clients;
`;
    const reading = readAda([{ file: 'clients.adb', text }]);
    if (!reading.ok) throw new Error(reading.diagnostics[0].message);
    expect(groupsOf(reading.value.system).map(({ length }) => length)).toEqual([3]);
  });
});

describe('the search that exchanges them', () => {
  const searching = (text: string, ask: Ask) =>
    reachCompiled(read(text), question(ask), budget, 'breadth', undefined, 'symmetry');

  it('misses nothing where one of them sends what does not fit', async () => {
    // SPIN: assertion violated, by way of b, whose field is a byte.
    const text = `chan a = [0] of { short }; chan b = [0] of { byte }; chan c = [0] of { short }; byte n;
       active proctype p() { atomic { n == 0 -> n = 1 }; a ! 256 }
       active proctype q() { atomic { n == 0 -> n = 1 }; b ! 256 }
       active proctype r() { atomic { n == 0 -> n = 1 }; c ! 256 }
       active proctype w() { short v; if :: a ? v :: b ? v :: c ? v fi; assert(v == 256) }`;
    expect((await searching(text, { kind: 'assertions' })).verdict).not.toBe('holds');
  });

  it.each([
    ['on the way', 'active [2] proctype p() { assert(false); q ! 1; q ! 1 }'],
    ['with the last step', 'active [2] proctype p() { q ! 1; d_step { q ! 1; assert(false) }; q ! 1 }'],
  ])('finds the deadlock after an assertion that fails %s, when others have ended', async (_, like) => {
    const text = `chan q = [2] of { byte }; byte n; ${like} active proctype w() { n = 1 }`;
    const ask: Ask = { kind: 'deadlock-free' };
    const found = await searching(text, ask);
    expect(found.verdict).toBe('violated');
    if (found.verdict === 'violated')
      expect(violates(new Interpreter(read(text)), ask, found.run)).toBe(true);
  });
});

/** All states, by breadth. */
function reachable(interpreter: Interpreter): Int32Array[] {
  const seen = new Map(interpreter.initialStates().map((state) => [state.join(), state]));
  for (const state of seen.values()) {
    if (seen.size > 3_000) break;
    for (const { state: next, fault } of after(interpreter, state))
      if (!fault) seen.set(next.join(), seen.get(next.join()) ?? next);
  }
  return [...seen.values()];
}

const after = (interpreter: Interpreter, state: Int32Array) =>
  interpreter.transitions(state).map((transition) => interpreter.successor(state, transition));

/** What can happen next, with the processes exchanged afterwards. */
function futures(interpreter: Interpreter, state: Int32Array, group?: Group, to: number[] = []): string[] {
  return after(interpreter, state)
    .map(({ state: next, fault }) => {
      if (fault && fault.code !== 'assertion') return fault.code;
      return `${fault?.code ?? ''} ${group ? exchanged(next, group, to).join() : next.join()}`;
    })
    .sort();
}

describe(`in ${MODELS} random models of like processes`, () => {
  const models = Array.from({ length: MODELS }, (_, i) => {
    const text = likeProcesses(4_000 + i);
    return { seed: 4_000 + i, text, system: read(text) };
  });

  it('what happens after an exchange is what happened without it, exchanged', () => {
    let [grouped, compared] = [0, 0];
    for (const { seed, system } of models) {
      const interpreter = searched(system);
      const groups = symmetryOf(interpreter);
      if (groups.length > 0) grouped++;
      const states = groups.length === 0 ? [] : reachable(interpreter).filter((_, i) => i % 7 === 0);
      for (const group of groups) {
        for (const state of states) {
          const isFree = (member: number): boolean =>
            group.whenAt[member].every(({ cell, locations }) => locations.includes(state[cell]));
          const [first, second] = group.members.map((_, member) => member).filter(isFree);
          if (second === undefined) continue;
          const to = group.members.map((_, member) =>
            member === first ? second : member === second ? first : member,
          );
          const there = futures(interpreter, exchanged(state, group, to));
          expect({ seed, there }).toEqual({ seed, there: futures(interpreter, state, group, to) });
          compared++;
        }
      }
    }
    expect(grouped).toBeGreaterThan(MODELS / 4);
    expect(compared).toBeGreaterThan(10 * MODELS);
  });

  it('the search that exchanges them has the verdicts of the one that does not, with fewer states', async () => {
    const seen = { holds: 0, violated: 0, fewer: 0 };
    for (const { seed, system } of models) {
      for (const ask of ASKS) {
        const full = await reach(system, question(ask), budget);
        if (full.verdict === 'inconclusive') continue;
        const found = await reachCompiled(system, question(ask), budget, 'breadth', undefined, 'symmetry');
        if (found.verdict === 'inconclusive') {
          expect(found.reason).toBe('there are no processes that can be exchanged');
          continue;
        }
        expect({ seed, ask, verdict: found.verdict }).toEqual({ seed, ask, verdict: full.verdict });
        seen[full.verdict]++;
        if (found.verdict === 'violated')
          expect({ seed, is: violates(new Interpreter(system), ask, found.run) }).toEqual({ seed, is: true });
        if (found.verdict !== 'holds') continue;
        const { states } = await explore(new Interpreter(system).system, budget);
        expect(found.statistics.states).toBeLessThanOrEqual(states);
        if (found.statistics.states! < states) seen.fewer++;
      }
    }
    expect(seen.holds).toBeGreaterThan(MODELS / 10);
    expect(seen.violated).toBeGreaterThan(MODELS / 10);
    expect(seen.fewer).toBeGreaterThan(MODELS / 15);
  });
});
