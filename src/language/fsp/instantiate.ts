/** Composite processes become the automata that run side by side. */
import {
  type Automaton,
  concealed,
  merges,
  prefixed,
  refreshed,
  relabelled,
  shared,
  withFreeActions,
} from './automaton.js';
import { asProperty, determinise, undetermined } from './determinise.js';
import { elaborate, MOST_STATES, MOST_TRANSITIONS } from './elaborate.js';
import type { Evaluator } from './evaluate.js';
import type { Located } from './problems.js';
import { product } from './product.js';
import type { Library, Scope, Value } from './scope.js';
import type {
  CompositeDefinition,
  Composition,
  ProcessCall,
  ProcessDefinition,
  Visibility,
} from './syntax.js';

const MOST_PROCESSES = 10_000;
const MOST = { states: MOST_STATES, transitions: MOST_TRANSITIONS };
/** Brackets in composite processes, and processes of either kind in others, all together. */
const DEEPEST = 250;

/**
 * What one reference stands for. A composite process keeps together: renaming that would make its own
 * actions meet is done on the finished composition instead.
 */
interface Unit {
  parts: Automaton[];
  together: boolean;
}

export class Instantiator {
  private readonly built = new Map<string, Automaton | 'pending'>();
  private hidings = 0;
  private depth = 0;
  private processes = 0;

  constructor(
    private readonly library: Library,
    private readonly evaluator: Evaluator,
  ) {}

  /** The automata of this process or composite process. */
  instances(name: string): Automaton[] {
    const composite = this.library.composites.get(name);
    if (composite !== undefined) return this.composite(composite, []);
    return [this.process(this.library.processes.get(name)!, [])];
  }

  process(definition: ProcessDefinition, given: Value[]): Automaton {
    const name = given.length === 0 ? definition.name : `${definition.name}(${given.join(',')})`;
    const known = this.built.get(name);
    if (known === 'pending') {
      return this.evaluator.problems.abandon(
        'bad-structure',
        `${definition.name} is a part of itself`,
        definition,
      );
    }
    const automaton = known ?? this.buildProcess(definition, name, given);
    this.built.set(name, automaton);
    return refreshed(automaton, this.nextHiding);
  }

  private readonly nextHiding = (): number => ++this.hidings;

  private buildProcess(definition: ProcessDefinition, name: string, given: Value[]): Automaton {
    this.built.set(name, 'pending');
    if (++this.depth > DEEPEST) {
      const hint = `does ${definition.name} lead to itself with other arguments without end?`;
      const message = `processes nest more than ${DEEPEST} levels deep`;
      this.evaluator.problems.abandon('bad-structure', message, definition, hint);
    }
    const scope = this.evaluator.parameters(definition.parameters, given);
    const raw = elaborate(definition, name, scope, this.evaluator, (called, inner) =>
      this.sequential(called, inner),
    );
    this.depth--;
    const renamed = relabelled(raw, this.evaluator.relabellings(definition.relabelling, scope));
    let automaton = this.hide(renamed, definition.visibility, scope, this.nextHiding());
    if (definition.qualities.includes('deterministic')) automaton = this.determinised(automaton, definition);
    if (definition.qualities.includes('minimal')) this.minimalNotice(definition);
    return definition.qualities.includes('property') ? this.property(automaton, definition) : automaton;
  }

  private property(automaton: Automaton, definition: Located & { name: string }): Automaton {
    this.checkSize(automaton, definition);
    const choice = undetermined(automaton);
    if (choice === undefined) return asProperty(automaton);
    return this.evaluator.problems.abandon(
      'bad-structure',
      `the property ${definition.name} is not deterministic: ${choice.reason}`,
      automaton.states[choice.state].place ?? definition,
      'a property must say of every action whether it is allowed next',
    );
  }

  /** A property has a transition for every state and action. */
  private checkSize(automaton: Automaton, definition: Located & { name: string }): void {
    if (automaton.states.length * automaton.labels.length <= MOST_TRANSITIONS) return;
    this.evaluator.problems.abandon(
      'too-large',
      `the property ${definition.name} has more than ${MOST_TRANSITIONS} transitions`,
      definition,
    );
  }

  private determinised(automaton: Automaton, definition: Located & { name: string }): Automaton {
    return (
      determinise(automaton, MOST_STATES) ??
      this.evaluator.problems.abandon(
        'too-large',
        `${definition.name} has more than ${MOST_STATES} states`,
        definition,
      )
    );
  }

  private minimalNotice(definition: Located & { name: string }): void {
    this.evaluator.problems.note(
      'notice',
      'unsupported',
      `${definition.name} is not minimised: the answers are the same`,
      definition,
    );
  }

  private hide(
    automaton: Automaton,
    visibility: Visibility | undefined,
    scope: Scope | undefined,
    hiding: number,
  ): Automaton {
    if (visibility === undefined) return automaton;
    return concealed(automaton, visibility.kind, new Set(this.evaluator.set(visibility.set, scope)), hiding);
  }

