/**
 * From a path of the graph to a run of the program: a search on the interpreter that is led by the path. At
 * first it follows the path step by step, with what the graph leaves out in between; if there is no such run,
 * it follows only the steps that the property sees, with anything else in between.
 */
import { violates } from '../../evidence/judge.js';
import type { Interpreter } from '../../model/interpreter.js';
import type { Run, Transition } from '../../model/transition.js';
import type { Ask } from '../../property/question.js';
import type { Budget } from '../budget.js';
import type { TraceFlowGraph } from './graph/trace-flow-graph.js';

export interface Lead {
  graph: TraceFlowGraph;
  path: readonly number[];
  /** Does the property see the node? */
  seen(node: number): boolean;
  atEnd: boolean;
}

export async function realise(
  interpreter: Interpreter,
  ask: Ask,
  lead: Lead,
  most: number,
  budget: Budget,
): Promise<Run | undefined> {
  const named = (node: number) => lead.graph.origin[node].length > 0;
  const whole = lead.path.filter(named);
  const events = whole.filter((node) => lead.seen(node));
  for (const [nodes, others] of [
    [whole, (key: string) => !isNode(lead.graph).has(key)],
    [events, (key: string) => !seenSteps(lead).has(key)],
  ] as const) {
    const run = await new Following(interpreter, ask, nodes, lead, others, most, budget).find();
    if (run !== undefined) return run;
  }
  return undefined;
}

const keyOf = (parts: readonly { process: number; step: number }[]): string =>
  parts.map(({ process, step }) => `${process}.${step}`).join('+');

const nodeKeys = new WeakMap<TraceFlowGraph, Set<string>>();

/** The joint steps that the graph has nodes for. */
function isNode(graph: TraceFlowGraph): Set<string> {
  let keys = nodeKeys.get(graph);
  if (keys === undefined) {
    keys = new Set(graph.origin.flatMap((joints) => joints.map(({ parts }) => keyOf(parts))));
    nodeKeys.set(graph, keys);
  }
  return keys;
}

const seenKeys = new WeakMap<Lead, Set<string>>();

function seenSteps(lead: Lead): Set<string> {
  let keys = seenKeys.get(lead);
  if (keys === undefined) {
    keys = new Set(
      lead.graph.origin.flatMap((joints, node) =>
        lead.seen(node) ? joints.map(({ parts }) => keyOf(parts)) : [],
      ),
    );
    seenKeys.set(lead, keys);
  }
  return keys;
}

interface Point {
  state: Int32Array;
  /** How many of the nodes have been passed. */
  done: number;
  parent: number;
  by?: Transition;
  initial: number;
}

class Following {
  private readonly points: Point[] = [];
  private readonly known = new Set<string>();
  /** Those who passed more nodes are gone on with first. */
  private readonly waiting: number[][];

  constructor(
    private readonly interpreter: Interpreter,
    private readonly ask: Ask,
    private readonly nodes: readonly number[],
    private readonly lead: Lead,
    private readonly mayPass: (key: string) => boolean,
    private readonly most: number,
    private readonly budget: Budget,
  ) {
    this.waiting = Array.from({ length: nodes.length + 1 }, () => []);
  }

  async find(): Promise<Run | undefined> {
    this.interpreter.initialStates().forEach((state, initial) => {
      this.add({ state, done: 0, parent: -1, initial });
    });
    for (let count = 0; count < this.most; count++) {
      const index = this.next();
      if (index === undefined) return undefined;
      if (count % 256 === 255) {
        await this.budget.pause?.();
        const { interrupted, deadline, now } = this.budget;
        if (interrupted?.() || (deadline !== undefined && now() >= deadline)) return undefined;
      }
      const run = this.goOn(index);
      if (run !== undefined) return run;
    }
    return undefined;
  }

  private next(): number | undefined {
    for (let done = this.nodes.length; done >= 0; done--) {
      const index = this.waiting[done].shift();
      if (index !== undefined) return index;
    }
    return undefined;
  }

  private goOn(index: number): Run | undefined {
    const point = this.points[index];
    if (point.done === this.nodes.length) {
      const run = this.runTo(index);
      if (violates(this.interpreter, this.ask, run)) return run;
      if (!this.lead.atEnd) return undefined;
    }
    for (const transition of this.interpreter.transitions(point.state)) {
      const key = keyOf(transition.participants);
      const wanted = this.nodes[point.done];
      const follows =
        wanted !== undefined && this.lead.graph.origin[wanted].some(({ parts }) => keyOf(parts) === key);
      if (!follows && !this.mayPass(key)) continue;
      const { state, fault } = this.interpreter.successor(point.state, transition);
      if (fault && fault.code !== 'assertion') continue;
      const { initial } = point;
      if (follows) this.add({ state, done: point.done + 1, parent: index, by: transition, initial });
      if (this.mayPass(key)) this.add({ state, done: point.done, parent: index, by: transition, initial });
    }
    return undefined;
  }

  private add(point: Point): void {
    const key = `${point.done} ${point.state.join()}`;
    if (this.known.has(key)) return;
    this.known.add(key);
    this.waiting[point.done].push(this.points.push(point) - 1);
  }

  private runTo(index: number): Run {
    const steps: Transition[] = [];
    let at = this.points[index];
    const { initial } = at;
    for (; at.by !== undefined; at = this.points[at.parent]) steps.push(at.by);
    return { initial, steps: steps.reverse() };
  }
}
