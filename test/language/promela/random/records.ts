/** The typedefs of a random model and the global variables of them. */
import type { Declared } from './declarations.js';
import type { RecordType, Writer } from './scope.js';

const INNER: RecordType = {
  name: 'Inner',
  parts: [
    { suffix: '.f', kind: 'number' },
    { suffix: '.g', kind: 'flag' },
  ],
};

/** Its fields have values from the start. */
const RICH: RecordType = {
  name: 'Rich',
  parts: [
    { suffix: '.f', kind: 'number' },
    { suffix: '.g', kind: 'flag' },
    { suffix: '.u', kind: 'number', wraps: true },
    { suffix: '.k', kind: 'name' },
  ],
};

const DEEP: RecordType = {
  name: 'Deep',
  parts: [
    { suffix: '.parts[1].f', kind: 'number' },
    { suffix: '.parts[x % 2].g', kind: 'flag' },
    { suffix: '.parts[0].k', kind: 'name' },
    { suffix: '.h', kind: 'number' },
    { suffix: '.pair[1]', kind: 'number' },
  ],
};

const RICH_TEXT = 'typedef Rich { byte f = 1; bool g = true; unsigned u : 2 = 3; mtype k = give }';
const DEEP_TEXT = 'typedef Deep { Rich parts[2]; byte h = 2; byte pair[2] = 1 }';

export function records(w: Writer): Declared {
  return w.chance.is(0.5) ? withValues(w) : plain(w);
}

function plain(w: Writer): Declared {
  const { chance } = w;
  const inner = w.use('typedef', 'typedef Inner { byte f; bool g }');
  const known = (...variables: string[]) => w.recordTypes.push({ type: INNER, variables });
  return w.weighted<() => Declared>([
    [1, () => {
      known();
      return {
        construct: 'typedef in typedef',
        text: `${inner}\ntypedef Outer { Inner i; byte h[2] }\nOuter o;`,
        places: [{ text: 'o.i.f', kind: 'number' }, { text: 'o.h[1]', kind: 'number' }],
      };
    }],
    [1, () => {
      known('rs[0]', 'rs[1]');
      return {
        construct: 'array of records',
        text: `${inner}\nInner rs[2];`,
        places: [{ text: 'rs[1].f', kind: 'number' }, { text: 'rs[0].g', kind: 'flag' }],
      };
    }],
    [3, () => {
      const capacity = chance.between(0, 2);
      known('r');
      return {
        text: `${inner}\nInner r;\nchan qr = [${capacity}] of { Inner };`,
        places: [{ text: 'r.f', kind: 'number' }],
        records: ['r'],
        channels: [{ text: 'qr', capacity, fields: ['number', 'flag'], record: true }],
      };
    }],
  ])(); // biome-ignore format: a table
}

function withValues(w: Writer): Declared {
  w.use('typedef with values');
  if (w.chance.is(0.5)) {
    const array = w.chance.is(0.6);
    const variable = array ? 'riches[1]' : 'rich';
    w.recordTypes.push({ type: RICH, variables: [variable] });
    return {
      construct: array ? 'array of records' : 'typedef',
      text: `${RICH_TEXT}\nRich ${array ? 'riches[2]' : 'rich'};`,
      places: w.partsOf(RICH, variable),
    };
  }
  w.recordTypes.push({ type: RICH, variables: ['deep.parts[1]'] }, { type: DEEP, variables: ['deep'] });
  return {
    construct: 'typedef in typedef',
    text: `${RICH_TEXT}\n${DEEP_TEXT}\nDeep deep;`,
    places: w.partsOf(DEEP, 'deep'),
  };
}
