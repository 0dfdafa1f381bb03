/** Which variables are followed for a process: its own, and shared ones that nobody else writes. */
import { type DataType, defaultOf } from '../../../../model/data.js';
import type { Expression, Place } from '../../../../model/expression.js';
import { footprintOf, type Resource, readsOf } from '../../../../model/footprint.js';
import type { System, Variable } from '../../../../model/system.js';
import type { Environment, Followed } from './environment.js';
import { possibleValues } from './possible-values.js';
import { declared, EVERYTHING, exactly, stored, type ValueSet } from './value-set.js';

const NOBODY = -1;
const SEVERAL = -2;

/** For each shared variable that is one integer: the process that alone writes it, or nobody, or several do. */
export function soleWriters(system: System): Int32Array {
  const writer = new Int32Array(system.variables.length).fill(NOBODY);
  system.variables.forEach(({ type }, variable) => {
    if (type.kind === 'array' || type.kind === 'record') writer[variable] = SEVERAL;
  });
  system.instances.forEach(({ type }, process) => {
    for (const step of system.types[type].steps) {
      for (const resource of footprintOf(step).writes) {
        if (resource.kind !== 'shared') continue;
        const { variable } = resource;
        if (writer[variable] === NOBODY) writer[variable] = process;
        else if (writer[variable] !== process) writer[variable] = SEVERAL;
      }
    }
  });
  return writer;
}

/** Variables of processes that some other process writes, as `type variable`. */
export function writtenByOthers(system: System): Set<string> {
  const found = new Set<string>();
  for (const type of system.types) {
    for (const step of type.steps) {
      for (const resource of footprintOf(step).writes) {
        if (resource.kind === 'other') found.add(`${resource.type} ${resource.variable}`);
      }
    }
  }
  return found;
}

export interface FollowedVariables {
  readonly own: Followed;
  readonly initial: Environment;
  /** What each can have at most. */
  readonly most: readonly ValueSet[];
}

export function followedBy(
  system: System,
  process: number,
  writer: Int32Array,
  written: ReadonlySet<string>,
): FollowedVariables {
  const instance = system.instances[process];
  const type = system.types[instance.type];
  const initial: ValueSet[] = [];
  const most: ValueSet[] = [];
  const follow = (variable: Variable, values: ValueSet | undefined): number => {
    most.push(declared(variable.type));
    return initial.push(values ?? declared(variable.type)) - 1;
  };
  const wraps = system.arithmetic === 'wrap';
  const start = (variable: Variable): ValueSet | undefined => {
    if (variable.initial === 'any') return declared(variable.type);
    const [first] = variable.initial ?? [];
    const none = (): ValueSet => EVERYTHING;
    const values = first
      ? possibleValues(first, { self: process, wraps, of: none })
      : exactly(defaultOf(variable.type));
    return values && stored(variable.type, values);
  };
  const own = type.variables.map((variable, i) => {
    if (!isScalar(variable.type) || written.has(`${instance.type} ${i}`)) return -1;
    if (type.channels.some((channel) => channel.variable === i)) return follow(variable, undefined);
    const given = i < type.parameters ? instance.arguments[i] : undefined;
    return follow(variable, given === undefined ? start(variable) : stored(variable.type, exactly(given)));
  });
  const sharedSlots = system.variables.map((variable, i) =>
    writer[i] === process ? follow(variable, start(variable)) : -1,
  );
  const typeOf = (place: Place): DataType => {
    const variables =
      place.scope === 'shared'
        ? system.variables
        : place.scope === 'own'
          ? type.variables
          : system.types[place.type].variables;
    let found = variables[place.variable].type;
    for (const selector of place.path) {
      if (selector.kind === 'index' && found.kind === 'array') found = found.element;
      else if (selector.kind === 'field' && found.kind === 'record')
        found = found.fields[selector.field].type;
    }
    return found;
  };
  return {
    initial,
    most,
    own: {
      process,
      wraps,
      typeOf,
      slot: (place) =>
        place.path.length > 0 || place.scope === 'other'
          ? -1
          : (place.scope === 'own' ? own : sharedSlots)[place.variable],
      foreign: (place) => {
        const never = place.scope === 'shared' && writer[place.variable] === NOBODY;
        return (never && start(system.variables[place.variable])) || declared(typeOf(place));
      },
    },
  };
}

const isScalar = (type: DataType): boolean => type.kind !== 'array' && type.kind !== 'record';

/** The other processes that alone write something the expression reads, and what. */
export function ownersIn(
  expression: Expression,
  writer: Int32Array,
  process: number,
): { owner: number; variables: number[] }[] {
  const reads: Resource[] = [];
  readsOf(expression, reads);
  const found = new Map<number, Set<number>>();
  for (const resource of reads) {
    if (resource.kind !== 'shared') continue;
    const owner = writer[resource.variable];
    if (owner < 0 || owner === process) continue;
    const variables = found.get(owner) ?? new Set();
    found.set(owner, variables.add(resource.variable));
  }
  return [...found].map(([owner, variables]) => ({ owner, variables: [...variables] }));
}
