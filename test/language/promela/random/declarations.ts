/** The macros, types, variables and channels at the head of a random model. */
import type { Construct } from './constructs.js';
import { linkable } from './expressions.js';
import { type Channel, type Place, SMALL, type Writer } from './scope.js';

interface Declared {
  construct?: Construct;
  text: string;
  places?: Place[];
  channels?: Channel[];
  arrays?: string[];
  records?: string[];
}

export function macros(w: Writer): string {
  const { chance } = w;
  const lines: string[] = [];
  if (chance.is(0.3)) {
    w.macros.add('MOST');
    lines.push('#define MOST(a, b) ((a) > (b) -> (a) : (b))');
  }
  if (chance.is(0.3)) {
    w.macros.add('STEP');
    lines.push(w.use('macro', '#define LIMIT 3'), '#define STEP(v) v = (v + 1) % LIMIT');
  }
  if (chance.is(0.2)) {
    lines.push('#define EXTRA', w.use('ifdef', '#ifdef EXTRA'), 'bool extra;', '#else', 'not read', '#endif');
    w.globals.places.push({ text: 'extra', kind: 'flag' });
    if (chance.is(0.5)) {
      lines.push(w.use('undef', '#undef EXTRA'), w.use('ifndef', '#ifndef EXTRA'), 'bit unset;', '#endif');
    }
  }
  if (chance.is(0.2)) {
    const choices = ['#else', 'byte sized;', '#endif'];
    lines.push(
      `#define SIZE ${chance.between(1, 3)}`,
      w.use('if directive', '#if SIZE > 2'),
      'byte sized = 2;',
    );
    lines.push(w.use('elif directive', '#elif SIZE == 2 && defined(SIZE)'), 'byte sized = 1;', ...choices);
    w.globals.places.push({ text: 'sized', kind: 'number' });
  }
  return lines.join('\n');
}

export function globals(w: Writer): string {
  const { chance } = w;
  const lines = [
    w.use('mtype', 'mtype = { ask, give, stop };'),
    w.use('mtype set', 'mtype:colour = { red, green };'),
  ];
  const add = ({ construct, text, places = [], channels = [], arrays = [], records = [] }: Declared) => {
    if (construct) w.use(construct);
    lines.push(text);
    w.globals.places.push(...places);
    w.globals.channels.push(...channels);
    w.globals.arrays.push(...arrays);
    w.globals.records.push(...records);
  };
  add({
    construct: 'byte',
    text: `${qualifier(w)}byte x = ${chance.below(SMALL)};`,
    places: [{ text: 'x', kind: 'number' }],
  });
  for (const declared of some(w, [...plainVariables(w), () => records(w)], chance.between(1, 3)))
    add(declared());
  for (const declared of some(w, plainChannels(w), chance.below(3))) add(declared());
  if (linkable(w.globals).length > 0 && chance.is(0.25)) {
    const capacity = chance.below(2);
    const channels: Channel[] = [{ text: 'meta', capacity, fields: ['link'] }];
    add({ text: `chan meta = [${capacity}] of { chan };`, channels });
  }
  if (chance.is(0.3)) {
    w.macros.add('raise');
    const [open, close] = chance.pick([['', ''], ['atomic { ', ' }'], ['d_step { ', ' }']]); // biome-ignore format: a table
    if (open === '') w.macros.add('plain raise');
    lines.push(`inline raise(v, by) {\n${open}v = (v + by) % ${SMALL}${close}\n}`);
  }
  return lines.join('\n');
}

/** So many different ones of these, in their order. */
function some<T>(w: Writer, all: T[], count: number): T[] {
  const chosen = new Set(Array.from({ length: count }, () => w.chance.below(all.length)));
  return all.filter((_, i) => chosen.has(i));
}

function qualifier(w: Writer): string {
  if (w.chance.is(0.1)) return w.use('show', 'show ');
  return w.chance.is(0.1) ? w.use('local', 'local ') : '';
}

function plainVariables(w: Writer): (() => Declared)[] {
  const { chance } = w;
  const numbers = (...names: string[]): Place[] => names.map((text) => ({ text, kind: 'number' }));
  const wrapping = (text: string): Place[] => [{ text, kind: 'number', wraps: true }];
  const flag = (text: string): Place[] => [{ text, kind: 'flag' }];
  return [
    () => ({ construct: 'bool', text: `${qualifier(w)}bool flag${chance.is(0.3) ? ' = true' : ''};`, places: flag('flag') }),
    () => ({ text: 'byte y, z = 1;', places: numbers('y', 'z') }),
    () => ({ construct: 'bit', text: 'bit b;', places: flag('b') }),
    () => ({ construct: 'short', text: 'short s;', places: numbers('s') }),
    () => ({ construct: 'int', text: 'int n = 1;', places: numbers('n') }),
    () => ({ construct: 'unsigned', text: 'unsigned u : 2;', places: wrapping('u') }),
    () => ({ text: 'bit turn;', places: [{ text: 'turn', kind: 'number', wraps: true }] }),
    () => ({ text: 'mtype m = ask;', places: [{ text: 'm', kind: 'name' }] }),
    () => ({ text: 'mtype:colour c = red;', places: [{ text: 'c', kind: 'colour' }] }),
    () => ({ construct: 'array', text: 'byte a[2];', arrays: ['a'], places: numbers(`a[${chance.below(2)}]`, 'a[x % 2]') }),
    () => ({ construct: 'hidden', text: 'hidden byte scratch;' }),
    () => ({ construct: 'pid', text: 'pid who;', places: numbers('who') }),
  ]; // biome-ignore format: a table
}

function records(w: Writer): Declared {
  const { chance } = w;
  const inner = w.use('typedef', 'typedef Inner { byte f; bool g }');
  return w.weighted<() => Declared>([
    [1, () => ({
      construct: 'typedef in typedef',
      text: `${inner}\ntypedef Outer { Inner i; byte h[2] }\nOuter o;`,
      places: [{ text: 'o.i.f', kind: 'number' }, { text: 'o.h[1]', kind: 'number' }],
    })],
    [1, () => ({
      construct: 'array of records',
      text: `${inner}\nInner rs[2];`,
      places: [{ text: 'rs[1].f', kind: 'number' }, { text: 'rs[0].g', kind: 'flag' }],
    })],
    [3, () => {
      const capacity = chance.between(0, 2);
      return {
        text: `${inner}\nInner r;\nchan qr = [${capacity}] of { Inner };`,
        places: [{ text: 'r.f', kind: 'number' }],
        records: ['r'],
        channels: [{ text: 'qr', capacity, fields: ['number', 'flag'], record: true }],
      };
    }],
  ])(); // biome-ignore format: a table
}

function plainChannels(w: Writer): (() => Declared)[] {
  const one = (text: string, type: string, capacity: number, fields: Channel['fields']) => (): Declared => ({
    text: `chan ${text} = [${capacity}] of { ${type} };`,
    channels: [{ text, capacity, fields }],
  });
  return [
    one('meet', 'byte', 0, ['number']),
    one('pair', 'mtype, bool', 0, ['name', 'flag']),
    one('q', 'byte', 1, ['number']),
    one('two', 'mtype, byte', 2, ['name', 'number']),
    one('bytes', 'byte', w.chance.between(1, 2), ['number']),
    one('hue', 'mtype:colour', 1, ['colour']),
    () => ({
      construct: 'channel array',
      text: 'chan qs[2] = [1] of { byte };',
      channels: [0, 1].map((i) => ({ text: `qs[${i}]`, capacity: 1, fields: ['number'] })),
    }),
  ];
}
