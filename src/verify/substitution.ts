/**
 * A specification put in the place of the processes that implement it. Everything here is about systems of
 * automata that only synchronise. The processes of the implementation are found in the system by their
 * form; what they share with the rest, and what the specification names too, stays visible and keeps its
 * name. The other symbols of the specification become its own.
 */
import type { ProcessType, System } from '../model/system.js';

export interface Substitution {
  system: System;
  /** The processes that were taken out. */
  replaced: string[];
  /** The symbols by which the part is seen: equivalence must be shown for these. */
  visible: string[];
  /** Events of the implementation that no longer happen. */
  vanished: string[];
}

export type Substituted = { ok: true; substitution: Substitution } | { ok: false; reason: string };

const no = (reason: string): Substituted => ({ ok: false, reason });

/** Processes that only watch are not part of what is compared or put in place of one another. */
export function withoutWatchers(system: System): System {
  const instances = system.instances.filter(({ type }) => system.types[type].observes === undefined);
  return { ...system, instances, processBound: Math.max(1, instances.length) };
}

export function substitute(system: System, implementation: System, specification: System): Substituted {
  const [impl, spec] = [withoutWatchers(implementation), withoutWatchers(specification)];
  for (const part of [system, impl, spec])
    if (!onlySynchronises(part)) return no(`${part.name} does more than synchronise on symbols`);
  const found = findPart(system, impl);
  if (typeof found === 'string') return no(found);
  const { processes, symbols } = found;
  // As they stand in the system: a process that may end elsewhere makes waiting here count as an end.
  const part = [...processes].map((i) => typeOf(system, i));
  for (const type of [...part, ...spec.instances.map((_, i) => typeOf(spec, i))])
    if (type.locations.some(({ marks = [] }) => marks.includes('end') || marks.includes('error')))
      return no(`${type.name} has states that count as ended or as errors`);
  const rest = system.instances.map((_, i) => i).filter((i) => !processes.has(i));
  const outside = new Set(rest.flatMap((i) => typeOf(system, i).alphabet));
  const hiddenInside = [...symbols.values()].some((s) => system.symbols[s].hidden && outside.has(s));
  if (hiddenInside) return no(`${impl.name} is not hidden as a whole`);
  const own = new Set(namesOf(impl));
  const specNames = new Set(namesOf(spec));
  const visible = [...own].filter((name) => specNames.has(name) || isOutside(system, outside, name)).sort();
  const replaced = [...processes].map((i) => system.instances[i].name);
  return {
    ok: true,
    substitution: {
      system: rebuilt(system, rest, spec, visible),
      replaced,
      visible,
      vanished: [...own].filter((name) => !visible.includes(name)),
    },
  };
}

function isOutside(system: System, outside: Set<number>, name: string): boolean {
  return system.symbols.some((symbol, s) => !symbol.hidden && symbol.name === name && outside.has(s));
}

const typeOf = (system: System, instance: number): ProcessType =>
  system.types[system.instances[instance].type];

function namesOf(system: System): string[] {
  const used = new Set(system.instances.flatMap((_, i) => typeOf(system, i).alphabet));
  return system.symbols.flatMap(({ name, hidden }, s) => (used.has(s) && !hidden ? [name] : []));
}

function onlySynchronises({ variables, channels, types }: System): boolean {
  return (
    variables.length === 0 &&
    channels.length === 0 &&
    types.every(
      (type) =>
        type.variables.length === 0 &&
        type.channels.length === 0 &&
        !type.provided &&
        type.locations.every(({ region }) => region === undefined) &&
        type.steps.every(
          ({ guard, effects, action, event, priority }) =>
            !guard &&
            effects.length === 0 &&
            event === undefined &&
            (priority ?? 0) === 0 &&
            (action.kind === 'internal' || action.kind === 'synchronise'),
        ),
    )
  );
}

interface Part {
  processes: Set<number>;
  /** From the symbols of the part to those of the system. */
  symbols: Map<number, number>;
}

