/** Random properties about given events, one in every notation. */
import type { Chance } from '../../model/random-system.js';

type Notation = (chance: Chance, event: () => string) => string;

const expression = (chance: Chance, event: () => string, depth = 3): string => {
  const part = () => expression(chance, event, depth - 1);
  if (depth === 0 || chance.is(0.25)) return chance.is(0.15) ? '.' : event();
  if (chance.is(0.4)) return `(${part()}; ${part()})`;
  if (chance.is(0.4)) return `(${part()} | ${part()})`;
  return `(${part()})${chance.pick(['*', '+', '?'])}`;
};

const formula = (chance: Chance, event: () => string, depth = 3): string => {
  const part = () => formula(chance, event, depth - 1);
  if (depth === 0 || chance.is(0.2)) return chance.is(0.1) ? 'true' : event();
  if (chance.is(0.5)) return `${chance.pick(['[]', '<>', '!', 'X'])} ${part()}`;
  return `(${part()} ${chance.pick(['U', 'W', '&&', '||', '->'])} ${part()})`;
};

const NOTATIONS: Record<string, Notation> = {
  'built in': (chance, event) =>
    chance.pick(['deadlock-free', 'terminates', 'assertions', `progress {${event()}}`]),
  'regular expression': (chance, event) =>
    `for events {e0, e1, e2} show ${chance.pick(['all', 'no'])} executions satisfy ${expression(chance, event)}`,
  automaton: (chance, event) => {
    const accepting = chance.pick(['s', 's, t', 't, u', 's, t, u']);
    const moves = ['s', 't', 'u'].flatMap((from) =>
      [...new Set([event(), event()])].map((e) => `${from} -${e}-> ${chance.pick(['s', 't', 'u'])}`),
    );
    return `automaton { events {e0, e1, e2} start s accepting ${accepting} ${moves.join(' ')} }`;
  },
  formula: (chance, event) => `ltl ${formula(chance, event)}`,
  pattern: (chance, event) =>
    chance.pick([
      `absence of ${chance.pick(['e0', 'e1'])} after e2`,
      `existence of ${event()}`,
      `e0 precedes e1`,
      `e1 responds to e0`,
      `at most 2 of ${event()}`,
      `e1 responds to e0 after e2`,
    ]),
  query: (chance, event) =>
    chance.pick([
      `query q violated by: from the start until ${event()} without e1, then until e1`,
      `query q violated by: from the start until e0 allowing earlier ones, then until e0 without e1`,
      `query q violated by: from the start until ${event()} with e2`,
      `query q violated by: from the start, then for ever without ${event()}`,
    ]),
};

/** A property file with one property of each notation; `names` are the events of the program. */
export function randomProperties(chance: Chance, names: readonly string[]): string {
  const chosen: string[] = [];
  const left = [...names];
  while (chosen.length < 3 && left.length > 0) chosen.push(...left.splice(chance.below(left.length), 1));
  if (chosen.length < 3)
    return 'property p0: deadlock-free\nproperty p1: terminates\nproperty p2: assertions';
  const events = chosen.map((name, i) => `event e${i} = "${name}"`);
  const event = () => `e${chance.below(3)}`;
  const stated = Object.values(NOTATIONS).map((notation, i) => `property p${i}: ${notation(chance, event)}`);
  // All events are used somewhere, or the file would be told off for it.
  return [...events, ...stated, 'property all: ltl <> e0 || <> e1 || <> e2 || true'].join('\n');
}
