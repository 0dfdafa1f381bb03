/** From linked points to the locations and steps of a process type. */
import { binary, type Expression, not } from '../../model/expression.js';
import { ELSE, internal, type Location, type Mark, type Step } from '../../model/system.js';
import { Point } from './control.js';
import { executable, NEVER, type Primitive } from './primitive.js';
import type { Problems } from './problems.js';
import type { Sources } from './sources.js';
import { either } from './watch.js';
import { choices, start, Ways } from './ways.js';

export interface Automaton {
  locations: Location[];
  initial: number;
  steps: Step[];
  labels: Map<string, number[]>;
}

/** What happens at the end of a body: a process ceases to exist, a claim has been matched. */
export type Ending = { step: Omit<Step, 'from' | 'to'> } | { mark: Mark };

const SPECIAL: Record<string, Mark> = { end: 'end', accept: 'accept', progress: 'progress' };

export class AutomatonBuilder {
  private readonly locations: Location[] = [];
  private readonly steps: Step[] = [];
  private readonly numbers = new Map<Point, number>();
  /** The same places, entered by a jump from outside their atomic sequence: not yet alone. */
  private readonly outside = new Map<Point, number>();
  private readonly waiting: { point: Point; location: number }[] = [];

  private readonly rests = new Map<Point, Point>();
  private readonly ways = new Ways();
  private circle = false;

  constructor(
    private readonly sources: Sources,
    private readonly problems: Problems,
    private readonly ending: Ending,
    private readonly referred: (label: string) => boolean = () => false,
  ) {}

  build(first: Point, labelled: { name: string; point: Point; wanted: boolean }[]): Automaton {
    const start = this.resolve(first);
    if (start.inDstep) this.refuseJumpIn(first);
    const initial = this.locationOf(start, undefined);
    this.work();
    const labels = new Map<string, number[]>();
    for (const { name, point, wanted } of labelled) {
      // Who refers to one of several places of a name means the first.
      if (labels.has(name)) continue;
      const place = this.resolve(point);
      if (wanted) this.locationOf(place, place);
      const found = [this.numbers.get(place), this.outside.get(place)].filter((n) => n !== undefined);
      labels.set(name, found);
    }
    this.work();
    return { locations: this.locations, initial, steps: this.steps, labels };
  }

  private work(): void {
    for (let item = this.waiting.shift(); item; item = this.waiting.shift()) {
      // Where jumps lead round in a circle control stands nowhere.
      if (!this.circle) this.leave(item.point, item.location);
    }
  }

  /** The location of a place where control can stand, coming from that point. */
  private locationOf(point: Point, source: Point | undefined): number {
    const jumpsIn = point.inAtomic && !point.inDstep && source !== undefined && !staysAlone(source, point);
    const known = jumpsIn ? this.outside : this.numbers;
    const number = known.get(point);
    if (number !== undefined) return number;
    const location: Location = { span: this.sources.span(point.where) };
    const marks = new Set(point.labels.flatMap((label) => markOf(label) ?? []));
    if (point.kind === 'stop') marks.add('mark' in this.ending ? this.ending.mark : 'end');
    if (marks.size > 0) location.marks = [...marks];
    // Of several labels the name is the one that others refer to.
    const name = point.labels.find((label) => this.referred(label)) ?? point.labels[0];
    if (name !== undefined) location.name = name;
    if (point.inDstep) location.region = 'indivisible';
    else if (point.inAtomic && !jumpsIn) location.region = 'atomic';
    this.locations.push(location);
    known.set(point, this.locations.length - 1);
    this.waiting.push({ point, location: this.locations.length - 1 });
    return this.locations.length - 1;
  }

  /** Where control stands when it comes to a point: joints are passed, but with `inside` not those that leave an atomic. */
  private resolve(point: Point, inside = false): Point {
    let at = point;
    for (let passed = 0; ; passed++) {
      if (passed > 10_000) {
        if (!this.circle) {
          const message = 'these jumps lead round in a circle';
          this.problems.error('bad-structure', point.where, message, "add 'skip'");
        }
        this.circle = true;
        return point;
      }
      const next = passage(at);
      if (!next || (at.kind === 'goto' && endsAtomic(at))) return at;
      if (inside && at.inAtomic && !next.inAtomic) return this.restAt(at, next);
      at = next;
    }
  }

  /** A joint as a place to stand: going on is a step. */
  private restAt(joint: Point, next: Point): Point {
    if (joint.kind === 'goto') return joint;
    const known = this.rests.get(joint);
    if (known) return known;
    const rest = new Point('goto', joint.where, 'goto');
    rest.target = next;
    rest.inAtomic = true;
    rest.number = joint.number;
    rest.escapes.push(...joint.escapes);
    this.rests.set(joint, rest);
    return rest;
  }

  /** All steps from a location. Those of escapes come before, with a priority of their own. */
  private leave(point: Point, location: number): void {
    const groups = this.ways.from(point);
    groups.forEach((group, i) => {
      this.emit(group, location, groups.length - 1 - i);
    });
  }

