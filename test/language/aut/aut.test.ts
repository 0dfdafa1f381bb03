import { describe, expect, it } from 'vitest';
import { readAut, writeAut } from '../../../src/language/aut/index.js';

function system(text: string) {
  const reading = readAut({ file: 'folder/lift.aut', text });
  if (!reading.ok) throw new Error(JSON.stringify(reading.diagnostics));
  return reading.value.system;
}

function transitions(text: string) {
  const { types, symbols } = system(text);
  return types[0].steps.map((step) => {
    if (step.action.kind !== 'synchronise') throw new Error(step.action.kind);
    const { name, hidden } = symbols[step.action.symbol];
    return `${step.from} ${hidden ? `(${name})` : name} ${step.to}`;
  });
}

describe('reading .aut', () => {
  it('gives one process with one location for each state', () => {
    const read = system('des (1, 2, 3)\n(1, "up", 0)\n(0, "down", 1)\n');
    expect(read).toMatchObject({
      name: 'lift',
      instances: [{ name: 'lift', type: 0 }],
      symbols: [{ name: 'up' }, { name: 'down' }],
    });
    expect(read.types[0].initial).toBe(1);
    expect(read.types[0].locations).toEqual([{ name: '0' }, { name: '1' }, { name: '2' }]);
    expect(read.types[0].alphabet).toEqual([0, 1]);
  });

  it.each([
    ['quoted labels', '(0, "put !1, !true", 1)', '0 put !1, !true 1'],
    ['bare labels', '(0,PUT !1,1)', '0 PUT !1 1'],
    ['bare labels with commas and brackets', '( 0 , f(1,2) , 1 )', '0 f(1,2) 1'],
    ['labels with quotes and backslashes', '(0, "say \\"a\\\\b\\"", 1)', '0 say "a\\b" 1'],
    ['empty labels in quotes', '(0, "", 1)', '0  1'],
    ['i as silent', '(0, i, 1)', '0 (i) 1'],
    ['tau as silent, quoted or not', '(0, "tau", 1)', '0 (tau) 1'],
    ['labels that only begin like a silent one', '(0, in, 1)', '0 in 1'],
  ])('knows %s', (_, line, expected) => {
    expect(transitions(`des(0,1,2)\n${line}`)).toEqual([expected]);
  });

  it('passes over blank lines and the line ends of other systems', () => {
    expect(transitions('\r\ndes (0, 2, 2)\r\n\r\n(0, "a", 1)\r\n(1, "b", 0)\r\n')).toEqual([
      '0 a 1',
      '1 b 0',
    ]);
  });

  it('points each step at its line', () => {
    const [step] = system('des (0, 1, 1)\n  (0, "a", 0)').types[0].steps;
    expect(step.span).toEqual({ file: 'folder/lift.aut', line: 2, column: 3, endLine: 2, endColumn: 14 });
  });

  it('takes a state without transitions as stuck, not as ended', () => {
    expect(system('des (0, 0, 1)').types[0].locations).toEqual([{ name: '0' }]);
  });
});

describe('a wrong .aut', () => {
  const errors = (text: string) => {
    const reading = readAut({ file: 'x.aut', text });
    expect(reading.ok).toBe(false);
    return reading.diagnostics.map(({ span, code }) => `${span?.line}:${span?.column} ${code}`);
  };

  it.each<[string, string, ...string[]]>([
    ['nothing at all', '', '1:1 syntax'],
    ['no first line', '(0, "a", 1)', '1:1 syntax'],
    ['a first line without its numbers', 'des (0, 1)', '1:10 syntax'],
    ['a first line that goes on', 'des (0, 0, 1) or so', '1:15 syntax'],
    ['no number where one is wanted', 'des (0, one, 2)', '1:9 syntax'],
    ['a negative state', 'des (0, 1, 1)\n(-1, "a", 0)', '2:2 syntax'],
    ['fewer transitions than announced', 'des (0, 2, 2)\n(0, "a", 1)', '1:9 bad-value'],
    ['more transitions than announced', 'des (0, 0, 2)\n(0, "a", 1)', '1:9 bad-value'],
    ['an initial state that is not there', 'des (2, 0, 2)', '1:6 bad-value'],
    ['no states', 'des (0, 0, 0)', '1:6 bad-value'],
    ['states that are not there', 'des (0, 1, 2)\n(2, "a", 3)', '2:2 bad-value', '2:10 bad-value'],
    ['a quote left open', 'des (0, 1, 2)\n(0, "a, 1)', '2:5 syntax'],
    ['a quote at the end alone', 'des (0, 1, 2)\n(0, a", 1)', '2:5 syntax'],
    ['no label', 'des (0, 1, 2)\n(0, , 1)', '2:5 syntax'],
    ['no target', 'des (0, 1, 2)\n(0, "a")', '2:8 syntax'],
    ['no closing bracket', 'des (0, 1, 2)\n(0, "a", 1', '2:11 syntax'],
    ['text after a transition', 'des (0, 1, 2)\n(0, "a", 1).', '2:12 syntax'],
    ['a line of something else', 'des (0, 1, 2)\nfrom 0 to 1', '2:1 syntax'],
    ['more states than can be kept', 'des (0, 0, 99999999)', '1:12 too-large'],
    [
      'several mistakes',
      'des (0, 3, 2)\n(0, "a" 1)\n(0, "b", 1)\n(9, "c", 1)',
      '2:9 syntax',
      '4:2 bad-value',
    ],
  ])('%s', (_, text, ...expected) => {
    expect(errors(text)).toEqual(expected);
  });

  it.each([
    ['before the first line', '\u0001x'.repeat(5 << 20)],
    ['after it', `des (0, 1, 2)\n${'(((((\n'.repeat(1 << 20)}`],
  ])('ten megabytes of garbage %s', (_, text) => {
    expect(errors(text).length).toBeLessThanOrEqual(20);
  });
});

describe('writing .aut', () => {
  it('counts transitions and quotes labels', () => {
    const graph = {
      initial: 0,
      states: 2,
      transitions: [
        { from: 0, label: 'a.1', to: 1 },
        { from: 1, label: 'tau', to: 0 },
      ],
    };
    expect(writeAut(graph)).toBe('des (0, 2, 2)\n(0, "a.1", 1)\n(1, i, 0)\n');
  });

  it('is undone by reading', () => {
    const labels = ['a', 'put !1, !2', 'f(x)', 'say "so"', 'back\\slash', ' wide ', '\\"', ''];
    const written = writeAut({
      initial: 0,
      states: 1,
      transitions: labels.map((label) => ({ from: 0, label, to: 0 })),
    });
    expect(system(written).symbols.map(({ name }) => name)).toEqual(labels);
  });
});
