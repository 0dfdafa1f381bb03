import { describe, expect, it } from 'vitest';
import { escapeMermaid, mermaid } from '../../src/report/mermaid.js';
import { deadlockTrace, step, trace } from './sample.js';

describe('a sequence diagram', () => {
  it('shows messages, and who waits for ever', () => {
    expect(mermaid(deadlockTrace)).toBe(`\
sequenceDiagram
  autonumber
  participant P0 as phil.0
  participant P1 as phil.1
  participant P2 as fork.0
  participant P3 as fork.1
  P0->>P2: 0.get
  P1->>P3: 1.get
  Note over P0: waits for ever for 1.get, which needs phil.1
  Note over P1: waits for ever for 0.get, which needs phil.0
`);
  });

  it('shows steps alone, joint steps of many, and loops', () => {
    const names = ['A', 'B', 'C'];
    const told = trace(names, [step(names, [1], 'x = 1'), step(names, [2, 0, 1], 'sync')], { cycleFrom: 1 });
    expect(mermaid(told)).toBe(`\
sequenceDiagram
  autonumber
  participant P0 as A
  participant P1 as B
  participant P2 as C
  P1->>P1: x = 1
  loop for ever
    Note over P0,P2: sync (A, B and C together)
  end
`);
  });

  it.each([
    ['ch!3', 'ch!3'],
    ['a;b', 'a#59;b'],
    ['a:b', 'a#58;b'],
    ['x # y', 'x #35; y'],
    ['<b>', '#60;b#62;'],
    ['end', '#101;nd'],
    ['the END.', 'the #69;ND.'],
    ['bend', 'bend'],
    ['a\nb', 'a#92;nb'],
    ['"q"', '#34;q#34;'],
    ['', ' '],
  ])('writes %j as %j', (text, escaped) => {
    expect(escapeMermaid(text)).toBe(escaped);
  });
});
