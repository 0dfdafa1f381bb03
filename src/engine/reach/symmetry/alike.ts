/**
 * Processes that do the same: their code has the same shape, and where it names numbers and shared variables, it
 * names the same ones, or each its own.
 */
import { constant, type Expression, type Place } from '../../../model/expression.js';
import type { Instance, ProcessType, Step, System } from '../../../model/system.js';

/** What stands at a place of the code of like processes, for each of them. */
export interface Own {
  group: number;
  values: readonly number[];
}

interface Alike {
  /** Numbers of the processes. */
  members: number[];
  /** The code of the first, and what it was started with. */
  type: ProcessType;
  arguments: Expression[];
}

/** Like processes, and the parts of their code that are another one in each of them. */
export interface Likeness {
  groups: Alike[];
  /** Constants, and shared places by the variables that they name. */
  own: Map<Expression | Place, Own>;
  /** The types of the system; steps of which there is one for each member of a group are one step in them. */
  others: ProcessType[];
}

/** What nobody can notice. */
const SILENT = new Set(['span', 'text', 'name', 'event', 'message', 'implied']);

/** The types of processes that are started on the way. */
export const startedIn = ({ types }: System): Set<number> =>
  new Set(
    types.flatMap(({ steps }) =>
      steps.flatMap(({ effects }) =>
        effects.flatMap((effect) => (effect.kind === 'spawn' ? [effect.type] : [])),
      ),
    ),
  );

/** The processes that there always are, of types that nobody starts or watches, two or more in each group. */
export function likenessOf(system: System): Likeness {
  const started = startedIn(system);
  const fixed = system.types.map(
    (type, t) =>
      !started.has(t) &&
      type.observes === undefined &&
      type.channels.length === 0 &&
      !type.steps.some(({ effects }) => effects.some(({ kind }) => kind === 'exit')),
  );
  const byShape = new Map<string, { process: number; leaves: number[] }[]>();
  system.instances.forEach((instance, process) => {
    if (!fixed[instance.type]) return;
    const shape: string[] = [];
    const leaves: number[] = [];
    flatten(codeOf(system, instance), process, shape, leaves);
    const key = shape.join(' ');
    byShape.set(key, [...(byShape.get(key) ?? []), { process, leaves }]);
  });
  const likeness: Likeness = { groups: [], own: new Map(), others: system.types };
  for (const candidates of byShape.values())
    for (const columns of divided(candidates.map(({ leaves }) => leaves))) {
      if (columns.length < 2) continue;
      const members = columns.map((i) => candidates[i].process);
      const group = likeness.groups.length;
      const rows = columns.map((i) => candidates[i].leaves);
      let at = 0;
      const next = (): Own | undefined => {
        const values = rows.map((row) => row[at]);
        at++;
        return values.every((value) => value === values[0]) ? undefined : { group, values };
      };
      const code = codeOf(system, system.instances[members[0]]);
      likeness.groups.push({ members, ...(copy(code, members[0], next, likeness.own) as typeof code) });
    }
  likeness.others = system.types.map((type) => ({ ...type, steps: withFamilies(type, likeness) }));
  return likeness;
}

/** Steps between the same locations that do the same for each member of a group, as one step for all of them. */
function withFamilies({ steps, locations }: ProcessType, { groups, own }: Likeness): Step[] {
  const byShape = new Map<string, { step: Step; leaves: number[] }[]>();
  for (const step of steps) {
    const shape: string[] = [];
    const leaves: number[] = [];
    // Its own number is no leaf: whoever takes the step is the same in all of them.
    flatten(step, undefined, shape, leaves);
    const key = shape.join(' ');
    byShape.set(key, [...(byShape.get(key) ?? []), { step, leaves }]);
  }
  const names = groups.map(({ members }) => new Map([[members.join(), members as readonly number[]]]));
  for (const { group, values } of own.values()) names[group].set(values.join(), values);
  const found: Step[] = [];
  for (const bucket of byShape.values()) {
    let left = bucket;
    // Where the first of several is taken, they are not the same.
    const isOrdered = locations[bucket[0].step.from].region === 'indivisible';
    groups.forEach((_, group) => {
      if (left.length < 2 || isOrdered) return;
      const family = familyIn(left, [...names[group].values()]);
      if (!family) return;
      left = left.filter((row) => !family.includes(row));
      let at = 0;
      const next = (): Own | undefined => {
        const values = family.map(({ leaves }) => leaves[at]);
        at++;
        return values.every((value) => value === values[0]) ? undefined : { group, values };
      };
      found.push(copy(family[0].step, undefined, next, own) as Step);
    });
    found.push(...left.map(({ step }) => step));
  }
  return found;
}

