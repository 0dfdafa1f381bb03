/** The cells of a state, with the place that each belongs to and the member of a group that it goes with. */
import type { DataType } from '../../../model/data.js';
import type { Interpreter } from '../../../model/interpreter.js';
import { messageScalars, PROCESS_LOCATION } from '../../../model/layout.js';
import type { Reading } from './reading.js';

export interface Cell {
  cell: number;
  /** The kind of what it holds; undefined where that is never a name. */
  node?: number;
  /** What it can hold. */
  type?: DataType;
  /** It moves with these members. */
  owners: Owner[];
  /** One place of a buffer: it holds something where the buffer is longer than `slot`. */
  within?: { length: number; slot: number };
}

interface Owner {
  group: number;
  member: number;
  /** The same for the like cells of all members. */
  key: string;
}

export function cellsIn(interpreter: Interpreter, reading: Reading, members: readonly number[][]): Cell[] {
  const { system, layout } = interpreter;
  const { kinds, families } = reading;
  const found: Cell[] = [];
  const owned = (owner: Owner | undefined, part: string): Owner[] =>
    owner ? [{ ...owner, key: `${owner.key} ${part}` }] : [];

  /** Returns where the next begins. */
  const variable = (name: string, key: string, type: DataType, offset: number, owners: Owner[]): number => {
    if (type.kind === 'array') {
      const own = kinds.ownOf(kinds.named(`${name}#`));
      let at = offset;
      for (let e = 0; e < type.length; e++) {
        const element = own.flatMap((one): Owner[] => {
          const member = one.values.indexOf(type.low + e);
          return member < 0 ? [] : [{ group: one.group, member, key }];
        });
        const part = element.length > 0 ? '*' : String(e);
        const both = [...owners, ...element].map((owner) => ({ ...owner, key: `${owner.key}[${part}]` }));
        at = variable(`${name}[]`, `${key}[${part}]`, type.element, at, both);
      }
      return at;
    }
    if (type.kind === 'record') {
      let at = offset;
      type.fields.forEach((field, f) => {
        const inner = owners.map((owner) => ({ ...owner, key: `${owner.key}.${f}` }));
        at = variable(`${name}.${f}`, `${key}.${f}`, field.type, at, inner);
      });
      return at;
    }
    const alike = owners.map((owner) => ({ ...owner, key: `${owner.key} ${JSON.stringify(type)}` }));
    found.push({ cell: offset, node: kinds.named(name), type, owners: alike });
    return offset + 1;
  };
  const familyOf = (what: 'variable' | 'channel', number: number): Owner | undefined => {
    // What several lay claim to belongs to nobody.
    const claims = families[what].get(number) ?? [];
    if (claims.length !== 1) return undefined;
    const [own] = claims;
    const member = own.values.indexOf(number);
    return { group: own.group, member, key: `${what} ${own.values.join()}` };
  };

  system.variables.forEach(({ type }, v) => {
    const owners = owned(familyOf('variable', v), JSON.stringify(type));
    variable(`shared ${v}`, `shared ${v}`, type, layout.shared[v], owners);
  });
  system.channels.forEach((channel, c) => {
    const owner = familyOf('channel', c + 1);
    const length = layout.channels[c];
    const scalars = messageScalars(channel);
    // Of a channel without buffer nothing else is kept.
    const shape = `length ${channel.capacity} of ${JSON.stringify(scalars)}`;
    found.push({ cell: length, owners: owned(owner, shape) });
    for (let i = 0; i < channel.capacity * scalars.length; i++) {
      const field = i % scalars.length;
      found.push({
        cell: length + 1 + i,
        node: kinds.named(`channel ${c + 1} ${field}`),
        type: scalars[field],
        owners: owned(owner, String(i)),
        within: { length, slot: Math.floor(i / scalars.length) },
      });
    }
  });
  const home = new Map(
    members.flatMap((group, g) => group.map((process, member) => [process, { group: g, member, key: '' }])),
  );
  system.instances.forEach(({ type }, process) => {
    const owner = home.get(process);
    const start = layout.processes[process];
    found.push({ cell: start + PROCESS_LOCATION, owners: owned(owner, 'location') });
    system.types[type].variables.forEach(({ type: data }, v) => {
      const name = `${reading.nameOf(type)} ${v}`;
      variable(name, name, data, start + layout.types[type].variables[v], owned(owner, String(v)));
    });
  });
  return found;
}
