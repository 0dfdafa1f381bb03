/**
 * Who can be met decides more than whether a meeting takes place, in two cases: where something of lower priority is
 * possible only while nobody is met (`else` beside a send without buffer), and where an atomic sequence goes on or
 * blocks. Then whoever comes to a place where it can be met, or leaves one, does something that others notice.
 */
import { footprintOf, overlap, type Resource, readsOf } from '../../../../model/footprint.js';
import type { Action, ProcessType, Step, System } from '../../../../model/system.js';

export class Readiness {
  /** What may be begun with others where that is noticed. */
  private readonly asked: readonly Resource[];
  /** Where it can be met, by type and location. */
  private readonly offered = new Map<ProcessType, Resource[][]>();
  private readonly leaving = new Map<ProcessType, Step[][]>();
  private readonly deciding = new Map<string, Resource[]>();
  private readonly rendezvous: boolean;

  constructor(private readonly system: System) {
    const { channels, types } = system;
    this.rendezvous = [...channels, ...types.flatMap((type) => type.channels.map((own) => own.type))].some(
      ({ capacity }) => capacity === 0,
    );
    for (const type of types) this.leaving.set(type, leavingOf(type));
    this.asked = distinct(types.flatMap((type) => this.askedBy(type)));
    if (this.asked.length > 0) for (const type of types) this.offered.set(type, this.offersOf(type));
  }

  /** What decides whether somebody can be met first, where the step gives way to that. */
  tests(type: ProcessType, step: Step): Resource[] {
    if (this.asked.length === 0) return [];
    const beside = this.leaving.get(type)![step.from];
    const first = beside.filter((other) => priorityOf(other) > priorityOf(step));
    return first.flatMap(({ action }) => this.begun(action)).flatMap((meeting) => this.decidedBy(meeting));
  }

  /** Where the step changes who can be met, and somebody notices. */
  writes(type: ProcessType, { from, to, effects }: Step): Resource[] {
    if (this.asked.length === 0) return [];
    const offers = this.offered.get(type)!;
    const started = effects.flatMap((effect) => {
      if (effect.kind !== 'spawn') return [];
      const other = this.system.types[effect.type];
      return this.offered.get(other)![other.initial];
    });
    return [...offers[from], ...offers[to], ...started].filter((offer) =>
      this.asked.some((meeting) => overlap(meeting, offer)),
    );
  }

  private askedBy(type: ProcessType): Resource[] {
    const matters = (step: Step): boolean =>
      type.locations[step.from].region !== undefined ||
      this.leaving.get(type)![step.from].some((other) => priorityOf(other) < priorityOf(step));
    return type.steps.flatMap((step) => (matters(step) ? this.begun(step.action) : []));
  }

  private offersOf(type: ProcessType): Resource[][] {
    return this.leaving
      .get(type)!
      .map((steps) => distinct(steps.flatMap(({ action }) => this.joined(action))));
  }

  /** All that whoever can be met looks at before it is. */
  private decidedBy(meeting: Resource): Resource[] {
    const known = this.deciding.get(JSON.stringify(meeting));
    if (known) return known;
    const found = [meeting];
    this.deciding.set(JSON.stringify(meeting), found);
    for (const { steps, provided } of this.system.types)
      for (const step of steps) {
        if (!this.joined(step.action).some((offer) => overlap(offer, meeting))) continue;
        found.push(...footprintOf(step).tests);
        if (provided) readsOf(provided, found);
      }
    return found;
  }

  private begun(action: Action): Resource[] {
    return action.kind === 'receive' ? [] : this.readinessFor(action);
  }

  private joined(action: Action): Resource[] {
    return action.kind === 'send' ? [] : this.readinessFor(action);
  }

  private readinessFor(action: Action): Resource[] {
    if (action.kind === 'synchronise') return [{ kind: 'readiness', symbol: action.symbol }];
    if (!this.rendezvous || (action.kind !== 'send' && action.kind !== 'receive')) return [];
    const { channel } = action;
    if (channel.kind !== 'constant') return [{ kind: 'readiness' }];
    const buffered = (this.system.channels[channel.value - 1]?.capacity ?? 0) > 0;
    return buffered ? [] : [{ kind: 'readiness', channel: channel.value }];
  }
}

function leavingOf({ steps, locations }: ProcessType): Step[][] {
  const leaving: Step[][] = locations.map(() => []);
  for (const step of steps) leaving[step.from].push(step);
  return leaving;
}

const distinct = (resources: readonly Resource[]): Resource[] => [
  ...new Map(resources.map((resource) => [JSON.stringify(resource), resource])).values(),
];

const priorityOf = ({ priority = 0 }: Step): number => priority;
