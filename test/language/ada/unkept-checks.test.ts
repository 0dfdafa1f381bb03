/**
 * Checks of the language on values that are not kept. `Unknown` gives a floating-point number made whole, which may
 * be any integer. Where Ada could raise Constraint_Error the answer to `assertions` must not be `holds`, and
 * where the rules of the language exclude that, it must be.
 */
import { describe, expect, it } from 'vitest';
import { readAda } from '../../../src/language/ada/index.js';
import { check } from '../../../src/verify/check.js';
import type { Loaded } from '../../../src/verify/load.js';

interface Case {
  what: string;
  declarations: string;
  statements: string;
}

const text = ({ declarations, statements }: Case): string => `
with Ada.Real_Time;
procedure Main is
   F : Float := 1.0;
   function Unknown return Integer is (Integer (F));
   Shown : String := Float'Image (F);
   function Amount return Natural is (Shown'Length);
   subtype Small is Integer range 1 .. 10;
   subtype Smaller is Integer range 2 .. 9;
   type Colour is (Red, Green, Blue);
   subtype Warm is Colour range Red .. Green;
   N : Natural := 0;
   C : Colour := Red;
   W : Warm := Red;
   procedure Take (X : Small) is begin N := X; end Take;
   procedure Give (X : out Integer) is begin X := Unknown; end Give;
   task T is
      entry Put (X : Small);
   end T;
   task body T is
   begin
      loop
         select
            accept Put (X : Small) do N := X; end Put;
         or
            terminate;
         end select;
      end loop;
   end T;
${declarations}
begin
${statements}
end Main;
`;

async function assertions(each: Case): Promise<string> {
  const reading = readAda([{ file: 'main.adb', text: text(each) }]);
  if (!reading.ok) throw new Error(reading.diagnostics.map(({ message }) => message).join('; '));
  const loaded: Loaded = { file: 'main.adb', language: 'ada', program: reading.value, diagnostics: [] };
  const results = await check(loaded, { timeSeconds: 20 });
  // Where nothing in the program can fail, nothing is asked.
  return results.find(({ property }) => property === 'assertions')?.verdict ?? 'holds';
}

const mayRaise: Case[] = [
  { what: 'a variable of a narrower type', declarations: 'X : Small := 1;', statements: 'X := Unknown;' },
  { what: 'a variable that is not kept', declarations: '', statements: 'N := Unknown;' },
  { what: 'a counter that may go below zero', declarations: '', statements: 'N := Amount; N := N - 1;' },
  { what: 'a sum that may overflow', declarations: 'X : Integer;', statements: 'X := Unknown + 1;' },
  { what: 'a difference that may overflow', declarations: 'X : Integer;', statements: 'X := -2 - Amount;' },
  { what: 'a product that may overflow', declarations: 'X : Integer;', statements: 'X := Amount * 2;' },
  {
    what: 'a product that may overflow, and is a factor of a duration',
    declarations: 'D : Duration;',
    statements: 'D := (Amount * 2) * 0.1;',
  },
  {
    what: 'a product with a quotient of two spans of time',
    declarations: 'S : Ada.Real_Time.Time_Span; X : Integer; use Ada.Real_Time;',
    statements: 'for I in 1 .. 2 loop X := I * (S / S); end loop;',
  },
  {
    what: 'a product with what an operator of the program gives',
    declarations:
      'function "-" (L, R : Duration) return Integer is (Unknown); D : Duration := 1.0; X : Integer;',
    statements: 'for I in 1 .. 2 loop X := I * (D - D); end loop;',
  },
  {
    what: 'a product with what a function of the program gives that is named as one of the library',
    declarations:
      'use Ada.Real_Time; function Milliseconds (N : Integer) return Integer is (Unknown); X : Integer;',
    statements: 'X := Milliseconds (3) * 2;',
  },
  { what: 'the opposite of any number', declarations: 'X : Integer;', statements: 'X := -Unknown;' },
  { what: 'the first value of a variable', declarations: 'X : Small := Unknown;', statements: 'null;' },
  { what: 'a constant', declarations: 'X : constant Natural := Unknown;', statements: 'null;' },
  { what: 'a parameter', declarations: '', statements: 'Take (Unknown);' },
  { what: 'what comes back', declarations: 'X : Small := 1;', statements: 'Give (X);' },
  { what: 'what comes back to a variable that is not kept', declarations: '', statements: 'Give (N);' },
  { what: 'an entry parameter', declarations: '', statements: 'T.Put (Unknown);' },
  { what: 'a conversion', declarations: '', statements: 'if Small (Unknown) = 3 then null; end if;' },
  {
    what: 'a conversion of a number with a point',
    declarations: '',
    statements: 'if Small (F) = 3 then null; end if;',
  },
  { what: 'a qualification', declarations: '', statements: "if Small'(Unknown) = 3 then null; end if;" },
  {
    what: 'the result of a function',
    declarations: 'function G return Small is (Unknown);',
    statements: 'if G = 3 then null; end if;',
  },
  {
    what: 'the result of a function with a body',
    declarations: 'function G return Small is begin return Unknown; end G;',
    statements: 'if G = 3 then null; end if;',
  },
  {
    what: 'an index',
    declarations: 'A : array (1 .. 3) of Boolean := (others => True);',
    statements: 'if A (Unknown) then null; end if;',
  },
  {
    what: 'the index of an element that is assigned to',
    declarations: 'A : array (1 .. 3) of Boolean := (others => True);',
    statements: 'A (Unknown) := False;',
  },
  {
    what: 'an index of an array whose bounds are not known',
    declarations: 'A : array (1 .. Amount) of Float := (others => 0.0);',
    statements: 'A (3) := 1.0;',
  },
  {
    what: 'the bounds of a part',
    declarations: 'S : String (1 .. 8) := "12345678"; function L (S : String) return Integer is (S\'Length);',
    statements: 'if L (S (1 .. Unknown)) = 3 then null; end if;',
  },
  { what: "'Val", declarations: '', statements: "C := Colour'Val (Unknown);" },
  {
    what: "'Succ",
    declarations: 'function Any return Colour is (if F > 1.0 then Red else Blue);',
    statements: "C := Colour'Succ (Any);",
  },
  {
    what: "'Value",
    declarations: "S : String := Float'Image (F);",
    statements: "N := Natural'Value (S);",
  },
  {
    what: 'a subtype of an enumeration',
    declarations: 'function Any return Colour is (if F > 1.0 then Red else Blue);',
    statements: 'W := Any;',
  },
  { what: 'a power', declarations: '', statements: 'N := 2 ** Unknown;' },
  {
    what: 'a subtype whose bounds are not known',
    declarations: 'subtype Piece is Integer range 1 .. Amount; X : Piece;',
    statements: 'X := 3;',
  },
  {
    what: 'which member of a family is meant',
    declarations: `task Other is entry E (1 .. 2); end Other;
      task body Other is begin loop select accept E (1); or accept E (2); or terminate; end select; end loop; end Other;`,
    statements: 'Other.E (Unknown);',
  },
  {
    what: 'a discriminant',
    declarations: 'type R (D : Small) is record X : Integer := 0; end record; V : R (Unknown);',
    statements: 'null;',
  },
  {
    what: 'what a subprogram does that calls itself',
    declarations:
      'function Fib (I : Natural) return Natural is (if I < 2 then I else Fib (I - 1) + Fib (I - 2));',
    statements: 'N := Amount; N := Fib (N);',
  },
  {
    what: 'the right side of a condition that is not known',
    declarations: 'A : array (1 .. 3) of Boolean := (others => True); I : Integer := 3;',
    statements: 'I := I + 1; if F > 2.0 and then A (I) then null; end if;',
  },
];

