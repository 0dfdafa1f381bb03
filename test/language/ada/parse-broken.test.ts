/**
 * One slip, one message: what the parser says of programs that are not Ada. GNAT 12 refuses each of them
 * too (`-gnatc -gnat2012`), and its first message is for the same line but in five: an empty list of
 * statements and a call alone in a select (it names the next line), and three kinds of wrong alternatives
 * (it names the line of the select).
 */
import { describe, expect, it } from 'vitest';
import { parseAda } from '../../../src/language/ada/parse.js';

const indented = (lines: string[]): string => lines.map((line) => `   ${line}\n`).join('');

const procedure = (declarations: string[], statements: string[]): string =>
  `procedure Main is\n${indented(declarations)}begin\n${indented(statements)}end Main;\n`;

/** A task body: its statements begin at line 8, column 7. */
const task = (statements: string[]): string => {
  const declaration = ['task T is', '   entry Put (X : Integer);', 'end T;'];
  const body = [
    'task body T is',
    '   N : Integer := 0;',
    'begin',
    ...statements.map((line) => `   ${line}`),
    'end T;',
  ];
  return procedure([...declaration, ...body], ['null;']);
};

interface Broken {
  slip: string;
  text: string;
  code: string;
  /** Line, column and message. */
  told: string;
  hint?: string;
}

