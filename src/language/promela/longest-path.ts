/** The heaviest path in a graph that may have cycles, as long as none of them weighs anything. */

export interface WeighedNode {
  edges: { to: number; weight: number }[];
}

/** The heaviest path from node 0; undefined where a cycle has weight. */
export function longestPath(nodes: WeighedNode[]): number | undefined {
  const component = componentsOf(nodes);
  const best = new Map<number, number>();
  // Components are numbered so that edges lead to lower ones or stay inside.
  const members: number[][] = [];
  component.forEach((c, node) => {
    members[c] ??= [];
    members[c].push(node);
  });
  for (let c = 0; c < members.length; c++) {
    let most = 0;
    for (const node of members[c]) {
      for (const { to, weight } of nodes[node].edges) {
        if (component[to] === c && weight > 0) return undefined;
        if (component[to] !== c) most = Math.max(most, weight + best.get(component[to])!);
      }
    }
    best.set(c, most);
  }
  return best.get(component[0]) ?? 0;
}

/** Tarjan's algorithm without recursion. */
function componentsOf(nodes: WeighedNode[]): number[] {
  const order = nodes.map(() => -1);
  const low = nodes.map(() => 0);
  const component = nodes.map(() => -1);
  const next = nodes.map(() => 0);
  const open: number[] = [];
  let visited = 0;
  let count = 0;
  const path = [0];
  while (path.length > 0) {
    const node = path[path.length - 1];
    if (order[node] < 0) {
      order[node] = low[node] = visited++;
      open.push(node);
    }
    if (next[node] < nodes[node].edges.length) {
      const { to } = nodes[node].edges[next[node]++];
      if (order[to] < 0) path.push(to);
      else if (component[to] < 0) low[node] = Math.min(low[node], order[to]);
      continue;
    }
    if (low[node] === order[node]) {
      let member: number;
      do {
        member = open.pop()!;
        component[member] = count;
      } while (member !== node);
      count++;
    }
    path.pop();
    if (path.length > 0) low[path[path.length - 1]] = Math.min(low[path[path.length - 1]], low[node]);
  }
  return component;
}
