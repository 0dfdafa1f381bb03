import { describe, expect, it } from 'vitest';
import type { Io } from '../../src/cli/io.js';
import { ProgressLine, styleFor } from '../../src/cli/terminal.js';

function world(env: Record<string, string> = {}, isTTY = true) {
  const written: string[] = [];
  const output = { write: (text: string) => written.push(text), isTTY, columns: 80 };
  const clock = { now: 0 };
  const io = { out: output, err: output, env, now: () => clock.now } as unknown as Io;
  return { io, output, written, clock };
}

describe('the style', () => {
  it.each([
    ['a terminal', {}, true, true, true],
    ['a pipe', {}, false, true, false],
    ['a pipe with FORCE_COLOR', { FORCE_COLOR: '1' }, false, true, true],
    ['NO_COLOR', { NO_COLOR: '1' }, true, true, false],
    ['--no-color', {}, true, false, false],
    ['a dumb terminal', { TERM: 'dumb' }, true, true, false],
  ])('colours on %s', (_, env, isTTY, wanted, color) => {
    const { io, output } = world(env as Record<string, string>, isTTY as boolean);
    expect(styleFor(io, output, wanted as boolean).color).toBe(color);
  });

  it.each([
    [{}, true],
    [{ LANG: 'en_GB.UTF-8' }, true],
    [{ LANG: 'C' }, false],
    [{ LC_ALL: 'POSIX', LANG: 'en_GB.UTF-8' }, false],
  ])('beyond ASCII with %j: %s', (env, unicode) => {
    const { io, output } = world(env as Record<string, string>);
    expect(styleFor(io, output).unicode).toBe(unicode);
  });
});

describe('the progress line', () => {
  const progress = {
    property: 'deadlock-free',
    states: 12000,
    transitions: 30000,
    depth: 90,
    bytes: 2 ** 20,
    seconds: 2,
  };

  it('is rewritten in place, ten times a second at most, and erased', () => {
    const { io, written, clock } = world();
    const line = new ProgressLine(io);
    line.show(progress);
    line.show(progress);
    expect(written).toEqual(['\r\u001b[2Kdeadlock-free  12,000 states  6,000/s  depth 90  1.0 MB']);
    clock.now = 0.2;
    line.show(progress);
    expect(written).toHaveLength(2);
    line.clear();
    line.clear();
    expect(written.slice(2)).toEqual(['\r\u001b[2K']);
  });

  it('is silent in a pipe', () => {
    const { io, written } = world({}, false);
    const line = new ProgressLine(io);
    line.show(progress);
    line.clear();
    expect(written).toEqual([]);
  });
});
