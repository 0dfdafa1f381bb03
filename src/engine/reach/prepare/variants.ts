/**
 * A type of process becomes one type for each of the ways in which its processes are started: what they are given
 * for good (a channel, an index, their own number) is written into their steps. Who touches what can then be seen in
 * the text: the processes of a ring no longer seem to use all channels, nor those of a lock all its flags. Steps that
 * are then seen never to be taken are left out.
 *
 * States and transitions are the same as before, but for the numbers of the types (see `uneven`).
 */
import { defaultOf, fitInto, sizeOf } from '../../../model/data.js';
import { binary, constant, type Expression } from '../../../model/expression.js';
import type { Effect, ProcessType, Step, System } from '../../../model/system.js';
import { unwatched, type Watch } from '../../../model/watch.js';
import { Knowledge, writtenBy } from './knowledge.js';
import { type Change, Rewriter } from './rewrite.js';
import { startsOf } from './starting.js';

const MOST_VARIANTS = 60;
const MOST_STEPS = 3_000;
/** A step that starts processes in more ways than this stays one step. */
const MOST_WAYS = 24;

export interface Variants {
  system: System;
  /** Of each type, which one of the system before it is a variant of, and which of that one's steps each step is. */
  origins: { type: number; steps: number[] }[];
  /**
   * Types before of which less is known of some processes than of others. Two processes of such a type may have been
   * the same and be of two types now, so that there are more states than before.
   */
  uneven: number[];
}

/** `kept`: types that must stay as they are. Undefined where nothing is gained, or there are too many. */
export function variantsOf(
  system: System,
  kept: ReadonlySet<number>,
  watch: Watch = unwatched,
): Variants | undefined {
  const maker = new VariantMaker(system, kept, watch);
  return maker.make();
}

/** The same with exactly the states and transitions there were before. */
export function evenVariantsOf(
  system: System,
  kept: ReadonlySet<number>,
  watch: Watch = unwatched,
): Variants | undefined {
  const hasWays = (type: ProcessType) => settledParameters(type).length > 0 || asksForItself(type);
  if (!system.types.some((type, t) => !kept.has(t) && hasWays(type))) return undefined;
  for (let stay = kept; ; ) {
    const variants = variantsOf(system, stay, watch);
    if (!variants || variants.uneven.length === 0) return variants;
    stay = new Set([...stay, ...variants.uneven]);
  }
}

interface Variant {
  origin: number;
  steps: number[];
  type: ProcessType;
}

type Value = number | undefined;

class VariantMaker {
  private readonly remote = new Set<number>();
  private readonly kept: Set<number>;
  private readonly settled: number[][];
  private readonly asksSelf: boolean[];
  private readonly fixed: Change;
  private readonly numbers = new Map<string, number>();
  /** Of each type, which parameters and whether the own number are known of a process. */
  private readonly patterns: Set<string>[];
  /** The first are the types as they were; undefined where no process is of that type any more. */
  private readonly made: (Variant | undefined)[];

  constructor(
    private readonly system: System,
    kept: ReadonlySet<number>,
    private readonly watch: Watch,
  ) {
    const { types } = system;
    this.kept = new Set(kept);
    for (const part of partsOf(types)) {
      if ('scope' in part && part.scope === 'other') {
        this.remote.add(part.variable as number);
        this.kept.add(part.type as number);
      }
      if ('kind' in part && part.kind === 'at') this.kept.add(part.type as number);
    }
    types.forEach((type, t) => {
      if (type.observes !== undefined || type.alphabet.length > 0) this.kept.add(t);
    });
    this.settled = types.map((type) => settledParameters(type));
    this.asksSelf = types.map(asksForItself);
    this.fixed = constantsOf(system);
    this.made = types.map(() => undefined);
    this.patterns = types.map(() => new Set());
  }

