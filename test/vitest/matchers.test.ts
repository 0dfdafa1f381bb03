import { resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { LoadOptions } from '../../src/verify/language.js';
import { loadText } from '../../src/verify/load.js';
import { readToken, writeToken } from '../../src/verify/token.js';
import '../../src/vitest/index.js';
import { clock, deadlock, heddle } from '../cli/stage.js';

const stuck = loadText({ file: 'd.lts', text: deadlock }, 'fsp');
const ticking = loadText({ file: 'c.lts', text: clock }, 'fsp');
const examples = resolve(import.meta.dirname, '../../examples');
const counters =
  'C = C[0], C[i:0..9] = (when (i < 9) up -> C[i+1] | when (i == 9) down -> C[0]).\n||S = ({a,b}:C).\n';
const large = loadText({ file: 'large.lts', text: counters }, 'fsp');

async function failure(expectation: Promise<void>): Promise<string> {
  try {
    await expectation;
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('the expectation was met');
}

const tokenIn = (message: string): string => /replay: heddle replay (\S+)/.exec(message)![1];

describe('toBeDeadlockFree', () => {
  it('is met by a program that never gets stuck, loaded or by name', async () => {
    await expect(ticking).toBeDeadlockFree();
    await expect(`${examples}/fsp/semaphore.lts`).toBeDeadlockFree();
    await expect(stuck).not.toBeDeadlockFree();
  });

  it('fails with the explained execution and a token', async () => {
    const message = await failure(expect(stuck).toBeDeadlockFree());
    expect(message).toContain('violated  d.lts: deadlock-free');
    expect(message).toContain('1. p and a: p.a.take');
    expect(message).toContain('in a circle, each waits for the next:');
    expect(message).toContain('╳ waits for ever');
    expect(message).toMatch(/\nreplay: heddle replay h1\.[\w-]+\n/);
  });

  it('fails under not with what was shown', async () => {
    const message = await failure(expect(ticking).not.toBeDeadlockFree());
    expect(message).toContain('holds (exhaustive)  c.lts: deadlock-free');
  });

  it.each([
    ['', () => expect(large).toBeDeadlockFree({ maxStates: 5 })],
    [' not', () => expect(large).not.toBeDeadlockFree({ maxStates: 5 })],
  ])('is%s met where nothing was shown', async (_, asked) => {
    expect(await failure(asked())).toContain('inconclusive (state limit)');
  });

  it('refuses what is no program', async () => {
    expect(await failure(expect(7).toBeDeadlockFree())).toContain('expected a program');
  });
});

describe('toSatisfy', () => {
  it('asks any property', async () => {
    await expect(ticking).toSatisfy('ltl [] <> tick');
    await expect(ticking)
      .toSatisfy('absence of explosion globally')
      .catch((error: Error) => {
        expect(error.message).toContain('explosion');
      });
    await expect(ticking).not.toSatisfy('ltl [] ! tock');
  });

  it('fails with the execution and a token', async () => {
    const message = await failure(expect(ticking).toSatisfy('ltl [] ! tock'));
    expect(message).toContain('1. CLOCK: tick');
    expect(tokenIn(message)).toMatch(/^h1\./);
  });

  it.each([
    '',
    '// later',
    'event e = tick',
    'assumption a: for events {tick} show all executions satisfy tick*',
  ])('is not met, nor is its opposite, where nothing is asked: %j', async (text) => {
    expect(await failure(expect(ticking).toSatisfy(text))).toContain('nothing is asked');
    expect(await failure(expect(ticking).not.toSatisfy(text))).toContain('nothing is asked');
  });

  it('is still what test runners mean by it', () => {
    expect(4).toSatisfy((value: number) => value % 2 === 0);
    expect(3).not.toSatisfy((value: number) => value % 2 === 0);
    expect(() => expect(3).toSatisfy((value: number) => value > 3, 'too small')).toThrow('too small');
  });
});

describe('toBeEquivalentTo', () => {
  const twice = loadText({ file: 't.lts', text: 'T = (tick -> tock -> tick -> tock -> T).\n' }, 'fsp');
  const wrong = loadText({ file: 'w.lts', text: 'W = (tick -> tock -> tock -> W).\n' }, 'fsp');

  it('compares with a specification', async () => {
    await expect(twice).toBeEquivalentTo(ticking);
    await expect(wrong).not.toBeEquivalentTo(ticking);
    await expect(twice).toBeEquivalentTo(ticking, { relation: 'branching' });
  });

  it('fails with what tells them apart', async () => {
    const message = await failure(expect(wrong).toBeEquivalentTo(ticking, { relation: 'weak' }));
    expect(message).toContain('different');
    expect(message).toContain('tock');
    expect(message).toContain("again: heddle equiv --relation weak 'c.lts' 'w.lts'");
  });
});

describe('heddle replay', () => {
  let token: string;
  beforeAll(async () => {
    token = tokenIn(await failure(expect(stuck).toBeDeadlockFree()));
  });

  it('tells the execution of a token again, and ends with 1', async () => {
    const { code, out, err } = await heddle(['replay', token], { 'd.lts': deadlock });
    expect({ code, err }).toEqual({ code: 1, err: '' });
    expect(out).toContain('violated  d.lts: deadlock-free  (replay)');
    expect(out).toContain('2. q and b: q.b.take');
  });

  it('says when the program has changed, and whether it still violates', async () => {
    const moved = await heddle(['replay', token, 'e.lts'], { 'e.lts': `// more\n${deadlock}` });
    expect(moved.code).toBe(1);
    expect(moved.out).toContain('the program is not the one of the token');
    const mended = await heddle(['replay', token], { 'd.lts': clock });
    expect(mended.code).toBe(0);
    expect(mended.out).toContain('deadlock-free is not violated by this execution');
  });

  it('reads the program as it was read, with every setting', () => {
    const load: Required<Omit<LoadOptions, 'isFolder' | 'watch'>> = {
      target: 'main',
      asked: ['deadlock-free'],
      definitions: ['N=3'],
      queues: 'any',
      delays: 'quiet',
      overflow: 'checked',
      mostElements: 7,
      mostAllocated: 2,
    };
    expect(readToken(writeToken({ ...readToken(token), load })).load).toEqual(load);
  });

  it('replays endless executions of properties given as text, and writes the page', async () => {
    const text = 'P = (a -> P | b -> P).\n';
    const message = await failure(expect(loadText({ file: 'p.lts', text }, 'fsp')).toSatisfy('ltl [] <> a'));
    const ran = await heddle(['replay', tokenIn(message), '--html', 'out.html'], { 'p.lts': text });
    expect(ran.code).toBe(1);
    expect(ran.out).toContain('then for ever:');
    expect(ran.read('out.html')).toContain('again and again');
  });

  it.each([
    ['nothing', 'h1.'],
    ['another mark', 'h2.q1YqUrJS'],
    ['no packed text', 'h1.AAAA'],
    ['other characters', 'h1.<script>'],
    ['a cut token', () => token.slice(0, -20)],
    ['more than a token', () => `${token}.${token}`],
  ])('refuses %s', async (_, given) => {
    const { code, out, err } = await heddle(['replay', typeof given === 'string' ? given : given()], {
      'd.lts': deadlock,
    });
    expect({ code, out, err }).toEqual({
      code: 3,
      out: '',
      err: expect.stringContaining('not a replay token'),
    });
  });

  it('refuses a token without its program', async () => {
    const { code, err } = await heddle(['replay', token]);
    expect({ code, err }).toEqual({ code: 3, err: expect.stringContaining('there is no such file') });
  });
});
