/**
 * Small random Ada programs, each from a seed alone: workers that know their number, a server with parameters and
 * a family, a protected object with a barrier, shared and own variables, every kind of statement about them, and
 * what may end them from outside.
 */
import { Chance } from '../../../model/random-system.js';

export const randomAda = (seed: number): string => new Writer(new Chance(seed)).program();

const MOST_DEPTH = 2;

class Writer {
  private depth = 0;
  private readonly hasServer: boolean;
  private readonly hasGate: boolean;

  constructor(private readonly chance: Chance) {
    this.hasServer = chance.is(0.7);
    this.hasGate = chance.is(0.6);
  }

  program(): string {
    const { chance } = this;
    const told = chance.is(0.5);
    const workers = chance.between(1, 2);
    const numbers = Array.from({ length: workers }, (_, i) => i + 1);
    const objects = numbers.map((i) => (told ? `W${i} : Worker;` : `W${i} : Worker (${i});`));
    const starts = told ? numbers.map((i) => `W${i}.Start (${chance.is(0.9) ? i : 1});`) : [];
    return `procedure P is
   type Colour is (Red, Green, Blue);
   subtype Small is Integer range 0 .. 3;
   Shared : Small := 0;
   Mode : Colour := ${this.colour()};
   Flags : array (1 .. 2) of Boolean := (others => False);
   procedure Note (N : in Small) is
      Twice : Small := N;
   begin
      ${chance.pick(['Mode := Blue;', 'Shared := Twice;', 'Twice := 0;'])}
      if Twice = ${chance.between(0, 3)} then raise Constraint_Error; end if;
   end Note;
${this.hasGate ? this.gate() : ''}${this.hasServer ? SERVER : ''}
   task type Worker${told ? ' is\n      entry Start (N : in Small);\n   end Worker' : ' (Id : Small)'};
   ${objects.join('\n   ')}
${this.hasServer ? this.serverBody() : ''}
   task body Worker is
      L : Small := ${told ? '0' : 'Id'};
      ${told ? 'Id : Small := 1;' : ''}
   begin
      ${told ? 'accept Start (N : in Small) do Id := N; end Start;' : 'null;'}
      ${this.statements()}
   end Worker;
begin
   ${starts.length > 0 ? starts.join('\n   ') : 'null;'}
   ${chance.is(0.2) ? `Shared := ${chance.between(0, 3)};` : 'null;'}
   ${chance.is(0.25) ? 'abort W1;' : 'null;'}
end P;
`;
  }

  private gate(): string {
    const { chance } = this;
    return `   protected Gate is
      entry Pass;
      procedure Open (N : in Small);
      function Value return Small;
   private
      Count : Small := ${chance.between(0, 2)};
   end Gate;
   protected body Gate is
      entry Pass when Count ${chance.pick(['> 0', '< 3', '/= 1'])} is
      begin
         Count := ${chance.pick(['Count - 1', 'Count', '(Count + 1) mod 3', '0'])};
      end Pass;
      procedure Open (N : in Small) is
      begin
         ${chance.pick(['Count := N;', 'if Count < 2 then Count := Count + 1; end if;', 'Count := (Count + N) mod 4;'])}
      end Open;
      function Value return Small is
      begin
         return Count;
      end Value;
   end Gate;
`;
  }

  private serverBody(): string {
    const { chance } = this;
    const accepts = [
      `accept Put (V : in Small) do ${chance.is(0.5) ? 'X := V;' : 'Shared := V;'} end Put;`,
      'accept Get (V : out Small) do V := X; end Get;',
      `accept Member (${chance.between(1, 2)})${chance.is(0.3) ? ' do if Shared = 2 then raise Program_Error; end if; end Member' : ''};`,
      'accept Put (V : in Small);',
    ];
    const alternative = () => {
      const guard = chance.is(0.3) ? `when ${chance.pick(['X < 2', 'X = 0', 'Shared /= 1'])} => ` : '';
      return `${guard}${chance.pick(accepts)} ${chance.is(0.3) ? 'X := (X + 1) mod 3;' : ''}`;
    };
    const last = chance.pick(['', '', 'or terminate;', 'or terminate;', 'or delay 0.1;', 'else null;']);
    const one = `select ${alternative()} or ${alternative()} ${last} end select;`;
    const body = chance.is(0.7)
      ? one
      : `${chance.pick(accepts)} ${chance.is(0.5) ? chance.pick(accepts) : ''}`;
    return `   task body Server is
      X : Small := ${chance.between(0, 2)};
   begin
      ${chance.is(0.5) ? 'loop' : `for K in 1 .. ${chance.between(1, 3)} loop`}
         ${body}
      end loop;
   end Server;
`;
  }