  private emit(choices: Point[], location: number, priority: number): void {
    const onlyLast = choices.findIndex(isElse) === choices.length - 1 && priority === 0;
    const before: Expression[] = [];
    let always = false;
    for (const choice of choices) {
      if (!isElse(choice)) {
        this.step(choice, location, priority ? { priority } : {});
        const test = this.test(choice);
        if (test) before.push(test);
        else always = true;
      } else if (onlyLast) this.step(choice, location, { priority: ELSE });
      else if (!always) {
        const guard = before.length > 0 ? { guard: not(before.reduce(either)) } : {};
        this.step(choice, location, { ...guard, ...(priority ? { priority } : {}) });
        // It is possible where what came before is not, so after it nothing else can be needed.
        always = true;
      }
    }
  }

  /** When a point can be left; undefined means always. */
  private test(point: Point): Expression | undefined {
    if (point.kind === 'statement') return point.primitive!.isElse ? undefined : executable(point.primitive!);
    if (point.kind === 'd_step') return this.anyTest(choices(start(point.body!.first)));
    if (point.kind === 'stop') return 'step' in this.ending ? this.ending.step.guard : NEVER;
    return undefined;
  }

  private anyTest(points: Point[]): Expression | undefined {
    const tests: Expression[] = [];
    for (const point of points) {
      const test = this.test(point);
      if (!test) return undefined;
      tests.push(test);
    }
    return tests.length > 0 ? tests.reduce(either) : NEVER;
  }

  private step(point: Point, from: number, rest: Partial<Step>): void {
    const span = this.sources.span(point.where);
    switch (point.kind) {
      case 'stop':
        if ('step' in this.ending) this.steps.push({ ...this.ending.step, from, to: from, span, ...rest });
        return;
      case 'goto': {
        const to = this.target(point.target!, point);
        this.steps.push({ from, to, action: internal, effects: [], text: point.text, span, ...rest });
        return;
      }
      case 'd_step':
        this.enterDstep(point, from, rest);
        return;
      default:
        this.steps.push(this.stepOf(point.primitive!, from, this.target(point.next!, point), rest));
    }
  }

  private stepOf(primitive: Primitive, from: number, to: number, rest: Partial<Step>): Step {
    const { guard, action, effects, event, text, where } = primitive;
    const both = guard && rest.guard ? binary('and', guard, rest.guard) : (guard ?? rest.guard);
    const step: Step = { from, to, action, effects, text, span: this.sources.span(where), ...rest };
    if (both) step.guard = both;
    if (event) step.event = event;
    return step;
  }

  /**
   * A `d_step` is deterministic from its first statement on: where that is a choice, one step goes in
   * if anything there is possible, and the choice is made inside.
   */
  private enterDstep(point: Point, from: number, rest: Partial<Step>): void {
    const first = start(point.body!.first);
    if (first.kind === 'statement' && !first.primitive!.isElse) {
      const to = this.target(first.next!, first);
      this.steps.push(this.stepOf(first.primitive!, from, to, rest));
      return;
    }
    const to = this.locationOf(first, first);
    const test = this.test(point);
    const guard = test && rest.guard ? binary('and', test, rest.guard) : (test ?? rest.guard);
    const span = this.sources.span(point.where);
    const step: Step = { from, to, action: internal, effects: [], text: 'd_step', span, ...rest };
    this.steps.push(guard ? { ...step, guard } : step);
  }

  private target(next: Point, source: Point): number {
    const place = this.resolve(next, source.inAtomic && source.primitive?.mayMeet);
    if (place.inDstep && !source.inDstep) this.refuseJumpIn(source);
    return this.locationOf(place, source);
  }

  private refuseJumpIn(from: Point): void {
    this.problems.error('bad-structure', from.where, 'a jump into a d_step', 'jump to the d_step itself');
  }
}

/**
 * SPIN adds the jump behind a label that others refer to when the sequence is finished, and does not call it atomic;
 * but it is passed at once, unless it leads to the last statement of the sequence.
 */
function staysAlone(source: Point, point: Point): boolean {
  return source.inAtomic && !(source.beforeJump && point.endsAtomic);
}

/** Where control goes on at once; undefined where it can stand. */
function passage(point: Point): Point | undefined {
  if (point.kind === 'goto') return point.target;
  if (point.kind === 'unless') return point.options[0].first;
  return point.kind === 'joint' ? point.next : undefined;
}

/** A jump out of an atomic sequence is a step of its own where there is a way to escape. */
function endsAtomic({ inAtomic, inDstep, escapes, target }: Point): boolean {
  if (!inAtomic || inDstep || escapes.length === 0) return false;
  let at = target!;
  while (at.kind === 'joint' && at.next) at = at.next;
  return !at.inAtomic;
}

function isElse(point: Point): boolean {
  if (point.kind === 'd_step') return isElse(point.body!.first);
  return point.kind === 'statement' && point.primitive!.isElse === true;
}

export function markOf(label: string): Mark | undefined {
  const prefix = Object.keys(SPECIAL).find((word) => label.startsWith(word));
  return prefix ? SPECIAL[prefix] : undefined;
}
