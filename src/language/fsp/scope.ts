/** Names with values: the constants and sets of the file, parameters, and variables bound on the way. */
import type { Problems } from './problems.js';
import type {
  AssertDefinition,
  CompositeDefinition,
  Definition,
  Description,
  FluentDefinition,
  ProcessDefinition,
} from './syntax.js';

/** Labels made of digits are numbers. */
export type Value = number | string;

/** A chain: the innermost binding of a name counts. */
export interface Scope {
  name: string;
  value: Value;
  outer?: Scope;
}

export function bind(scope: Scope | undefined, name: string | undefined, value: Value): Scope | undefined {
  return name === undefined ? scope : { name, value, outer: scope };
}

export function lookUp(scope: Scope | undefined, name: string): Value | undefined {
  for (let at = scope; at !== undefined; at = at.outer) if (at.name === name) return at.value;
  return undefined;
}

type Named<Kind extends Definition['kind']> = Map<string, Extract<Definition, { kind: Kind }>>;

/** The definitions of a file by what they define. */
export interface Library {
  constants: Named<'constant'>;
  ranges: Named<'range'>;
  sets: Named<'set'>;
  processes: Map<string, ProcessDefinition>;
  composites: Map<string, CompositeDefinition>;
  fluents: Map<string, FluentDefinition>;
  asserts: Map<string, AssertDefinition>;
  progress: Named<'progress'>;
  /** Names whose definitions could not be read. */
  broken: Set<string>;
}

/** Sorts the definitions; a name may be defined once in its own kind, and processes share one name space. */
export function gather(description: Description, problems: Problems): Library {
  const library: Library = {
    constants: new Map(),
    ranges: new Map(),
    sets: new Map(),
    processes: new Map(),
    composites: new Map(),
    fluents: new Map(),
    asserts: new Map(),
    progress: new Map(),
    broken: description.declared,
  };
  for (const definition of description.definitions) {
    const { kind, name } = definition;
    if (kind === 'ignored') {
      problems.note('notice', 'unsupported', `${name} is for animation and is not used`, definition);
      continue;
    }
    const table: Map<string, Definition> = {
      constant: library.constants,
      range: library.ranges,
      set: library.sets,
      process: library.processes,
      composite: library.composites,
      fluent: library.fluents,
      assert: library.asserts,
      progress: library.progress,
    }[kind];
    const clash = table.get(name) ?? clashing(library, kind, name);
    if (clash === undefined) table.set(name, definition);
    else problems.error('duplicate-name', `${name} is defined twice`, definition.start, definition.end);
  }
  return library;
}

function clashing(library: Library, kind: Definition['kind'], name: string): Definition | undefined {
  if (kind === 'process') return library.composites.get(name);
  if (kind === 'composite') return library.processes.get(name);
  if (kind === 'fluent') return library.asserts.get(name);
  if (kind === 'assert') return library.fluents.get(name);
  return undefined;
}