  /** A process that another one goes through on its way. */
  private sequential(called: ProcessCall, scope: Scope | undefined): Automaton {
    const given = (called.arguments ?? []).map((argument) => this.evaluator.value(argument, scope));
    const definition = this.library.processes.get(called.name);
    if (definition !== undefined) return this.process(definition, given);
    const composite = this.library.composites.get(called.name);
    if (composite !== undefined) return this.flattened(this.composite(composite, given), called.name, called);
    return this.evaluator.problems.abandon(
      'wrong-kind',
      `${called.name} never reaches END, so nothing can follow it`,
      called,
    );
  }

  private composite(definition: CompositeDefinition, given: Value[]): Automaton[] {
    const scope = this.evaluator.parameters(definition.parameters, given);
    let parts = this.units(definition.body, scope).flatMap((unit) => unit.parts);
    const { priority, qualities } = definition;
    if (priority !== undefined) {
      const set = new Set(this.evaluator.set(priority.set, scope));
      const watching = parts.filter((part) => part.property);
      const acting = withFreeActions(parts);
      parts = [this.flattened(acting, definition.name, priority, { kind: priority.kind, set }), ...watching];
    }
    const whole = qualities.includes('deterministic') || qualities.includes('property');
    if (whole) parts = [this.flattened(parts, definition.name, definition)];
    const hiding = this.nextHiding();
    parts = parts.map((part) => this.hide(part, definition.visibility, scope, hiding));
    if (qualities.includes('minimal')) this.minimalNotice(definition);
    if (whole) parts = [this.determinised(parts[0], definition)];
    return qualities.includes('property') ? [this.property(parts[0], definition)] : parts;
  }

  private flattened(
    parts: Automaton[],
    name: string,
    place: Located,
    priority?: Parameters<typeof product>[4],
  ): Automaton {
    return (
      product(parts, name, { start: place.start, end: place.end }, MOST, priority) ??
      this.evaluator.problems.abandon(
        'too-large',
        `${name} has more than ${MOST.states} states or ${MOST.transitions} transitions, and this needs all of them`,
        place,
      )
    );
  }

  private units(composition: Composition, scope: Scope | undefined): Unit[] {
    if (++this.depth > DEEPEST) {
      const hint = 'does a composite process contain itself without end?';
      this.evaluator.problems.abandon(
        'bad-structure',
        `compositions nest more than ${DEEPEST} levels deep`,
        composition,
        hint,
      );
    }
    const units = this.composed(composition, scope);
    this.depth--;
    return units;
  }

  private composed(composition: Composition, scope: Scope | undefined): Unit[] {
    if (composition.kind === 'if') {
      const chosen = this.evaluator.holds(composition.test, scope)
        ? composition.whenTrue
        : composition.whenFalse;
      return chosen === undefined ? [] : this.units(chosen, scope);
    }
    if (composition.kind === 'forall') {
      const units: Unit[] = [];
      for (const choice of this.evaluator.choices({ parts: composition.ranges }, scope)) {
        units.push(...this.units(composition.body, choice.scope));
      }
      return units;
    }
    let units = this.labelled(composition, scope);
    if (composition.sharing !== undefined) {
      const prefixes = this.evaluator.names(composition.sharing, scope);
      units = units.map((unit) => ({ ...unit, parts: unit.parts.map((part) => shared(part, prefixes)) }));
    }
    if (composition.relabelling.length === 0) return units;
    const names = this.evaluator.relabellings(composition.relabelling, scope);
    return units.map((unit) => this.renamed(unit, names, composition));
  }

  private labelled(composition: Extract<Composition, { kind: 'parts' }>, scope: Scope | undefined): Unit[] {
    if (composition.prefix === undefined) return this.members(composition, scope);
    const units: Unit[] = [];
    for (const { name, scope: inner } of this.evaluator.choices(composition.prefix, scope)) {
      for (const unit of this.members(composition, inner)) {
        units.push({ ...unit, parts: unit.parts.map((part) => prefixed(part, name)) });
      }
    }
    return units;
  }

  private renamed(unit: Unit, names: Map<string, string[]>, place: Located): Unit {
    const meet =
      unit.together &&
      unit.parts.length > 1 &&
      merges(
        unit.parts.flatMap((part) => part.labels),
        names,
      );
    const parts = meet ? [this.flattened(unit.parts, unit.parts[0].name, place)] : unit.parts;
    return { ...unit, parts: parts.map((part) => relabelled(part, names)) };
  }

  private members(composition: Extract<Composition, { kind: 'parts' }>, scope: Scope | undefined): Unit[] {
    if (Array.isArray(composition.parts)) return composition.parts.flatMap((part) => this.units(part, scope));
    return [this.called(composition.parts, scope)];
  }

  private called(called: ProcessCall, scope: Scope | undefined): Unit {
    const { problems } = this.evaluator;
    const given = (called.arguments ?? []).map((argument) => this.evaluator.value(argument, scope));
    const definition = this.library.processes.get(called.name);
    if (++this.processes > MOST_PROCESSES) {
      problems.abandon('too-large', `the composition has more than ${MOST_PROCESSES} processes`, called);
    }
    if (definition !== undefined) {
      return { parts: [this.process(definition, given)], together: false };
    }
    const composite = this.library.composites.get(called.name);
    if (composite === undefined) {
      return problems.abandon('wrong-kind', `${called.name} cannot be composed: it has no actions`, called);
    }
    return { parts: this.composite(composite, given), together: true };
  }
}
