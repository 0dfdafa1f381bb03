import { attachEscape, linkBlocks, markAtomic, markDstep, Point, Sequence } from './control.js';
import { Mistake } from './cursor.js';
import { StatementLowering } from './lower-statement.js';
import { type Primitive, primitive } from './primitive.js';
import type { Where } from './sources.js';
import type { Scopes, VariableSymbol } from './symbols.js';
import type { Declaration, Declared, Initial, Name, Step } from './syntax.js';
import { numberPoints } from './ways.js';
import type { World } from './world.js';

export interface LabelledPoint {
  name: string;
  point: Point;
  /** The blocks around it, outermost first. */
  blocks: readonly number[];
  where: Where;
}

export interface Body {
  first: Point;
  labels: LabelledPoint[];
}

/** What declarations declare in the body at hand. */
export interface Owner {
  name: string;
  symbolOf(declared: Declared): VariableSymbol | undefined;
  /** The counter of a loop over the messages of a channel. */
  counterOf(step: Step): VariableSymbol | undefined;
  /** The value a variable has from the start. */
  startsWith(symbol: VariableSymbol, initial: Initial | undefined, lowering: StatementLowering): void;
}

const isSpecial = (label: string): boolean => /^(end|accept|progress)/.test(label);

export abstract class ControlLowering {
  protected readonly lowering: StatementLowering;
  private readonly labels: LabelledPoint[] = [];
  private readonly jumps: { point: Point; label: Name; blocks: readonly number[] }[] = [];
  protected readonly exits: Point[] = [];
  /** The blocks around the statement at hand. An inline that is called is a block; an option of a choice is none. */
  private blocks: readonly number[] = [];
  private blockCount = 0;
  /** No statement has come yet: declarations take effect when the process is created. */
  protected atStart = true;

  constructor(
    protected readonly world: World,
    protected readonly owner: Owner,
    protected readonly scopes: Scopes,
    lowering?: StatementLowering,
  ) {
    this.lowering = lowering ?? new StatementLowering(world, scopes);
  }

  protected abstract counted(step: Step & { kind: 'for' | 'each' }, sequence: Sequence): Point;
  protected abstract select(step: Step & { kind: 'select' }, sequence: Sequence): Point;

  lower(steps: Step[], end: Where): Body {
    const sequence = new Sequence();
    this.steps(steps, sequence);
    sequence.add(new Point('stop', end, '-end-'));
    for (const jump of this.jumps) this.jump(jump);
    linkBlocks(sequence);
    numberPoints(sequence);
    return { first: sequence.first, labels: this.labels };
  }

  protected steps(steps: Step[], sequence: Sequence): void {
    for (const step of steps) {
      try {
        this.step(step, sequence);
      } catch (mistake) {
        if (!(mistake instanceof Mistake)) throw mistake;
      }
      if (step.kind !== 'declare' && step.kind !== 'exclusive') this.atStart = false;
    }
  }

  /**
   * One option of a choice. Control stands at the choice, never at the first statement of an option. What it
   * declares is known after it, too: only braces make a scope.
   */
  private option(steps: Step[]): Sequence {
    for (const { name, where } of this.placesAtStart(steps)) {
      const message = `control never stands at label ${name}: it is at the start of an option`;
      this.world.problems.warning('bad-structure', where, message, 'put it before the choice');
    }
    return this.points(pruned(steps));
  }

  /** The labels before the first statement of which somebody asks whether control stands there. */
  private placesAtStart(steps: Step[]): Name[] {
    const names: Name[] = [];
    for (let step = steps[0]; step?.kind === 'label'; step = step.statement) names.push(step.name);
    return names.filter(({ name }) => this.mustStand(name));
  }

  private braced(steps: Step[]): Sequence {
    return this.inBlock(() => this.inner(steps));
  }

  protected inBlock<T>(read: () => T): T {
    const around = this.blocks;
    this.blocks = [...around, this.blockCount++];
    const result = read();
    this.blocks = around;
    return result;
  }

  private inner(steps: Step[]): Sequence {
    this.scopes.enter();
    const sequence = this.points(steps);
    this.scopes.leave();
    return sequence;
  }

  private points(steps: Step[]): Sequence {
    const sequence = new Sequence();
    this.atStart = false;
    this.steps(steps, sequence);
    if (sequence.points.length === 0) sequence.add(this.skip(steps[0].where));
    return sequence;
  }

  private skip(where: Where, text = 'skip'): Point {
    return this.statement(primitive(text, where));
  }

  protected statement(content: Primitive): Point {
    const point = new Point('statement', content.where, content.text);
    point.primitive = content;
    return point;
  }

