/** What was reached, in the order in which it was: a node and a tuple, and from which visit. */
export class Visits {
  count = 0;
  private nodes = new Int32Array(1024);
  private tupleNumbers = new Int32Array(1024);
  private parents = new Int32Array(1024);

  add(node: number, tuple: number, parent: number): number {
    if (this.count === this.nodes.length) {
      this.nodes = doubled(this.nodes);
      this.tupleNumbers = doubled(this.tupleNumbers);
      this.parents = doubled(this.parents);
    }
    const visit = this.count++;
    this.nodes[visit] = node;
    this.tupleNumbers[visit] = tuple;
    this.parents[visit] = parent;
    return visit;
  }

  node(visit: number): number {
    return this.nodes[visit];
  }

  tuple(visit: number): number {
    return this.tupleNumbers[visit];
  }

  parent(visit: number): number {
    return this.parents[visit];
  }

  get bytes(): number {
    return this.nodes.byteLength * 3;
  }
}

function doubled(array: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(array.length * 2);
  larger.set(array);
  return larger;
}
