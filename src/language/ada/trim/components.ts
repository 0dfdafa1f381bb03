/** Strongly connected parts of a draft with at least one step inside, without recursion. */
import type { Ways } from './step-lists.js';

export function components(count: number, leaving: Ways): Set<number>[] {
  const index = new Int32Array(count).fill(-1);
  const low = new Int32Array(count);
  const onStack = new Uint8Array(count);
  const stack: number[] = [];
  const found: Set<number>[] = [];
  let next = 0;
  for (const start of leaving.keys()) {
    if (index[start] >= 0) continue;
    const work: { at: number; child: number }[] = [{ at: start, child: 0 }];
    while (work.length > 0) {
      const top = work[work.length - 1];
      const { at } = top;
      if (top.child === 0) {
        index[at] = low[at] = next++;
        stack.push(at);
        onStack[at] = 1;
      }
      const steps = leaving.get(at) ?? [];
      if (top.child < steps.length) {
        const { to } = steps[top.child++];
        if (index[to] < 0) work.push({ at: to, child: 0 });
        else if (onStack[to]) low[at] = Math.min(low[at], index[to]);
        continue;
      }
      top.child++;
      work.pop();
      const parent = work[work.length - 1];
      if (parent) low[parent.at] = Math.min(low[parent.at], low[at]);
      if (low[at] !== index[at]) continue;
      const component = new Set<number>();
      for (let node = -1; node !== at; ) {
        node = stack.pop()!;
        onStack[node] = 0;
        component.add(node);
      }
      const looping = component.size > 1 || (leaving.get(at) ?? []).some((step) => step.to === at);
      if (looping) found.push(component);
    }
  }
  return found;
}
