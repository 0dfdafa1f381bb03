/**
 * Constraints: what is known of all executions beyond the graph. The order of a task's steps, the values of a
 * variable, and what the user states of the surroundings or has proved before.
 */
import { boundsOf, type DataType } from '../../model/data.js';
import { footprintOf, type Resource, readsOf } from '../../model/footprint.js';
import type { Step, System } from '../../model/system.js';
import type { Observer } from '../../property/observer.js';
import type { Known } from './data/surroundings.js';

export type Constraint =
  /** Several tasks together are not told apart, only counted. */
  | { kind: 'task'; processes: readonly number[] }
  | { kind: 'variable'; variable: FollowedVariable }
  | { kind: 'property'; name: string; observer: Observer };

/** One integer of the state that a variable automaton may follow. */
export interface FollowedVariable {
  cell: number;
  /** The process it belongs to, or the only one that writes it; -1 where several write it. */
  process: number;
  name: string;
  type: DataType;
  /** What the model calls it: to tell which steps touch it. */
  resource: Extract<Resource, { kind: 'own' | 'shared' }>;
  owner: number;
}

/** A range with more values than this is not followed. */
const MOST_VALUES = 4096;

/** Every integer that some guard tests and some step changes. */
export function followable({ system, layout, constants }: Known): FollowedVariable[] {
  const found: FollowedVariable[] = [];
  const add = (variable: FollowedVariable): void => {
    const { low, high } = boundsOf(variable.type);
    if (high - low < MOST_VALUES && !constants.has(variable.cell)) found.push(variable);
  };
  const tested = testedResources(system);
  const writers = new Map<number, Set<number>>();
  system.instances.forEach(({ type }, process) => {
    for (const step of system.types[type].steps)
      for (const resource of footprintOf(step).writes)
        if (resource.kind === 'shared')
          writers.set(resource.variable, (writers.get(resource.variable) ?? new Set()).add(process));
  });
  system.variables.forEach(({ name, type }, variable) => {
    if (!tested.shared.has(variable)) return;
    const writing = [...(writers.get(variable) ?? [])];
    const process = writing.length === 1 ? writing[0] : -1;
    scalarNames(name, type).forEach((scalar, i) => {
      const resource = { kind: 'shared', variable } as const;
      add({ cell: layout.shared[variable] + i, process, owner: -1, ...scalar, resource });
    });
  });
  system.instances.forEach((instance, process) => {
    system.types[instance.type].variables.forEach(({ name, type }, variable) => {
      if (!tested.own[instance.type].has(variable)) return;
      const first = layout.processes[process] + layout.types[instance.type].variables[variable];
      scalarNames(name, type).forEach((scalar, i) => {
        add({ cell: first + i, process, owner: process, ...scalar, resource: { kind: 'own', variable } });
      });
    });
  });
  return found;
}

function testedResources(system: System): { shared: Set<number>; own: Set<number>[] } {
  const shared = new Set<number>();
  const own = system.types.map(() => new Set<number>());
  system.types.forEach(({ steps, provided }, type) => {
    const tests: Resource[] = [];
    if (provided) readsOf(provided, tests);
    for (const step of steps) tests.push(...footprintOf(step).tests);
    for (const resource of tests) {
      if (resource.kind === 'shared') shared.add(resource.variable);
      if (resource.kind === 'own') own[type].add(resource.variable);
      if (resource.kind === 'other') own[resource.type].add(resource.variable);
    }
  });
  return { shared, own };
}

function scalarNames(name: string, type: DataType): { name: string; type: DataType }[] {
  if (type.kind === 'array')
    return Array.from({ length: type.length }, (_, i) =>
      scalarNames(`${name}(${type.low + i})`, type.element),
    ).flat();
  if (type.kind === 'record')
    return type.fields.flatMap((field) => scalarNames(`${name}.${field.name}`, field.type));
  return [{ name, type }];
}

/** May this step of this process test the variable, or change it? */
export function touches(system: System, process: number, step: Step, variable: FollowedVariable): boolean {
  const { type } = system.instances[process];
  const { provided } = system.types[type];
  const { tests, writes } = footprintOf(step);
  const asked: Resource[] = [...tests, ...writes];
  if (provided) readsOf(provided, asked);
  return asked.some((resource) => isOf(system, process, resource, variable));
}

/** Does what this process calls so include the variable? */
export function isOf(
  system: System,
  process: number,
  resource: Resource,
  { resource: own, owner }: FollowedVariable,
): boolean {
  if (resource.kind === 'shared') return own.kind === 'shared' && resource.variable === own.variable;
  if (resource.kind === 'own')
    return own.kind === 'own' && process === owner && resource.variable === own.variable;
  if (resource.kind === 'other')
    return (
      own.kind === 'own' &&
      system.instances[owner].type === resource.type &&
      resource.variable === own.variable
    );
  return resource.kind === 'everything';
}

export function showConstraint(system: System, constraint: Constraint): string {
  if (constraint.kind === 'task') {
    const names = constraint.processes.map((process) => system.instances[process].name);
    if (names.length <= 3) return `task ${names.join(' + ')}`;
    return `task ${names[0]} + ${names[1]} + … + ${names[names.length - 1]} (${names.length} alike)`;
  }
  if (constraint.kind === 'property') return `property ${constraint.name}`;
  const { name, owner } = constraint.variable;
  const holder = owner < 0 ? '' : system.instances[owner].name;
  const qualified = owner < 0 || name.toLowerCase().startsWith(`${holder.toLowerCase()}.`);
  return `variable ${qualified ? name : `${holder}.${name}`}`;
}
