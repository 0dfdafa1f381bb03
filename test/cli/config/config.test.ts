import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { clock, deadlock, heddle } from '../stage.js';

const schema = JSON.parse(
  readFileSync(resolve(import.meta.dirname, '../../../docs/schema/config.schema.json'), 'utf8'),
) as { properties: Record<string, { enum?: string[] }> };
const valid = new Ajv2020({ allowUnionTypes: true }).compile(schema);

const files = { 'd.lts': deadlock, 'c.lts': clock, 'p.prop': 'ltl [] ! tock\n' };
const check = (config: unknown, argv: string[] = []) =>
  heddle(['check', ...argv], {
    ...files,
    'heddle.config.json': typeof config === 'string' ? config : JSON.stringify(config, null, 2),
  });

describe('heddle.config.json', () => {
  it('names the programs and the options of a call that names none', async () => {
    const { code, out } = await check({ files: ['*.lts'], deadlock: true });
    expect(code).toBe(1);
    expect(out).toContain('2 properties: 1 holds, 1 violated');
  });

  it('gives way to the command line', async () => {
    const { code, out } = await check({ files: 'd.lts', reporter: 'json', property: 'p.prop' }, [
      'c.lts',
      '--reporter',
      'junit',
    ]);
    expect(code).toBe(1);
    expect(out).toMatch(/^<\?xml/);
    expect(out).toContain('classname="c.lts"');
    expect(out).not.toContain('d.lts');
  });

  it('counts names from where it stands', async () => {
    const { code, out, err } = await heddle(['check', '--config', 'sub/heddle.json'], {
      'sub/heddle.json': JSON.stringify({ files: '*.lts', property: ['p.prop'] }),
      'sub/c.lts': clock,
      'sub/p.prop': files['p.prop'],
    });
    expect(err).toBe('');
    expect(code).toBe(1);
    expect(out).toContain('violated  sub/c.lts');
  });

  it.each([
    [
      'an unknown setting',
      '{ "enginee": "reach" }',
      /json:1:3: error: there is no setting "enginee".*did you mean "engine"\?/s,
    ],
    ['an option of one call', '{ "output": "x" }', /there is no setting "output"/],
    [
      'a choice that is none',
      '{ "engine": "warp" }',
      /json:1:13: error: 'warp' is not among the choices.*auto, reach/s,
    ],
    ['a choice of another kind', '{ "engine": true }', /json:1:13: error: .*choose from auto/s],
    ['a bad duration', '{ "time": "soon" }', /json:1:11: error: Write a duration/],
    ['a number that is none', '{ "maxStates": -1 }', /json:1:16: error: Write a whole number/],
    ['a flag that is none', '{ "fair": "yes" }', /json:1:11: error: this must be true or false/],
    ['files that are none', '{ "files": [{}] }', /json:1:13: error: this must be a text/],
    ['a setting twice', '{ "fair": true, "fair": true }', /json:1:17: error: "fair" stands here twice/],
    ['a list', '[]', /json:1:1: error: the configuration must be an object/],
    ['no JSON', '{ "fair": tru }', /json:1:11: error: expected a value/],
    ['an end too early', '{ "fair": true', /error: expected ',' or '}'/],
    ['more than one value', '{} {}', /json:1:4: error: nothing may follow/],
    ['a bad escape', '{ "ltl": "\\q" }', /json:1:10: error: this text has/],
    ['deep nesting', `{ "files": ${'['.repeat(5000)}`, /nested too deeply/],
  ])('with %s is refused at its place', async (_, config, message) => {
    const { code, out, err } = await check(config);
    expect({ code, out, err }).toEqual({ code: 3, out: '', err: expect.stringMatching(message) });
  });

  it('tells all that is wrong at once', async () => {
    const { err } = await check({ fair: 1, time: 'soon', nothing: 0 });
    expect(err.match(/error:/g)).toHaveLength(3);
  });

  it('must be there if it is named', async () => {
    const { code, err } = await heddle(['check', '--config', 'gone.json']);
    expect({ code, err }).toEqual({ code: 3, err: expect.stringContaining('gone.json') });
  });
});

describe('the schema of heddle.config.json', () => {
  const settings = Object.keys(schema.properties).filter((name) => name !== '$schema' && name !== 'files');

  it.each(settings)('knows the same %s as the command', async (name) => {
    const { err } = await check(`{ "files": "c.lts", "${name}": null }`);
    expect(err).not.toContain('there is no setting');
    const choices = schema.properties[name].enum;
    if (choices) expect(err).toContain(`choose from ${choices.join(', ')}\n`);
    else expect(err).not.toContain('choose from');
  });

  it('has every option that is not of one call', async () => {
    const { out } = await heddle(['check', '--help']);
    const options = [...out.matchAll(/^ {2}(?:-\w, )?--([a-z-]+)/gm)].map(([, name]) =>
      name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
    );
    const ofACall = [
      'output',
      'mermaid',
      'html',
      'certificate',
      'watch',
      'shard',
      'config',
      'noCache',
      'noColor',
      'help',
    ];
    expect(settings.toSorted()).toEqual(options.filter((name) => !ofACall.includes(name)).toSorted());
  });

  it.each([
    [{ files: ['a.lts'], time: '60s', memory: 1024, workers: 2, fair: true }, true],
    [{ $schema: 'x', property: 'p.prop', engine: 'reach', exclude: ['old/**'] }, true],
    [{ fair: 'yes' }, false],
    [{ engine: 'warp' }, false],
    [{ unknown: 1 }, false],
    [{ maxStates: 0 }, false],
    [{ files: [1] }, false],
    [[], false],
  ])('agrees with the command about %j', async (config, expected) => {
    expect(valid(config)).toBe(expected);
    const { err } = await check(config, ['c.lts', '--property', 'deadlock-free', '--engine', 'reach']);
    expect(err.includes('heddle.config.json:')).toBe(!expected);
  });
});
