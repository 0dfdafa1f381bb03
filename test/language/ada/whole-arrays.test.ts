/** Arrays and records that are assigned as a whole from parts of themselves. GNAT 12 passes every assertion. */
import { describe, it } from 'vitest';
import { expectTrueAfter } from './true-after.js';

const program = (statements: string): string => `procedure Main is
   type Numbers is array (1 .. 4) of Integer;
   subtype Digit is Integer range 0 .. 9;
   type Digits_4 is array (1 .. 4) of Digit;
   type Point is record X, Y : Integer; end record;
   A : Numbers := (1, 2, 3, 4);
   D : Digits_4 := (1, 2, 3, 4);
   P : Point := (1, 2);
   task T;
   task body T is
   begin
      ${statements}
   end T;
begin
   null;
end Main;
`;

describe('what is assigned is read before anything changes', () => {
  it.each([
    ['a slice moved up', 'A (2 .. 4) := A (1 .. 3);', 'A (2) = 1 and A (3) = 2 and A (4) = 3'],
    ['a slice moved down', 'A (1 .. 3) := A (2 .. 4);', 'A (1) = 2 and A (2) = 3 and A (3) = 4'],
    ['components exchanged', 'P := (P.Y, P.X);', 'P.X = 2 and P.Y = 1'],
    ['elements turned round', 'A := (A (4), A (3), A (2), A (1));', 'A (1) = 4 and A (4) = 1'],
    ['sums of elements', 'A := (A (2) + 1, A (1) + 1, 0, 0);', 'A (1) = 3 and A (2) = 2'],
    [
      'elements that are checked',
      'D := (D (2) + 1, D (1) + 1, D (4), D (3) + 1);',
      'D (1) = 3 and D (2) = 2 and D (4) = 4',
    ],
    ['an element in front', 'A := 0 & A (1 .. 3);', 'A (1) = 0 and A (2) = 1 and A (4) = 3'],
    ['an element behind', 'A := A (2 .. 4) & 0;', 'A (1) = 2 and A (3) = 4 and A (4) = 0'],
    ['two halves', 'A := A (3 .. 4) & A (1 .. 2);', 'A (1) = 3 and A (2) = 4 and A (3) = 1'],
    ['single elements', 'A := A (4) & A (3) & A (2) & A (1);', 'A (1) = 4 and A (2) = 3 and A (4) = 1'],
  ])('%s', (_, statement, expected) => expectTrueAfter(program, statement, expected));
});

const parameters = (statements: string): string => `procedure Main is
   type Numbers is array (Positive range <>) of Integer;
   A : Numbers (1 .. 4) := (1, 2, 3, 4);
   procedure Fill (N : in out Numbers; By : Integer) is
   begin
      for I in N'Range loop
         N (I) := By + I;
      end loop;
   end Fill;
   function Sum (N : Numbers) return Integer is
      S : Integer := 0;
   begin
      for X of N loop
         S := S + X;
      end loop;
      return S;
   end Sum;
   protected type Mutex is
      entry Lock;
      procedure Unlock;
   private
      Free : Boolean := True;
   end Mutex;
   protected body Mutex is
      entry Lock when Free is begin Free := False; end Lock;
      procedure Unlock is begin Free := True; end Unlock;
   end Mutex;
   type Account is record
      M : Mutex;
      Balance : Integer := 10;
   end record;
   Accounts : array (1 .. 3) of Account;
   procedure Pay (I : Positive) is
   begin
      Accounts (I).M.Lock;
      Accounts (I).Balance := Accounts (I).Balance + I;
      Accounts (I).M.Unlock;
   end Pay;
begin
   ${statements}
end Main;
`;

describe('elements that are chosen while running', () => {
  it.each([
    [
      'of a slice that is changed',
      'Fill (A (2 .. 3), 10);',
      'A (1) = 1 and A (2) = 12 and A (3) = 13 and A (4) = 4',
    ],
    ['of a slice that is read', 'A (1) := Sum (A (2 .. 3));', 'A (1) = 5'],
    [
      'of records with a protected object',
      'for I in 1 .. 3 loop Pay (I); end loop;',
      'Accounts (1).Balance = 11 and Accounts (3).Balance = 13',
    ],
  ])('%s', (_, statement, expected) => expectTrueAfter(parameters, statement, expected));
});
