import { describe, expect, it } from 'vitest';
import { check, loadText } from '../../../src/index.js';
import { patternOfName } from '../../../src/property/event.js';
import { mayCoincide } from '../../../src/property/file/coincide.js';

const lts = (text: string) => loadText({ file: 'p.lts', text }, 'fsp');
const ada = (caller: string) =>
  loadText(
    {
      file: 'p.adb',
      text: `procedure P is\n  task S is entry Open; entry Work; end S;\n  task C;\n  task body C is begin ${caller} end C;\n  task body S is begin loop accept Open; accept Open; end loop; end S;\nbegin null; end P;`,
    },
    'ada',
    { asked: ['c->s.open', 's.open', 'c->s.work'] },
  );

describe('events that one transition may show together', () => {
  it.each([
    ['an event that both match', lts('P = (a[0..1] -> P).'), ['a.*', 'a.1'], true],
    ['events of one process', lts('P = (a -> b -> P).'), ['a', 'b'], false],
    ['the two names of a meeting', ada('S.Open; S.Work;'), ['c->s.open', 's.open'], true],
    ['two calls', ada('S.Open; S.Work;'), ['c->s.open', 'c->s.work'], false],
  ])('%s', (_, { program }, names, expected) => {
    expect(mayCoincide(program.system, names.map(patternOfName))).toBe(expected);
  });

  /** Read as a formula, the event that opens the scope is inside it; read as intervals, it is not. */
  it.each([
    ['FSP', lts('P = (a[1] -> STOP).'), 'absence of "a.*" after "a.1"'],
    ['Ada', ada('S.Open;'), 'absence of "c->s.open" after "s.open"'],
  ])('are no reason for a proof by intervals: %s', async (_, loaded, text) => {
    const verdicts = async (engine: 'reference' | 'inequality' | 'flow') =>
      (await check(loaded, { properties: [{ file: 'p.prop', text }], engine }))[0].verdict;
    expect(await verdicts('reference')).toBe('violated');
    expect(await verdicts('inequality')).not.toBe('holds');
    expect(await verdicts('flow')).not.toBe('holds');
  });
});