  make(): Variants | undefined {
    const { system, made } = this;
    const instances = system.instances.map((instance, process) => ({
      ...instance,
      type: this.numberOf(instance.type, instance.arguments, process),
    }));
    for (const t of this.kept) this.numberOf(t, [], undefined);
    // What is started may be a type as it was, with a number that was passed already.
    for (let open = this.next(); open; open = this.next()) {
      if (!this.followStarts(open)) return undefined;
      const steps = made.reduce((sum, one) => sum + (one?.type.steps.length ?? 0), 0);
      if (made.length - system.types.length > MOST_VARIANTS || steps > MOST_STEPS) return undefined;
    }
    const types = made.map((variant, t) => variant?.type ?? { ...system.types[t], steps: [] });
    const origins = made.map((variant, t) => ({
      type: variant?.origin ?? t,
      steps: variant?.steps ?? [],
    }));
    const uneven = this.patterns.flatMap(({ size }, t) => (size > 1 ? [t] : []));
    return { system: { ...system, types, instances }, origins, uneven };
  }

  private readonly followed = new Set<Variant>();

  private next(): Variant | undefined {
    return this.made.find((variant) => variant && !this.followed.has(variant));
  }

  /** The number of the variant for these arguments. */
  private numberOf(t: number, given: readonly Value[], self: Value): number {
    const type = this.system.types[t];
    const free = this.kept.has(t);
    const values = type.variables.map((variable, v): Value => {
      if (free || !this.settled[t].includes(v) || given[v] === undefined) return undefined;
      return fitInto(variable.type, given[v]);
    });
    const own = !free && this.asksSelf[t] ? self : undefined;
    const isPlain = own === undefined && values.every((value) => value === undefined);
    const key = `${t} ${own} ${values.join()}`;
    this.patterns[t].add([own, ...values].map((value) => value === undefined).join());
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    const variant: Variant = { origin: t, ...this.written(type, values, own) };
    const number = isPlain ? t : this.made.length;
    this.made[number] = variant;
    this.numbers.set(key, number);
    return number;
  }

  /** The type with what is known written into its steps, without those that are then seen never to be taken. */
  private written(type: ProcessType, values: Value[], self: Value): Omit<Variant, 'origin'> {
    const { system } = this;
    this.watch();
    const given = new Rewriter(system, (part) => {
      if (part.kind === 'self') return self === undefined ? part : constant(self);
      if (part.kind !== 'read' || part.place.scope !== 'own' || part.place.path.length > 0)
        return this.fixed(part);
      const value = values[part.place.variable];
      return value === undefined ? part : constant(value);
    });
    const of = (part: Expression): Expression => given.expression(part);
    const draft: ProcessType = {
      ...type,
      ...(type.provided ? { provided: of(type.provided) } : {}),
      variables: type.variables.map((variable) =>
        Array.isArray(variable.initial) ? { ...variable, initial: variable.initial.map(of) } : variable,
      ),
      steps: type.steps.map((step) => given.step(step)),
    };
    const knowledge = new Knowledge(system, draft, this.remote, this.fixed);
    const at = knowledge.everywhere();
    const steps = at
      .flatMap((known, location) => (known ? knowledge.open(location, known) : []))
      .sort((a, b) => a.number - b.number);
    return {
      type: { ...draft, steps: steps.map(({ step }) => step) },
      steps: steps.map(({ number }) => number),
    };
  }

  /** Each step that starts processes in several ways becomes one step for each way. */
  private followStarts(variant: Variant): boolean {
    this.followed.add(variant);
    const { type, steps: origins } = variant;
    const starting = type.steps.some(({ effects }) => effects.some(({ kind }) => kind === 'spawn'));
    if (!starting) return true;
    const starts = startsOf(this.system, type, this.remote, this.fixed);
    const steps: Step[] = [];
    const numbers: number[] = [];
    type.steps.forEach((step, s) => {
      for (const one of this.ways(step, starts?.get(s))) {
        steps.push(one);
        numbers.push(origins[s]);
      }
    });
    variant.type = { ...type, steps };
    variant.steps = numbers;
    return steps.length <= MOST_STEPS;
  }

