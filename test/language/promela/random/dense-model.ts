/**
 * Small models in which everything touches everything: two or three processes of a few statements, with atomic and
 * indivisible sequences, choices, meetings and queues over the same few variables. Few states, so that the order of
 * two steps decides the verdict more often than in large models.
 */
import { Chance } from '../../../model/random-system.js';

const PROPERTIES = [
  '[] (x != 2)',
  '<> (x == 1)',
  '[] <> (y == 0)',
  '[] ((x == 1) -> <> (y == 1))',
  '<> [] (x == y)',
  '((x == 0) U (y == 1))',
  '[] ((y == 2) -> (x == 0))',
  '! <> [] (x == 1)',
];

export interface DenseModel {
  text: string;
  /** A formula of linear temporal logic about it. */
  property: string;
}

export function denseModel(seed: number): DenseModel {
  const maker = new DenseMaker(new Chance(seed));
  return { text: maker.model(), property: maker.property() };
}

export class DenseMaker {
  constructor(protected readonly chance: Chance) {}

  property(): string {
    return this.chance.pick(PROPERTIES);
  }

  model(): string {
    const { chance } = this;
    const processes = ['P', 'Q', 'R'].slice(0, chance.between(2, 3)).map((name, i) => {
      const many = i === 0 && chance.is(0.25) ? '[2] ' : '';
      // Not in a loop, where it would have hundreds of processes.
      const start = chance.is(0.2) ? `run W(${this.number()}); ` : '';
      const provided = chance.is(0.06) ? ` provided (${chance.pick(['x != 2', 'y < 2'])})` : '';
      return `active ${many}proctype ${name}()${provided} { byte a, b; ${start}here: ${this.body()} }`;
    });
    const buffer = chance.between(1, 2);
    const started = chance.is(0.5) ? `b = k; ${this.simple()}` : `atomic { ${this.simple()}; a = k }`;
    return [
      'byte x, y;',
      'byte v[2];',
      'chan c = [0] of { byte };',
      `chan q = [${buffer}] of { byte };`,
      `proctype W(byte k) { byte a, b; ${started} }`,
      ...processes,
      '',
    ].join('\n');
  }

  protected body(): string {
    const { chance } = this;
    const body = this.sequence(chance.between(2, 4), () => this.statement(2));
    if (!chance.is(0.3)) return body;
    return `${chance.is(0.5) ? 'end: ' : ''}do :: ${body} ${chance.is(0.6) ? ':: break' : ''} od`;
  }

  protected sequence(many: number, one: () => string): string {
    return Array.from({ length: many }, one).join('; ');
  }

  protected statement(depth: number): string {
    const { chance } = this;
    const inner = () => this.statement(depth - 1);
    const kind = chance.below(depth > 0 ? 19 : 6);
    if (kind < 6) return this.simple();
    if (kind < 9) return `atomic { ${this.sequence(chance.between(1, 3), inner)} }`;
    if (kind < 11) return `d_step { ${this.sequence(chance.between(1, 3), () => this.calm())} }`;
    if (kind < 14) return this.choice(inner);
    if (kind < 15) return `do :: ${this.guard()} -> ${inner()} :: ${this.leaving()} -> break od`;
    if (kind < 16) return this.interrupted(inner);
    if (kind < 17) return `if :: timeout -> ${this.shared()} :: ${this.guard()} fi`;
    if (kind < 18) return chance.pick(['select(a : 0 .. 1)', 'x = _pid % 3']);
    return this.own();
  }

  /** Escapes in the main parts of others, and in blocks and loops there. */
  private interrupted(inner: () => string): string {
    const { chance } = this;
    const main = this.sequence(chance.between(1, 2), inner);
    const wayOut = chance.is(0.8)
      ? `${this.guard()} -> ${this.own()}`
      : `if :: ${this.guard()} -> ${this.own()} :: else -> ${this.shared()} fi`;
    const whole = `{ ${main} } unless { ${wayOut} }`;
    return chance.is(0.5)
      ? whole
      : `{ ${whole}; ${this.own()} } unless { ${this.guard()} -> ${this.shared()} }`;
  }

  private choice(inner: () => string): string {
    const { chance } = this;
    const many = chance.between(2, 3);
    const options = Array.from({ length: many }, (_, i) => {
      if (i === many - 1 && chance.is(0.4)) return `:: else -> ${inner()}`;
      return `:: ${chance.is(0.6) ? this.guard() : this.communication()} -> ${inner()}`;
    });
    return `if ${options.join(' ')} fi`;
  }

  protected simple(): string {
    const kind = this.chance.below(10);
    if (kind < 4) return this.own();
    if (kind < 6) return this.shared();
    if (kind < 7) return this.guard();
    if (kind < 9) return this.communication();
    return `assert(x + y != ${this.chance.between(2, 4)})`;
  }

  /** What never blocks. */
  private calm(): string {
    if (this.chance.is(0.15)) return `assert(x != y || y != ${this.number()})`;
    return this.chance.is(0.5) ? this.own() : this.shared();
  }

  protected number(): number {
    return this.chance.below(3);
  }

  protected own(): string {
    return this.chance.pick(['a = (a + 1) % 3', 'b = a', 'a = 0', 'skip', 'b = 1 - (b & 1)', 'a = b']);
  }

  protected shared(): string {
    const changes = ['x = (x + 1) % 3', 'x = a', 'y = x', `y = ${this.number()}`, 'x = v[1]', 'y = b'];
    return this.chance.pick([...changes, `v[a % 2] = ${this.chance.below(2)}`]);
  }

  protected guard(): string {
    const own = [`a == ${this.number()}`, 'a <= b', 'b > 0'];
    const shared = [`x == ${this.number()}`, 'x != y', 'y < 2', 'v[0] == v[1]'];
    const queue = ['nfull(q)', 'nempty(q)', `q ? [${this.chance.below(2)}]`];
    const others = this.chance.is(0.15) ? ['P[0]@here', '_nr_pr < 4', 'enabled(0)'] : [];
    return this.chance.pick([...own, ...shared, ...queue, ...others]);
  }

  private leaving(): string {
    return this.chance.pick(['else', 'a > 1', 'skip']);
  }

  protected communication(): string {
    const value = this.chance.pick(['0', '1', '2', 'a', 'b', 'x', 'y', 'v[0]']);
    const meetings = [`c ! ${value}`, 'c ? a', 'c ? b', 'c ? eval(a)'];
    const queued = [
      `q ! ${value}`,
      'q ? a',
      `q ?? ${this.chance.below(2)}`,
      'q ? <b>',
      `q !! ${this.number()}`,
    ];
    return this.chance.pick([...meetings, ...queued]);
  }
}
