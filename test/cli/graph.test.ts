import { describe, expect, it } from 'vitest';
import { clock, deadlock, heddle } from './stage.js';

const files = { 'clock.lts': clock, 'deadlock.lts': deadlock };

describe('heddle graph', () => {
  it.each([
    [['clock.lts'], /^digraph "[^"]*CLOCK[^"]*" \{\n/],
    [['clock.lts', '--view', 'automata', '--format', 'mermaid'], /^flowchart LR\n/],
    [['clock.lts', '--view', 'states', '--format', 'svg'], /<svg /],
    [['clock.lts', '--view', 'states', '--format', 'aut'], /^des \(0, 2, 2\)\n/],
    [
      ['clock.lts', '--view', 'tfg', '--property', 'tick precedes tock'],
      /^digraph .*label="tick\\n\{\d?\}"/s,
    ],
  ])('%j', async (argv, beginning) => {
    const { code, out, err } = await heddle(['graph', ...argv], files);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(beginning);
  });

  it('says where the states were cut', async () => {
    const { code, out, err } = await heddle(
      ['graph', 'deadlock.lts', '--view', 'states', '--max-states', '3'],
      files,
    );
    expect(code).toBe(0);
    expect(err).toBe('the graph is cut at 3 states; --max-states allows more\n');
    expect(out).toContain('cut at 3 states');
  });

  it('draws one process', async () => {
    const { out } = await heddle(['graph', 'deadlock.lts', '--view', 'automata', '--process', 'q'], files);
    expect(out.match(/subgraph/g)).toHaveLength(1);
    expect(out).toContain('label="q"');
  });

  it('writes to a file', async () => {
    const ran = await heddle(['graph', 'clock.lts', '--output', 'clock.dot'], files);
    expect(ran.out).toBe('');
    expect(ran.read('clock.dot')).toMatch(/^digraph/);
  });

  it.each([
    [['--process', 'nobody'], /no process is called nobody\n {2}hint: there are p, q/],
    [['--format', 'aut'], /--format aut needs --view states/],
    [['--view', 'states', '--process', 'p'], /--process goes with/],
    [['--view', 'tfg'], /--view tfg needs --property/],
    [['--view', 'tfg', '--property', 'deadlock-free'], /only questions about the order of events/],
  ])('refuses %j', async (argv, message) => {
    const { code, err } = await heddle(['graph', 'deadlock.lts', ...argv], files);
    expect(code).toBe(3);
    expect(err).toMatch(message);
  });
});
