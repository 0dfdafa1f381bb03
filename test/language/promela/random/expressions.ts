/** Random expressions without side effects. Every index is inside its array and no divisor is 0. */
import { type Channel, type Kind, NAMES, type Proctype, type Scope, SMALL, type Writer } from './scope.js';

export function number(w: Writer, scope: Scope, depth = 2): string {
  const { chance } = w;
  const places = w.placesOf(scope, 'number');
  const constant = () => String(chance.below(SMALL));
  const place = () => (places.length > 0 ? chance.pick(places).text : constant());
  if (depth === 0) return chance.is(0.5) ? place() : constant();
  const inner = () => number(w, scope, depth - 1);
  const channels = scope.channels.filter((channel) => channel.capacity > 0);
  return w.weighted<() => string>([
    [6, place],
    [4, constant],
    [2, () => w.use('arithmetic', `(${inner()} ${chance.pick(['+', '-', '*'])} ${inner()})`)],
    [1, () => w.use('arithmetic', `(${inner()} ${chance.pick(['/', '%'])} ${chance.between(1, 3)})`)],
    [1, () => w.use('bit operation', `(${inner()} ${chance.pick(['&', '|', '^'])} ${inner()})`)],
    [1, () => w.use('shift', `(${inner()} ${chance.pick(['<<', '>>'])} ${chance.between(0, 2)})`)],
    [1, () => w.use('conditional expression', `(${condition(w, scope, 0)} -> ${inner()} : ${inner()})`)],
    [scope.proctype ? 1 : 0, () => w.use('_pid', '_pid')],
    [1, () => w.use('_nr_pr', '_nr_pr')],
    [channels.length > 0 ? 1 : 0, () => w.use('len', `len(${chance.pick(channels).text})`)],
    [
      w.priorities && scope.proctype ? 1 : 0,
      () => w.use('get_priority', chance.pick(['get_priority(_pid)', '_priority'])),
    ],
    [w.macros.has('MOST') ? 2 : 0, () => w.use('macro with parameters', `MOST(${inner()}, ${inner()})`)],
  ])();
}

export function condition(w: Writer, scope: Scope, depth = 1): string {
  const { chance } = w;
  const flags = w.placesOf(scope, 'flag');
  const named = scope.places.filter(({ kind }) => kind === 'name' || kind === 'colour');
  const buffers = scope.channels.filter((channel) => channel.capacity > 0);
  const compare = () =>
    `(${number(w, scope, depth)} ${chance.pick(['==', '!=', '<', '<=', '>', '>='])} ${number(w, scope, depth)})`;
  if (depth === 0) return flags.length > 0 && chance.is(0.5) ? chance.pick(flags).text : compare();
  const inner = () => condition(w, scope, depth - 1);
  return w.weighted<() => string>([
    [6, compare],
    [flags.length > 0 ? 3 : 0, () => `${chance.pick(['', '!'])}${chance.pick(flags).text}`],
    [
      named.length > 0 ? 2 : 0,
      () => {
        const { text, kind } = chance.pick(named);
        return `(${text} ${chance.pick(['==', '!='])} ${chance.pick(NAMES[kind as 'name'])})`;
      },
    ],
    [1, () => `(${inner()} && ${inner()})`],
    [1, () => `(${inner()} || ${inner()})`],
    [1, () => `!(${compare()})`],
    [buffers.length > 0 ? 2 : 0, () => roomQuestion(w, chance.pick(buffers))],
    [buffers.length > 0 && scope.proctype ? 2 : 0, () => poll(w, scope, chance.pick(buffers))],
    [scope.proctype && !scope.local ? 1 : 0, () => elsewhere(w, scope)],
  ])();
}

function roomQuestion(w: Writer, channel: Channel): string {
  const question = w.chance.pick(['full', 'empty', 'nfull', 'nempty'] as const);
  return w.use(question, `${question}(${channel.text})`);
}

function poll(w: Writer, scope: Scope, channel: Channel): string {
  if (channel.record) return roomQuestion(w, channel);
  const sign = w.chance.is(0.3) ? w.use('random poll', '??') : w.use('poll', '?');
  const fields = channel.fields.map((kind) => matching(w, scope, kind));
  return `${channel.text}${sign}[${fields.join(', ')}]`;
}

/** What a message must have in a field, without taking anything from it. */
export function matching(w: Writer, scope: Scope, kind: Kind): string {
  const { chance } = w;
  if (kind === 'link' || chance.is(0.3)) return w.use('wildcard', '_');
  const places = w.placesOf(scope, kind);
  if (kind === 'number' && chance.is(0.1))
    return w.use('eval of expression', `eval((${number(w, scope, 0)} + 1) % ${SMALL})`);
  if (places.length > 0 && chance.is(0.4)) return w.use('eval', `eval(${chance.pick(places).text})`);
  return w.use('match constant', value(w, scope, kind, 0));
}

/** A value for a place or a field of this kind; `depth` 0 gives a constant. */
export function value(w: Writer, scope: Scope, kind: Kind, depth = 1): string {
  const { chance } = w;
  const places = w.placesOf(scope, kind);
  if (depth > 0 && places.length > 0 && chance.is(0.3)) return chance.pick(places).text;
  if (kind === 'name' || kind === 'colour') return chance.pick(NAMES[kind]);
  if (kind === 'flag')
    return depth > 0 && chance.is(0.2) ? condition(w, scope, 0) : chance.pick(['true', 'false']);
  if (kind === 'link') return chance.pick(linkable(scope)).text;
  if (depth === 0 || chance.is(0.5)) return String(chance.below(SMALL));
  return `(${number(w, scope, depth)} + ${2 * SMALL}) % ${SMALL}`;
}

/** Channels that a reference may lead to: they carry one number each. */
export function linkable(scope: Scope): Channel[] {
  return scope.channels.filter(
    ({ fields, capacity }) => capacity > 0 && fields.length === 1 && fields[0] === 'number',
  );
}

/** What another process does, or did last. One that does not exist is nowhere, and has 0 everywhere. */
function elsewhere(w: Writer, scope: Scope): string {
  const { chance } = w;
  // SPIN knows only the proctypes above.
  const others = w.proctypes.slice(0, w.proctypes.indexOf(scope.proctype!));
  if (chance.is(0.3) || others.length === 0)
    return w.use('_last', `(_last ${chance.pick(['==', '!='])} ${chance.below(2)})`);
  return remote(w, chance.pick(others));
}

/** A label or a variable of a process of this type. */
export function remote(w: Writer, { name, atStart, first, labels, exposed }: Proctype): string {
  const { chance } = w;
  const numbered = atStart > 0 && !w.spawns && chance.is(0.6);
  if (!numbered) w.use(atStart > 0 ? 'remote without number' : 'remote of none');
  const process = numbered ? `${name}[${first}]` : name;
  if (chance.is(0.5) && labels.length > 0) {
    return w.use('remote label', `${process}@${chance.pick(labels)}`);
  }
  return w.use('remote variable', `(${process}:${exposed} == ${chance.below(SMALL)})`);
}
