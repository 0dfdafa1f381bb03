/**
 * What is checked like `pragma Assert`. Executables of GNAT 12 that are built with assertions raise Assertion_Error where
 * it is told to be violated here, and nowhere else.
 */
import { describe, expect, it } from 'vitest';
import { check } from '../../../src/verify/check.js';
import { loadText } from '../../../src/verify/load.js';

const answer = async (statements: string): Promise<string> => {
  const text = `with Ada.Assertions; use Ada.Assertions;
procedure Main is
   X : Integer := 0;
   task T;
   task body T is
   begin
      for I in 1 .. 3 loop
         X := X + 1;
         ${statements}
      end loop;
   end T;
begin
   null;
end Main;
`;
  const results = await check(loadText({ file: 'main.adb', text }, 'ada'), {});
  return (results.find(({ property }) => property === 'assertions') ?? results[0]).verdict;
};

describe('an assertion', () => {
  it.each([
    ['Assert (', ');'],
    ['Ada.Assertions.Assert (', ', "a message");'],
    ['Assert (Message => "a message", Check => ', ');'],
    ['pragma Assert (', ');'],
    ['pragma Loop_Invariant (', ');'],
    ['pragma Assume (', ');'],
    ['pragma Assert_And_Cut (', ');'],
  ])('is checked: %s', async (begin, end) => {
    expect(await answer(`${begin}X = I${end}`)).toBe('holds');
    expect(await answer(`${begin}X < 3${end}`)).toBe('violated');
  });
});
