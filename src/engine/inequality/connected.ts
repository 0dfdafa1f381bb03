/** Strongly connected parts (Tarjan, without recursion): for each vertex the number of its part. */
export function stronglyConnected(
  vertices: number,
  edges: readonly { from: number; to: number }[],
): Int32Array {
  const leaving: number[][] = Array.from({ length: vertices }, () => []);
  for (const { from, to } of edges) leaving[from].push(to);
  const part = new Int32Array(vertices).fill(-1);
  const order = new Int32Array(vertices).fill(-1);
  const low = new Int32Array(vertices);
  const open: number[] = [];
  let found = 0;
  let parts = 0;
  for (let root = 0; root < vertices; root++) {
    if (order[root] >= 0) continue;
    const path: { vertex: number; next: number }[] = [{ vertex: root, next: 0 }];
    while (path.length > 0) {
      const top = path[path.length - 1];
      const { vertex } = top;
      if (top.next === 0) {
        order[vertex] = low[vertex] = found++;
        open.push(vertex);
      }
      if (top.next < leaving[vertex].length) {
        const to = leaving[vertex][top.next++];
        if (order[to] < 0) path.push({ vertex: to, next: 0 });
        else if (part[to] < 0) low[vertex] = Math.min(low[vertex], order[to]);
        continue;
      }
      top.next++;
      path.pop();
      const parent = path.at(-1);
      if (parent) low[parent.vertex] = Math.min(low[parent.vertex], low[vertex]);
      if (low[vertex] !== order[vertex]) continue;
      for (let member = open.pop()!; ; member = open.pop()!) {
        part[member] = parts;
        if (member === vertex) break;
      }
      parts++;
    }
  }
  return part;
}
