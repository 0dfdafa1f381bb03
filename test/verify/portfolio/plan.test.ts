import { describe, expect, it } from 'vitest';
import { loadText } from '../../../src/index.js';
import { planFor, type Wishes } from '../../../src/verify/portfolio/plan.js';
import { tasksOf } from '../../../src/verify/task.js';

const { program } = loadText({ file: 'p.lts', text: 'P = (a -> b -> P).\nprogress OFTEN = {a}' }, 'fsp');

function planned(wishes: Wishes, property?: string, coarser = false) {
  const properties = property === undefined ? undefined : [{ file: 'p.prop', text: property }];
  const [task] = tasksOf(program, { properties, deadlock: property === undefined });
  return planFor(task.system, task.question, wishes, 60, coarser);
}

const engines = (plan: ReturnType<typeof planned>) => [plan.first, ...plan.others].map((way) => way.engine);

describe('the plan', () => {
  it('begins with a search, and lets the others join when that takes long', () => {
    const plan = planned({});
    expect(engines(plan)).toEqual(['reach', 'reach', 'reach', 'inequality', 'reach']);
    expect(plan.headStart).toBe(1);
    expect(plan.abstaining).toEqual([{ engine: 'flow', reason: "it does not answer 'deadlock-free'" }]);
  });

  it('never lets the searches together have more than all memory', () => {
    const plan = planned({}, undefined, true);
    const searches = [plan.first, ...plan.others].filter((way) => way.engine === 'reach');
    expect(searches.length).toBe(6);
    // The shares are fractions, so their sum is rounded.
    expect(searches.reduce((sum, way) => sum + way.memory, 0)).toBeLessThan(1 + 1e-9);
  });

  it('asks of all executions beside the fair ones', () => {
    const properties = [{ file: 'p.prop', text: 'property p: ltl [] <> a' }];
    const [task] = tasksOf(program, { properties, fair: true });
    const { first, others } = planFor(task.system, task.question, {}, 60, false);
    expect(others.map(({ of }) => of)).toEqual(['all']);
    expect(first.memory + others[0].memory).toBeLessThan(1 + 1e-9);
  });

  it('says which engines have nothing to say', () => {
    const endless = planned({}, 'property p: ltl [] <> a');
    expect(engines(endless)).toEqual(['reach']);
    expect(endless.abstaining).toEqual([
      { engine: 'inequality', reason: 'the property is not written as intervals' },
      { engine: 'flow', reason: 'the property is about what goes on for ever' },
    ]);
  });

  it.each([
    ['an engine is named', { engine: 'inequality' as const }, 'inequality'],
    ['an order of the search is given', { order: 'depth' as const }, 'reach'],
    ['the states are limited', { maxStates: 10 }, 'reach'],
  ])('has nothing beside what was asked for where %s', (_, wishes, engine) => {
    expect(engines(planned(wishes))).toEqual([engine]);
  });

  it('takes a coarser model only beside the program itself', () => {
    const coarser = planned({ engine: 'reach' }, undefined, true);
    expect(coarser.others.map((way) => way.on)).toEqual(['coarser']);
    expect(coarser.headStart).toBe(30);
  });
});
