/**
 * Small Ada programs in which everything touches everything: two or three tasks of a few statements that call each
 * other, with requeue, abort, asynchronous select, exceptions, tasks in blocks and a protected object, over the same
 * two shared variables. Few states, so that the moment of one step decides the verdict more often than in large ones.
 */
import { Chance } from '../../../model/random-system.js';

export const denseAda = (seed: number): string => new Maker(new Chance(seed)).program();

/** Where a statement stands. */
interface Place {
  task: string;
  /** Accept statements are allowed. */
  accepts: boolean;
  /** Entries whose accept statements are around it. */
  inside: readonly string[];
  /** `V` is a parameter that can be read, and one that can be assigned. */
  reads?: boolean;
  writes?: boolean;
}

const FEATURES = ['abort', 'asynchronous', 'exceptions', 'requeue', 'lives', 'counts', 'loops', 'blocks'];

class Maker {
  private readonly uses: ReadonlySet<string>;
  private readonly servers: string[];
  private readonly hasObject: boolean;
  private readonly hasClient: boolean;

  constructor(private readonly chance: Chance) {
    this.uses = new Set(FEATURES.filter(() => chance.is(0.35)));
    this.servers = chance.is(0.4) ? ['A', 'B'] : ['A'];
    this.hasObject = chance.is(0.5);
    this.hasClient = this.servers.length === 1 || chance.is(0.5);
  }

  program(): string {
    const { chance, servers } = this;
    const client = this.hasClient ? ['C'] : [];
    const main = this.place('P', false);
    return `procedure P is
   subtype Small is Integer range 0 .. 3;
   X : Small := 0;
   Y : Small := ${chance.below(3)};
   E1 : exception;
${this.hasObject ? this.object() : ''}${servers.map(specification).join('')}${client.map((name) => `   task ${name};\n`).join('')}
${[...servers, ...client].map((name) => this.body(name)).join('')}
begin
   ${this.several(chance.between(0, 2), () => this.statement(main, 2)) || 'null;'}
${chance.is(0.3) ? `exception\n   when others => ${this.calm(main)}\n` : ''}end P;
`;
  }

  private place(task: string, accepts: boolean): Place {
    return { task, accepts, inside: [] };
  }

  private body(name: string): string {
    const { chance } = this;
    const place = this.place(name, name !== 'C');
    const statements = this.several(chance.between(1, 3), () => this.statement(place, 2));
    const round = chance.is(0.3) ? `exit when ${this.condition(place)};` : '';
    return `   task body ${name} is
      L : Small := ${chance.below(3)};
      ${chance.is(0.15) ? `Z : Small := X + ${chance.between(1, 3)};` : ''}
   begin
      ${chance.is(0.35) ? `loop ${statements} ${round} end loop;` : statements}
${chance.is(0.15) ? `   exception\n      when others => ${this.calm(place)}\n` : ''}   end ${name};
`;
  }

  private object(): string {
    const { chance } = this;
    const counts = this.uses.has('counts') ? ["Wait'Count > 0", "Pass'Count = 1", "Pass'Count + N > 1"] : [];
    const barrier = (): string => chance.pick(['N > 0', 'N = 0', 'N /= 1', 'N < 2', ...counts]);
    const fails = this.uses.has('exceptions') ? ['if N = 2 then raise E1; end if;', 'N := N + 1;'] : [];
    const change = (): string =>
      chance.pick(['N := (N + 1) mod 3;', 'N := 0;', 'X := N;', 'N := X;', 'null;', ...fails]);
    const onward = this.uses.has('requeue') && chance.is(0.6);
    const requeue = onward
      ? `if ${chance.pick(['N = 1', 'X = 0', 'True'])} then requeue Pass${this.withAbort()}; end if;`
      : '';
    return `   protected O is
      entry Wait (V : in out Small);
      entry Pass;
      procedure Set (V : in Small);
      function Get return Small;
   private
      N : Small := ${chance.below(3)};
   end O;
   protected body O is
      entry Wait (V : in out Small) when ${barrier()} is
      begin
         ${change()} ${chance.pick(['V := N;', 'N := V;', ''])} ${requeue}
      end Wait;
      entry Pass when ${barrier()} is
      begin
         ${change()}
      end Pass;
      procedure Set (V : in Small) is
      begin
         ${chance.pick(['N := V;', 'N := (N + V) mod 3;', 'N := N + 1;'])}
      end Set;
      function Get return Small is
      begin
         return N;
      end Get;
   end O;
`;
  }

  private withAbort(): string {
    return this.chance.is(0.5) ? ' with abort' : '';
  }

  private several(many: number, one: () => string): string {
    return Array.from({ length: many }, one).join('\n      ');
  }

  private own({ task }: Place): string {
    return task === 'P' ? 'Y' : 'L';
  }

  private number(place: Place): string {
    const own = this.own(place);
    const more = [...(place.reads ? ['V', 'V'] : []), ...(this.hasObject ? ['O.Get'] : [])];
    return this.chance.pick(['0', '1', '2', own, 'X', 'Y', `(${own} + 1) mod 3`, 'X + 1', ...more]);
  }

  private condition(place: Place): string {
    const own = this.own(place);
    const { chance } = this;
    const lives = this.uses.has('lives') ? ["A'Callable", "A'Terminated"] : [];
    const counts = this.uses.has('counts') && place.accepts ? ["E'Count > 0", "G'Count = 0"] : [];
    const values = [...(place.reads ? ['V > 0'] : []), ...(this.hasObject ? ['O.Get > 0'] : [])];
    const shared = [`X = ${chance.below(3)}`, 'X /= Y', `${own} = X`, `${own} < 2`];
    return chance.pick([...shared, ...values, ...lives, ...counts]);
  }

