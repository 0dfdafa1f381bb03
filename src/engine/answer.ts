/** What an engine says about one question. */
import type { System } from '../model/system.js';
import type { Run } from '../model/transition.js';

/** Every engine fills in what it counts; the names are those of the JSON report. */
export interface Statistics {
  states?: number;
  transitions?: number;
  depth?: number;
  seconds?: number;
  bytes?: number;
  bytesPerState?: number;
  variables?: number;
  rows?: number;
  nodes?: number;
  edges?: number;
  tuples?: number;
  nodeTuples?: number;
}

export type Limit = 'time' | 'memory' | 'states' | 'depth' | 'interrupted';

/** A step of a process type, by their indices in the system. */
export interface UnreachedStep {
  type: number;
  step: number;
}

/** The steps of processes, other than those that only watch, for which `taken` is false. */
export function unreachedSteps(
  { types }: System,
  taken: (type: number, step: number) => boolean,
): UnreachedStep[] {
  return types.flatMap((type, t) =>
    type.observes === undefined
      ? type.steps.flatMap((_, step) => (taken(t, step) ? [] : [{ type: t, step }]))
      : [],
  );
}

export type Answer = {
  statistics: Statistics;
  notices: string[];
} /** `unreached`: after a search of all states, the steps that no execution takes. */ & (
  | { verdict: 'holds'; strength: 'proved' | 'exhaustive'; unreached?: UnreachedStep[] }
  | { verdict: 'violated'; run: Run; reason: string }
  /** `limit` is set when a budget ran out; otherwise the engine cannot decide this question. */
  | { verdict: 'inconclusive'; reason: string; limit?: Limit }
);

/** What several searches for one question used together. */
export function total(spent: Statistics[]): Statistics {
  const sum = (key: keyof Statistics) => spent.reduce((all, one) => all + (one[key] ?? 0), 0);
  const most = (key: keyof Statistics) => Math.max(...spent.map((one) => one[key] ?? 0));
  return {
    states: sum('states'),
    transitions: sum('transitions'),
    ...(spent.some((one) => one.depth !== undefined) ? { depth: most('depth') } : {}),
    seconds: sum('seconds'),
    bytes: most('bytes'),
    ...(spent.some((one) => one.bytesPerState !== undefined) ? { bytesPerState: most('bytesPerState') } : {}),
  };
}
