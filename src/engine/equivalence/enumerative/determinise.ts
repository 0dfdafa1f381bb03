/** The subset construction: the same traces, no internal steps, one successor for each label at most. */
import type { Meter } from '../../reach/reference/meter.js';
import type { Lts } from './lts.js';
import { Subsets } from './subsets.js';

export async function determinise(lts: Lts, meter: Meter): Promise<Lts> {
  const subsets = new Subsets(lts);
  const first: number[] = [0];
  const label: number[] = [];
  const target: number[] = [];
  for (let set = 0; set < subsets.sets.length; set++) {
    meter.states = subsets.sets.length;
    meter.bytes = (subsets.held + 4 * label.length) * 4;
    await meter.tick();
    for (const letter of subsets.labelsOf(set)) {
      label.push(letter);
      target.push(subsets.after(set, letter));
    }
    first.push(label.length);
  }
  return {
    states: subsets.sets.length,
    initial: subsets.initial,
    labels: lts.labels,
    first: Int32Array.from(first),
    label: Int32Array.from(label),
    target: Int32Array.from(target),
  };
}
