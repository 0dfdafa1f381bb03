/**
 * The ways to go on from a place where control can stand, in the order in which SPIN tries them: escapes first. As
 * soon as one way of an escape can be taken, those of other escapes and of the place itself are left.
 *
 * SPIN gives each place the ways of its escapes, in the order of the places in its tables, and an escape whose turn
 * came before has those of its own escapes by then: they are taken for ways of this one escape. So an outer escape
 * goes before an inner one where control stands at a statement, but not where it stands at a block or a choice
 * around the inner `unless`, which comes later in the tables (see `numberPoints`).
 */
import type { Point, Sequence } from './control.js';

interface Way {
  point: Point;
  /** The place that the escape begins with; undefined for what the place itself can do. */
  via?: Point;
}

/** The first thing in an option or a block that is more than a joint; a `goto` stays what it is. */
export function start(point: Point): Point {
  let at = point;
  for (let passed = 0; passed < 10_000; passed++) {
    if (at.kind === 'unless') at = at.options[0].first;
    else if (at.kind === 'joint' && at.next) at = at.next;
    else break;
  }
  return at;
}

/** The points whose steps can be taken where control stands at this one, escapes apart. */
export function choices(point: Point): Point[] {
  if (point.kind === 'choice') return point.options.flatMap((option) => choices(start(option.first)));
  if (point.kind === 'block' || point.kind === 'atomic') return choices(start(point.body!.first));
  return point.kind === 'joint' ? [] : [point];
}

export class Ways {
  private readonly known = new Map<Point, Way[]>();

  /** The points whose steps can be taken, those that exclude the ones after them first. */
  from(point: Point): Point[][] {
    const groups: { via?: Point; points: Point[] }[] = [];
    for (const { point: next, via } of this.all(point)) {
      const last = groups.at(-1);
      if (last && last.via === via) last.points.push(next);
      else groups.push({ via, points: [next] });
    }
    return groups.map(({ points }) => points);
  }

  private all(point: Point): Way[] {
    const already = this.known.get(point);
    if (already) return already;
    const plain = plainWays(point);
    const escapes: Way[] = [];
    const seen = new Set(plain.map((way) => way.point));
    for (const { point: choice } of plain) {
      for (const sequence of [...choice.escapes].reverse()) {
        const via = start(sequence.first);
        for (const way of via.number < point.number ? this.all(via) : plainWays(via)) {
          if (seen.has(way.point)) continue;
          seen.add(way.point);
          escapes.unshift({ point: way.point, via });
        }
      }
    }
    const all = [...escapes, ...plain];
    this.known.set(point, all);
    return all;
  }
}

const plainWays = (point: Point): Way[] => choices(point).map((choice) => ({ point: choice }));

/** Numbers points as SPIN's tables have them: what is made of parts comes after its parts. */
export function numberPoints(sequence: Sequence, from = 1): number {
  let next = from;
  for (const point of sequence.points) {
    next = numberParts(point, next);
    point.number = next++;
  }
  return next;
}

function numberParts(point: Point, from: number): number {
  let next = point.body ? numberPoints(point.body, from) : from;
  if (!point.bare) return point.options.reduce((number, option) => numberPoints(option, number), next);
  const [main, wayOut] = point.options;
  for (const part of main.points) next = numberParts(part, next);
  next = numberPoints(wayOut, next);
  for (const part of main.points) part.number = next++;
  return next;
}
