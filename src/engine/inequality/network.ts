/**
 * A system as plain automata that move together: what the inequalities are made from.
 *
 * A component is a process with its local data unfolded, a shared integer, or a buffer. An action is
 * something that happens in one moment; it names its participants, and each of them takes one of its
 * own edges that carry the action. Any choice of edges, one for each participant, is allowed: the
 * network may do everything that the system does, and perhaps more.
 *
 * The other way round, what the network offers is really possible: where every participant of an
 * action stands at the start of one of its edges (or refusals, see `fatal`), the system has a
 * transition, atomic regions and priorities apart. Deadlock is judged by that.
 */
import type { Occurrence } from '../../model/transition.js';

export interface Network {
  components: Component[];
  actions: Action[];
}

export interface Component {
  name: string;
  kind: 'process' | 'variable' | 'buffer';
  /** The number of the process. */
  process?: number;
  /** Where its part of the state vector begins. */
  offset: number;
  /** The integers of each state, as they stand in that part. */
  states: Int32Array[];
  initial: number[];
  edges: Edge[];
  /** For each state: may the process stay here for ever? True for what is not a process. */
  ends: boolean[];
  /** States marked `error` of a process, with the name of what it watches. */
  errors: number[];
  observes?: string;
}

export interface Edge {
  from: number;
  to: number;
  action: number;
  /** The step a process takes here, and the value of a `choose`. */
  step?: number;
  choice?: number;
}

export interface Action {
  name: string;
  /** Components, in the order in which a transition lists its processes; others after them. */
  participants: number[];
  /** How many took part before automata were put together; as many as do now, where absent. */
  parties?: number;
  events: Occurrence[];
  /** The symbol, where it is one that all participants synchronise on and nothing else. */
  symbol?: number;
  /** `assertion`: an assertion fails. `fatal`: the execution ends in a fault, whatever `to` says. */
  fault?: 'assertion' | 'fatal';
}

/** The system has something that these inequalities do not cover; the reason is for people. */
export class Abstention extends Error {}
