/**
 * What can repeat for ever and violates: first looked for in the graph of the states that are near, where shortest
 * executions are found; then, where there are many states, by a search for components. What that finds is made an
 * execution by the graph of the states near the component's first one.
 */
import type { Run } from '../../../../model/transition.js';
import type { Observer } from '../../../../property/observer.js';
import type { Progress } from '../../../budget.js';
import { stepsOf } from '../../reference/product.js';
import type { Machine } from '../machine.js';
import type { Retracer } from '../retrace.js';
import type { WantedComponent } from '../search/checks.js';
import { ComponentSearch } from '../search/knots.js';
import { type Limits, UNLIMITED } from '../search/limits.js';
import { CompiledGraph } from './graph.js';

/** States of a way, and edges from its last state back to it; none where the execution ends there. */
export interface Lasso {
  way: number[];
  round: number[];
}

export interface Pursuit {
  observer: Observer | undefined;
  wanted: WantedComponent;
  /** In a graph that may still grow. */
  look: (graph: CompiledGraph, retracer: Retracer) => Lasso | undefined;
  /** Whether a component that nothing leaves, or whose rounds are fair, is a violation indeed. */
  condemns: (state: bigint, repeats: boolean, retracer: Retracer) => boolean;
  /** The same in a graph whose first state is in a component that will do. */
  lookNear: (graph: CompiledGraph) => Lasso | undefined;
}

export interface EndlessRun {
  run: Run;
  /** Its first steps are not the shortest: so many lead to this state. */
  detour?: { steps: number; to: Int32Array };
}

/** So many states are a graph. */
const MOST_IN_GRAPH = 1 << 14;

export class EndlessSearch {
  faulted = false;
  private counted: { readonly progress: Progress } | undefined;

  /** The machine was compiled for the component that is wanted. */
  constructor(
    private readonly machine: Machine,
    private readonly retracer: Retracer,
    private readonly pursuit: Pursuit,
    private readonly limits: Limits,
    private readonly mostInGraph = MOST_IN_GRAPH,
  ) {}

  get progress(): Progress {
    return this.counted?.progress ?? { states: 0, transitions: 0, depth: 0, bytes: 0 };
  }

  async find(starts: readonly bigint[]): Promise<EndlessRun | undefined> {
    const { machine, retracer, limits, pursuit } = this;
    const graph = new CompiledGraph(machine, starts);
    this.counted = graph;
    // How deep a state is only breadth-first search can tell.
    const most = limits.depth < UNLIMITED ? Number.POSITIVE_INFINITY : this.mostInGraph;
    const found = await graph.grow(limits, () => pursuit.look(graph, retracer), most);
    this.faulted = graph.faulted;
    if (found) return { run: this.runOf(graph, [], found) };
    return graph.isComplete ? undefined : this.amongMany(starts);
  }

  private async amongMany(starts: readonly bigint[]): Promise<EndlessRun | undefined> {
    const { machine, pursuit, retracer, limits } = this;
    const search = new ComponentSearch(machine);
    this.counted = search;
    const condemned = () => pursuit.condemns(search.way().at(-1)!, search.repeats, retracer);
    const isFound = await search.run(starts, limits, condemned);
    this.faulted ||= machine.instance.get('faulted') !== 0;
    if (isFound) return this.made(search, async () => search.way());
    const { insiders } = search;
    if (pursuit.wanted.kind !== 'fair cycle' || insiders.length === 0) return undefined;
    // Rounds inside atomic sequences are judged by themselves: they may be part of a component that is not fair.
    this.counted = { progress: search.progress };
    search.forget();
    if (!(await search.run(insiders, limits, condemned, true))) return undefined;
    const first = search.way().at(-1)!;
    return this.made(search, () => search.wayTo(first, starts, limits));
  }

  private async made(search: ComponentSearch, wayThere: () => Promise<bigint[]>): Promise<EndlessRun> {
    const { machine, retracer, limits, pursuit } = this;
    const near = new CompiledGraph(machine, search.way().slice(-1), (key) => search.holds(key));
    const found = await near.grow(limits, () => pursuit.lookNear(near));
    if (!found) throw new Error('a component was found, and nothing repeats in it');
    const way = await wayThere();
    const run = this.runOf(near, way.slice(0, -1), found);
    const to = retracer.node(near.keys[found.way[found.way.length - 1]]);
    return { run, detour: { steps: run.cycleFrom ?? run.steps.length, to } };
  }

  private runOf(graph: CompiledGraph, before: readonly bigint[], { way, round }: Lasso): Run {
    const { retracer } = this;
    const run = retracer.run([...before, ...way.map((state) => graph.keys[state])]);
    let at = way[way.length - 1];
    const steps = round.flatMap((edge) => {
      const step = retracer.step(graph.keys[at], graph.keys[graph.targets[edge]], graph.movers[edge]);
      at = graph.targets[edge];
      return stepsOf(step);
    });
    return steps.length === 0
      ? run
      : { ...run, steps: [...run.steps, ...steps], cycleFrom: run.steps.length };
  }
}
