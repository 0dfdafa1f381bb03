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
    [w.priorities ? 1 : 0, () => w.use('set_priority', `set_priority(_pid, ${chance.between(1, 3)})`)],
    [4 * nest, () => choice(w, setting)],
    [setting.inAtomic ? 0 : 2 * free, () => loop(w, setting)],
    [
      counter ? (scope.records.length > 0 || hasRecords(scope) ? 4 : 1) * nest : 0,
      () => counting(w, setting, counter!),
    ],
    [
      counter && !inDstep ? 1 : 0,
      () =>
        chance.is(0.3)
          ? w.use('select up to value', `select (${counter} : 0 .. x)`)
          : w.use('select', `select (${counter} : 0 .. ${chance.between(1, 2)})`),
    ],
    [2 * free, () => atomic(w, setting)],
    [2 * free, () => dstep(w, setting)],
    [free, () => unless(w, setting)],
    [nest, () => w.use('block', `{\n${statements(w, inner(setting), 2)}\n}`)],
    [w.macros.has(inDstep ? 'plain raise' : 'raise') ? 1 : 0, () => inlined(w, scope)],
    [w.macros.has('declaring') && !inDstep ? 2 : 0, () => declaring(w, scope)],
  ])();
}

/** Is there an array of records to go through? */
const hasRecords = (scope: Scope): boolean => scope.places.some(({ text }) => text.startsWith('riches['));

/** Nested statements; what they declare is theirs. */
function inner(setting: Setting): Setting {
  const scope = { ...setting.scope, places: [...setting.scope.places] };
  return { ...setting, scope, depth: setting.depth - 1 };
}

function assignment(w: Writer, scope: Scope): string {
  const { chance } = w;
  const place = chance.pick(scope.places.filter(({ kind }) => kind !== 'link'));
  if (place.only) return w.use('wrap around', `${place.text} = ${place.only}`);
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

/** SPIN gives it its value when control comes by, and its whole proctype has room for it from the start. */
function lateDeclaration(w: Writer, { scope }: Setting): string {
  const { chance } = w;
  const name = w.unique('late');
  const declare = (text: string, ...places: Scope['places']): string => {
    scope.places.push(...places);
    return w.use('late declaration', text);
  };
  const initial = chance.is(0.7) ? ` = ${chance.below(SMALL)}` : '';
  const types = w.recordTypes;
  return w.weighted<() => string>([
    [3, () => declare(`byte ${name}${initial}`, { text: name, kind: 'number' })],
    [1, () => declare(`byte ${name} = ${number(w, scope, 0)}`, { text: name, kind: 'number' })],
    [1, () => declare(`bool ${name}`, { text: name, kind: 'flag' })],
    [1, () => declare(`mtype:colour ${name} = green`, { text: name, kind: 'colour' })],
    [1, () => declare(`unsigned ${name} : 2 = 3`, { text: name, kind: 'number', wraps: true })],
    [1, () => w.use('late array', declare(`byte ${name}[2]${initial}`, { text: `${name}[1]`, kind: 'number' }, { text: `${name}[0]`, kind: 'number' }))],
    [types.length > 0 ? 4 : 0, () => {
      const { type } = chance.pick(types);
      const array = chance.is(0.3);
      const places = w.partsOf(type, array ? `${name}[1]` : name);
      return w.use('late record', declare(`${type.name} ${name}${array ? '[2]' : ''}`, ...places));
    }],
  ])(); // biome-ignore format: a table
}

/** No label can stand before one. */
export const isDeclaration = (text: string): boolean => /^[\w:]+ late\d/.test(text);

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
  if (hasRecords(scope) && chance.is(0.7)) {
    const part = chance.pick([`f = ${value(w, scope, 'number')}`, 'u++']);
    return w.use('for in records', `for (${counter} in riches) {\nriches[${counter}].${part}\n}`);
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
  if (w.chance.is(0.15)) return roundInDstep(w, scope);
  const first = w.chance.is(0.4) ? `${condition(w, scope)};\n` : '';
  const hidden = w.globals.places.length > 0 && w.chance.is(0.2) && w.used.has('hidden');
  const scratch = hidden ? `;\nscratch = ${number(w, scope, 1)};\n${assignment(w, scope)};\nscratch = 0` : '';
  return w.use('d_step', `d_step {\n${first}${statements(w, inside, w.chance.between(1, 3))}${scratch}\n}`);
}

/** A loop that ends, by `break` or by a jump. */
function roundInDstep(w: Writer, scope: Scope): string {
  const name = w.unique('round');
  const body = assignment(w, scope);
  const text = w.chance.is(0.5)
    ? w.use('loop in d_step', `do\n:: ${name} < 2 -> ${name}++;\n${body}\n:: else -> break\nod`)
    : w.use(
        'goto in d_step',
        `again${name}: if\n:: ${name} < 2 -> ${name}++;\n${body};\ngoto again${name}\n:: else\nfi`,
      );
  return w.use('d_step', `d_step {\nbyte ${name} = 0;\nskip;\n${text};\n${name} = 0\n}`);
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

function declaring(w: Writer, scope: Scope): string {
  const places = w.placesOf(scope, 'number').filter(({ wraps }) => !wraps);
  const nested = w.macros.has('twice') && w.chance.is(0.5);
  if (nested) w.use('inline in inline');
  return w.use('inline with declaration', `${nested ? 'twice' : 'declaring'}(${w.chance.pick(places).text})`);
}
