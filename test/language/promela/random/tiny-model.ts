/**
 * Models of two or three processes with one to three statements each, in which who can be met, what a process starts
 * with and what is done alone decide what can be seen: `else` and escapes beside meetings, sequences that send in the
 * middle, never end or block, processes that are started with values that change.
 */
import { Chance } from '../../../model/random-system.js';
import { DenseMaker } from './dense-model.js';

export const tinyModel = (seed: number): string => new TinyMaker(new Chance(seed)).model();

class TinyMaker extends DenseMaker {
  private readonly starts = this.chance.is(0.3);

  override model(): string {
    const { chance } = this;
    const processes = ['P', 'Q', 'R'].slice(0, chance.between(2, 3)).map((name) => {
      const start = this.starts && chance.is(0.5) ? `run W(${chance.pick(['x', '1', 'a'])}); ` : '';
      return `active proctype ${name}() { byte a${this.initially('x')}, b; ${start}here: ${this.body()} }`;
    });
    const started = `byte a${this.initially('k')}, b${this.initially('k + x')}; ${this.chance.pick(['y = a', 'y = b', this.simple()])}`;
    return [
      'byte x, y;',
      'byte v[2];',
      'chan c = [0] of { byte };',
      'chan q = [1] of { byte };',
      `proctype W(byte k) { ${started} }`,
      ...processes,
      '',
    ].join('\n');
  }

  protected override body(): string {
    return this.sequence(this.chance.between(1, 3), () => this.statement(1));
  }

  protected override statement(depth: number): string {
    const { chance } = this;
    const [own, shared] = [() => this.own(), () => this.shared()];
    return chance.pick([
      () => super.statement(depth),
      () => this.simple(),
      () => `if :: ${this.communication()} -> ${own()} :: else -> ${shared()} fi`,
      () => `{ ${own()}; ${shared()} } unless { ${this.communication()} }`,
      () => `atomic { ${shared()}; ${this.communication()}; ${shared()} }`,
      () => `${own()}; ${this.communication()}`,
      () => `${shared()}; ${this.alone()}`,
    ])();
  }

  /** Sequences in which a process does what nobody notices: with an end, without one, and some that block. */
  private alone(): string {
    const { chance } = this;
    const wait = `a == ${chance.below(2)}`;
    return chance.pick([
      () => `${this.own()}; atomic { ${this.own()}; ${this.own()} }`,
      () => `${this.own()}; atomic { do :: ${this.own()} od }`,
      () => `atomic { ${this.own()}; do :: ${wait} -> ${this.own()} :: else -> break od }`,
      () => `${chance.pick(['atomic', 'd_step'])} { ${this.own()}; ${wait}; ${this.own()} }`,
    ])();
  }

  protected override communication(): string {
    const meeting = ['c ! 1', 'c ! x', 'c ! a', 'c ? a', 'c ? 1', 'c ? y'];
    return this.chance.is(0.7) ? this.chance.pick(meeting) : super.communication();
  }

  private initially(value: string): string {
    return this.chance.is(0.5) ? ` = ${value}` : '';
  }
}