  /** Adds the points of a statement; gives the one that a label before it means. */
  private step(step: Step, sequence: Sequence): Point | undefined {
    switch (step.kind) {
      case 'declare':
        this.declare(step.declaration, step.where, sequence);
        return undefined;
      case 'exclusive':
        return undefined;
      case 'label':
        return this.labelled(step, sequence);
      case 'if':
        return this.choice(step.options, step.where, sequence);
      case 'do':
        return this.loop(step.where, sequence, () => step.options.map((option) => this.option(option)));
      case 'for':
      case 'each':
        return this.counted(step, sequence);
      case 'select':
        return this.select(step, sequence);
      case 'break': {
        const exit = this.exits[this.exits.length - 1];
        if (!exit) this.lowering.fail('bad-structure', step.where, 'break outside a do');
        return this.added(this.goto(exit, step.where, 'break'), sequence);
      }
      case 'goto': {
        const point = new Point('goto', step.where, step.text);
        this.jumps.push({ point, label: step.label, blocks: this.blocks });
        return this.added(point, sequence);
      }
      case 'block':
      case 'atomic':
      case 'd_step':
        return this.block(step, sequence);
      case 'unless':
        return this.unless(step, sequence);
      default:
        return this.added(this.statement(this.lowering.primitiveOf(step)), sequence);
    }
  }

  private added(point: Point, sequence: Sequence): Point {
    sequence.add(point);
    return point;
  }

  protected goto(target: Point, where: Where, text: string): Point {
    const point = new Point('goto', where, text);
    point.target = target;
    return point;
  }

  // ---- declarations

  private declare(declaration: Declaration, where: Where, sequence: Sequence): void {
    for (const declared of declaration.variables) {
      const symbol = this.owner.symbolOf(declared);
      if (!symbol) continue;
      const { initial } = declared;
      const value = initial?.kind === 'value' ? this.lowering.value(initial.value) : undefined;
      if (!this.scopes.declare(symbol)) {
        this.world.problems.error(
          'duplicate-name',
          declared.name.where,
          `${symbol.name} is already declared here`,
        );
      }
      // The values that a typedef gives its fields are there from the start, wherever the declaration stands.
      this.owner.startsWith(symbol, this.atStart ? initial : undefined, this.lowering);
      if (this.atStart) continue;
      if (initial?.kind === 'channel' || initial?.kind === 'list') {
        const what =
          initial.kind === 'list' ? 'a list of values cannot stand here' : 'a channel cannot be created here';
        const hint = 'declare it before the first statement of the proctype';
        this.world.problems.error('bad-structure', initial.where, what, hint);
        continue;
      }
      const content = this.lowering.declarationStep(symbol, value, declared.text, where);
      sequence.add(this.statement(content));
    }
  }

  // ---- labels and jumps

  private labelled(step: Step & { kind: 'label' }, sequence: Sequence): Point | undefined {
    const { name, statement } = step;
    const already = this.labels.find((label) => label.name === name.name && label.blocks === this.blocks);
    if (already)
      this.world.problems.error('duplicate-name', name.where, `label ${name.name} is already used`);
    let point: Point | undefined;
    const inner = statement.kind === 'label' ? statement.statement : statement;
    if ((inner.kind === 'goto' || inner.kind === 'break') && this.mustStand(name.name)) {
      // Control cannot stand at a jump; a place is made for it.
      point = this.added(this.skip(name.where, `${name.name}:`), sequence);
      point.beforeJump = inner.kind === 'goto' && !isSpecial(name.name);
      this.step(statement, sequence);
    } else point = this.step(statement, sequence);
    if (!point) return undefined;
    point.labels.push(name.name);
    this.labels.push({ name: name.name, point, blocks: this.blocks, where: name.where });
    return point;
  }

  private mustStand(label: string): boolean {
    if (isSpecial(label)) return true;
    return this.world.remoteLabels.has(`${this.owner.name}@${label}`);
  }

  /** Of several labels of one name the innermost around the jump is meant; if none is around it, the last one. */
  private jump({ point, label, blocks }: { point: Point; label: Name; blocks: readonly number[] }): void {
    const named = this.labels.filter((candidate) => candidate.name === label.name);
    const around = named.filter((candidate) => candidate.blocks.every((block, i) => block === blocks[i]));
    const innermost = around.sort((a, b) => b.blocks.length - a.blocks.length)[0];
    const chosen = innermost ?? named[named.length - 1];
    if (chosen) {
      point.target = chosen.point;
      if (point.inDstep && !chosen.point.inDstep) {
        this.world.problems.error('bad-structure', label.where, 'a jump out of a d_step', 'use atomic');
      }
      return;
    }
    this.world.problems.error('unknown-name', label.where, `there is no label ${label.name}`);
    point.target = point.next ?? point;
    if (point.target === point) point.kind = 'joint';
  }

  // ---- control

