/** The JSON of `heddle equiv` follows its schema, whatever the answer and whoever gave it. */
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { heddle } from '../cli/stage.js';

const schema = (name: string): object =>
  JSON.parse(readFileSync(new URL(`../../docs/schema/${name}.schema.json`, import.meta.url), 'utf8'));
const ajv = new Ajv2020({ strict: true, strictRequired: false, allErrors: true });
ajv.addSchema(schema('result'));
const valid = ajv.compile(schema('equivalence'));

const files = {
  'spec.lts': 'SLOTS = (in -> FULL), FULL = (in -> out -> FULL | out -> SLOTS).\n',
  'impl.lts':
    'CELL = (in -> out -> CELL).\n||CELLS = (a:CELL || b:CELL)/{in/a.in, pass/{a.out, b.in}, out/b.out}.\n',
  'one.lts': 'ONE = (in -> out -> ONE).\n',
  'loop.lts': 'LOOP = (in -> MORE), MORE = (retry -> MORE | out -> LOOP).\n',
  'early.lts': 'EARLY = (in -> out -> EARLY | in -> in -> out -> out -> EARLY).\n',
  'late.lts': 'LATE = (in -> (out -> LATE | in -> out -> out -> LATE)).\n',
};

describe('the json report of equiv', () => {
  it.each<[string[], object]>([
    [['spec.lts', 'impl.lts'], { verdict: 'equivalent', strength: 'exhaustive', engine: 'enumerative' }],
    [
      ['spec.lts', 'impl.lts', '--engine', 'inequality'],
      {
        verdict: 'equivalent',
        strength: 'proved',
        engine: 'inequality',
        inequalities: {
          segments: 1,
          sizes: [
            { can: 'spec', variables: 17, rows: 18 },
            { can: 'impl', variables: 17, rows: 16 },
          ],
        },
        basis: expect.arrayContaining([
          expect.stringContaining('the inequalities have no solution (17 variables'),
        ]),
        impl: {
          hidden: ['pass'],
          conditions: { divergenceFree: { holds: true }, deterministic: { holds: true } },
        },
      },
    ],
    [['one.lts', 'impl.lts'], { verdict: 'different', evidence: { kind: 'trace' } }],
    [
      ['one.lts', 'impl.lts', '--engine', 'inequality'],
      {
        verdict: 'different',
        engine: 'inequality',
        evidence: { kind: 'trace', side: 'impl', word: ['in', 'in'] },
      },
    ],
    [
      ['one.lts', 'loop.lts', '--engine', 'inequality', '--relation', 'weak'],
      {
        verdict: 'inconclusive',
        reason: expect.stringContaining('settles weak only where'),
        impl: {
          conditions: { divergenceFree: { holds: 'not shown', because: expect.stringContaining('retry') } },
        },
      },
    ],
    [
      ['one.lts', 'loop.lts'],
      { verdict: 'equivalent', impl: { conditions: { divergenceFree: { holds: false } } } },
    ],
    [
      ['late.lts', 'early.lts', '--relation', 'failures'],
      { verdict: 'different', evidence: { kind: 'failure' } },
    ],
    [['spec.lts', 'impl.lts', '--relation', 'strong'], { verdict: 'different' }],
    [['spec.lts', 'impl.lts', '--max-states', '2'], { verdict: 'inconclusive', limit: 'states' }],
  ])('%j', async (argv, expected) => {
    const { out } = await heddle(['equiv', ...argv, '--reporter', 'json'], files);
    const document = JSON.parse(out);
    expect(document).toMatchObject(expected);
    valid(document);
    expect(valid.errors).toBeNull();
  });

  it('is refused by its schema where something is missing or too much', async () => {
    const { out } = await heddle(['equiv', 'spec.lts', 'impl.lts', '--reporter', 'json'], files);
    const document = JSON.parse(out);
    for (const wrong of [
      { ...document, basis: undefined },
      { ...document, more: 1 },
      { ...document, verdict: 'different' },
      { ...document, spec: { ...document.spec, conditions: { deterministic: { holds: false } } } },
    ]) {
      expect(valid(JSON.parse(JSON.stringify(wrong)))).toBe(false);
    }
  });
});
