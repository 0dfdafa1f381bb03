import { describe, expect, it } from 'vitest';
import { slotsOf } from '../../../../src/engine/reach/compiled/packing/cells.js';
import { likelyOnce } from '../../../../src/engine/reach/compiled/packing/likely.js';
import { Interpreter } from '../../../../src/model/interpreter.js';
import { promela } from '../../../language/promela/reading.js';

function likely(text: string) {
  const { system } = promela(text);
  const interpreter = new Interpreter(system);
  return {
    interpreter,
    values: likelyOnce(interpreter, slotsOf(system), interpreter.initialStates()),
  };
}

describe('values that are likely', () => {
  it('are those that processes give which are created later', () => {
    const { interpreter, values } = likely(
      'byte x, y;\nproctype P(byte n) { byte l = 3; x = n; y = l }\ninit { run P(5); run P(7) }',
    );
    const [x, y] = interpreter.layout.shared;
    expect(values[x]).toEqual({ low: 0, high: 7 });
    expect(values[y]).toEqual({ low: 0, high: 3 });
  });

  it('of a place where processes come and go are those of all of them, and 0', () => {
    const { interpreter, values } = likely(
      'proctype P(byte n) { byte l = 4; n == 1; l = 9 }\ninit { run P(1); run P(2) }',
    );
    const { processes, types } = interpreter.layout;
    const [parameter, local] = types[0].variables.map((offset) => processes[1] + offset);
    expect(values[parameter]).toEqual({ low: 0, high: 2 });
    expect(values[local]).toEqual({ low: 0, high: 9 });
  });
});
