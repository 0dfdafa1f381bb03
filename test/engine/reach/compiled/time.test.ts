/** What comes before a search takes time, too: making the system ready for it, and compiling. */
import { describe, expect, it } from 'vitest';
import { reachCompiled, reachCompiledTogether } from '../../../../src/engine/reach/compiled/index.js';
import { DEFAULT_SETTINGS } from '../../../../src/engine/reach/compiled/store/settings.js';
import { readAda } from '../../../../src/language/ada/index.js';
import type { Ask } from '../../../../src/property/question.js';

/** Tasks of which each calls all others before it accepts a call: the search itself is over at once. */
const calls = (tasks: number): string => {
  const bodies = Array.from({ length: tasks }, (_, t) => {
    const others = Array.from({ length: tasks }, (_, other) => other).filter((other) => other !== t);
    return `task body T${t} is begin ${others.map((other) => `T${other}.Go;`).join(' ')} accept Go; end T${t};`;
  });
  const heads = bodies.map((_, t) => `task T${t} is entry Go; end T${t};`);
  return ['procedure Main is', ...heads, ...bodies, 'begin null; end Main;'].join('\n');
};

function systemOf(text: string) {
  const reading = readAda([{ file: 'main.adb', text }]);
  if (!reading.ok) throw new Error(reading.diagnostics[0].message);
  return reading.value.system;
}

const ASKS: Ask[] = [{ kind: 'deadlock-free' }, { kind: 'assertions' }];
const questions = ASKS.map((ask) => ({ name: ask.kind, text: '', ask }));

describe('the limit of time before the search', () => {
  const system = systemOf(calls(20));
  const late = { verdict: 'inconclusive', limit: 'time' };

  /** A clock that is read so often before the time is over. */
  const budget = (deadline: number) => {
    let time = 0;
    return { now: () => time++, deadline };
  };

  it.each([3, 30, 60])('ends it, at moment %d', async (moment) => {
    const answer = await reachCompiled(
      system,
      questions[0],
      budget(moment),
      'breadth',
      DEFAULT_SETTINGS,
      'auto',
    );
    expect(answer).toMatchObject(late);
    const both = await reachCompiledTogether(
      system,
      questions,
      budget(moment),
      'breadth',
      DEFAULT_SETTINGS,
      'auto',
    );
    expect(both).toMatchObject([late, late]);
  });
});
