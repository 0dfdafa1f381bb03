/**
 * Evidence by enumeration: every state that the interpreter can reach, paired with the state of the
 * observer, is visited here once more, in the plainest way. Nothing is left out and nothing is taken
 * from the engine that said `holds`.
 */
import { Interpreter } from '../../model/interpreter.js';
import type { System } from '../../model/system.js';
import { LetterReader } from '../../property/letter.js';
import type { Observer } from '../../property/observer.js';
import type { Ask, Question } from '../../property/question.js';
import type { Certified } from './evidence.js';

const MOST_NODES = 200_000;

export function checkEnumeration(system: System, { ask }: Question, goOn: () => boolean): Certified {
  if (ask.kind === 'progress' || (ask.kind === 'order' && ask.fairness))
    return { outcome: 'not shown', reason: 'progress and fairness are not enumerated' };
  const observers = ask.kind === 'order' ? ask.observers : [undefined];
  let nodes = 0;
  for (const observer of observers) {
    const graph = new Graph(new Interpreter(system), ask, observer);
    const wrong = graph.visit(goOn);
    if (wrong) return wrong;
    nodes += graph.size;
    const endless = ask.kind === 'terminates' || observer?.acceptance === 'infinite';
    if (endless && graph.hasCycle())
      return { outcome: 'refused', reason: 'an execution that violates it goes on for ever' };
  }
  return { outcome: 'accepted', how: `${nodes} states visited again` };
}

class Graph {
  private readonly numbers = new Map<string, number>();
  private readonly states: Int32Array[] = [];
  private readonly observed: number[] = [];
  private readonly edges: number[][] = [];
  private readonly reader: LetterReader;

  constructor(
    private readonly interpreter: Interpreter,
    private readonly ask: Ask,
    private readonly observer: Observer | undefined,
  ) {
    this.reader = new LetterReader(interpreter, observer?.atoms ?? []);
  }

  get size(): number {
    return this.states.length;
  }

  private number(state: Int32Array, observed: number): number {
    const key = `${observed}|${state.join()}`;
    let number = this.numbers.get(key);
    if (number === undefined) {
      number = this.states.length;
      this.numbers.set(key, number);
      this.states.push(state);
      this.observed.push(observed);
    }
    return number;
  }

  /** Visits everything; what is wrong, or undefined. */
  visit(goOn: () => boolean): Certified | undefined {
    const { interpreter, observer } = this;
    for (const state of interpreter.initialStates())
      for (const observed of observer?.initial ?? [0]) this.number(state, observed);
    for (let node = 0; node < this.states.length; node++) {
      if (this.states.length > MOST_NODES || (node % 256 === 0 && !goOn()))
        return { outcome: 'not shown', reason: `after ${node} states the reader gave up` };
      const state = this.states[node];
      const transitions = interpreter.transitions(state);
      const wrong = this.wrongHere(node, transitions.length === 0);
      if (wrong !== undefined) return { outcome: 'refused', reason: wrong };
      const next: number[] = [];
      for (const transition of transitions) {
        const { state: after, events, fault } = interpreter.successor(state, transition);
        if (fault && this.ask.kind === 'assertions' && this.ask.observer === undefined)
          return { outcome: 'refused', reason: fault.message };
        // Nothing follows a fault, except that a failed assertion can be survived.
        if (fault && fault.code !== 'assertion') {
          if (this.badAfter(node, state, events)) return { outcome: 'refused', reason: ORDER };
          continue;
        }
        for (const observed of this.read(node, state, events)) next.push(this.number(after, observed));
      }
      if (transitions.length === 0 && observer?.acceptance === 'infinite' && !observer.endless)
        for (const observed of this.read(node, state, [])) next.push(this.number(state, observed));
      this.edges.push([...new Set(next)]);
    }
    return undefined;
  }

  private read(node: number, state: Int32Array, events: Parameters<LetterReader['letter']>[1]) {
    if (!this.observer) return [0];
    return this.observer.successors(this.observed[node], this.reader.letter(state, events));
  }

  private badAfter(node: number, state: Int32Array, events: Parameters<LetterReader['letter']>[1]): boolean {
    if (this.observer?.acceptance !== 'finite') return false;
    return this.read(node, state, events).some((observed) => this.observer?.bad(observed));
  }

  private wrongHere(node: number, stuck: boolean): string | undefined {
    const { ask, interpreter, observer } = this;
    const state = this.states[node];
    const unfinished = () => interpreter.unfinished(state).length > 0;
    switch (ask.kind) {
      case 'deadlock-free':
      case 'terminates':
        return stuck && unfinished() ? 'a state is stuck' : undefined;
      case 'invariant':
        return interpreter.holds(ask.predicate, state) ? undefined : 'the predicate is false in a state';
      case 'assertions': {
        const reached = interpreter.living(state).some((process) => {
          const type = interpreter.typeOf(state, process);
          const { marks } = type.locations[interpreter.locationOf(state, process)];
          return type.observes === ask.observer && marks?.includes('error');
        });
        return reached ? 'an error location is reached' : undefined;
      }
      case 'order': {
        if (observer?.acceptance !== 'finite') return undefined;
        const observed = this.observed[node];
        if (observer.bad(observed)) return ORDER;
        return stuck && observer.badAtEnd(observed) && !unfinished() ? ORDER : undefined;
      }
      case 'progress':
        return 'progress is not enumerated';
    }
  }

  /** A cycle through an accepting state; of a question without observer, any cycle. */
  hasCycle(): boolean {
    const component = this.components();
    const counts = (node: number) => !this.observer || this.observer.accepting(this.observed[node]);
    const sizes = new Map<number, number>();
    for (const c of component) sizes.set(c, (sizes.get(c) ?? 0) + 1);
    return component.some(
      (c, node) => counts(node) && ((sizes.get(c) ?? 0) > 1 || this.edges[node].includes(node)),
    );
  }

  /** Strongly connected components by two passes: the order of leaving, and back against the edges. */
  private components(): number[] {
    const { edges } = this;
    const seen = new Uint8Array(edges.length);
    const left: number[] = [];
    for (let root = 0; root < edges.length; root++) {
      if (seen[root]) continue;
      seen[root] = 1;
      const path: [node: number, next: number][] = [[root, 0]];
      for (let top = path.at(-1); top; top = path.at(-1)) {
        const to = edges[top[0]][top[1]++];
        if (to === undefined) left.push(path.pop()![0]);
        else if (!seen[to]) {
          seen[to] = 1;
          path.push([to, 0]);
        }
      }
    }
    const back: number[][] = edges.map(() => []);
    for (const [from, all] of edges.entries()) for (const to of all) back[to].push(from);
    const component: number[] = new Array(edges.length).fill(-1);
    for (const root of left.reverse()) {
      if (component[root] >= 0) continue;
      component[root] = root;
      for (const work = [root]; work.length > 0; )
        for (const from of back[work.pop()!])
          if (component[from] < 0) {
            component[from] = root;
            work.push(from);
          }
    }
    return component;
  }
}

const ORDER = 'an order of events that is not allowed';
