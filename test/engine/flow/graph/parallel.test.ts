/** What may be parallel, found by carrying on what is new, against the equations solved by going round. */
import { describe, expect, it } from 'vitest';
import type { Move, Net } from '../../../../src/engine/flow/graph/net.js';
import { areParallel, mayBeParallel, processAt } from '../../../../src/engine/flow/graph/parallel.js';
import { chance } from '../made-graph.js';

/** Some processes of a few places each, moves of one to three of them, some of which need others somewhere. */
function randomNet(random: (below: number) => number): Net {
  const processes = 2 + random(3);
  const firstPlace = new Int32Array(processes + 1);
  for (let p = 0; p < processes; p++) firstPlace[p + 1] = firstPlace[p] + 2 + random(18);
  const placeOf = (p: number): number => firstPlace[p] + random(firstPlace[p + 1] - firstPlace[p]);
  const moves = Array.from({ length: 5 + random(60) }, (): Move => {
    const parts = new Set(Array.from({ length: 1 + random(3) }, () => random(processes)));
    const needy = random(6) === 0 ? [random(processes)] : [];
    return {
      parts: [...parts].map((process) => ({ process, step: 0 })),
      from: [...parts].map(placeOf),
      to: [...parts].map(placeOf),
      silent: false,
      watched: false,
      needs: needy.map((process) => [placeOf(process), placeOf(process)]),
      probe: random(12) === 0,
    };
  });
  return {
    firstPlace,
    initial: firstPlace.slice(0, processes),
    begins: new Set(),
    ends: new Uint8Array(firstPlace[processes]),
    moves,
  };
}

/** The equations as they stand: all moves again and again, until no pair is new. */
function byRounds(net: Net): { pairs: Set<string>; made: Set<number> } {
  const reached = new Set(net.initial);
  const pairs = new Set<string>();
  const made = new Set<number>();
  const together = (p: number, q: number): boolean => pairs.has(`${p} ${q}`);
  const pair = (p: number, q: number): void => {
    if (p !== q) pairs.add(`${p} ${q}`).add(`${q} ${p}`);
  };
  for (const p of net.initial) for (const q of net.initial) pair(p, q);
  for (let before = -1; before !== pairs.size + reached.size; ) {
    before = pairs.size + reached.size;
    net.moves.forEach(({ from, to, needs, probe }, index) => {
      if (!from.every((p) => reached.has(p) && from.every((q) => p === q || together(p, q)))) return;
      let beside = [...reached].filter((place) => from.every((p) => together(p, place)));
      for (const need of needs) {
        const owner = processAt(net, need[0]);
        const own = from.find((place) => processAt(net, place) === owner);
        if (own !== undefined && !need.includes(own)) return;
        if (own !== undefined) continue;
        if (!beside.some((place) => need.includes(place))) return;
        beside = beside.filter((place) => processAt(net, place) !== owner || need.includes(place));
      }
      made.add(index);
      if (probe) return;
      for (const p of to) {
        reached.add(p);
        for (const q of [...to, ...beside]) pair(p, q);
      }
    });
  }
  return { pairs, made };
}

describe('what may be parallel', () => {
  it('is the least solution of its equations, on 200 random nets', () => {
    let many = 0;
    for (let seed = 1; seed <= 200; seed++) {
      const net = randomNet(chance(seed * 104_729));
      const found = mayBeParallel(net);
      const expected = byRounds(net);
      const pairs: string[] = [];
      for (let p = 0; p < net.ends.length; p++)
        for (let q = 0; q < net.ends.length; q++) if (areParallel(found, p, q)) pairs.push(`${p} ${q}`);
      expect(new Set(pairs), `pairs of seed ${seed}`).toEqual(expected.pairs);
      const made = [...found.made.keys()].filter((index) => found.made[index] === 1);
      expect(made, `moves of seed ${seed}`).toEqual([...expected.made].sort((a, b) => a - b));
      if (pairs.length > 40) many++;
    }
    expect(many).toBeGreaterThan(30);
  });
});