const neverRaises: Case[] = [
  {
    what: 'a whole number times a duration',
    declarations: 'D : Duration := 0.5;',
    statements: 'for I in 1 .. 2 loop D := I * D; delay I * 0.1; delay 2 * D + I * (D / I); end loop;',
  },
  {
    what: 'a whole number times a span of time',
    declarations:
      'use Ada.Real_Time; P : constant Time_Span := Milliseconds (5); Start : constant Time := Clock;',
    statements:
      'for I in 1 .. 2 loop delay until Start + I * P + Ada.Real_Time.Milliseconds (3) * I; end loop;',
  },
  {
    what: 'a wider variable',
    declarations: 'X : Small := 1; Y : Smaller := Smaller (N + 2);',
    statements: 'X := Y;',
  },
  {
    what: 'a sum that fits',
    declarations: 'function Any return Smaller is (if F > 1.0 then 2 else 9); X : Small := 1;',
    statements: 'X := Any + 1; X := Any - 1;',
  },
  { what: 'a remainder', declarations: 'X : Small := 1;', statements: 'X := Unknown mod 10 + 1;' },
  {
    what: 'a counter that grows',
    declarations: '',
    statements: 'N := N + 1; for I in 1 .. 3 loop N := N + I; end loop;',
  },
  {
    what: "a loop over 'Range",
    declarations: 'A : array (1 .. 3) of Float := (others => 0.0);',
    statements: "for I in A'Range loop A (I) := F; end loop;",
  },
  {
    what: "a loop over the 'Range of an array whose bounds are not known",
    declarations:
      "type List is array (Positive range <>) of Float; procedure Clear (A : in out List) is begin for I in A'Range loop A (I) := 0.0; end loop; end Clear; L : List (1 .. 300);",
    statements: 'Clear (L);',
  },
  {
    what: 'a loop over the index type',
    declarations: 'A : array (Colour) of Float := (others => 0.0);',
    statements: 'for I in Colour loop A (I) := F; end loop; A (C) := F;',
  },
  { what: "'Length", declarations: "S : String := Float'Image (F);", statements: "N := S'Length;" },
  {
    what: 'a value of the same subtype',
    declarations:
      'subtype Piece is Integer range 1 .. Unknown; procedure Same (X : Piece) is Y : Piece := X; begin N := Y; end Same;',
    statements: 'null;',
  },
  {
    what: 'a null access value that was excluded',
    declarations: "type Ref is access Float; P : Ref := new Float'(1.0);",
    statements: 'F := P.all;',
  },
];

describe('a check on a value that is not kept', () => {
  it.each(mayRaise)('may fail, which is a candidate and no violation: $what', async (each) => {
    expect(await assertions(each)).toBe('inconclusive');
  });

  it.each(neverRaises)('is passed where it cannot fail: $what', async (each) => {
    expect(await assertions(each)).toBe('holds');
  });

  it('fails where the value that is checked is kept', async () => {
    const index: Case = {
      what: 'an index of an array that is not kept',
      declarations: 'A : array (1 .. 3) of Float := (others => 0.0); I : Integer := 3;',
      statements: 'I := I + 1; A (I) := 1.0;',
    };
    const variable: Case = {
      what: 'a variable that is not kept',
      declarations: 'X : Small := Small (Unknown); I : Integer := 10;',
      statements: 'X := 10; I := I + 1; if I > 10 then X := Unknown; X := I; end if;',
    };
    expect(await assertions(index)).toBe('violated');
    expect(await assertions(variable)).toBe('inconclusive');
  });
});
