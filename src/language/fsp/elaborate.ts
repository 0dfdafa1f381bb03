/**
 * A primitive process becomes an automaton. As in LTSA every local process with every index is a state,
 * and so is the place after each action that does not lead to one; the alphabet has what any of them
 * can do, reachable or not.
 */
import {
  type Automaton,
  type AutomatonState,
  addTransition,
  reachable,
  withoutRepeats,
} from './automaton.js';
import type { Evaluator } from './evaluate.js';
import type { Located } from './problems.js';
import type { Scope } from './scope.js';
import type { Behaviour, Branch, LocalProcess, ProcessCall, ProcessDefinition } from './syntax.js';

export const MOST_STATES = 1_000_000;
export const MOST_TRANSITIONS = 5_000_000;
const MOST_LABELS = 200_000;

/** Builds the process that a sequential composition calls. */
export type CallProcess = (called: ProcessCall, scope: Scope | undefined) => Automaton;

export function elaborate(
  definition: ProcessDefinition,
  name: string,
  scope: Scope | undefined,
  evaluator: Evaluator,
  callProcess: CallProcess,
): Automaton {
  return new Elaboration(definition, name, scope, evaluator, callProcess).run();
}

/** The action at `position` of a branch is to be done in `state`. */
interface Task {
  state: number;
  branch: Branch;
  position: number;
  scope: Scope | undefined;
}

class Elaboration {
  private readonly automaton: Automaton;
  private readonly labelNumbers = new Map<string, number>();
  private readonly named = new Map<string, number>();
  private readonly aliases = new Map<number, { target: number; place: Located }>();
  private readonly tasks: Task[] = [];

  constructor(
    private readonly definition: ProcessDefinition,
    name: string,
    private readonly scope: Scope | undefined,
    private readonly evaluator: Evaluator,
    private readonly callProcess: CallProcess,
  ) {
    this.automaton = {
      name,
      path: [],
      property: false,
      place: { start: definition.start, end: definition.end },
      labels: [],
      states: [],
      from: [],
      label: [],
      to: [],
      places: [],
    };
  }

  run(): Automaton {
    const bodies: { state: number; local: LocalProcess; scope: Scope | undefined }[] = [];
    for (const local of this.definition.locals) {
      for (const { name, scope } of this.evaluator.choices({ parts: local.indices }, this.scope)) {
        bodies.push({ state: this.defineState(local, name), local, scope });
      }
    }
    for (const { state, local, scope } of bodies) this.body(state, local, scope);
    for (let task = this.tasks.pop(); task !== undefined; task = this.tasks.pop()) this.perform(task);
    if (this.definition.extension !== undefined) {
      for (const name of this.evaluator.set(this.definition.extension, this.scope)) this.labelNumber(name, 0);
    }
    return this.finish();
  }

  private defineState(local: LocalProcess, indices: string): number {
    const key = local.indices.length === 0 ? local.name : `${local.name}.${indices}`;
    if (this.named.has(key)) {
      this.evaluator.problems.abandon('duplicate-name', `${shown(key)} is defined twice`, local);
    }
    const place = { start: local.start, end: local.end };
    const state = this.addState({ name: shown(key), kind: 'normal', place }, local);
    this.named.set(key, state);
    return state;
  }

  private addState(state: AutomatonState, place: Located): number {
    if (this.automaton.states.length >= MOST_STATES) {
      this.evaluator.problems.abandon(
        'too-large',
        `${this.automaton.name} has more than ${MOST_STATES} states`,
        place,
      );
    }
    return this.automaton.states.push(state) - 1;
  }

  private body(state: number, local: LocalProcess, scope: Scope | undefined): void {
    const behaviour = this.decide(local.body, scope);
    if (behaviour === undefined) this.alias(state, this.finalState('STOP'), local);
    else if (behaviour.kind === 'goto') this.alias(state, this.follow(behaviour, scope), local);
    else this.choose(state, behaviour.branches, scope);
  }

  private alias(state: number, target: number, place: Located): void {
    this.aliases.set(state, { target, place });
  }

  /** Past the conditions; nothing where a condition without `else` fails, which means STOP. */
  private decide(
    behaviour: Behaviour,
    scope: Scope | undefined,
  ): Exclude<Behaviour, { kind: 'if' }> | undefined {
    let at: Behaviour | undefined = behaviour;
    while (at?.kind === 'if') at = this.evaluator.holds(at.test, scope) ? at.whenTrue : at.whenFalse;
    return at;
  }

  private choose(state: number, branches: Branch[], scope: Scope | undefined): void {
    for (const branch of branches) {
      if (branch.guard !== undefined && !this.evaluator.holds(branch.guard, scope)) continue;
      this.tasks.push({ state, branch, position: 0, scope });
    }
  }

