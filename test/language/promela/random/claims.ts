/** Random properties that a model states itself: formulas, a never claim, a trace assertion. */
import { condition, remote, value } from './expressions.js';
import { type Channel, type Scope, SMALL, type Writer } from './scope.js';

export function formulas(w: Writer): string {
  const count = w.weighted([[3, 1], [2, 2], [1, 3]] as const); // biome-ignore format: a table
  w.use(count > 1 ? 'several ltl' : 'ltl');
  return Array.from({ length: count }, (_, i) => `ltl p${i} { ${formula(w, 2)} }`).join('\n');
}

function formula(w: Writer, depth: number): string {
  const { chance } = w;
  if (depth === 0) return proposition(w);
  const inner = () => formula(w, depth - 1);
  return w.weighted<() => string>([
    [3, () => `[] ${inner()}`],
    [3, () => `<> ${inner()}`],
    [1, () => w.use('temporal words', `(always ${inner()})`)],
    [1, () => w.use('temporal words', `(eventually ${inner()})`)],
    [
      1,
      () =>
        w.use(
          'temporal words',
          `(${inner()} ${chance.pick(['until', 'implies', 'weakuntil', 'release'])} ${inner()})`,
        ),
    ],
    [2, () => `(${inner()} ${chance.pick(['U', 'W', 'V'])} ${inner()})`],
    [2, () => `(${inner()} ${chance.pick(['->', '<->', '&&', '||'])} ${inner()})`],
    [1, () => `! (${inner()})`],
    [1, () => proposition(w)],
  ])();
}

/** Something that is true or false of one state, seen from outside all processes. */
function proposition(w: Writer): string {
  const others = w.proctypes.filter(({ name }) => name !== 'init');
  const buffers = w.globals.channels.filter(({ capacity, record }) => capacity > 0 && !record);
  return w.weighted<() => string>([
    [10, () => `(${condition(w, outside(w), 0)})`],
    [3, () => `(${remote(w, w.chance.pick(others))})`],
    [
      buffers.length > 0 ? 1 : 0,
      () => w.use('poll in ltl', `(${pollFromOutside(w, w.chance.pick(buffers))})`),
    ],
    [allBuffered(w) ? 1 : 0, () => w.use('enabled in ltl', `(enabled(${aProcess(w)}))`)],
  ])();
}

const pollFromOutside = (w: Writer, channel: Channel): string =>
  `${channel.text}?[${channel.fields.map((kind) => (kind === 'link' ? '_' : value(w, w.globals, kind, 0))).join(', ')}]`;

/** Of channels without buffer SPIN does not know here whether someone can take part. */
const allBuffered = (w: Writer): boolean => w.globals.channels.every(({ capacity }) => capacity > 0);

function aProcess(w: Writer): number {
  const instances = w.proctypes.reduce((sum, { atStart }) => sum + atStart, 0);
  return w.chance.below(Math.max(1, instances));
}

const outside = (w: Writer): Scope => ({ ...w.globals, channels: [] });

/** What only a never claim may ask. */
function observation(w: Writer): string {
  const { chance } = w;
  const process = () => aProcess(w);
  const twins = w.proctypes.find(({ atStart }) => atStart > 1);
  return w.weighted<() => string>([
    [4, () => condition(w, outside(w))],
    [2, () => proposition(w)],
    [1, () => w.use('np_', chance.pick(['np_', '!np_']))],
    [allBuffered(w) ? 2 : 0, () => w.use('enabled', `${chance.pick(['', '!'])}enabled(${process()})`)],
    [1, () => w.use('_last', `(_last ${chance.pick(['==', '!='])} ${process()})`)],
    [twins ? 1 : 0, () => w.use('pc_value', `(pc_value(${twins!.first}) == pc_value(${twins!.first + 1}))`)],
  ])();
}

export function neverClaim(w: Writer): string {
  const { chance } = w;
  w.use('never');
  const a = () => observation(w);
  return chance.pick([
    () => `never {\nwait: do\n:: ${a()} -> goto accept\n:: true\nod;\naccept: do\n:: ${a()}\nod\n}`,
    () => `never {\ndo\n:: ${a()} -> break\n:: true\nod\n}`,
    () => `never {\ndo\n:: assert(!(${a()}))\nod\n}`,
    () =>
      `never {\nT0: if\n:: ${a()} -> goto T1\n:: else -> goto T0\nfi;\nT1: if\n:: ${a()} -> goto acceptT\n:: ${a()} -> goto T0\nfi;\nacceptT: if\n:: true -> goto T1\nfi\n}`,
    () => `never {\naccept: ${a()};\n${a()};\ngoto accept\n}`,
    () => w.use('atomic in never', `never {\ndo\n:: atomic { ${a()} -> assert(!(${a()})) }\n:: else\nod\n}`),
    () => w.use('timeout in never', `never {\ndo\n:: timeout && ${a()} -> break\n:: else\nod\n}`),
    () => `never {\nS: if\n:: ${a()} -> goto accept_all\n:: ${a()} -> goto S\nfi;\naccept_all: skip\n}`,
  ])();
}

/** Sends and receives on one buffered channel, in an order that may or may not be kept. */
export function traceAssertion(w: Writer): string {
  const channels = w.globals.channels.filter(({ text, record, fields }) => {
    return !record && !fields.includes('link') && /^\w+$/.test(text);
  });
  if (channels.length === 0) return '';
  const channel = w.chance.pick(channels);
  const word = w.chance.is(0.5) ? 'trace' : 'notrace';
  const [a, b] = [event(w, channel, '!'), event(w, channel, '!')];
  const c = event(w, channel, channel.capacity === 0 ? '!' : '?');
  const others = channels.filter((other) => other !== channel && other.capacity > 0);
  if (others.length > 0 && w.chance.is(0.6)) {
    const second = event(w, w.chance.pick(others), '!');
    w.use('trace of channels');
    return w.use(
      word,
      `${word} {\ndo\n:: ${a}\n:: ${second};\nif\n:: ${b}\n:: ${second} -> break\nfi\nod\n}`,
    );
  }
  // SPIN wants it deterministic.
  const body = w.chance.pick([
    ...(channel.capacity > 0 ? [`do\n:: ${a};\n${b}\n:: ${c}\nod`, `do\n:: ${a}\n:: ${c} -> break\nod`] : []),
    `do\n:: ${a}\nod`,
    `${a};\n${c};\n${b}`,
  ]);
  return w.use(word, `${word} {\n${body}\n}`);
}

function event(w: Writer, channel: Channel, sign: '!' | '?'): string {
  const fields = channel.fields.map((kind) => {
    if (w.chance.is(0.7)) return '_';
    if (kind === 'number') return String(w.chance.below(SMALL));
    return kind === 'flag' ? '1' : w.chance.pick(kind === 'name' ? ['ask', 'give'] : ['red', 'green']);
  });
  return `${channel.text}${sign}${fields.join(',')}`;
}
