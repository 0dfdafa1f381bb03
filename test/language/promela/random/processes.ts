/** The proctypes of a random model. They are planned first: they may speak of each other. */
import { condition, linkable, value } from './expressions.js';
import type { Kind, Proctype, Scope, Writer } from './scope.js';
import { isDeclaration, type Setting, sequence, statement } from './statements.js';

export function plan(w: Writer): void {
  const { chance, proctypes } = w;
  let instances = 0;
  const count = w.weighted([[2, 1], [5, 2], [1, 3]] as const); // biome-ignore format: a table
  for (let i = 0; i < count; i++) {
    const atStart = chance.is(count === 1 ? 0.7 : 0.15) ? 2 : 1;
    proctypes.push(planned(w, `P${i}`, atStart, instances));
    instances += atStart;
  }
  // SPIN does not combine priorities with meetings.
  w.priorities = chance.is(0.1) && w.globals.channels.every(({ capacity }) => capacity > 0);
  const [first] = proctypes;
  if (chance.is(0.06))
    first.parameters.push({ name: 'param', kind: w.use('parameter of active', 'number') as Kind });
  if (!chance.is(instances === 1 ? 0.8 : 0.25)) return;
  w.spawns = chance.is(0.25);
  const run = planned(w, 'R', 0, instances);
  if (chance.is(0.6)) run.parameters.push({ name: 'k', kind: 'number' });
  if (chance.is(0.3)) run.parameters.push({ name: 'given', kind: 'name' });
  if (linkable(w.globals).length > 0 && chance.is(0.5))
    run.parameters.push({ name: 'port', kind: 'channel' });
  // SPIN takes no records with arrays in them.
  const known = w.recordTypes.filter(
    ({ type, variables }) => variables.length > 0 && !type.parts.some(({ suffix }) => suffix.includes('[')),
  );
  if (known.length > 0 && chance.is(0.5))
    run.parameters.push({ name: 'packet', kind: 'number', record: chance.pick(known).type });
  proctypes.push(run);
  if (!w.spawns) proctypes.push(planned(w, 'init', 1, instances));
}

function planned(w: Writer, name: string, atStart: number, first: number): Proctype {
  const labels = Array.from({ length: w.chance.below(3) }, (_, i) => `L${i}`);
  return { name, atStart, first, parameters: [], labels, exposed: 'l' };
}

export function process(w: Writer, proctype: Proctype): string {
  const { chance } = w;
  const scope: Scope = {
    places: [...w.globals.places, { text: 'l', kind: 'number' }],
    channels: [...w.globals.channels],
    arrays: [...w.globals.arrays],
    records: w.globals.records,
    proctype,
  };
  const lines = [`byte l${chance.is(0.3) ? ' = 1' : ''}`];
  for (const { name, kind, record } of proctype.parameters) {
    if (record) scope.places.push(...w.partsOf(record, name));
    else if (kind === 'channel') scope.channels.push({ text: name, capacity: 1, fields: ['number'] });
    else scope.places.push({ text: name, kind });
  }
  if (chance.is(w.recordTypes.length > 0 ? 0.7 : 0.35)) {
    lines.push('byte i_');
    scope.places.push({ text: 'i_', kind: 'number' });
  }
  if (chance.is(0.1)) {
    lines.push('byte over = 254');
    scope.places.push({ text: 'over', kind: 'number', wraps: true });
  }
  if (chance.is(0.15)) {
    lines.push(w.use('array', 'byte own[2]'));
    scope.arrays.push('own');
    scope.places.push({ text: 'own[_pid % 2]', kind: 'number' });
  }
  if (w.recordTypes.length > 0 && chance.is(0.4)) {
    const { type } = chance.pick(w.recordTypes);
    lines.push(w.use('local record', `${type.name} mr`));
    scope.places.push(...w.partsOf(type, 'mr'));
  }
  if (chance.is(0.05)) {
    lines.push(w.use('own channel array', 'chan mines[2] = [1] of { byte }'));
    scope.channels.push({ text: 'mines[1]', capacity: 1, fields: ['number'] });
  }
  if (chance.is(0.1)) {
    lines.push(w.use('own channel', 'chan mine = [1] of { byte }'));
    scope.channels.push({ text: 'mine', capacity: 1, fields: ['number'] });
  }
  if (scope.channels.some(({ text }) => text === 'meta')) lines.push('chan link');
  return `${heading(w, proctype)} {\n${[...lines, ...exclusive(w, proctype), body(w, scope, proctype)].join(';\n')}\n}`;
}

