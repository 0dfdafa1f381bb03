/** The locations of a process type in an order in which values are best carried along its steps. */
import type { ProcessType } from '../../../../model/system.js';

export class ControlOrder {
  /** The locations that can be reached, each before what it leads to, loops apart. */
  readonly locations: readonly number[];
  /** Where loops are entered: every cycle passes one of these. */
  readonly heads: ReadonlySet<number>;
  /** The steps that leave each location. */
  readonly leaving: readonly (readonly number[])[];

  constructor(type: ProcessType) {
    const leaving: number[][] = type.locations.map(() => []);
    type.steps.forEach((step, index) => {
      leaving[step.from].push(index);
    });
    const heads = new Set<number>();
    const finished: number[] = [];
    const ENTERED = 1;
    const LEFT = 2;
    const mark = new Uint8Array(type.locations.length);
    const path: { location: number; next: number }[] = [{ location: type.initial, next: 0 }];
    mark[type.initial] = ENTERED;
    while (path.length > 0) {
      const top = path[path.length - 1];
      if (top.next === leaving[top.location].length) {
        mark[top.location] = LEFT;
        finished.push(top.location);
        path.pop();
        continue;
      }
      const { to } = type.steps[leaving[top.location][top.next++]];
      if (mark[to] === ENTERED) heads.add(to);
      else if (mark[to] === 0) {
        mark[to] = ENTERED;
        path.push({ location: to, next: 0 });
      }
    }
    this.locations = finished.reverse();
    this.heads = heads;
    this.leaving = leaving;
  }
}
