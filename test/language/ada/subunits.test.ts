/** Separate bodies: each stands for the stub of its parent (Ada Reference Manual, 10.1.3), with its own context. */
import { describe, expect, it } from 'vitest';
import { readAda } from '../../../src/language/ada/index.js';
import { check } from '../../../src/verify/check.js';

async function verdictOf(...texts: string[]): Promise<string> {
  const reading = readAda(texts.map((text, i) => ({ file: `unit_${i}.adb`, text })));
  if (!reading.ok) throw new Error(reading.diagnostics[0].message);
  const loaded = { file: 'unit_0.adb', language: 'ada' as const, program: reading.value, diagnostics: [] };
  const results = await check(loaded, {});
  return results.find(({ property }) => property === 'deadlock-free')!.verdict;
}

const server = (name: string): string[] => [
  `package ${name} is task Worker is entry Call; end Worker; end ${name};`,
  `package body ${name} is task body Worker is separate; end ${name};`,
];
const body = (name: string, statements: string): string =>
  `separate (${name}) task body Worker is begin ${statements} end Worker;`;
const calls = (...statements: string[]): string =>
  `with Left, Right; procedure Main is begin ${statements.join(' ')} end Main;`;
const once = 'accept Call;';
const twice = 'accept Call; accept Call;';

describe('subunits of one name in two packages', () => {
  const units = [...server('Left'), ...server('Right'), body('Left', once), body('Right', twice)];

  it('are each the body of its own', async () => {
    expect(
      await verdictOf(calls('Left.Worker.Call;', 'Right.Worker.Call;', 'Right.Worker.Call;'), ...units),
    ).toBe('holds');
    expect(await verdictOf(calls('Left.Worker.Call;', 'Right.Worker.Call;'), ...units)).toBe('violated');
  });
});

describe('a subunit', () => {
  const meets = [
    'package Other is task Peer is entry Meet; end Peer; end Other;',
    'package body Other is task body Peer is begin accept Meet; end Peer; end Other;',
    ...server('Left'),
    ...server('Right'),
    body('Right', once),
  ];

  it('sees the units that its own context names', async () => {
    const own = `with Other; use Other; ${body('Left', 'accept Call; Peer.Meet;')}`;
    expect(await verdictOf(calls('Left.Worker.Call;', 'Right.Worker.Call;'), ...meets, own)).toBe('holds');
  });

  it('has subunits itself', async () => {
    const own = `separate (Left) task body Worker is procedure Serve is separate; begin Serve; end Worker;`;
    const inner = 'with Other; separate (Left.Worker) procedure Serve is begin Other.Peer.Meet; end Serve;';
    const stuck = calls('Left.Worker.Call;', 'Right.Worker.Call;');
    const free = calls('Right.Worker.Call;');
    expect(await verdictOf(free, ...meets, own, inner)).toBe('holds');
    expect(await verdictOf(stuck, ...meets, own, inner)).toBe('violated');
  });
});