/** Rows of which there is one for each member, in the order of the members, if one of the columns names these. */
function familyIn<Row extends { leaves: number[] }>(
  rows: readonly Row[],
  names: readonly (readonly number[])[],
): Row[] | undefined {
  for (const values of names)
    for (let column = 0; column < rows[0].leaves.length; column++) {
      const named = values.map((value) => rows.filter(({ leaves }) => leaves[column] === value));
      if (named.some(({ length }) => length !== 1)) continue;
      const family = named.map(([row]) => row);
      if (divided(family.map(({ leaves }) => leaves)).length === 1) return family;
    }
  return undefined;
}

const codeOf = ({ types }: System, instance: Instance): { arguments: Expression[]; type: ProcessType } => ({
  arguments: instance.arguments.map(constant),
  type: types[instance.type],
});

/** Groups of rows in which every column has the same value, or another one in each row. */
function divided(rows: number[][]): number[][] {
  const groups: number[][] = [];
  rows.forEach((row, i) => {
    const home = groups.find((group) => {
      const [first, second] = group.map((member) => rows[member]);
      return row.every((value, column) => {
        if (second === undefined) return true;
        if (first[column] === second[column]) return first[column] === value;
        return group.every((member) => rows[member][column] !== value);
      });
    });
    if (home) home.push(i);
    else groups.push([i]);
  });
  return groups;
}

const entriesOf = (part: object): [string, unknown][] =>
  Object.entries(part)
    .filter(([key, value]) => !SILENT.has(key) && value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));

/** The shape of some code, and the numbers in it that may differ. */
function flatten(part: unknown, process: number | undefined, shape: string[], leaves: number[]): void {
  if (typeof part !== 'object' || part === null) {
    shape.push(String(part));
  } else if (Array.isArray(part)) {
    shape.push(`[${part.length}`);
    for (const inner of part) flatten(inner, process, shape, leaves);
  } else if (isNumber(part, process)) {
    shape.push('#');
    leaves.push(part.kind === 'self' ? process! : part.value);
  } else {
    const isShared = 'scope' in part && part.scope === 'shared';
    if (isShared) leaves.push((part as Place).variable);
    for (const [key, inner] of entriesOf(part)) {
      if (isShared && key === 'variable') continue;
      shape.push(key);
      // Why something was left out of the model says nothing about what it does.
      flatten(key === 'abstracted' ? Boolean(inner) : inner, process, shape, leaves);
    }
    shape.push(';');
  }
}

/** A copy in which every part is an object of its own, gone through as `flatten` does. */
function copy(
  part: unknown,
  process: number | undefined,
  next: () => Own | undefined,
  own: Map<Expression | Place, Own>,
): unknown {
  if (typeof part !== 'object' || part === null) return part;
  if (Array.isArray(part)) return part.map((inner) => copy(inner, process, next, own));
  const number = isNumber(part, process);
  const differs = number || ('scope' in part && part.scope === 'shared') ? next() : undefined;
  const copied = (
    number
      ? { kind: 'constant', value: part.kind === 'self' ? process : part.value }
      : Object.fromEntries(entriesOf(part).map(([key, inner]) => [key, copy(inner, process, next, own)]))
  ) as Expression | Place;
  if (differs) own.set(copied, differs);
  return copied;
}

/** A constant, or the number of the process where that is known. */
function isNumber(
  part: object,
  process: number | undefined,
): part is { kind: 'self' } | { kind: 'constant'; value: number } {
  if (!('kind' in part)) return false;
  return part.kind === 'constant' || (part.kind === 'self' && process !== undefined);
}
