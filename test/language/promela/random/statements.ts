/** Random statements. What stands inside a d_step never blocks and is deterministic. */
import { communication } from './communication.js';
import { condition, number, value } from './expressions.js';
import { type Scope, SMALL, type Writer } from './scope.js';

export interface Setting {
  scope: Scope;
  /** Choices may still be nested this deep. */
  depth: number;
  inLoop: boolean;
  inDstep: boolean;
  inAtomic: boolean;
  /** May control leave by `goto`? */
  jumps: boolean;
}

function statements(w: Writer, setting: Setting, count: number): string {
  return sequence(
    w,
    Array.from({ length: count }, () => statement(w, setting)),
  );
}

/** One after the other. SPIN takes the end of a loop right before a d_step for a jump into it. */
export function sequence(w: Writer, pieces: string[]): string {
  const separated = pieces.map((text, i) => {
    const apart =
      i > 0 && /^[\s{]*(d_step|raise)/.test(text) && /(od|fi|\})$|^select|^for/.test(pieces[i - 1]);
    return apart ? `${w.use('skip', 'skip')};\n${text}` : text;
  });
  return separated.join(';\n');
}

export function statement(w: Writer, setting: Setting): string {
  const { scope, depth, inDstep } = setting;
  const { chance } = w;
  const nest = depth > 0 ? 1 : 0;
  const free = inDstep ? 0 : nest;
  const counter = w.placesOf(scope, 'number').find(({ text }) => text.startsWith('i_'))?.text;
  return w.weighted<() => string>([
    [8, () => assignment(w, scope)],
    [inDstep ? 0 : 1, () => condition(w, scope)],
    [inDstep || scope.channels.length === 0 ? 0 : 7, () => communication(w, scope)],
    [1, () => simple(w, scope)],
    [inDstep ? 0 : 1, () => lateDeclaration(w, setting)],
    [4 * nest, () => choice(w, setting)],
    [setting.inAtomic ? 0 : 2 * free, () => loop(w, setting)],
    [counter ? (scope.records.length > 0 ? 4 : 1) * nest : 0, () => counting(w, setting, counter!)],
    [
      counter && !inDstep ? 1 : 0,
      () => w.use('select', `select (${counter} : 0 .. ${chance.between(1, 2)})`),
    ],
    [2 * free, () => atomic(w, setting)],
    [2 * free, () => dstep(w, setting)],
    [free, () => unless(w, setting)],
    [nest, () => w.use('block', `{\n${statements(w, inner(setting), 2)}\n}`)],
    [w.macros.has(inDstep ? 'plain raise' : 'raise') ? 1 : 0, () => inlined(w, scope)],
  ])();
}

/** Nested statements; what they declare is theirs. */
function inner(setting: Setting): Setting {
  const scope = { ...setting.scope, places: [...setting.scope.places] };
  return { ...setting, scope, depth: setting.depth - 1 };
}

function assignment(w: Writer, scope: Scope): string {
  const { chance } = w;
  const place = chance.pick(scope.places.filter(({ kind }) => kind !== 'link'));
  if (place.wraps) return w.use('wrap around', `${place.text}${chance.pick(['++', '--'])}`);
  if (place.kind === 'number' && chance.is(0.2)) {
    return w.macros.has('STEP') && chance.is(0.5)
      ? w.use('macro with parameters', `STEP(${place.text})`)
      : `${place.text} = (${place.text} + 1) % ${SMALL}`;
  }
  return `${place.text} = ${value(w, scope, place.kind)}`;
}

function simple(w: Writer, scope: Scope): string {
  const names = w.placesOf(scope, 'name');
  return w.weighted<() => string>([
    [2, () => w.use('skip', 'skip')],
    [2, () => w.use('printf', `printf("%d\\n", ${number(w, scope, 1)})`)],
    [names.length > 0 ? 1 : 0, () => w.use('printm', `printm(${w.chance.pick(names).text})`)],
    [2, () => w.use('assert', `assert((${number(w, scope, 1)}) != ${w.chance.between(2, 4)})`)],
  ])();
}

function lateDeclaration(w: Writer, { scope }: Setting): string {
  const name = w.unique('late');
  const text = `byte ${name} = ${w.chance.below(SMALL)}`;
  scope.places.push({ text: name, kind: 'number' });
  return w.use('late declaration', text);
}

