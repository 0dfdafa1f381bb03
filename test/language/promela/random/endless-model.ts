/**
 * Small models in which everything touches everything and most processes go on for ever: loops and jumps out of atomic
 * sequences, `accept`, `progress` and `end` labels wherever a statement can have one, and formulas (with `X`) or
 * automata as claims, some of which end or come to nothing.
 */
import { Chance } from '../../../model/random-system.js';
import { DenseMaker } from './dense-model.js';

export const endlessModel = (seed: number): string => new EndlessMaker(new Chance(seed)).model();

class EndlessMaker extends DenseMaker {
  private labels = 0;
  private readonly marks = this.chance.pick([[], ['accept'], ['progress'], ['accept', 'progress', 'end']]);

  override model(): string {
    const claims = this.chance.pick([
      () => [],
      () => [0, 1].map((i) => `ltl p${i} { ${this.formula(this.chance.between(1, 3))} }`),
      () => [this.claim()],
    ])();
    return [super.model(), ...claims, ''].join('\n');
  }

  protected override body(): string {
    const { chance } = this;
    const round = () => this.sequence(chance.between(1, 3), () => this.statement(2));
    const main = round();
    if (chance.is(0.2)) return main;
    if (chance.is(0.25)) return `${main}; goto here`;
    const second = chance.is(0.5) ? `:: ${round()} ` : '';
    return `${this.mark(0.4)}do :: ${main} ${second}${chance.is(0.3) ? ':: break ' : ''}od`;
  }

  protected override sequence(many: number, one: () => string): string {
    return Array.from({ length: many }, (_, i) => (i === 0 ? one() : this.mark(0.25) + one())).join('; ');
  }

  protected override statement(depth: number): string {
    if (depth > 1 && this.chance.is(0.08)) return `atomic { ${this.simple()}; goto here }`;
    return super.statement(depth);
  }

  private mark(probability: number): string {
    if (this.marks.length === 0 || !this.chance.is(probability)) return '';
    return `${this.chance.pick(this.marks)}${this.labels++}: `;
  }

  private formula(depth: number): string {
    const { chance } = this;
    if (depth === 0) return `(${this.observation()})`;
    const inner = () => this.formula(depth - 1);
    return chance.pick([
      () => `[] ${inner()}`,
      () => `<> ${inner()}`,
      () => `X ${inner()}`,
      () => `! ${inner()}`,
      () => `(${inner()} ${chance.pick(['U', 'V', 'W', '->', '&&', '||'])} ${inner()})`,
    ])();
  }

  private observation(): string {
    const { chance } = this;
    const shared = [`x == ${this.number()}`, `y != ${this.number()}`, 'x == y', 'len(q) == 0'];
    return chance.pick(chance.is(0.8) ? shared : ['P[0]@here', 'P[0]:a == 1', 'q ? [1]', 'v[0] == 1']);
  }

  /** An automaton with a place to end. */
  private claim(): string {
    const { chance } = this;
    const places = ['S', 'T', 'U'].map((name) => (chance.is(0.4) ? `accept${name}` : name));
    const condition = () =>
      chance.is(0.3)
        ? chance.pick(['true', '_last == 0', 'np_', 'enabled(1)', '!enabled(0)'])
        : this.observation();
    const target = () => (chance.is(0.1) ? 'over' : chance.pick(places));
    const lines = places.map((place) => {
      const options = Array.from(
        { length: chance.between(1, 3) },
        () => `:: ${condition()} -> goto ${target()}`,
      );
      if (chance.is(0.3)) options.push(`:: else -> goto ${target()}`);
      return `${place}: if ${options.join(' ')} fi;`;
    });
    return `never { ${lines.join('\n')}\nover: skip }`;
  }
}
