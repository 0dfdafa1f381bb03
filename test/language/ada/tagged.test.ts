/** Operations of tagged types: which body a call means. GNAT 12 passes every assertion. */
import { describe, it } from 'vitest';
import { expectTrueAfter } from './true-after.js';

const program = (statements: string): string => `procedure Main is
   package Shapes is
      type Shape is abstract tagged record
         Size : Integer := 2;
      end record;
      function Area (S : Shape) return Integer is abstract;
      procedure Grow (S : in out Shape);
      procedure Grow_Twice (S : in out Shape);
      type Square is new Shape with null record;
      overriding function Area (S : Square) return Integer;
      type Box is new Square with record
         Height : Integer := 5;
      end record;
      overriding function Area (S : Box) return Integer;
      overriding procedure Grow (S : in out Box);
      procedure Grow_Any (S : in out Shape'Class);
   end Shapes;
   package body Shapes is
      procedure Grow (S : in out Shape) is begin S.Size := S.Size + 1; end Grow;
      procedure Grow_Twice (S : in out Shape) is begin Grow (S); S.Grow; end Grow_Twice;
      function Area (S : Square) return Integer is (S.Size * S.Size);
      function Area (S : Box) return Integer is (Square (S).Area * S.Height);
      procedure Grow (S : in out Box) is
      begin
         Square (S).Grow;
         S.Height := S.Height + 1;
      end Grow;
      procedure Grow_Any (S : in out Shape'Class) is begin S.Grow; end Grow_Any;
   end Shapes;
   use Shapes;
   Q : Square;
   B : Box;
begin
   ${statements}
end Main;
`;

describe('an operation of a tagged object', () => {
  it.each([
    ['its own', '', 'Q.Area = 4 and B.Area = 20'],
    ['its own, called as a function', '', 'Area (Q) = 4 and Area (B) = 20'],
    ['inherited, which calls those of its own type', 'B.Grow_Twice;', 'B.Size = 4 and B.Height = 5'],
    ['inherited', 'Q.Grow;', 'Q.Size = 3 and Q.Area = 9'],
    ['its own, which calls that of the type it extends', 'B.Grow; Grow (B);', 'B.Size = 4 and B.Height = 7'],
    [
      'of the type it is converted to',
      'Square (B).Grow;',
      'B.Size = 3 and B.Height = 5 and Square (B).Area = 9',
    ],
    [
      'of the object, through a class-wide parameter',
      'Grow_Any (B); Grow_Any (Q);',
      'B.Height = 6 and Q.Size = 3',
    ],
  ])('%s', (_, statement, expected) => expectTrueAfter(program, statement, expected));
});
