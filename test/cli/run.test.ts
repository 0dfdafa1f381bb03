import { describe, expect, it } from 'vitest';
import { clock, deadlock, heddle } from './stage.js';

describe('the command line', () => {
  it.each([
    ['an unknown command', ['chek'], /^heddle: unknown command 'chek'\n\(Did you mean check\?\)/],
    ['no file', ['check'], /there is nothing to check\n.*heddle\.config\.json/],
    ['an unknown option', ['check', '--engin', 'x', 'a.lts'], /unknown option '--engin'/],
    [
      'an unknown reporter',
      ['check', '--reporter', 'xml', 'a.lts'],
      /Allowed choices are pretty, json, sarif, junit/,
    ],
    ['a bad duration', ['check', '--time', 'soon', 'a.lts'], /Write a duration such as/],
    ['a bad size', ['check', '--memory', 'lots', 'a.lts'], /Write a size such as/],
    ['a bad count', ['check', '--max-states', '0', 'a.lts'], /at least 1/],
    ['an option without value', ['check', 'a.lts', '--ltl'], /argument missing/],
    ['two files to simulate', ['simulate', 'a.lts', 'b.lts'], /too many arguments/],
    ['a bad seed', ['simulate', 'a.lts', '--seed', '-1'], /whole number/],
    ['an unknown view', ['graph', 'a.lts', '--view', 'map'], /Allowed choices are control, automata, states/],
    ['a missing file', ['check', 'gone.lts'], /gone\.lts.*there is no such file/],
    ['a missing file to simulate', ['simulate', 'gone.lts'], /there is no such file/],
    ['a missing file to draw', ['graph', 'gone.lts'], /there is no such file/],
    ['an unknown ending', ['check', 'a.xyz'], /no language/],
  ])('refuses %s with exit code 3 and a message', async (_, argv, message) => {
    const { code, out, err } = await heddle(argv);
    expect(code).toBe(3);
    expect(err).toMatch(message);
    expect(err).not.toMatch(/^\s+at /m);
    expect(out).toBe('');
  });

  it('says the version of the package', async () => {
    const { code, out } = await heddle(['--version']);
    expect(code).toBe(0);
    expect(out).toMatch(/^\d+\.\d+\.\d+\S*\n$/);
  });

  it.each([
    [['--help']],
    [['check', '--help']],
    [['simulate', '--help']],
    [['graph', '--help']],
    [['help', 'check']],
  ])('%j shows options, examples and exit codes', async (argv) => {
    const { code, out } = await heddle(argv);
    expect(code).toBe(0);
    expect(out).toContain('Usage: heddle ');
    expect(out).toContain('Examples:\n  $ heddle ');
    expect(out).toMatch(/Exit codes:\n {2}0 {2}/);
    expect(out).toMatch(/^ {2}5 {2}a defect in Heddle$/m);
  });

  it('shows the help when nothing is asked', async () => {
    const { code, err } = await heddle([]);
    expect(code).toBe(3);
    expect(err).toContain('Usage: heddle <command>');
  });

  it('owns up to a defect in one line, with the stack only when asked', async () => {
    const broken = {
      freshSeed: () => {
        throw new Error('boom\u001b');
      },
    };
    const quiet = await heddle(['simulate', 'm.lts'], { 'm.lts': clock }, broken);
    expect(quiet.code).toBe(5);
    expect(quiet.err).toBe('defect in Heddle: boom\\x1b; please report it, with the input that shows it\n');
    const verbose = await heddle(
      ['simulate', 'm.lts'],
      { 'm.lts': clock },
      { ...broken, env: { HEDDLE_DEBUG: '1' } },
    );
    expect(verbose.err).toMatch(/^\s+at /m);
  });

  it('does not colour a pipe and colours a terminal', async () => {
    const files = { 'm.lts': deadlock };
    expect((await heddle(['check', 'm.lts'], files)).out).not.toContain('\u001b');
    expect((await heddle(['check', 'm.lts'], files, { terminal: true })).out).toContain(
      '\u001b[31m✗ violated',
    );
    const plain = await heddle(['check', '--no-color', 'm.lts'], files, { terminal: true });
    expect(plain.out).not.toContain('\u001b');
  });
});
