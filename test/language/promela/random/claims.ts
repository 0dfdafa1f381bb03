/** Random properties that a model states itself: formulas, a never claim, a trace assertion. */
import { condition } from './expressions.js';
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
    [1, () => w.use('temporal words', `(${inner()} ${chance.pick(['until', 'implies'])} ${inner()})`)],
    [2, () => `(${inner()} ${chance.pick(['U', 'W', 'V'])} ${inner()})`],
    [2, () => `(${inner()} ${chance.pick(['->', '<->', '&&', '||'])} ${inner()})`],
    [1, () => `! (${inner()})`],
    [1, () => proposition(w)],
  ])();
}

/** Something that is true or false of one state, seen from outside all processes. */
function proposition(w: Writer): string {
  const labelled = w.proctypes.filter(
    ({ name, atStart, labels }) => atStart > 0 && name !== 'init' && labels.length > 0,
  );
  if (labelled.length > 0 && w.chance.is(0.2)) {
    const { name, first, labels } = w.chance.pick(labelled);
    return `(${w.use('remote label', `${name}[${first}]@${w.chance.pick(labels)}`)})`;
  }
  return `(${condition(w, outside(w), 0)})`;
}

const outside = (w: Writer): Scope => ({ ...w.globals, channels: [] });

/** What only a never claim may ask. */
function observation(w: Writer): string {
  const { chance } = w;
  const instances = w.proctypes.reduce((sum, { atStart }) => sum + atStart, 0);
  const process = () => chance.below(Math.max(1, instances));
  const twins = w.proctypes.find(({ atStart }) => atStart > 1);
  return w.weighted<() => string>([
    [4, () => condition(w, outside(w))],
    [2, () => proposition(w)],
    [1, () => w.use('np_', chance.pick(['np_', '!np_']))],
    [
      w.globals.channels.some(({ capacity }) => capacity === 0) ? 0 : 2,
      () => w.use('enabled', `${chance.pick(['', '!'])}enabled(${process()})`),
    ],
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