  private ways(step: Step, given: (number | undefined)[][] | undefined): Step[] {
    const spawns = step.effects.filter((effect) => effect.kind === 'spawn');
    if (spawns.length === 0) return [step];
    const [{ type: started, arguments: values }] = spawns;
    const useful = this.settled[started].filter((v) => given?.every((tuple) => tuple[v] !== undefined));
    const tuples = new Map(
      (given ?? []).map((tuple) => [useful.map((v) => tuple[v]).join(), tuple] as const),
    );
    // The guard is about the state before the step: what it says of the arguments must still be so.
    const settled = step.action.kind === 'internal' && step.effects[0].kind === 'spawn';
    const few = tuples.size > 0 && tuples.size <= (settled ? MOST_WAYS : 1);
    const plain = spawns.length > 1 || !few || this.kept.has(started);
    const retargeted = (tuple: readonly Value[]): Effect[] =>
      step.effects.map((effect) =>
        effect.kind === 'spawn' ? { ...effect, type: this.numberOf(effect.type, tuple, undefined) } : effect,
      );
    if (plain) return [{ ...step, effects: retargeted([]) }];
    return [...tuples.values()].map((tuple) => {
      const shown = values.map((_, v) => (useful.includes(v) ? tuple[v] : undefined));
      const guard = tuples.size === 1 ? step.guard : conjunction(step.guard, values, shown);
      return { ...step, ...(guard ? { guard } : {}), effects: retargeted(shown) };
    });
  }
}

/** The guard, and that these arguments have these values. */
function conjunction(
  guard: Expression | undefined,
  values: readonly Expression[],
  wanted: readonly Value[],
): Expression | undefined {
  return values.reduce<Expression | undefined>((all, value, v) => {
    const one = wanted[v];
    if (one === undefined || value.kind === 'constant') return all;
    const equal = binary('equal', value, constant(one));
    return all ? binary('and', all, equal) : equal;
  }, guard);
}

const asksForItself = (type: ProcessType): boolean =>
  partsOf(type).some((part) => 'kind' in part && part.kind === 'self');

/** Parameters that keep their values. */
function settledParameters(type: ProcessType): number[] {
  const written = new Set(
    type.steps.flatMap(writtenBy).flatMap((place) => (place.scope === 'own' ? [place.variable] : [])),
  );
  return type.variables.flatMap((variable, v) => {
    const scalar = variable.type.kind !== 'array' && variable.type.kind !== 'record';
    return v < type.parameters && scalar && !written.has(v) ? [v] : [];
  });
}

/** Shared variables that nobody writes are what they start with. */
function constantsOf({ types, variables }: System): (part: Expression) => Expression {
  const written = new Set(
    types
      .flatMap(({ steps }) => steps.flatMap(writtenBy))
      .flatMap((place) => (place.scope === 'shared' ? [place.variable] : [])),
  );
  return (part) => {
    if (part.kind !== 'read' || part.place.scope !== 'shared' || written.has(part.place.variable))
      return part;
    const { type, initial } = variables[part.place.variable];
    if (initial === 'any') return part;
    let [at, offset] = [type, 0];
    for (const selector of part.place.path) {
      if (selector.kind === 'field' && at.kind === 'record') {
        for (const { type: before } of at.fields.slice(0, selector.field)) offset += sizeOf(before);
        at = at.fields[selector.field].type;
      } else if (selector.kind === 'index' && at.kind === 'array' && selector.index.kind === 'constant') {
        const index = selector.index.value - at.low;
        if (index < 0 || index >= at.length) return part;
        offset += index * sizeOf(at.element);
        at = at.element;
      } else return part;
    }
    if (at.kind === 'array' || at.kind === 'record') return part;
    const value = initial?.length === 1 ? initial[0] : initial?.[offset];
    if (value && value.kind !== 'constant') return part;
    const fitted = fitInto(at, value ? value.value : defaultOf(at));
    return fitted === undefined ? part : constant(fitted);
  };
}

/** Everything inside, as plain objects. */
function partsOf(part: unknown, found: Record<string, unknown>[] = []): Record<string, unknown>[] {
  if (typeof part !== 'object' || part === null) return found;
  found.push(part as Record<string, unknown>);
  for (const inner of Object.values(part)) partsOf(inner, found);
  return found;
}
