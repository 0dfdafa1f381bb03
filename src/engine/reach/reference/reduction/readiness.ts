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
  private readonly rendezvous: boolean;

  constructor(private readonly system: System) {
    const { channels, types } = system;
    this.rendezvous = [...channels, ...types.flatMap((type) => type.channels.map((own) => own.type))].some(
      ({ capacity }) => capacity === 0,
    );
    this.asked = types.flatMap((type) => this.askedBy(type));
    if (this.asked.length > 0) for (const type of types) this.offered.set(type, this.offersOf(type));
  }

  /** What decides whether somebody can be met first, where the step gives way to that. */
  tests({ steps }: ProcessType, step: Step): Resource[] {
    if (this.asked.length === 0) return [];
    const first = steps.filter((other) => other.from === step.from && priorityOf(other) > priorityOf(step));
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

  private askedBy({ steps, locations }: ProcessType): Resource[] {
    const matters = (step: Step): boolean =>
      locations[step.from].region !== undefined ||
      steps.some((other) => other.from === step.from && priorityOf(other) < priorityOf(step));
    return steps.flatMap((step) => (matters(step) ? this.begun(step.action) : []));
  }

  private offersOf({ steps, locations }: ProcessType): Resource[][] {
    const offers: Resource[][] = locations.map(() => []);
    for (const { from, action } of steps) offers[from].push(...this.joined(action));
    return offers;
  }

  /** All that whoever can be met looks at before it is. */
  private decidedBy(meeting: Resource): Resource[] {
    const found = [meeting];
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

const priorityOf = ({ priority = 0 }: Step): number => priority;