function choice(w: Writer, setting: Setting): string {
  const withElse = setting.inDstep || w.chance.is(0.5);
  const options = Array.from({ length: w.chance.between(1, 3) }, () => option(w, setting, withElse));
  if (withElse) options.push(w.use('else', `:: else -> ${last(w, setting)}`));
  return w.use('if', `if\n${options.join('\n')}\nfi`);
}

function loop(w: Writer, setting: Setting): string {
  const looping = { ...setting, inLoop: true };
  const withElse = w.chance.is(0.3);
  const options = Array.from({ length: w.chance.between(1, 2) }, () => option(w, looping, withElse));
  const out = w.use('break', 'break');
  if (withElse) options.push(w.use('else', `:: else -> ${out}`));
  else if (w.chance.is(0.7)) options.push(`:: ${condition(w, setting.scope)} -> ${out}`);
  return w.use('do', `do\n${options.join('\n')}\nod`);
}

/** One option of a choice; beside `else` it may not begin with anything about a channel. */
function option(w: Writer, setting: Setting, besideElse: boolean): string {
  const { scope } = setting;
  const plain = besideElse ? { ...scope, channels: [] } : scope;
  const first = w.weighted<() => string>([
    [10, () => condition(w, plain)],
    [plain.channels.length > 0 ? 6 : 0, () => communication(w, scope)],
    [besideElse ? 0 : 1, () => w.use('timeout', 'timeout')],
    [setting.inDstep ? 0 : 2, () => assignment(w, plain)],
  ])();
  return `:: ${first} -> ${last(w, setting)}`;
}

function last(w: Writer, setting: Setting): string {
  const labels = setting.scope.proctype?.labels ?? [];
  if (setting.jumps && labels.length > 0 && w.chance.is(0.15)) {
    return w.use('goto', `goto ${w.chance.pick(labels)}`);
  }
  if (setting.inLoop && w.chance.is(0.2)) return w.use('break', 'break');
  return statements(w, inner(setting), w.chance.is(0.8) ? 1 : 2);
}

function counting(w: Writer, setting: Setting, counter: string): string {
  const { chance } = w;
  const { scope } = setting;
  const body = assignment(w, { ...scope, places: scope.places.filter(({ text }) => text !== counter) });
  const channels = scope.channels.filter((channel) => channel.record && channel.capacity > 0);
  if (!setting.inDstep && scope.records.length > 0 && channels.length > 0 && chance.is(0.6)) {
    return w.use(
      'for in channel',
      `for (${scope.records[0]} in ${chance.pick(channels).text}) {\n${body}\n}`,
    );
  }
  if (scope.arrays.length > 0 && chance.is(0.4)) {
    const array = chance.pick(scope.arrays);
    return w.use(
      'for in array',
      `for (${counter} in ${array}) {\n${array}[${counter}] = ${value(w, scope, 'number')}\n}`,
    );
  }
  return w.use('for', `for (${counter} : 0 .. ${chance.between(1, 2)}) {\n${body}\n}`);
}

/** Without endless loops: SPIN would not come out of one. */
function atomic(w: Writer, setting: Setting): string {
  const inside = { ...inner(setting), inAtomic: true };
  return w.use('atomic', `atomic {\n${statements(w, inside, w.chance.between(1, 3))}\n}`);
}

function dstep(w: Writer, setting: Setting): string {
  const inside = { ...inner(setting), inDstep: true, inLoop: false, jumps: false };
  const { scope } = inside;
  scope.local = true;
  const first = w.chance.is(0.4) ? `${condition(w, scope)};\n` : '';
  const hidden = w.globals.places.length > 0 && w.chance.is(0.2) && w.used.has('hidden');
  const scratch = hidden ? `;\nscratch = ${number(w, scope, 1)};\n${assignment(w, scope)};\nscratch = 0` : '';
  return w.use('d_step', `d_step {\n${first}${statements(w, inside, w.chance.between(1, 3))}${scratch}\n}`);
}

function unless(w: Writer, setting: Setting): string {
  const inside = () => ({ ...inner(setting), inLoop: false });
  const main = statements(w, inside(), w.chance.between(1, 3));
  const wayOut = w.chance.is(0.7) ? condition(w, setting.scope) : communication(w, setting.scope);
  return w.use('unless', `{\n${main}\n} unless {\n${wayOut};\n${statements(w, inside(), 1)}\n}`);
}

function inlined(w: Writer, scope: Scope): string {
  const places = w.placesOf(scope, 'number').filter(({ wraps }) => !wraps);
  if (places.length === 0) return w.use('skip', 'skip');
  return w.use('inline', `raise(${w.chance.pick(places).text}, ${w.chance.between(1, 2)})`);
}