  private choice(options: Step[][], where: Where, sequence: Sequence): Point {
    const point = new Point('choice', where, 'if');
    const joint = new Point('joint', where);
    point.options = options.map((option) => this.option(option));
    this.checkElse(point);
    for (const option of point.options) option.close(joint);
    sequence.add(point);
    sequence.add(joint);
    return point;
  }

  protected loop(where: Where, sequence: Sequence, read: () => Sequence[]): Point {
    const point = new Point('choice', where, 'do');
    const joint = new Point('joint', where);
    const exit = new Point('joint', where);
    this.exits.push(exit);
    point.options = read();
    this.exits.pop();
    this.checkElse(point);
    for (const option of point.options) option.close(joint);
    sequence.add(joint);
    sequence.add(point);
    sequence.add(exit);
    return point;
  }

  /** `else` counts as the last option, wherever it is written. */
  private checkElse(point: Point): void {
    const withElse = point.options.filter((option) => option.first.primitive?.isElse);
    if (withElse.length > 1) {
      this.world.problems.error('bad-structure', withElse[1].first.where, 'a second else in one choice');
    }
    point.options = [...point.options.filter((option) => !withElse.includes(option)), ...withElse];
  }

  private block(step: Step & { kind: 'block' | 'atomic' | 'd_step' }, sequence: Sequence): Point {
    const point = new Point(step.kind, step.where, step.kind);
    // Only who jumps there would stand at it, not who comes to the block: SPIN refuses it, too. But loops come back to it.
    const places = startsWithLoop(step.body) ? [] : this.placesAtStart(step.body);
    for (const { name, where } of places) {
      const message = `label ${name} is at the start of a block`;
      this.world.problems.error('bad-structure', where, message, 'put it before the block');
    }
    const exits = step.kind === 'd_step' ? this.exits.splice(0) : [];
    point.body = this.braced(step.body);
    if (step.kind === 'd_step') this.exits.push(...exits);
    if (step.kind === 'atomic') markAtomic(point.body);
    if (step.kind === 'd_step') {
      markDstep(point.body);
      this.refuseInDstep(point.body);
    }
    return this.added(point, sequence);
  }

  private refuseInDstep(sequence: Sequence): void {
    for (const point of sequence.points) {
      const spawns = point.primitive?.effects.some((effect) => effect.kind === 'spawn');
      if (spawns)
        this.world.problems.error('bad-structure', point.where, 'run inside a d_step', 'use atomic');
      if (point.primitive && this.mustMeet(point.primitive)) {
        const { text, where } = point.primitive;
        const message = 'a d_step sends on a channel without buffer';
        point.primitive = primitive(text, where, { effects: [{ kind: 'fault', message }] });
      }
      if (point.kind === 'unless') {
        this.world.problems.error('bad-structure', point.where, 'unless inside a d_step', 'use atomic');
      }
      if (point.body) this.refuseInDstep(point.body);
      for (const option of point.options) this.refuseInDstep(option);
    }
  }

  /** Sending needs another process, and a d_step is one step of one process. */
  private mustMeet({ action }: Primitive): boolean {
    if (action.kind !== 'send' || action.channel.kind !== 'constant') return false;
    return this.world.channels[action.channel.value - 1]?.capacity === 0;
  }

  private unless(step: Step & { kind: 'unless' }, sequence: Sequence): Point {
    const { main } = step;
    if (main.kind === 'label' && main.statement.kind === 'block') {
      // The label belongs to the whole of it.
      const { statement } = main;
      const whole: Step = { ...statement, body: [{ ...step, main: statement }] };
      return this.labelled({ ...main, statement: whole }, sequence)!;
    }
    const point = new Point('unless', step.where, 'unless');
    const joint = new Point('joint', step.where);
    point.bare = main.kind !== 'block';
    point.options = [main, step.escape].map((part) =>
      this.braced(part.kind === 'block' ? part.body : [part]),
    );
    attachEscape(point.options[0], point.options[1]);
    for (const part of point.options) part.close(joint);
    sequence.add(point);
    sequence.add(joint);
    return point;
  }
}

const LOOPS: ReadonlySet<string> = new Set(['do', 'for', 'each']);

function startsWithLoop([first]: Step[]): boolean {
  let step = first;
  while (step?.kind === 'label') step = step.statement;
  return step !== undefined && LOOPS.has(step.kind);
}

/** SPIN drops a `skip` in an option where another one, or a print, comes right before it. */
function pruned(steps: Step[]): Step[] {
  let idle = 0;
  const visible = steps.filter((step) => step.kind !== 'exclusive');
  return visible.filter((step, i) => {
    const skip = step.kind === 'condition' && step.value.kind === 'number' && step.value.value === 1;
    if (!skip && step.kind !== 'print' && step.kind !== 'printm') {
      idle = 0;
      return true;
    }
    idle++;
    return !skip || idle === 1 || i === 0 || i === visible.length - 1;
  });
}
