/** `heddle equiv` and `heddle minimise` as they are typed. */
import { describe, expect, it } from 'vitest';
import { heddle } from '../../cli/stage.js';

const files = {
  'spec.lts': 'SLOTS = (in -> FULL), FULL = (in -> out -> FULL | out -> SLOTS).\n',
  'impl.lts':
    'CELL = (in -> out -> CELL).\n||CELLS = (a:CELL || b:CELL)/{in/a.in, pass/{a.out, b.in}, out/b.out}.\n',
  'one.lts': 'ONE = (in -> out -> ONE).\n',
  'loop.lts': 'LOOP = (in -> MORE), MORE = (retry -> MORE | out -> LOOP) + {never[1]}.\n',
};

describe('equiv', () => {
  it('says that two are equivalent, and what was checked', async () => {
    const { code, out, err } = await heddle(['equiv', 'spec.lts', 'impl.lts'], files);
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^✓ equivalent {2}spec\.lts ≟ impl\.lts: traces/);
    expect(out).toContain('visible: in, out');
    expect(out).toContain('internal: pass');
    expect(out.match(/free of divergence$/gm)).toHaveLength(2);
    expect(out).toContain('both are deterministic and free of divergence');
  });

  it('shows the trace that tells them apart, with its source lines', async () => {
    const { code, out } = await heddle(['equiv', 'one.lts', 'impl.lts'], files);
    expect(code).toBe(1);
    expect(out).toContain('why: the implementation can do this, the specification cannot\n    in · in\n');
    expect(out).toContain('the specification: after in only out possible');
    expect(out).toContain('How the implementation does it:');
    expect(out).toContain('impl.lts:1');
  });

  it('says what diverges', async () => {
    const { code, out } = await heddle(['equiv', 'one.lts', 'loop.lts'], files);
    expect(code).toBe(0);
    expect(out).toContain('not free of divergence: after in internal steps can go on for ever');
  });

  it('gives one JSON object', async () => {
    const { code, out } = await heddle(['equiv', 'one.lts', 'impl.lts', '--reporter', 'json'], files);
    expect(code).toBe(1);
    const object = JSON.parse(out);
    expect(object).toMatchObject({
      schema: 1,
      verdict: 'different',
      relation: 'trace',
      visible: ['in', 'out'],
      spec: { file: 'one.lts', states: 2, conditions: { deterministic: { holds: true } } },
      evidence: { kind: 'trace', side: 'impl', word: ['in', 'in'], other: { reached: 1, offered: ['out'] } },
    });
    expect(object.evidence.trace.steps.map((step: { label: string }) => step.label)).toEqual([
      'in',
      'pass',
      'in',
    ]);
  });

  it.each([
    [['equiv', 'spec.lts'], 3],
    [['equiv', 'spec.lts', 'none.lts'], 3],
    [['equiv', 'spec.lts', 'impl.lts', '--visible', 'im'], 3],
    [['equiv', 'spec.lts', 'impl.lts', '--visible', 'in,,out'], 3],
    [['equiv', 'spec.lts', 'impl.lts', '--relation', 'weak', '--refines'], 3],
    [['equiv', 'spec.lts', 'impl.lts', '--relation', 'same'], 3],
    [['equiv', 'spec.lts', 'impl.lts', '--max-states', '2'], 4],
    [['equiv', 'spec.lts', 'impl.lts', '--visible', 'in,out', '--relation', 'branching'], 0],
    [['equiv', 'spec.lts', 'one.lts', '--refines'], 0],
    [['equiv', 'spec.lts', 'impl.lts', '--relation', 'strong'], 1],
    [['minimise', 'spec.lts'], 3],
    [['minimise', 'spec.lts', '--modulo', 'weak', '--divergence'], 3],
    [['minimise', 'impl.lts', '--modulo', 'weak', '--max-states', '2'], 4],
  ])('%j ends with %i', async (argv, code) => {
    const ran = await heddle(argv, files);
    expect(`${ran.code} ${ran.err}`).toMatch(new RegExp(`^${code} `));
    expect(ran.out + ran.err).not.toBe('');
  });
});

describe('wrong input', () => {
  it('of both sides is told in one go', async () => {
    const broken = { 'a.lts': 'P = (a -> ).\n', 'b.lts': 'Q = (b -> R).\n' };
    const { code, err } = await heddle(['equiv', 'a.lts', 'b.lts'], broken);
    expect(code).toBe(3);
    expect(err).toContain('a.lts:1:11');
    expect(err).toContain('b.lts:1:11');
  });
});

describe('minimise', () => {
  it('writes Aldebaran', async () => {
    const { code, out, err } = await heddle(
      ['minimise', 'impl.lts', '--modulo', 'branching', '--visible', 'in,out'],
      files,
    );
    expect(code).toBe(0);
    expect(out).toBe('des (0, 4, 3)\n(0, "in", 1)\n(1, "in", 2)\n(1, "out", 0)\n(2, "out", 1)\n');
    expect(err).toBe('CELLS modulo branching: 4 states, 5 transitions become 3 states, 4 transitions\n');
  });

  it.each(['strong', 'branching', 'weak', 'trace'])(
    'writes FSP that is equivalent modulo %s',
    async (modulo) => {
      const argv = [
        'minimise',
        'loop.lts',
        '--modulo',
        modulo,
        '--visible',
        'in,out,never',
        '--output',
        'small.lts',
      ];
      const written = await heddle(argv, files);
      expect(written.code).toBe(0);
      expect(written.read('small.lts')).toContain('never[1]');
      const again = { ...files, 'small.lts': written.read('small.lts') };
      const compare = ['equiv', 'loop.lts', 'small.lts', '--visible', 'in,out,never', '--relation', modulo];
      expect((await heddle(compare, again)).code).toBe(0);
    },
  );

  it('keeps divergence where it is asked to, as a hidden action', async () => {
    const argv = [
      'minimise',
      'loop.lts',
      '--modulo',
      'branching',
      '--divergence',
      '--visible',
      'in,out',
      '--format',
      'lts',
    ];
    const { out } = await heddle(argv, files);
    expect(out).toBe('MINIMAL = Q0,\nQ0 = (in -> Q1),\nQ1 = (internal -> Q1 | out -> Q0) \\ {internal}.\n');
  });

  it('draws', async () => {
    const { out } = await heddle(['minimise', 'one.lts', '--modulo', 'strong', '--format', 'dot'], files);
    expect(out).toMatch(/^digraph "ONE" \{/);
    expect(out).toContain('n0_0 -> n0_1 [label="in"];');
  });

  it('says which action FSP cannot have', async () => {
    const odd = { 'odd.aut': 'des (0, 1, 2)\n(0, "Send!", 1)\n' };
    const { code, err } = await heddle(['minimise', 'odd.aut', '--modulo', 'strong', '--format', 'lts'], odd);
    expect(code).toBe(3);
    expect(err).toContain('FSP cannot have an action called Send!');
  });
});