  private perform({ state, branch, position, scope }: Task): void {
    const action = branch.actions[position];
    const last = position === branch.actions.length - 1;
    for (const { name, scope: inner } of this.evaluator.choices(action, scope)) {
      this.checkSize(action);
      const target = last
        ? this.target(branch.then, inner, name, state)
        : this.intermediate(state, name, action);
      addTransition(this.automaton, state, this.labelNumber(name, 0), target, action);
      if (!last) this.tasks.push({ state: target, branch, position: position + 1, scope: inner });
    }
  }

  private checkSize(place: Located): void {
    const { name, labels, from } = this.automaton;
    const [number, things] =
      labels.length > MOST_LABELS ? [MOST_LABELS, 'actions'] : [MOST_TRANSITIONS, 'transitions'];
    if (labels.length <= MOST_LABELS && from.length <= MOST_TRANSITIONS) return;
    this.evaluator.problems.abandon('too-large', `${name} has more than ${number} ${things}`, place);
  }

  private target(then: Behaviour, scope: Scope | undefined, action: string, from: number): number {
    const behaviour = this.decide(then, scope);
    if (behaviour === undefined) return this.finalState('STOP');
    if (behaviour.kind === 'goto') return this.follow(behaviour, scope);
    const state = this.intermediate(from, action, then);
    this.choose(state, behaviour.branches, scope);
    return state;
  }

  /** A state without a name of its own is told by the local process it is in and the action before it. */
  private intermediate(from: number, action: string, place: Located): number {
    const around = this.automaton.states[from].name ?? this.automaton.name;
    const name = `${around.split(' ')[0]} after ${action}`;
    return this.addState({ name, kind: 'normal', place: { start: place.start, end: place.end } }, place);
  }

  private follow(reference: Extract<Behaviour, { kind: 'goto' }>, scope: Scope | undefined): number {
    const target = this.referred(reference, scope);
    return reference.before.reduceRight((next, called) => this.insert(called, scope, next), target);
  }

  private referred(reference: Extract<Behaviour, { kind: 'goto' }>, scope: Scope | undefined): number {
    const { name, indices } = reference;
    if (indices.length === 0 && (name === 'STOP' || name === 'END' || name === 'ERROR'))
      return this.finalState(name);
    const key = [name, ...indices.map((index) => this.evaluator.value(index, scope))].join('.');
    const state = this.named.get(key);
    if (state !== undefined) return state;
    this.evaluator.problems.note(
      'warning',
      'bad-value',
      `${shown(key)} is not defined and is taken as ERROR`,
      reference,
    );
    return this.finalState('ERROR');
  }

  private finalState(name: 'STOP' | 'END' | 'ERROR'): number {
    let state = this.named.get(name);
    if (state === undefined) {
      const kind = { STOP: 'normal', END: 'end', ERROR: 'error' }[name] as AutomatonState['kind'];
      state = this.addState({ name, kind }, this.definition);
      this.named.set(name, state);
    }
    return state;
  }

  /** Copies a process in, with `next` in the place of its END; gives its first state. */
  private insert(called: ProcessCall, scope: Scope | undefined, next: number): number {
    if (called.name === 'END') return next;
    const inserted = this.callProcess(called, scope);
    if (!inserted.states.some((state) => state.kind === 'end')) {
      this.evaluator.problems.abandon(
        'bad-structure',
        `${called.name} never reaches END, so nothing can follow it`,
        called,
      );
    }
    const states = inserted.states.map((state) => {
      if (state.kind === 'end') return next;
      if (state.kind === 'error') return this.finalState('ERROR');
      return this.addState(state, called);
    });
    const labels = inserted.labels.map((label) => this.labelNumber(label.name, label.hiding));
    for (let t = 0; t < inserted.from.length; t++) {
      addTransition(
        this.automaton,
        states[inserted.from[t]],
        labels[inserted.label[t]],
        states[inserted.to[t]],
        inserted.places[t],
      );
    }
    return states[0];
  }

  private labelNumber(name: string, hiding: number): number {
    const key = `${hiding}#${name}`;
    let number = this.labelNumbers.get(key);
    if (number === undefined) {
      number = this.automaton.labels.push({ name, hiding }) - 1;
      this.labelNumbers.set(key, number);
    }
    return number;
  }

  private finish(): Automaton {
    const { automaton } = this;
    const resolved = automaton.states.map((_, state) => this.resolve(state));
    automaton.to = automaton.to.map((state) => resolved[state]);
    return withoutRepeats(reachable(automaton, resolved[0]));
  }

  private resolve(state: number): number {
    let at = state;
    let hops = 0;
    for (let alias = this.aliases.get(at); alias !== undefined; alias = this.aliases.get(at)) {
      if (++hops > this.aliases.size) {
        this.evaluator.problems.abandon(
          'bad-structure',
          `${this.automaton.states[state].name} is defined by itself without an action between`,
          alias.place,
        );
      }
      at = alias.target;
    }
    return at;
  }
}

/** `BUFF.2.1` as people write it: `BUFF[2][1]`. */
function shown(key: string): string {
  const [name, ...indices] = key.split('.');
  return name + indices.map((index) => `[${index}]`).join('');
}