  private statements(): string {
    return Array.from({ length: this.chance.between(1, 3) }, () => this.statement()).join('\n      ');
  }

  private inner(): string {
    this.depth++;
    const text = this.depth > MOST_DEPTH ? 'null;' : this.statements();
    this.depth--;
    return text;
  }

  private statement(): string {
    const { chance } = this;
    const kinds: (() => string)[] = [
      () => `L := ${this.number()};`,
      () => `L := ${this.number()};`,
      () => `Shared := ${this.number()};`,
      () => `Mode := ${this.colour()};`,
      () => `Flags (${chance.pick(['1', '2', 'Id'])}) := ${this.condition()};`,
      () => `pragma Assert (${this.condition()});`,
      () => `if ${this.condition()} then ${this.inner()} else ${this.inner()} end if;`,
      () => `if ${this.condition()} then ${this.inner()} end if;`,
      () => `case Mode is when Red => ${this.inner()} when others => ${this.inner()} end case;`,
      () =>
        `case L is when 0 => ${this.inner()} when 1 | 2 => ${this.inner()} when others => null; end case;`,
      () =>
        `for I in 1 .. 2 loop ${this.inner()} ${chance.is(0.5) ? 'L := I;' : ''} ${chance.is(0.2) ? `exit when ${this.condition()};` : ''} end loop;`,
      () => `while L < 2 loop L := L + 1; ${this.inner()} end loop;`,
      () => `begin ${this.inner()} raise Program_Error; exception when others => ${this.inner()} end;`,
      () => 'delay 0.1;',
      () => `select delay 0.1; ${this.inner()} then abort ${this.inner()} end select;`,
      () => `declare M : Small := ${this.number()}; begin ${this.inner()} M := L; L := M; end;`,
      () => `Note (${this.number()});`,
      () => `for I in 1 .. L loop ${this.inner()} end loop;`,
      () => 'for I in 1 .. 2 loop for J in 1 .. I loop L := (L + J) mod 4; end loop; end loop;',
      () => `loop ${this.inner()} exit when ${this.condition()}; end loop;`,
    ];
    if (this.hasServer)
      kinds.push(
        () => `Server.Put (${this.number()});`,
        () => 'Server.Get (L);',
        () => `Server.Member (${chance.pick(['1', '2', 'Id'])});`,
        () => `select Server.Put (L); else ${this.inner()} end select;`,
        () => `select Server.Get (L); or delay 0.1; ${this.inner()} end select;`,
      );
    if (this.hasGate)
      kinds.push(
        () => 'Gate.Pass;',
        () => `Gate.Open (${this.number()});`,
        () => 'L := Gate.Value;',
        () => `select Gate.Pass; else ${this.inner()} end select;`,
        () => `select Gate.Pass; then abort ${this.inner()} end select;`,
      );
    return chance.pick(kinds)();
  }

  private number(): string {
    const { chance } = this;
    return chance.pick(['0', '1', '2', 'L', 'Id', 'Shared', '(L + 1) mod 4', '(Shared + Id) mod 3', 'L + 1']);
  }

  private condition(): string {
    const { chance } = this;
    return chance.pick([
      'L = Id',
      'L < 2',
      'Shared = 1',
      'Shared /= L',
      'Mode = Green',
      'Flags (1)',
      'not Flags (Id)',
      'L > 0 and then Shared < 2',
      'Mode /= Red or L = 3',
    ]);
  }

  private colour(): string {
    return this.chance.pick(['Red', 'Green', 'Blue']);
  }
}

const SERVER = `   task Server is
      entry Put (V : in Small);
      entry Get (V : out Small);
      entry Member (1 .. 2);
   end Server;
`;