const broken: Broken[] = [
  {
    slip: 'missing semicolon',
    text: task(['N := 1', 'N := 2;']),
    code: 'syntax',
    told: "8:13 ';' is missing after this assignment",
  },
  {
    slip: 'missing then',
    text: task(['if N = 1', '   N := 2;', 'end if;']),
    code: 'syntax',
    told: "8:15 'then' is missing after the condition of 'if'",
  },
  {
    slip: 'missing do',
    text: task(['accept Put (X : Integer)', '   N := X;', 'end Put;']),
    code: 'syntax',
    told: "8:31 'do' is missing after 'accept Put'",
  },
  {
    slip: 'missing is',
    text: procedure(['task body T', 'begin', '   null;', 'end T;'], ['null;']),
    code: 'syntax',
    told: "2:15 'is' is missing after 'task body T'",
  },
  {
    slip: 'missing end loop',
    text: task(['loop', '   N := N + 1;']),
    code: 'syntax',
    told: "10:4 'end loop;' is missing for the loop at line 8; found 'end T'",
  },
  {
    slip: 'missing end select',
    text: task([
      'loop',
      '   select',
      '      accept Put (X : Integer);',
      '   or',
      '      terminate;',
      'end loop;',
    ]),
    code: 'syntax',
    told: "13:7 'end select;' is missing for the 'select' at line 9; found 'end loop'",
  },
  {
    slip: 'missing begin',
    text: procedure(['N : Integer;', 'N := 1;'], ['null;']).replace('begin\n', ''),
    code: 'syntax',
    told: "3:4 'begin' is missing before the first statement",
    hint: 'statements stand between begin and end',
  },
  {
    slip: 'missing parenthesis',
    text: task(['N := (N + 1;']),
    code: 'syntax',
    told: "8:18 ')' is missing to close '('",
  },
  {
    slip: 'extra parenthesis',
    text: task(['N := N + 1);']),
    code: 'syntax',
    told: "8:17 ';' is missing after this assignment; found ')'",
    hint: "this ')' closes nothing",
  },
  {
    slip: 'equals for assignment',
    text: task(['N = 3;']),
    code: 'syntax',
    told: "8:9 an assignment is written with ':='",
    hint: "write ':=' for '='",
  },
  {
    slip: 'assignment in condition',
    text: task(['if N := 3 then', '   null;', 'end if;']),
    code: 'syntax',
    told: "8:12 a condition compares with '='",
    hint: "write '=' for ':='",
  },
  {
    slip: 'misspelt accept',
    text: task(['acept Put (X : Integer) do', '   N := X;', 'end Put;']),
    code: 'syntax',
    told: "8:7 'acept' begins no statement",
    hint: "did you mean 'accept'?",
  },
  {
    slip: 'misspelt alternative',
    text: task(['select', '   acept Put (X : Integer);', 'or', '   delay 1.0;', 'end select;']),
    code: 'syntax',
    told: "9:10 'acept' begins no alternative",
    hint: "did you mean 'accept'?",
  },
  {
    slip: 'elseif',
    text: task(['if N = 1 then', '   null;', 'elseif N = 2 then', '   null;', 'end if;']),
    code: 'syntax',
    told: "10:7 'elseif' begins no statement",
    hint: "did you mean 'elsif'?",
  },
  {
    slip: 'wrong end name',
    text: task(['null;']).replace('   end T;\nbegin', '   end U;\nbegin'),
    code: 'syntax',
    told: "9:8 'end U' closes the task body at line 5, which is called 'T'",
    hint: "write 'end T;'",
  },
  {
    slip: 'wrong end word',
    text: task(['while N < 3 loop', '   N := N + 1;', 'end while;']),
    code: 'syntax',
    told: "10:11 'end while' does not close the loop at line 8",
    hint: "write 'end loop;'",
  },
  {
    slip: 'unnamed end of named loop',
    text: task(['Outer : loop', '   exit Outer;', 'end loop;']),
    code: 'syntax',
    told: "10:15 'Outer' is missing after 'end'",
    hint: 'the loop has a name; its end repeats it',
  },
  {
    slip: 'declaration among statements',
    text: task(['M : Integer := 3;', 'N := M;']),
    code: 'syntax',
    told: '8:7 a declaration stands among statements',
    hint: "put it before 'begin', or in 'declare … begin … end;'",
  },
  {
    slip: 'empty statements',
    text: task(['if N = 1 then', 'end if;']),
    code: 'syntax',
    told: "8:20 a statement is missing after 'then'",
    hint: "write 'null;' where nothing is to be done",
  },
  {
    slip: 'mixed operators',
    text: task(['if N = 1 and N = 2 or N = 3 then', '   null;', 'end if;']),
    code: 'syntax',
    told: "8:26 'and' and 'or' are mixed without parentheses",
    hint: 'say with parentheses which comes first',
  },
  {
    slip: 'accept in procedure',
    text: procedure(['procedure P is', 'begin', '   accept E;', 'end P;'], ['P;']),
    code: 'bad-structure',
    told: "4:7 'accept' stands in a procedure",
    hint: 'only the body of a task accepts calls, not a unit within it',
  },
  {
    slip: 'terminate and else',
    text: task([
      'select',
      '   accept Put (X : Integer);',
      'or',
      '   terminate;',
      'else',
      '   null;',
      'end select;',
    ]),
    code: 'bad-structure',
    told: "11:10 a select has 'terminate' or 'else', not both",
  },
  {
    slip: 'exit outside',
    text: task(['exit;']),
    code: 'bad-structure',
    told: "8:7 'exit' stands in no loop",
  },
  {
    slip: 'entry in package',
    text: 'package P is\n   entry E;\nend P;\n',
    code: 'bad-structure',
    told: "2:10 entry 'E' stands outside of a task or protected unit",
  },
  {
    slip: 'entry without barrier',
    text: 'package body P is\n   protected body B is\n      entry E is\n      begin\n         null;\n      end E;\n   end B;\nend P;\n',
    code: 'syntax',
    told: "3:14 'when' is missing after 'entry E'",
    hint: "the body of an entry has a barrier: 'when True'",
  },
  {
    slip: 'unclosed string',
    text: procedure([], ['Put_Line ("hello);', 'null;']),
    code: 'syntax',
    told: '3:14 this string does not end on its line',
    hint: "close it with '\"'; longer texts are joined with '&'",
  },
  {
    slip: 'unknown character',
    text: procedure([], ['X := 3 % 2;']),
    code: 'syntax',
    told: '3:11 "%" is not part of Ada',
    hint: "the remainder is written 'rem' or 'mod'",
  },
  {
    slip: 'bad based',
    text: procedure(['N : constant := 2#102#;'], ['null;']),
    code: 'syntax',
    told: "2:20 this number has digits that its base does not have; found '2#102#'",
  },
  {
    slip: 'reserved word',
    text: procedure(['Task : Integer;'], ['null;']),
    code: 'syntax',
    told: "2:4 a name is missing; found 'Task'",
    hint: "'task' is a reserved word",
  },
  {
    slip: 'empty parentheses',
    text: procedure([], ['P ();']),
    code: 'syntax',
    told: "3:7 an argument is missing; found ')'",
    hint: 'without arguments there are no parentheses',
  },
  {
    slip: 'parameters by comma',
    text: procedure(['procedure P (A : Integer, B : Integer);'], ['null;']),
    code: 'syntax',
    told: "2:28 parameters are separated by ';'",
    hint: "write ';' for ','",
  },
  {
    slip: 'procedure with result',
    text: procedure(['procedure P return Integer;'], ['null;']),
    code: 'syntax',
    told: '2:16 a procedure returns no value',
    hint: "write 'function' for 'procedure'",
  },
  {
    slip: 'call without else',
    text: procedure([], ['select', '   T.E;', 'end select;']),
    code: 'syntax',
    told: "4:11 'else', 'or delay' or 'then abort' is missing in this select",
    hint: 'a call alone needs no select',
  },
  {
    slip: 'requeue in procedure',
    text: procedure([], ['requeue E;']),
    code: 'bad-structure',
    told: "3:4 'requeue' stands in a procedure",
    hint: 'it stands in an accept or in the body of an entry',
  },
  {
    slip: 'goto nowhere',
    text: procedure([], ['goto Nowhere;']),
    code: 'unknown-name',
    told: "3:9 no label 'Nowhere' is in this body",
  },
  {
    slip: 'duplicate label',
    text: procedure([], ['<<A>> null;', '<<A>> null;']),
    code: 'duplicate-name',
    told: "4:6 'A' already names a statement at line 3",
  },
  {
    slip: 'end of file',
    text: 'procedure Main is\nbegin\n   null;\n',
    code: 'syntax',
    told: "3:9 'end Main;' is missing for the procedure at line 1; found the end of the file",
  },
  {
    slip: 'task alone',
    text: 'task T;\n',
    code: 'syntax',
    told: '1:1 a task unit cannot stand alone',
    hint: 'put it into a package or procedure',
  },
  { slip: 'empty file', text: '', code: 'syntax', told: '1:1 this file has no compilation unit' },
  {
    slip: 'statement in package',
    text: 'package P is\n   X : Integer;\n   X := 3;\nend P;\n',
    code: 'syntax',
    told: '3:4 a statement stands in the declaration of a package',
    hint: 'statements stand between begin and end',
  },
  {
    slip: 'missing end name of body',
    text: procedure(
      ['procedure P is', 'begin', '   null;', 'procedure Q is', 'begin', '   null;', 'end Q;'],
      ['null;'],
    ),
    code: 'syntax',
    told: "5:4 'end P;' is missing for the procedure at line 2; found 'procedure'",
  },
  {
    slip: 'positional after named',
    text: procedure([], ['P (A => 1, 2);']),
    code: 'syntax',
    told: '3:15 a positional item follows a named one',
    hint: "write 'Name => Value'",
  },
  {
    slip: 'double minus',
    text: procedure([], ['X := 3 * -1;']),
    code: 'syntax',
    told: "3:13 an operand is missing; found '-'",
    hint: "put '-' and what follows in parentheses",
  },
  {
    slip: 'task body without begin',
    text: procedure(['task body T is', 'end T;'], ['null;']),
    code: 'syntax',
    told: "3:4 'begin' is missing in task body 'T'",
    hint: 'a body has at least one statement',
  },
  {
    slip: 'function without return',
    text: procedure(['function F is', 'begin', '   null;', 'end F;'], ['null;']),
    code: 'syntax',
    told: "2:14 'return' is missing in this function",
    hint: 'a function says which type it returns',
  },
  {
    slip: 'in out reversed',
    text: procedure(['procedure P (X : out in Integer);'], ['null;']),
    code: 'syntax',
    told: "2:25 this mode is written 'in out'; found 'in'",
  },
  {
    slip: 'return in task',
    text: task(['return;']),
    code: 'bad-structure',
    told: "8:7 'return' stands in a task body",
    hint: 'it ends a procedure, a function, an entry or an accept',
  },
  {
    slip: 'others not last in case',
    text: procedure(
      ['X : Integer := 0;'],
      ['case X is', '   when others => null;', '   when 1 => null;', 'end case;'],
    ),
    code: 'bad-structure',
    told: "5:12 'others' is the last alternative",
  },
  {
    slip: 'others with more',
    text: procedure(['X : Integer := 0;'], ['case X is', '   when 1 | others => null;', 'end case;']),
    code: 'bad-structure',
    told: "5:16 'others' stands alone",
  },
  {
    slip: 'others not last in handlers',
    text: procedure([], ['null;', 'exception', '   when others => null;', '   when E => null;']),
    code: 'bad-structure',
    told: "5:12 'others' is the last alternative",
  },
  {
    slip: 'others not last in aggregate',
    text: procedure(['X : String (1 .. 3);'], ["X := (others => 'a', 2 => 'b');"]),
    code: 'syntax',
    told: "4:10 'others' is the last component",
  },
  {
    slip: 'raise outside of handler',
    text: procedure([], ['raise;']),
    code: 'bad-structure',
    told: "3:4 'raise' names no exception outside of a handler",
    hint: 'name the exception',
  },
  {
    slip: 'default of out parameter',
    text: procedure(['procedure P (X : out Integer := 1);'], ['null;']),
    code: 'bad-structure',
    told: "2:36 a parameter of mode 'out' has no default value",
    hint: "only those of mode 'in' have one",
  },
  {
    slip: 'out access parameter',
    text: procedure(['procedure P (X : out access Integer);'], ['null;']),
    code: 'bad-structure',
    told: "2:25 a parameter of mode 'out' has a named type",
    hint: 'leave out the mode or name an access type',
  },
  {
    slip: 'goto into if',
    text: procedure(['X : Boolean := True;'], ['goto A;', 'if X then', '   <<A>> null;', 'end if;']),
    code: 'bad-structure',
    told: "4:9 this jumps into a statement: label 'A' at line 6 stands inside it",
  },
  {
    slip: 'goto out of accept',
    text: task(['<<A>> null;', 'accept Put (X : Integer) do', '   goto A;', 'end Put;']),
    code: 'unknown-name',
    told: "10:15 no label 'A' is in this body",
  },
  {
    slip: 'object in task',
    text: procedure(['task T is', '   X : Integer;', 'end T;'], ['null;']),
    code: 'bad-structure',
    told: '3:7 this cannot stand in the declaration of a task',
    hint: 'declare it outside',
  },
  {
    slip: 'body in package',
    text: 'package P is\n   procedure Q is\n   begin\n      null;\n   end Q;\nend P;\n',
    code: 'bad-structure',
    told: '2:4 a body stands in the declaration of a package',
    hint: 'it belongs into the package body',
  },
  {
    slip: 'two terminates',
    text: task([
      'select',
      '   accept Put (X : Integer);',
      'or',
      '   terminate;',
      'or',
      '   terminate;',
      'end select;',
    ]),
    code: 'bad-structure',
    told: "13:10 a select has only one 'terminate'",
  },
  {
    slip: 'select of delays',
    text: task(['select', '   delay 1.0;', 'or', '   delay 2.0;', 'end select;']),
    code: 'bad-structure',
    told: "9:10 a select has at least one 'accept'",
  },
  {
    slip: 'call and accept',
    text: task(['select', '   T.Put (1);', 'or', '   accept Put (X : Integer);', 'end select;']),
    code: 'bad-structure',
    told: "11:10 only 'delay' can be the other alternative of an entry call",
    hint: 'a select has entry calls or accepts, not both',
  },
  {
    slip: 'nested accept of one entry',
    text: task(['accept Put (X : Integer) do', '   accept Put (X : Integer);', 'end Put;']),
    code: 'bad-structure',
    told: "9:17 'accept Put' stands within an accept of the same entry",
  },
  {
    slip: 'exit out of accept',
    text: task(['loop', '   accept Put (X : Integer) do', '      exit;', '   end Put;', 'end loop;']),
    code: 'bad-structure',
    told: "10:13 'exit' stands in no loop",
    hint: 'an accept cannot be left by exit',
  },
  {
    slip: 'return of value from accept',
    text: task(['accept Put (X : Integer) do', '   return X;', 'end Put;']),
    code: 'bad-structure',
    told: "9:10 'return' with a value stands in an accept",
    hint: 'parameters of mode out carry values back',
  },
  {
    slip: 'discriminants of single task',
    text: procedure(['task T (N : Integer);'], ['null;']),
    code: 'syntax',
    told: '2:11 a single task has no discriminants',
    hint: 'declare a task type',
  },
  {
    slip: 'barrier in declaration',
    text: procedure(['protected P is', '   entry E when True;', 'end P;'], ['null;']),
    code: 'syntax',
    told: '3:15 the declaration of an entry has no barrier',
    hint: 'the barrier stands in the protected body',
  },
  {
    slip: 'blank in :=',
    text: task(['N : = 3;']),
    code: 'syntax',
    told: "8:9 ':=' is written without a blank in it",
  },
];

describe('an Ada program with one slip gets one message', () => {
  it.each(broken)('$slip', ({ text, code, told, hint }) => {
    const reading = parseAda([{ file: 'main.adb', text }]);
    const messages = reading.diagnostics.map((d) => ({
      code: d.code,
      told: `${d.span?.line}:${d.span?.column} ${d.message}`,
      hint: d.hint,
    }));
    expect(messages).toEqual([{ code, told, hint }]);
    expect(reading.ok).toBe(false);
  });
});

describe('several slips in one Ada program', () => {
  it('are all told, in the order of the text', () => {
    const text = task([
      'N := 1',
      'if N = 2',
      '   N := 3;',
      'end if;',
      'loop',
      '   acept Put (X : Integer);',
      'end loop;',
    ]);
    const { diagnostics } = parseAda([{ file: 'main.adb', text }]);
    expect(diagnostics.map(({ span }) => span?.line)).toEqual([8, 9, 13]);
  });

  it('are no more than twenty', () => {
    const { diagnostics } = parseAda([{ file: 'main.adb', text: task(Array(100).fill('N = 1;')) }]);
    expect(diagnostics).toHaveLength(20);
  });
});
