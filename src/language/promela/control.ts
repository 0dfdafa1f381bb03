/**
 * The control of a proctype as linked points, before locations are made of it.
 *
 * A point is a place in the text where control can stand, or a joint that control passes without
 * stopping. Which is which decides how many states a program has, so it follows SPIN exactly:
 *
 * - a statement, a choice (`if`, `do`), a block and a `d_step` are places to stand. Entering a block is
 *   not the same place as standing before its first statement, even though the same can happen there;
 * - the end of a choice, `break`, `goto` and `unless` are joints; but a `goto` or `break` that is the
 *   first statement of an option is a step of its own, and so is a joint that leads out of an atomic sequence, as far
 *   as that can be seen: after a send, when somebody else may be alone.
 */
import type { Primitive } from './primitive.js';
import type { Where } from './sources.js';

export type PointKind =
  | 'statement'
  | 'choice'
  | 'block'
  | 'atomic'
  | 'd_step'
  | 'joint'
  | 'goto'
  | 'unless'
  | 'stop';

export class Sequence {
  readonly points: Point[] = [];
  /** What follows its last point, where that is not yet linked. */
  private joint: Point | undefined;

  add(point: Point): void {
    const { last } = this;
    if (last) last.next = point;
    this.points.push(point);
  }

  /** A joint behind it that is not counted among its points. */
  close(joint: Point): void {
    if (this.last) this.last.next = joint;
    this.joint = joint;
  }

  get first(): Point {
    return this.points[0] ?? this.joint!;
  }

  get last(): Point | undefined {
    return this.points[this.points.length - 1];
  }
}

export class Point {
  next: Point | undefined;
  primitive: Primitive | undefined;
  /** The options of a choice; the main sequence and the escape of an `unless`. */
  options: Sequence[] = [];
  /** Of a block. */
  body: Sequence | undefined;
  /** Of a `goto`. */
  target: Point | undefined;
  readonly labels: string[] = [];
  /** Escapes that may interrupt here, the outermost first. */
  readonly escapes: Sequence[] = [];
  /** Inside an `atomic`, but not the place where it is entered. */
  inAtomic = false;
  inDstep = false;
  /** The last of an `atomic`: being alone ends when it is left. */
  endsAtomic = false;
  /** A place made for a label before a jump. */
  beforeJump = false;
  /** Of an `unless`: what it interrupts is one statement without braces. */
  bare = false;
  /** Its place in SPIN's tables: see `ways.ts`. */
  number = 0;

  constructor(
    public kind: PointKind,
    readonly where: Where,
    readonly text = '',
  ) {}
}

/** Marks what an `atomic` contains; an atomic in it is then a plain block. */
export function markAtomic(sequence: Sequence): void {
  markInAtomic(sequence);
  let { last } = sequence;
  while (last?.body || last?.kind === 'unless') last = (last.body ?? last.options[0]).last;
  if (last) last.endsAtomic = true;
}

function markInAtomic(sequence: Sequence): void {
  for (const point of sequence.points) {
    point.inAtomic = true;
    point.endsAtomic = false;
    if (point.kind === 'atomic') point.kind = 'block';
    if (point.body) markInAtomic(point.body);
    point.options.forEach(markInAtomic);
  }
}

/** Marks what a `d_step` contains; what is atomic in it anyway is then a plain block. */
export function markDstep(sequence: Sequence): void {
  for (const point of sequence.points) {
    point.inDstep = true;
    if (point.kind === 'atomic' || point.kind === 'd_step') point.kind = 'block';
    if (point.body) markDstep(point.body);
    point.options.forEach(markDstep);
  }
}

/** An escape may interrupt every point of a sequence, those of its choices and blocks, and inner escapes. */
export function attachEscape(sequence: Sequence, wayOut: Sequence): void {
  for (const point of sequence.points) attach(point, wayOut);
}

function attach(point: Point, wayOut: Sequence): void {
  if (point.escapes.includes(wayOut)) return;
  for (const inner of [...point.escapes]) attachEscape(inner, wayOut);
  point.escapes.unshift(wayOut);
  if (point.kind === 'unless') attachEscape(point.options[0], wayOut);
  else if (point.kind === 'choice') for (const option of point.options) attachEscape(option, wayOut);
  else if (point.kind === 'd_step') attach(point.body!.first, wayOut);
  else if (point.body) attachEscape(point.body, wayOut);
}

/** Links the last point of every block to what follows the block. */
export function linkBlocks(sequence: Sequence): void {
  for (const point of sequence.points) {
    if (point.body) {
      if (point.next) point.body.close(point.next);
      linkBlocks(point.body);
    }
    point.options.forEach(linkBlocks);
  }
}
