import { describe, expect, it } from 'vitest';
import { clock, deadlock, heddle } from './stage.js';

/** Seven independent counters of ten: ten million states, more than the limits given below. */
const large = `\
COUNTER = C[0],
C[i:0..9] = (when (i < 9) up -> C[i+1] | when (i == 9) reset -> C[0]).
||SYS = ({a, b, c, d, e, f, g}:COUNTER).
`;

const files = {
  'deadlock.lts': deadlock,
  'clock.lts': clock,
  'large.lts': large,
  'bad.lts': 'P = (a -> QQ).\n',
};

describe('heddle check', () => {
  it.each([
    [0, ['clock.lts']],
    [0, ['clock.lts', '--deadlock']],
    [1, ['deadlock.lts']],
    [1, ['clock.lts', 'deadlock.lts']],
    [0, ['clock.lts', '--ltl', '[] <> tick']],
    [1, ['clock.lts', '--ltl', '[] ! tock']],
    [1, ['clock.lts', '--property', 'ltl [] ! tock']],
    [4, ['large.lts', '--deadlock', '--max-states', '100']],
    [1, ['large.lts', 'deadlock.lts', '--deadlock', '--max-states', '100']],
    [3, ['bad.lts']],
    [3, ['bad.lts', 'deadlock.lts']],
    [3, ['clock.lts', '--property', '??']],
    [3, ['clock.lts', '--ltl', '[] (']],
    [3, ['clock.lts', '--target', 'NOBODY']],
    [3, ['clock.lts', '--reporter', 'json', '--output', 'no/such/folder.json']],
  ])('ends with %d for %j', async (expected, argv) => {
    const { code, err } = await heddle(['check', ...argv], files);
    expect({ code, defect: err.includes('defect') }).toEqual({ code: expected, defect: false });
  });

  it('defines names of Promela models, and refuses to elsewhere', async () => {
    const model = { 'm.pml': 'active proctype P() { assert(N < 3) }' };
    const exits = async (...argv: string[]) =>
      (await heddle(['check', ...argv], { ...files, ...model })).code;
    expect(await exits('m.pml', '-DN=2')).toBe(0);
    expect(await exits('m.pml', '--define', 'M=5', '-D', 'N=(M-2)')).toBe(1);
    expect(await exits('m.pml')).toBe(3);
    expect(await exits('m.pml', '-D', '2N')).toBe(3);
    expect(await exits('clock.lts', '-D', 'N=2')).toBe(3);
    const config = { 'heddle.config.json': JSON.stringify({ define: ['N=2'] }) };
    expect((await heddle(['check', 'm.pml'], { ...model, ...config })).code).toBe(0);
  });

  it('a certificate says what was defined', async () => {
    const model = {
      'm.pml': 'byte x; active proctype P() { do :: x < N -> x++ :: x > 0 -> x-- od; assert(x <= N) }',
    };
    const { code, read } = await heddle(['check', 'm.pml', '-DN=2', '--certificate', 'c.json'], model);
    expect(code).toBe(0);
    const { reading } = JSON.parse(read('c.json'));
    expect(reading.definitions).toEqual(['N=2']);
    const both = { ...model, 'c.json': read('c.json') };
    const certified = await heddle(['certify', 'c.json', 'm.pml'], both);
    expect(certified).toMatchObject({ code: 0, err: '' });
    expect(certified.out).toMatch(/^the program is read with -D N=2\n✓ accepted/);
    const json = await heddle(['certify', 'c.json', 'm.pml', '--reporter', 'json'], both);
    expect(JSON.parse(json.out)).toMatchObject({ reading: { definitions: ['N=2'] } });
  });

  it('a certificate of what holds under an assumption is told to be one', async () => {
    const always = 'for events {a, b} show all executions satisfy a*';
    const model = {
      'p.lts': 'P = (a -> P | b -> P).',
      'p.prop': `assumption polite: ${always}\nproperty w assuming polite: ${always}\n`,
    };
    const { read } = await heddle(
      ['check', 'p.lts', '--property', 'p.prop', '--certificate', 'c.json'],
      model,
    );
    const { out } = await heddle(['certify', 'c.json', 'p.lts'], { ...model, 'c.json': read('c.json') });
    expect(out).toMatch(
      /^✓ accepted {2}w .*\n.*\n {2}note: only executions are meant that do what polite says/,
    );
  });

  it('a certificate changes nothing else of how a program is read, and says nothing where it changes nothing', async () => {
    const program = `procedure P is
         task A; task body A is begin delay 1.0; pragma Assert (False); end A;
         begin loop null; end loop; end P;`;
    const text = 'no assertion fails, nothing faults and no error location is reached';
    const asked = { property: 'assertions', text, asked: {}, index: 1, evidence: { kind: 'enumeration' } };
    const file = { schema: 'heddle-certificates-1', heddle: '', program: 'p.adb', entries: [asked] };
    const outcome = async (reading: object) => {
      const { out } = await heddle(['certify', 'c.json', 'p.adb'], {
        'p.adb': program,
        'c.json': JSON.stringify({ ...file, reading: { asked: [], ...reading } }),
      });
      return out;
    };
    // With quiet delays the loop would keep the task from ever coming to its assertion.
    expect(await outcome({ delays: 'quiet' })).toMatch(/^✗ refused {2}assertions/);
    expect(await outcome({})).toMatch(/^✗ refused {2}assertions/);
  });

  it('tells a violation and how it happens', async () => {
    const { out, err } = await heddle(['check', 'deadlock.lts'], files);
    expect(out).toMatch(/^✗ violated {2}deadlock\.lts: deadlock-free {2}\(reach: \d+ states/);
    expect(out).toContain('1. p and a: p.a.take');
    expect(out).toContain('deadlock.lts:2  P = (a.take -> b.take');
    expect(out).toContain('╳ waits for ever');
    expect(err).toBe('');
  });

  it('ends with a table when there are several answers', async () => {
    const { out } = await heddle(['check', 'deadlock.lts', 'clock.lts', '--deadlock'], files);
    expect(out).toContain('\n2 properties: 1 holds, 1 violated\n');
  });

  it('shows where the program is wrong, and still checks the others', async () => {
    const { out, err } = await heddle(['check', 'bad.lts', 'clock.lts'], files);
    expect(err).toMatch(/^bad\.lts:1:11: error: .*QQ.*\n {2}1 \| P = \(a -> QQ\)\.\n {4}\| {11}\^\^\n/);
    expect(out).toContain('✓ holds (exhaustive)  clock.lts: deadlock-free');
  });

  it('reads a property from a file if there is one of that name', async () => {
    const { out, code } = await heddle(['check', 'clock.lts', '--property', 'order.prop'], {
      ...files,
      'order.prop': 'ltl [] ! tock\n',
    });
    expect(code).toBe(1);
    expect(out).toContain('✗ violated');
    expect(out).not.toContain('deadlock-free');
  });

  it('says that a property file is not there', async () => {
    const { code, err } = await heddle(['check', 'clock.lts', '-p', 'order.prop'], files);
    expect({ code, err }).toMatchObject({ code: 3, err: expect.stringContaining('there is no such file') });
  });

  it.each(['', '// later', 'assumption a: absence of tick', 'event t = tick'])(
    'does not say that all is well where nothing is asked: %j',
    async (text) => {
      const inFile = { ...files, 'asked.prop': text };
      for (const given of [text, 'asked.prop']) {
        const { code, out } = await heddle(['check', 'clock.lts', '-p', given], inFile);
        expect({ code, out }).toEqual({ code: 3, out: '' });
      }
      // Beside the program it may stand: there is more to be asked.
      expect((await heddle(['check', 'clock.lts'], { ...files, 'clock.prop': text })).code).toBe(0);
    },
  );

  it('checks the .prop file beside the program, and everything else', async () => {
    const { out, code } = await heddle(['check', 'clock.lts'], { ...files, 'clock.prop': 'ltl [] ! tock\n' });
    expect(code).toBe(1);
    expect(out).toContain('✓ holds (exhaustive)  clock.lts: deadlock-free');
    expect(out).toContain('✗ violated');
    expect(out).toContain('2 properties: 1 holds, 1 violated');
  });

  it('shows where a property is wrong, once for all programs', async () => {
    const { err } = await heddle(['check', 'clock.lts', 'deadlock.lts', '--property', 'ltl [] ('], files);
    expect(err.match(/error:/g)).toHaveLength(1);
    expect(err).toContain('  1 | ltl [] (\n');
  });

  it('shows the formula that is wrong among several', async () => {
    const { err } = await heddle(['check', 'clock.lts', '--ltl', '[] tick', '--ltl', '<> ('], files);
    expect(err).toMatch(/^--ltl 2:1:/);
    expect(err).toContain('  1 | ltl <> (\n');
  });

  it('writes the report to a file, whole, and nothing else', async () => {
    const ran = await heddle(
      ['check', 'deadlock.lts', '--reporter', 'json', '--output', 'report.json'],
      files,
    );
    expect(ran.out).toBe('');
    expect(ran.files).toEqual(['bad.lts', 'clock.lts', 'deadlock.lts', 'large.lts', 'report.json']);
    expect(JSON.parse(ran.read('report.json')).results[0]).toMatchObject({ verdict: 'violated' });
  });

  it.each([
    ['json', /^\{\n {2}"schema": 1,/],
    ['sarif', /"version": "2\.1\.0"/],
    ['junit', /^<\?xml version="1\.0"/],
  ])('reports as %s, with wrong inputs inside', async (reporter, beginning) => {
    const { out, err } = await heddle(['check', 'clock.lts', 'bad.lts', '--reporter', reporter], files);
    expect(out).toMatch(beginning);
    expect(out).toContain('QQ');
    expect(err).toContain('error:');
  });

  it('writes a sequence diagram of the violation', async () => {
    const ran = await heddle(['check', 'deadlock.lts', '--mermaid', 'run.mmd'], files);
    expect(ran.read('run.mmd')).toMatch(/^sequenceDiagram\n/);
  });

  it('stops when interrupted, tells what it has, and ends with 4', async () => {
    const stop = new AbortController();
    let asked = 0;
    const now = () => {
      if (++asked === 20) stop.abort();
      return asked / 1000;
    };
    const { code, out, err } = await heddle(
      ['check', 'large.lts', 'clock.lts', '--deadlock', '--time', '1h'],
      files,
      { stop: stop.signal, now },
    );
    expect(code).toBe(4);
    expect(out).toContain('? inconclusive (interrupted)  large.lts: deadlock-free');
    expect(err).toContain('not checked: clock.lts');
  });

  it('stops reading a program where the time is over', async () => {
    const lines = Array.from({ length: 200 }, () => 'Put_Line ("busy");').join('\n');
    const program = `with Ada.Text_IO; use Ada.Text_IO;\nprocedure Main is begin\n${lines}\nend Main;\n`;
    // The clock of the stage goes on by a thousandth of a second each time.
    const ran = await heddle(['check', 'main.adb', '--time', '100ms'], { 'main.adb': program });
    expect(ran.code).toBe(4);
    expect(ran.out).toContain('inconclusive (time limit)');
    expect(ran.out).toContain('the time limit was reached before the program was read');
    expect(ran.err).toContain('not checked: main.adb');
  });

  it('gives the properties and the rest one time limit together', async () => {
    let time = 0;
    const now = () => (time += 10);
    const ran = await heddle(['check', 'large.lts', '--time', '1s'], files, { now });
    expect(ran.code).toBe(4);
    expect(ran.out).toContain('inconclusive (time limit)');
  });
});
