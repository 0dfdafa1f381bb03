import { describe, expect, it } from 'vitest';
import { News } from '../../../src/engine/values/news.js';
import type { System } from '../../../src/model/system.js';

/** One type of process with two locations and two steps; two shared variables. */
const system = {
  types: [{ locations: [{}, {}], steps: [{ from: 0 }, { from: 1 }] }],
  variables: [{}, {}],
} as unknown as System;

describe('a step has to be looked at again', () => {
  const afterLook = (reads: (news: News) => void, changes: (news: News) => void, lasting = true): boolean => {
    const news = new News(system);
    news.look(0, 0, lasting, () => reads(news));
    news.look(0, 1, true, () => changes(news));
    return news.concerns(0, 0, 0);
  };
  const nothing = (): void => {};

  it('when it was not looked at before', () => {
    expect(new News(system).concerns(0, 0, 0)).toBe(true);
  });

  it.each<{ name: string; reads: (news: News) => void; changes: (news: News) => void; again: boolean }>([
    { name: 'nothing', reads: (news) => news.readShared(0), changes: nothing, again: false },
    {
      name: 'where it begins',
      reads: nothing,
      changes: (news) => news.changedEnvironment(0, 0),
      again: true,
    },
    { name: 'elsewhere', reads: nothing, changes: (news) => news.changedEnvironment(0, 1), again: false },
    {
      name: 'a variable that it read',
      reads: (news) => news.readShared(0),
      changes: (news) => news.changedShared(0),
      again: true,
    },
    {
      name: 'another variable',
      reads: (news) => news.readShared(0),
      changes: (news) => news.changedShared(1),
      again: false,
    },
    {
      name: 'messages that it received',
      reads: (news) => news.readMessages(),
      changes: (news) => news.changedMessages(),
      again: true,
    },
    { name: 'messages', reads: nothing, changes: (news) => news.changedMessages(), again: false },
  ])('or not, when what changed is $name', ({ reads, changes, again }) => {
    expect(afterLook(reads, changes)).toBe(again);
  });

  it('when it changed itself what it reads', () => {
    const changesToo = (news: News): void => {
      news.readShared(0);
      news.changedShared(0);
    };
    expect(afterLook(changesToo, nothing)).toBe(true);
  });

  it('when it received what may not be said in the next round', () => {
    expect(afterLook((news) => news.readMessages(), nothing, false)).toBe(true);
    expect(afterLook(nothing, nothing, false)).toBe(false);
  });
});