/** The processes of the system that are those of the part, or why there are none. */
function findPart(system: System, part: System): Part | string {
  const byForm = new Map<string, number[]>();
  system.instances.forEach((_, i) => {
    const form = formOf(system, i);
    byForm.set(form, [...(byForm.get(form) ?? []), i]);
  });
  const processes = new Set<number>();
  const symbols = new Map<number, number>();
  for (const [i, { name }] of part.instances.entries()) {
    const alike = byForm.get(formOf(part, i)) ?? [];
    const named = alike.findIndex((other) => system.instances[other].name === name);
    const [chosen] = alike.splice(named >= 0 ? named : alike.length - 1, 1);
    if (chosen === undefined) return `${system.name} has no process like ${name} of ${part.name}`;
    processes.add(chosen);
    const [mine, theirs] = [sortedSymbols(part, i), sortedSymbols(system, chosen)];
    for (const [k, symbol] of mine.entries()) {
      if (symbols.has(symbol) && symbols.get(symbol) !== theirs[k])
        return `the processes of ${part.name} do not meet in ${system.name} as they do by themselves`;
      symbols.set(symbol, theirs[k]);
    }
  }
  if (new Set(symbols.values()).size !== symbols.size)
    return `the processes of ${part.name} do not meet in ${system.name} as they do by themselves`;
  return { processes, symbols };
}

/** By name; of hidden symbols with the same name by number, which is the order of their hiding. */
function sortedSymbols(system: System, instance: number): number[] {
  const key = (s: number) => `${system.symbols[s].name} ${system.symbols[s].hidden ? 'hidden' : ''}`;
  return [...typeOf(system, instance).alphabet].sort((a, b) =>
    key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : a - b,
  );
}

function formOf(system: System, instance: number): string {
  const type = typeOf(system, instance);
  const order = sortedSymbols(system, instance);
  const position = new Map(order.map((symbol, i) => [symbol, i]));
  const steps = type.steps.map(
    ({ from, to, action }) =>
      `${from} ${to} ${action.kind === 'synchronise' ? position.get(action.symbol) : 'alone'}`,
  );
  const names = order.map((s) => `${system.symbols[s].name}${system.symbols[s].hidden ? ' hidden' : ''}`);
  const watches = type.observes === undefined ? '' : 'watches';
  return [watches, type.initial, type.locations.length, names.join(), steps.sort().join()].join('|');
}

/** The rest of the system with the specification: shared symbols by name, its others hidden. */
function rebuilt(system: System, rest: number[], spec: System, visible: readonly string[]): System {
  const symbols = [...system.symbols];
  const wanted = new Set(visible);
  const known = new Map<string, number>();
  system.symbols.forEach(({ name, hidden }, s) => {
    if (!hidden && wanted.has(name)) known.set(name, s);
  });
  const renamed = spec.symbols.map(({ name, hidden }) => {
    const same = hidden ? undefined : known.get(name);
    return same ?? symbols.push({ name, hidden: true }) - 1;
  });
  const types: ProcessType[] = rest.map((i) => typeOf(system, i));
  const instances = rest.map((i, type) => ({ ...system.instances[i], type }));
  spec.instances.forEach((instance, i) => {
    const type = typeOf(spec, i);
    // What the specification never does, it must also keep the others from doing.
    const missing =
      i === 0 ? visible.filter((name) => !namesOf(spec).includes(name)).map((name) => known.get(name)!) : [];
    instances.push({ ...instance, type: types.length });
    types.push({
      ...type,
      alphabet: [...type.alphabet.map((s) => renamed[s]), ...missing],
      steps: type.steps.map((step) =>
        step.action.kind === 'synchronise'
          ? { ...step, action: { kind: 'synchronise', symbol: renamed[step.action.symbol] } }
          : step,
      ),
    });
  });
  const sources = [
    ...system.sources,
    ...spec.sources.filter(({ file }) => !system.sources.some((s) => s.file === file)),
  ];
  return withoutUnused({ ...system, symbols, types, instances, sources, processBound: instances.length });
}

/** Symbols that nobody knows any more are no events any more. */
function withoutUnused(system: System): System {
  const used = new Set(system.types.flatMap(({ alphabet }) => alphabet));
  const kept = system.symbols.map((_, s) => s).filter((s) => used.has(s));
  const number = new Map(kept.map((s, i) => [s, i]));
  return {
    ...system,
    symbols: kept.map((s) => system.symbols[s]),
    types: system.types.map((type) => ({
      ...type,
      alphabet: type.alphabet.map((s) => number.get(s)!),
      steps: type.steps.map((step) =>
        step.action.kind === 'synchronise'
          ? { ...step, action: { kind: 'synchronise', symbol: number.get(step.action.symbol)! } }
          : step,
      ),
    })),
  };
}
