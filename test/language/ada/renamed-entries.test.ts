/**
 * Procedures that rename entries. The executables of GNAT 12 fail the assertions that are told to be violated here, and
 * no others.
 */
import { describe, expect, it } from 'vitest';
import { check } from '../../../src/verify/check.js';
import { loadText } from '../../../src/verify/load.js';

const answer = async (declarations: string, statements: string): Promise<string> => {
  const text = `procedure Main is
   type Color is (Red, Green);
   Last : Integer := 0;
   task type Server (Number : Integer) is entry Serve; end Server;
   task body Server is
   begin
      select accept Serve do Last := Number; end Serve; or terminate; end select;
   end Server;
   First : aliased Server (1);
   Second : aliased Server (2);
   type Ref is access all Server;
   Servers : array (1 .. 2) of Ref := (First'Access, Second'Access);
   I : Integer := 2;
   task Painter is entry Paint (Color) (X : Integer); end Painter;
   task body Painter is
   begin
      select
         accept Paint (Red) (X : Integer) do Last := X; end Paint;
      or
         accept Paint (Green) (X : Integer) do Last := 10 * X; end Paint;
      or
         terminate;
      end select;
   end Painter;
   ${declarations}
begin
   ${statements}
end Main;
`;
  const results = await check(loadText({ file: 'main.adb', text }, 'ada'), {});
  return (results.find(({ property }) => property === 'assertions') ?? results[0]).verdict;
};

describe('a procedure that renames an entry', () => {
  it.each([
    ['a member of a family', 'procedure Go (Y : Integer) renames Painter.Paint (Green);', 'Go (Y => 3);', 30],
    ['of the task that it was then', 'procedure Go renames Servers (I).Serve;', 'I := 1; Go;', 2],
  ])('calls %s', async (_, declaration, call, last) => {
    expect(await answer(declaration, `${call} pragma Assert (Last = ${last});`)).toBe('holds');
    expect(await answer(declaration, `${call} pragma Assert (Last /= ${last});`)).toBe('violated');
  });
});
