/**
 * A variable of a process whose value nobody will look at again is set back to what it was at the start: states that
 * differ in nothing else become one. Each state goes on as before, so no answer changes.
 */
import { type DataType, defaultOf, fitInto, scalarsOf } from '../../../model/data.js';
import { constant, type Expression, type Place } from '../../../model/expression.js';
import type { Effect, ProcessType, Step, System } from '../../../model/system.js';
import { unwatched, type Watch } from '../../../model/watch.js';
import { placesOf, writtenBy } from './knowledge.js';

/** Setting back more integers than this takes longer than it is worth. */
const MOST_INTEGERS = 12;

/** `remote`: numbers of variables that other processes, or the question, may look at. */
export function withoutDeadValues(
  system: System,
  remote: ReadonlySet<number>,
  watch: Watch = unwatched,
): System {
  const types = system.types.map((type) => {
    watch();
    return resetting(type, remote);
  });
  return { ...system, types };
}

interface Use {
  /** Looked at before it is given a value. */
  reads: Set<number>;
  /** Given a whole new value. */
  writes: Set<number>;
  /** Looked at when everything else is done. */
  late: Set<number>;
}

function resetting(type: ProcessType, remote: ReadonlySet<number>): ProcessType {
  const resets = type.variables.map((_, v) => (remote.has(v) ? undefined : resetOf(type, v)));
  if (type.observes !== undefined || resets.every((reset) => reset === undefined)) return type;
  const uses = type.steps.map(useOf);
  const live = liveAt(type, uses);
  // What was looked at last could not be set back before that.
  const shown = type.locations.map(() => new Set<number>());
  type.steps.forEach(({ to }, s) => {
    for (const variable of uses[s].late) shown[to].add(variable);
  });
  const steps = type.steps.map((step, s): Step => {
    if (step.effects.some(({ kind }) => kind === 'exit')) return step;
    const touched = new Set(
      writtenBy(step).flatMap(({ scope, variable }) => (scope === 'own' ? [variable] : [])),
    );
    for (const variable of live[step.from]) touched.add(variable);
    for (const variable of shown[step.from]) touched.add(variable);
    const dead = [...touched].filter((v) => !live[step.to].has(v) && !uses[s].late.has(v));
    const effects = dead.flatMap((v) => resets[v] ?? []);
    return effects.length === 0 ? step : { ...step, effects: [...step.effects, ...effects] };
  });
  return { ...type, steps };
}

/** The assignments that set a variable back; undefined where that is not to be done. */
function resetOf(type: ProcessType, v: number): Effect[] | undefined {
  const written = type.steps.some((step) =>
    writtenBy(step).some(({ scope, variable }) => scope === 'own' && variable === v),
  );
  if (!written || type.channels.some(({ variable }) => variable === v)) return undefined;
  const { type: data, initial } = type.variables[v];
  const places = integersOf({ scope: 'own', variable: v, path: [] }, data);
  if (places.length > MOST_INTEGERS || initial === 'any') return undefined;
  const values = scalarsOf(data).map((scalar, i) => {
    const first = v < type.parameters ? undefined : initial?.length === 1 ? initial[0] : initial?.[i];
    return (first?.kind === 'constant' ? fitInto(scalar, first.value) : undefined) ?? defaultOf(scalar);
  });
  return places.map((place, i) => ({ kind: 'assign', place, value: constant(values[i]) }));
}

function integersOf(place: Place, type: DataType): Place[] {
  if (type.kind === 'array')
    return Array.from({ length: type.length }, (_, i) =>
      integersOf(
        { ...place, path: [...place.path, { kind: 'index', index: constant(type.low + i) }] },
        type.element,
      ),
    ).flat();
  if (type.kind === 'record')
    return type.fields.flatMap((field, i) =>
      integersOf({ ...place, path: [...place.path, { kind: 'field', field: i }] }, field.type),
    );
  return [place];
}

/** The variables at each location that may still be looked at. */
function liveAt({ locations, steps, provided }: ProcessType, uses: readonly Use[]): Set<number>[] {
  const always = new Set<number>();
  if (provided) ownReads(provided, always);
  const live = locations.map(() => new Set(always));
  for (let changed = true; changed; ) {
    changed = false;
    for (let s = steps.length - 1; s >= 0; s--) {
      const { from, to } = steps[s];
      const before = live[from].size;
      for (const v of uses[s].reads) live[from].add(v);
      for (const v of live[to]) if (!uses[s].writes.has(v)) live[from].add(v);
      if (live[from].size > before) changed = true;
    }
  }
  return live;
}

function useOf(step: Step): Use {
  const use: Use = { reads: new Set(), writes: new Set(), late: new Set() };
  const read = (part: unknown): void => {
    const found = new Set<number>();
    ownReads(part, found);
    for (const v of found) if (!use.writes.has(v)) use.reads.add(v);
  };
  const write = ({ scope, variable, path }: Place): void => {
    if (scope === 'own' && path.length === 0) use.writes.add(variable);
  };
  const { action, guard, event, effects } = step;
  read(guard);
  // Places that are written have indices that are read.
  if (action.kind === 'choose') read([action.low, action.high, action.place.path]);
  if (action.kind === 'send') {
    read([action.channel, action.values, action.meeting?.only]);
    read(action.meeting?.takeBack?.map(({ path }) => path));
    read(action.meeting?.partner?.path);
  }
  if (action.kind === 'receive') {
    read([action.channel, action.meeting?.only, action.meeting?.partner?.path]);
    read(action.patterns.map((pattern) => (pattern.kind === 'store' ? pattern.place.path : pattern)));
    for (const value of action.meeting?.giveBack ?? []) {
      read(value);
      ownReads(value, use.late);
    }
  }
  for (const place of placesOf(step)) write(place);
  for (const effect of effects) {
    if (effect.kind === 'assign') {
      read([effect.value, effect.place.path]);
      write(effect.place);
    } else if (effect.kind === 'spawn') {
      read([effect.arguments, effect.result?.path]);
      if (effect.result) write(effect.result);
    } else read(effect);
  }
  for (const { value } of event?.arguments ?? []) {
    read(value);
    ownReads(value, use.late);
  }
  return use;
}

/** The variables of the process itself that are read anywhere inside. */
function ownReads(part: unknown, found: Set<number>): void {
  if (typeof part !== 'object' || part === null) return;
  const expression = part as Partial<Expression>;
  if (expression.kind === 'read' && expression.place?.scope === 'own') found.add(expression.place.variable);
  for (const inner of Object.values(part)) ownReads(inner, found);
}
