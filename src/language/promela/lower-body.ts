/** Loops that count, and selections: statements that stand for several steps. */
import { binary, constant, type Expression, type Place } from '../../model/expression.js';
import { Point, Sequence } from './control.js';
import { ControlLowering } from './lower-control.js';
import { type Primitive, primitive } from './primitive.js';
import type { Where } from './sources.js';
import type { Reference, Step } from './syntax.js';

export class BodyLowering extends ControlLowering {
  protected counted(step: Step & { kind: 'for' | 'each' }, sequence: Sequence): Point {
    const { lowering } = this;
    const { where, words } = step;
    const last = step.kind === 'each' ? this.lastOf(step) : undefined;
    if (step.kind === 'each' && last === undefined) return this.eachMessage(step, sequence);
    const low = step.kind === 'for' ? lowering.value(step.low) : { expression: constant(0) };
    const high = step.kind === 'for' ? lowering.condition(step.high) : constant(last!);
    const [from, to] = step.kind === 'for' ? [words.low, words.high] : ['0', String(last)];
    const variable = lowering.value(step.variable);
    sequence.add(this.statement(lowering.assign(step.variable, low, `${words.variable} = ${from}`, where)));
    const guard = binary('atMost', variable.expression, high);
    return this.countingLoop(step, sequence, [primitive(`${words.variable} <= ${to}`, where, { guard })]);
  }

  /**
   * The last index of the array that a loop goes through; undefined where it goes through a channel. With a number as
   * its variable SPIN goes through the variable that is named first, if that is an array, whatever is selected of it.
   */
  private lastOf({ variable, of }: Step & { kind: 'each' }): number | undefined {
    const { lowering } = this;
    const [first] = of.parts;
    const whole = lowering.place({ ...of, parts: [{ name: first.name, where: first.where }] });
    const record = lowering.place({ ...variable, parts: variable.parts.slice(0, 1) }).type.kind === 'record';
    const selected = first.index !== undefined || of.parts.length > 1;
    if (whole.type.kind === 'array' && !record) {
      if (selected) {
        const message = `as in SPIN this loop is over the indices of ${first.name}, not over a part of it`;
        const hint = 'for a part of it give the range: for (i : 0 .. last)';
        this.world.problems.warning('wrong-kind', of.where, message, hint);
      }
      return whole.type.length - 1;
    }
    const { type } = lowering.place(of);
    if (type.kind === 'array') return type.length - 1;
    if (type.kind !== 'channel') lowering.fail('wrong-kind', of.where, 'this is not an array or a channel');
    return undefined;
  }

  /** Takes every message out and puts it back behind the others. */
  private eachMessage(step: Step & { kind: 'each' }, sequence: Sequence): Point {
    const { lowering } = this;
    const { where } = step;
    const counter = this.owner.counterOf(step)!;
    const place: Place = { scope: counter.scope, variable: counter.variable, path: [] };
    const set = (value: Expression, text: string): Primitive =>
      primitive(text, where, { effects: [{ kind: 'assign', place, value }] });
    sequence.add(this.statement(set(constant(0), `${counter.name} = 0`)));
    const count: Expression = { kind: 'read', place };
    const channel = lowering.channel(step.of).expression;
    const guard = binary('less', count, { kind: 'channel', question: 'length', channel });
    const rest = { where, text: '' };
    const receive = lowering.primitiveOf({
      kind: 'receive', channel: step.of, any: false, keep: false, ...rest,
      arguments: [{ kind: 'place', reference: step.variable, where }],
      text: `${step.of.parts[0].name}?${step.words.variable}`,
    }); // biome-ignore format: one call
    const send = lowering.primitiveOf({
      kind: 'send', channel: step.of, sorted: false, ...rest,
      arguments: [step.variable],
      text: `${step.of.parts[0].name}!${step.words.variable}`,
    }); // biome-ignore format: one call
    const before = [
      primitive(`${counter.name} < len(${step.of.parts[0].name})`, where, { guard }),
      receive,
      send,
    ];
    return this.countingLoop(
      step,
      sequence,
      before,
      set(binary('add', count, constant(1)), `${counter.name}++`),
    );
  }

  private countingLoop(
    step: Step & { kind: 'for' | 'each' | 'select' },
    sequence: Sequence,
    before: Primitive[],
    raise?: Primitive,
  ): Point {
    const { where, words } = step;
    return this.loop(where, sequence, () => {
      const body = new Sequence();
      this.atStart = false;
      this.scopes.enter();
      for (const content of before) body.add(this.statement(content));
      if (step.kind !== 'select') this.inBlock(() => this.steps(step.body, body));
      this.scopes.leave();
      body.add(this.statement(raise ?? this.raise(step.variable, words.variable, where)));
      const out = new Sequence();
      const exit = this.goto(this.exits[this.exits.length - 1], where, 'break');
      if (step.kind !== 'select') out.add(this.statement(primitive('else', where, { isElse: true })));
      out.add(exit);
      return [body, out];
    });
  }

  private raise(variable: Reference, words: string, where: Where): Primitive {
    const { expression } = this.lowering.value(variable);
    const value = { expression: binary('add', expression, constant(1)) };
    return this.lowering.assign(variable, value, `${words}++`, where);
  }

  protected select(step: Step & { kind: 'select' }, sequence: Sequence): Point {
    const { lowering } = this;
    const { where, words } = step;
    const low = this.world.constant(step.low);
    const high = this.world.constant(step.high);
    if (low !== undefined && high !== undefined && low > high) {
      lowering.fail('bad-value', step.low.where, `there is nothing to select from ${low} to ${high}`);
    }
    if (step.listed && high! - low! <= 32) {
      const point = new Point('choice', where, 'if');
      const joint = new Point('joint', where);
      for (let value = low!; value <= high!; value++) {
        const option = new Sequence();
        const given = { expression: constant(value) };
        option.add(
          this.statement(lowering.assign(step.variable, given, `${words.variable} = ${value}`, where)),
        );
        option.close(joint);
        point.options.push(option);
      }
      sequence.add(point);
      sequence.add(joint);
      return point;
    }
    const first = lowering.assign(
      step.variable,
      lowering.value(step.low),
      `${words.variable} = ${words.low}`,
      where,
    );
    sequence.add(this.statement(first));
    const variable = lowering.value(step.variable).expression;
    const guard = binary('less', variable, lowering.condition(step.high));
    return this.countingLoop(step, sequence, [
      primitive(`${words.variable} < ${words.high}`, where, { guard }),
    ]);
  }
}
