/**
 * Where the code that is written so far may leave a process inside an atomic sequence. From other places there
 * nothing is followed further on: whoever comes by was followed from where it began, so that the code would be
 * written for nobody. Should a process be left there all the same, it goes on by single steps.
 */
import type { System } from '../../../../model/system.js';

export class Landings {
  private readonly noted: Uint8Array[];

  constructor(private readonly system: System) {
    this.noted = system.types.map(({ locations }) => new Uint8Array(locations.length));
  }

  has(type: number, location: number): boolean {
    const { locations, initial } = this.system.types[type];
    return (
      locations[location].region !== 'atomic' || location === initial || this.noted[type][location] === 1
    );
  }

  /** A step may end there: after an indivisible region, wherever one of that type may end. */
  note(type: number, location: number): void {
    const { locations, steps } = this.system.types[type];
    if (locations[location].region !== 'indivisible') this.noted[type][location] = 1;
    else
      for (const { from, to } of steps)
        if (locations[from].region === 'indivisible') this.noted[type][to] = 1;
  }

  /** The locations one after the other, each only when it is known to be one of these; at the end the others. */
  *inOrder(type: number, locations: Iterable<number>): Generator<number> {
    const left = new Set(locations);
    for (let size = -1; size !== left.size; ) {
      size = left.size;
      for (const location of left) {
        if (!this.has(type, location)) continue;
        left.delete(location);
        yield location;
      }
    }
    yield* left;
  }
}