  private calm(place: Place): string {
    const { chance } = this;
    const target = chance.pick([this.own(place), 'X', 'Y', ...(place.writes ? ['V'] : [])]);
    const kinds = [
      `${target} := ${this.number(place)};`,
      `X := ${this.number(place)};`,
      'null;',
      `pragma Assert (${this.condition(place)});`,
    ];
    if (this.uses.has('exceptions'))
      kinds.push(`if ${this.condition(place)} then raise ${chance.pick(['E1', 'Program_Error'])}; end if;`);
    return `${chance.pick(kinds)} null;`;
  }

  private call(place: Place): string {
    const { chance } = this;
    const others = this.servers.filter((name) => name !== place.task);
    const variable = chance.pick([this.own(place), 'X', ...(place.writes ? ['V'] : [])]);
    const calls = others.flatMap((name) => [
      `${name}.E (${variable})`,
      `${name}.F (${chance.pick(['1', '2', '1 + X mod 2'])}) (${this.number(place)})`,
      `${name}.G`,
    ]);
    if (this.hasObject) calls.push(`O.Wait (${variable})`, 'O.Pass');
    return calls.length > 0 ? chance.pick(calls) : `A.E (${variable})`;
  }

  private accept(place: Place, depth: number): string {
    const { chance } = this;
    const entries = ['E', 'F', 'G'].filter((entry) => !place.inside.includes(entry));
    if (entries.length === 0) return '';
    const entry = chance.pick(entries);
    const index = entry === 'F' ? ` (${chance.pick(['1', '2', '1 + X mod 2'])})` : '';
    const formals = { E: ' (V : in out Small)', F: ' (V : in Small)', G: '' }[entry];
    if (chance.is(0.25)) return `accept ${entry}${index}${formals};`;
    const inner: Place = {
      ...place,
      inside: [...place.inside, entry],
      reads: entry !== 'G' || place.reads,
      writes: entry === 'E' || (entry === 'G' && place.writes),
    };
    const body = chance.is(0.4) && depth > 0 ? this.statement(inner, depth - 1) : this.calm(inner);
    return `accept ${entry}${index}${formals} do ${body} ${this.onward(inner, entry)} end ${entry};`;
  }

  /** Sometimes hands the call on. */
  private onward(place: Place, entry: string): string {
    const { chance } = this;
    if (!this.uses.has('requeue') || chance.is(0.6)) return '';
    const targets = ['G', ...(entry === 'E' ? ['E'] : []), ...(this.hasObject ? ['O.Pass'] : [])];
    if (entry === 'E' && place.task === 'B') targets.push('A.E');
    return `if ${this.condition(place)} then requeue ${chance.pick(targets)}${this.withAbort()}; end if;`;
  }

  private statement(place: Place, depth: number): string {
    const { chance, uses } = this;
    const inner = (more: Partial<Place> = {}): string => {
      const there = { ...place, ...more };
      return depth > 0 ? this.statement(there, depth - 1) : this.calm(there);
    };
    const kinds: (() => string)[] = [
      () => this.calm(place),
      () => `${this.call(place)};`,
      () => `${this.call(place)};`,
      () => 'delay 0.01;',
    ];
    if (this.hasObject) kinds.push(() => `O.Set (${this.number(place)});`);
    if (place.accepts)
      kinds.push(...Array.from({ length: 3 }, () => () => this.accept(place, depth) || 'null;'));
    if (uses.has('abort')) kinds.push(() => `abort ${chance.pick(this.servers)};`);
    if (depth === 0) return chance.pick(kinds)();
    kinds.push(
      () => `if ${this.condition(place)} then ${inner()} else ${inner()} end if;`,
      () => `select ${this.call(place)}; ${this.calm(place)} else ${inner()} end select;`,
      () => `select ${this.call(place)}; ${this.calm(place)} or delay 0.01; ${inner()} end select;`,
    );
    if (place.accepts) kinds.push(...Array.from({ length: 3 }, () => () => this.selective(place, depth)));
    if (uses.has('loops')) kinds.push(() => `loop ${inner()} exit when ${this.condition(place)}; end loop;`);
    if (uses.has('exceptions'))
      kinds.push(
        () =>
          `begin ${inner()} exception when ${chance.pick(['others', 'E1', 'Tasking_Error'])} => ${this.calm(place)} end;`,
      );
    const away: Partial<Place> = { accepts: false };
    if (uses.has('asynchronous'))
      kinds.push(
        () =>
          `select ${this.call(place)}; ${this.calm(place)} then abort ${inner(away)} ${inner(away)} end select;`,
        () => `select delay 0.01; ${this.calm(place)} then abort ${inner(away)} ${inner(away)} end select;`,
      );
    if (uses.has('blocks'))
      kinds.push(() => {
        const there: Place = { ...this.place(place.task, false) };
        return `declare task T; task body T is begin ${this.statement(there, depth - 1)} end T; begin ${inner()} end;`;
      });
    return chance.pick(kinds)();
  }

  private selective(place: Place, depth: number): string {
    const { chance } = this;
    const alternatives = Array.from({ length: chance.between(1, 2) }, () => this.accept(place, depth - 1))
      .filter((one) => one !== '')
      .map((one) => `${chance.is(0.3) ? `when ${this.condition(place)} => ` : ''}${one}`);
    if (alternatives.length === 0) return 'null;';
    const terminate = place.inside.length === 0 ? ['or terminate;', 'or terminate;'] : [];
    const last = chance.pick(['', ...terminate, 'or delay 0.01;', `else ${this.calm(place)}`]);
    return `select ${alternatives.join(' or ')} ${last} end select;`;
  }
}

const specification = (name: string): string => `   task ${name} is
      entry E (V : in out Small);
      entry F (1 .. 2) (V : in Small);
      entry G;
   end ${name};
`;