/** A claim to be the only one that receives or sends. SPIN refuses two such claims for one channel. */
function exclusive(w: Writer, proctype: Proctype): string[] {
  const [channel] = w.globals.channels.filter(({ text, capacity }) => /^\w+$/.test(text) && capacity > 0);
  if (!channel || proctype !== w.proctypes[0] || w.chance.is(0.85)) return [];
  const side = w.chance.pick(['xr', 'xs'] as const);
  return [w.use(side, `${side} ${channel.text}`)];
}

function heading(w: Writer, { name, atStart, parameters }: Proctype): string {
  if (name === 'init') return w.use('init', 'init');
  const typeOf = {
    number: 'byte',
    flag: 'bool',
    name: 'mtype',
    colour: 'mtype:colour',
    link: 'chan',
    channel: 'chan',
  };
  const list = parameters
    .map(({ name: parameter, kind, record }) => `${record?.name ?? typeOf[kind]} ${parameter}`)
    .join('; ');
  const active =
    atStart === 0 ? '' : atStart > 1 ? w.use('active n', `active [${atStart}] `) : w.use('active', 'active ');
  const watched = { ...w.globals, channels: [] };
  const provided = w.chance.is(0.06)
    ? w.use('provided', ` provided (${condition(w, watched, 0)} || x < 2)`)
    : '';
  const priority =
    w.priorities && atStart > 0 ? w.use('priority', ` priority ${w.chance.between(1, 3)}`) : '';
  return `${active}proctype ${name}(${list})${priority}${provided}`;
}

function body(w: Writer, scope: Scope, proctype: Proctype): string {
  const { chance } = w;
  const setting: Setting = { scope, depth: 2, inLoop: false, inDstep: false, inAtomic: false, jumps: true };
  const starts = proctype.name === 'init' || (w.spawns && proctype === w.proctypes[0]);
  const pieces: string[] = starts ? runs(w, scope) : [];
  const length = Math.max(
    proctype.labels.length,
    proctype.name === 'init' ? chance.between(1, 2) : chance.between(2, 4),
  );
  for (let i = 0; i < length; i++) {
    const special = w.weighted<() => string>([
      [30, () => ''],
      [4, () => `${w.use('end label', w.unique('end'))}: `],
      [1, () => `${w.use('progress label', w.unique('progress'))}: `],
      [1, () => `${w.use('accept label', w.unique('accept'))}: `],
    ])();
    const label = `${proctype.labels[i] === undefined ? '' : `${proctype.labels[i]}: `}${special}`;
    const text = statement(w, setting);
    // No label can stand before a declaration, and no jump leads into a d_step.
    const separate =
      (label !== '' && /^([\s{]*d_step|raise|declaring|twice|\{)/.test(text)) || isDeclaration(text);
    pieces.push(`${label}${separate ? 'skip;\n' : ''}${text}`);
  }
  return sequence(w, pieces);
}

function runs(w: Writer, scope: Scope): string[] {
  const run = w.proctypes.find(({ atStart }) => atStart === 0)!;
  const one = () => {
    const values = run.parameters.map(({ kind, record }) => {
      if (record) {
        const { variables } = w.recordTypes.find(({ type }) => type === record)!;
        return w.use('run with record', w.chance.pick(variables));
      }
      return kind === 'channel'
        ? w.use('run with channel', w.chance.pick(linkable(w.globals)).text)
        : value(w, scope, kind, 0);
    });
    if (values.length > 0) w.use('run with arguments');
    if (w.spawns) w.use('run elsewhere');
    const priority = w.priorities && w.chance.is(0.5) ? ` priority ${w.chance.between(1, 3)}` : '';
    return w.use('run', `run R(${values.join(', ')})${priority}`);
  };
  const first = w.chance.is(0.3) ? w.use('result of run', `l = ${one()}`) : one();
  if (w.chance.is(0.7)) return [first];
  return w.chance.is(0.5) ? [`atomic {\n${first};\n${one()}\n}`] : [first, one()];
}
