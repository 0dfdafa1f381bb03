import { describe, expect, it } from 'vitest';
import { Random } from '../../src/cli/random.js';
import { clock, deadlock, heddle } from './stage.js';

const files = { 'clock.lts': clock, 'deadlock.lts': deadlock };

describe('heddle simulate', () => {
  it('follows a run and says how to see it again', async () => {
    const { code, out } = await heddle(['simulate', 'clock.lts', '--steps', '3'], files);
    expect(code).toBe(0);
    expect(out).toMatch(/^seed 42 \(the same run again: --seed 42\)\n1\. CLOCK: tick\n/);
    expect(out).toContain('\n2. CLOCK: tock\n');
    expect(out).toContain('\n3. CLOCK: tick\n');
    expect(out).toContain('stopped after 3 steps; it could go on');
  });

  it('makes the same run from the same seed, and others from others', async () => {
    const runs = await Promise.all(
      ['1', '1', '2', '3', '4'].map((seed) => heddle(['simulate', 'deadlock.lts', '--seed', seed], files)),
    );
    const told = runs.map(({ out }) => out.replace(/^seed.*/, ''));
    expect(told[0]).toBe(told[1]);
    expect(new Set(told).size).toBeGreaterThan(1);
  });

  it('prints the run as json', async () => {
    const { out } = await heddle(
      ['simulate', 'clock.lts', '--seed', '7', '--steps', '2', '--reporter', 'json'],
      files,
    );
    const document = JSON.parse(out);
    expect(document).toMatchObject({ schema: 1, file: 'clock.lts', seed: 7 });
    expect(document.trace.steps.map((step: { label: string }) => step.label)).toEqual(['tick', 'tock']);
  });

  it('lets a person choose, undo and quit', async () => {
    const { code, out } = await heddle(['simulate', 'deadlock.lts', '--interactive'], files, {
      typed: '2\nu\n1\n9\n2\nq\n',
    });
    expect(code).toBe(0);
    expect(out).toContain('   1) p and a: p.a.take\n   2) q and b: q.b.take\nstep 1> ');
    expect(out).toContain('nothing can happen any more\nstep 3> ');
    expect(out.match(/^a number: take that step/gm)).toHaveLength(1);
    expect(out).toMatch(/1 {2}├─ p\.a\.take ─.*\n {2}2 {2}│ +├─ q\.b\.take/);
  });

  it('takes random steps on request, and ends with the input', async () => {
    const { out } = await heddle(['simulate', 'clock.lts', '-i'], files, { typed: 'r 4\nv' });
    expect(out).toContain('4. CLOCK: tock');
  });

  it('keeps the conversation out of the json', async () => {
    const { out, err } = await heddle(['simulate', 'clock.lts', '-i', '--reporter', 'json'], files, {
      typed: '1\nq\n',
    });
    expect(JSON.parse(out).trace.steps).toHaveLength(1);
    expect(err).toContain('step 1>');
  });

  it('ends when interrupted', async () => {
    const stop = AbortSignal.abort();
    const { code } = await heddle(['simulate', 'clock.lts', '--steps', '1000000'], files, { stop });
    expect(code).toBe(4);
  });
});

describe('the random choices', () => {
  it('reach every number below the bound about equally often', () => {
    const random = new Random(5);
    const counts = [0, 0, 0, 0, 0, 0];
    for (let i = 0; i < 6000; i++) counts[random.below(6)]++;
    for (const count of counts) expect(Math.abs(count - 1000)).toBeLessThan(150);
  });

  it('differ for seeds that differ only beyond 32 bits', () => {
    const first = (seed: number) => new Random(seed).below(2 ** 30);
    expect(first(1)).not.toBe(first(1 + 2 ** 32));
  });
});
