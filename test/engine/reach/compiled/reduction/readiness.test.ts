/**
 * Who comes to where it can be met keeps others from what they only do while they meet nobody, and lets their atomic
 * sequences go on: that must not always happen first. Expected: SPIN 6.5.2, where there is a text.
 */
import { describe, expect, it } from 'vitest';
import { reachCompiled } from '../../../../../src/engine/reach/compiled/index.js';
import { DEFAULT_SETTINGS } from '../../../../../src/engine/reach/compiled/store/settings.js';
import { reach } from '../../../../../src/engine/reach/reference/index.js';
import { REDUCTIONS } from '../../../../../src/engine/reach/reference/reduction/index.js';
import type { System } from '../../../../../src/model/system.js';
import { promela } from '../../../../language/promela/reading.js';
import { process, step, system } from '../../../../model/small-system.js';

const DECLARATIONS = 'byte x, y, z; chan c = [0] of { byte }; chan d = [0] of { byte };';
const MODELS = [
  {
    what: 'a choice with else',
    text: `
      active proctype P() { if :: c ! 1 :: else -> assert(false) fi }
      active proctype Q() { byte a; a = 1; c ? a }`,
  },
  {
    what: 'an escape that sends',
    text: `
      active proctype P() { { assert(false) } unless { c ! 1 } }
      active proctype Q() { byte a; a = 1; a = 2; c ? a }`,
  },
  {
    what: 'a receiver that goes away',
    text: `
      active proctype P() { y == 1; if :: c ! 1 :: else -> assert(z == 0) fi }
      active proctype Q() { y = 1; if :: c ? 1 :: skip fi; z = 1 }`,
  },
  {
    what: 'a receiver that somebody else makes ready',
    text: `
      active proctype P() { if :: c ! 1 :: else -> assert(false) fi }
      active proctype Q() { c ? eval(x) }
      active proctype R() { x = 1 }`,
  },
  {
    what: 'a receiver that is started',
    text: `
      proctype Q() { c ? 1 }
      active proctype P() { if :: c ! 1 :: else -> assert(false) fi }
      active proctype R() { run Q() }`,
  },
  {
    what: 'a channel in a variable',
    text: `
      active proctype P() { chan h = d; if :: h ! 1 :: else -> assert(false) fi }
      active proctype Q() { byte a; a = 1; d ? a }`,
  },
  {
    what: 'an atomic sequence',
    text: `
      active proctype P() { atomic { x = 1; c ! 1; x = 0 } }
      active proctype Q() { byte a; a = 1; atomic { c ? a; y = 1 } }
      active proctype R() { assert(x == 0 || y == 1) }`,
  },
];

/** It only goes on alone where the other does not take part yet. */
function giveWay(): System {
  const action = { kind: 'synchronise', symbol: 0 } as const;
  const first = process('first', [step(0, 1, { action, priority: 1 }), step(0, 2)], { alphabet: [0] });
  first.locations[2] = { marks: ['error'] };
  const second = process('second', [step(0, 1), step(1, 2, { action })], { alphabet: [0] });
  return system([first, second], { symbols: [{ name: 's' }] });
}

function read(text: string): System {
  return promela(DECLARATIONS + text).system;
}

const SYSTEMS = [
  ...MODELS.map(({ what, text }) => ({ what, model: read(text) })),
  { what: 'a symbol', model: giveWay() },
];

describe.each(SYSTEMS)('$what', ({ model }) => {
  it.each(REDUCTIONS.filter((reduction) => reduction !== 'symmetry'))('%s', async (reduction) => {
    const question = { name: 'q', text: '', ask: { kind: 'assertions' } } as const;
    const unlimited = { now: () => 0 };
    const answers = [
      await reach(model, question, unlimited, { reduction }),
      await reachCompiled(model, question, unlimited, 'depth', DEFAULT_SETTINGS, reduction),
      await reachCompiled(model, question, unlimited, 'breadth', DEFAULT_SETTINGS, reduction),
    ];
    expect(answers.map(({ verdict }) => verdict)).toEqual(['violated', 'violated', 'violated']);
  });
});
