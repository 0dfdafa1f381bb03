/** The macros, types, variables and channels at the head of a random model. */
import type { Construct } from './constructs.js';
import { linkable } from './expressions.js';
import { records } from './records.js';
import { type Channel, type Place, SMALL, type Writer } from './scope.js';

export interface Declared {
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
  for (const declared of some(w, plainVariables(w), chance.between(1, 3))) add(declared());
  if (chance.is(0.25)) add(records(w));
  for (const declared of some(w, plainChannels(w), chance.below(3))) add(declared());
  if (linkable(w.globals).length > 0 && chance.is(0.25)) {
    const capacity = chance.below(2);
    const channels: Channel[] = [{ text: 'meta', capacity, fields: ['link'] }];
    add({ text: `chan meta = [${capacity}] of { chan };`, channels });
  }
  lines.push(...inlines(w));
  return lines.join('\n');
}

/** What is called like a statement: one that computes, and some that declare variables or call others. */
function inlines(w: Writer): string[] {
  const { chance } = w;
  const lines: string[] = [];
  if (chance.is(0.3)) {
    w.macros.add('raise');
    const [open, close] = chance.pick([['', ''], ['atomic { ', ' }'], ['d_step { ', ' }']]); // biome-ignore format: a table
    if (open === '') w.macros.add('plain raise');
    lines.push(`inline raise(v, by) {\n${open}v = (v + by) % ${SMALL}${close}\n}`);
  }
  if (chance.is(0.15)) {
    w.macros.add('declaring');
    const body = chance.pick([
      `byte inside = 1;\ninside = inside + v;\nv = inside % ${SMALL}`,
      `byte inside;\ndo\n:: inside < 2 -> inside++\n:: else -> break\nod;\nv = inside`,
      `byte inside = v;\nif\n:: inside > 0 -> goto out\n:: else\nfi;\nv = 1;\nout: skip`,
    ]);
    lines.push(`inline declaring(v) {\n${body}\n}`);
    if (chance.is(0.6)) {
      w.macros.add('twice');
      lines.push('inline twice(v) {\ndeclaring(v);\ndeclaring(x)\n}');
    }
  }
  return lines;
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
    () => ({ construct: 'array with values', text: `byte t[3] = ${chance.pick(['2', '{ 1, 0, 2 }'])};`, arrays: ['t'], places: numbers('t[2]', 't[x % 3]') }),
    () => ({ construct: 'wrap around', text: 'short big = 32767;', places: [{ text: 'big', kind: 'number', wraps: true, only: '(big > 0 -> big + 1 : 32767)' }] }),
    () => ({ construct: 'wrap around', text: 'int huge = 2147483647;', places: [{ text: 'huge', kind: 'number', wraps: true, only: '(huge > 0 -> huge + 1 : huge - 1)' }] }),
    () => ({ text: 'mtype names[2] = stop;', places: [{ text: 'names[1]', kind: 'name' }, { text: 'names[0]', kind: 'name' }] }),
    () => ({ construct: 'hidden', text: 'hidden byte scratch;' }),
    () => ({ construct: 'pid', text: 'pid who;', places: numbers('who') }),
  ]; // biome-ignore format: a table
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
    one('narrow', 'bit, short', w.chance.below(2), ['number', 'number']),
    () => ({
      construct: 'channel in typedef',
      text: 'typedef Holder { byte n; chan c = [1] of { byte } }\nHolder hs[2];',
      channels: [0, 1].map((i) => ({ text: `hs[${i}].c`, capacity: 1, fields: ['number'] })),
      places: [{ text: 'hs[1].n', kind: 'number' }],
    }),
    () => ({
      construct: 'channel array',
      text: 'chan qs[2] = [1] of { byte };',
      channels: [0, 1].map((i) => ({ text: `qs[${i}]`, capacity: 1, fields: ['number'] })),
    }),
  ];
}
