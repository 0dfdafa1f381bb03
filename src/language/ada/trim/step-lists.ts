/** The steps from each location of a draft, or to it. Asked for by every pass: no list has room to spare. */
import type { Draft, DraftStep } from '../lower/draft.js';

/** The ways on from some locations. */
export interface Ways {
  keys(): Iterable<number>;
  get(location: number): readonly DraftStep[] | undefined;
}

export class StepLists implements Ways {
  private readonly lists: (DraftStep[] | undefined)[];
  private readonly locations: number[] = [];

  /** `ends`: of each step the location under which it is found. */
  constructor(steps: readonly DraftStep[], ends: Int32Array, locations: number) {
    const missing = new Int32Array(locations);
    for (const location of ends) missing[location]++;
    this.lists = new Array(locations).fill(undefined);
    for (let i = 0; i < steps.length; i++) {
      const location = ends[i];
      let list = this.lists[location];
      if (!list) {
        this.locations.push(location);
        list = missing[location] === 1 ? [steps[i]] : new Array(missing[location]);
        this.lists[location] = list;
      }
      list[list.length - missing[location]--] = steps[i];
    }
  }

  get(location: number): readonly DraftStep[] | undefined {
    return this.lists[location];
  }

  /** The locations that have any, in the order of their first steps. */
  keys(): readonly number[] {
    return this.locations;
  }
}

/** The steps that leave each location. */
export function outgoing({ steps, locations }: Draft): StepLists {
  const ends = new Int32Array(steps.length);
  for (let i = 0; i < steps.length; i++) ends[i] = steps[i].from;
  return new StepLists(steps, ends, locations.length);
}

/** The steps that lead to each location. */
export function incoming({ steps, locations }: Draft): StepLists {
  const ends = new Int32Array(steps.length);
  for (let i = 0; i < steps.length; i++) ends[i] = steps[i].to;
  return new StepLists(steps, ends, locations.length);
}
