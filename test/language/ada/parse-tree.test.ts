/** What the tree of an Ada text is. Expected trees follow the grammar of the Ada 2012 reference manual. */
import { describe, expect, it } from 'vitest';
import { decodeAda } from '../../../src/language/ada/decode.js';
import { type AdaText, parseAda } from '../../../src/language/ada/parse.js';
import type { Declaration, Expression, Statement } from '../../../src/language/ada/syntax/index.js';
import { shape } from './expression-shape.js';

function read(...texts: string[]): AdaText {
  const reading = parseAda(texts.map((text, i) => ({ file: `file${i}.adb`, text })));
  if (!reading.ok)
    throw new Error(reading.diagnostics.map((d) => `${d.span?.line}: ${d.message}`).join('\n'));
  return reading.value;
}

function body(text: string): { declarations: readonly Declaration[]; statements: readonly Statement[] } {
  const { declaration } = read(text).units[0];
  if (declaration.kind !== 'subprogram-body') throw new Error(declaration.kind);
  return { declarations: declaration.declarations, statements: declaration.block.statements };
}

const declared = (text: string): Declaration =>
  body(`procedure P is\n${text}\nbegin\nnull;\nend P;`).declarations[0];

/** In the body of a task. */
function statement(text: string): Statement {
  const task = declared(`task body T is begin\n${text}\nend T;`);
  if (task.kind !== 'task-body') throw new Error(task.kind);
  return task.block.statements[0];
}

function expression(text: string): Expression {
  const assignment = statement(`X := ${text};`);
  if (assignment.kind !== 'assignment') throw new Error(assignment.kind);
  return assignment.value;
}

// biome-ignore format: a table
const expressions: [string, string][] = [
  ['A + B * C ** 2', '<A + <B * <C ** 2>>>'],
  ['A - B - C', '<<A - B> - C>'],
  ['-A + B', '<<- A> + B>'],
  ['-A * B', '<- <A * B>>'],
  ['not A and then B = C', '<<not A> and then <B = C>>'],
  ['A or else B or else C', '<<A or else B> or else C>'],
  ['abs A mod B rem C', '<<<abs A> mod B> rem C>'],
  ['X & "a" & \'"\'', '<<X & "a"> & \'"\'>'],
  ['"say ""hi"""', '"say \\"hi\\""'],
  ['F (1, B => 2).C.all (3) (4 .. 5)', 'F(1, B=>2).C.all(3)(4..5)'],
  ['A (Index range 1 .. 3)', 'A(Index range-constraint)'],
  ["Integer'Image (X)", "Integer'image(X)"],
  ["A'Range (2)'Length", "A'range(2)'length"],
  ["E (I)'Count", "E(I)'count"],
  ["T'('a')", "T'{'a'}"],
  ["T'(1, 2)", "T'[1, 2]"],
  ["Character'(''')", "Character'{'''}"],
  ["X'Access", "X'access"],
  ['"+" (A, B)', '"+"(A, B)'],
  ['Standard."+" (A, B)', 'Standard."+"(A, B)'],
  ['new T', 'new T'],
  ['new Pkg.T (3)', 'new Pkg.T(3)'],
  ["new T'(3)", "new T'{3}"],
  ['(1, 2, others => <>)', '[1, 2, others=><>]'],
  ['(A | B => 1, 3 .. 4 => 2)', '[A|B=>1, 3..4=>2]'],
  ['(for I in 1 .. 3 => I)', '[for I=>I]'],
  ['(Parent with Y => 2)', '[Parent with Y=>2]'],
  ['(null record)', '[null record]'],
  ['(Base with delta Y => 2)', '[Base with delta Y=>2]'],
  ['(A)', '{A}'],
  ['X in 1 .. 3 | 5', '<X in 1..3 | 5>'],
  ['X not in T', '<X not in T>'],
  ['(if A then 1 elsif B then 2 else 3)', '{A ? 1 : B ? 2 : 3}'],
  ['(case X is when 1 | 2 => A, when others => B)', '{case X 1|2->A others->B}'],
  ['(for all I in 1 .. 3 => A (I))', '{all I in 1..3 : A(I)}'],
  ['(for some E of L => E)', '{some E of L : E}'],
  ['(raise Bad)', '{raise Bad}'],
  ['(declare Y : constant T := 1; begin Y)', '{declare 1 : Y}'],
  ['@ + 1', '<@ + 1>'],
  ['16#FF#', '255'],
  ['2#1010_1010#E1', '340'],
  ['1_000E3', '1000000'],
  ['18446744073709551615', '18446744073709551615'],
  ['1.5E-1', 'real 0.15'],
  ['16#8.8#', 'real 8.5'],
];

describe('an Ada expression', () => {
  it.each(expressions)('%s is %s', (text, tree) => {
    expect(shape(expression(text))).toBe(tree);
  });
});

// biome-ignore format: a table
const statements: [string, string][] = [
  ['T.E (1);', 'call'],
  ['X := 1;', 'assignment'],
  ['if A then null; elsif B then null; else null; end if;', 'if'],
  ['case X is when 1 => null; when others => null; end case;', 'case'],
  ['for I in reverse 1 .. 3 loop exit when I = 2; end loop;', 'loop'],
  ['L : while A loop exit L; end loop L;', 'loop'],
  ['B : declare N : Integer; begin N := 1; exception when E : others => raise; end B;', 'block'],
  ['delay until Clock + 1.0;', 'delay'],
  ['abort A, B (1);', 'abort'],
  ['raise Bad with "why";', 'raise'],
  ['<<Again>> goto Again;', 'goto'],
  ['accept E do requeue F with abort; end E;', 'accept'],
  ['select accept A; or when N > 0 => accept B; X := 1; or delay 1.0; end select;', 'selective-accept'],
  ['select accept A; else null; end select;', 'selective-accept'],
  ['select accept A; or terminate; end select;', 'selective-accept'],
  ['select T.E; X := 1; or delay 1.0; X := 2; end select;', 'timed-call'],
  ['select T.E; else null; end select;', 'conditional-call'],
  ['select T.E; X := 1; then abort X := 2; end select;', 'asynchronous-select'],
  ['select delay 1.0; then abort X := 2; end select;', 'asynchronous-select'],
  ["Asm'(1, 2);", 'code'],
  ['pragma Assert (True);', 'pragma'],
];

describe('an Ada statement', () => {
  it.each(statements)('%s is of kind %s', (text, kind) => {
    expect(statement(text).kind).toBe(kind);
  });

  it('accept tells the index of a family from parameters', () => {
    const parts = (text: string) => {
      const accept = statement(text);
      if (accept.kind !== 'accept') throw new Error(accept.kind);
      const { index, parameters, block } = accept;
      const names = parameters.flatMap((each) => each.names.map(({ name }) => `${name} ${each.mode}`));
      return [index && shape(index), names, block?.statements.length];
    };
    expect(parts('accept E;')).toEqual([undefined, [], undefined]);
    expect(parts('accept E (I);')).toEqual(['I', [], undefined]);
    expect(parts('accept E (P : T);')).toEqual([undefined, ['P in'], undefined]);
    expect(parts('accept E (I + 1) (P, Q : out T; R : in out T) do null; end E;')).toEqual([
      '<I + 1>',
      ['P out', 'Q out', 'R in out'],
      1,
    ]);
  });
});

// biome-ignore format: a table
const declarations: [string, string][] = [
  ['X, Y : aliased Integer range 1 .. 3 := 2;', 'object'],
  ['N : constant := 3;', 'number'],
  ['E : exception;', 'exception'],
  ['X : Integer renames Y (3);', 'object-renaming'],
  ['E : exception renames F;', 'exception-renaming'],
  ['type T is (A, B, \'C\');', 'type'],
  ['type T (D : Integer) is record case D is when 1 => X : T; when others => null; end case; end record;', 'type'],
  ['subtype S is T range 1 .. 2;', 'subtype-declaration'],
  ['procedure Q (X : access T; Y : not null access procedure (Z : T));', 'subprogram'],
  ['function "+" (A, B : T) return T is (A);', 'expression-function'],
  ['procedure Q is null;', 'null-procedure'],
  ['procedure Q renames R.S;', 'subprogram-renaming'],
  ['procedure Q is new G (T, "+", N => 3);', 'instance'],
  ['procedure Q is separate;', 'stub'],
  ['overriding procedure Q is begin null; end Q;', 'subprogram-body'],
  ['package Q is private type T is limited private; end Q;', 'package'],
  ['package body Q is begin null; end Q;', 'package-body'],
  ['package Q renames R;', 'package-renaming'],
  ['generic type T is (<>); with function F return T is <>; with package Q is new R (<>); package G is end G;', 'generic'],
  ['generic function F renames G;', 'generic-renaming'],
  ['task T;', 'task'],
  ['task type T (N : Integer := 1) is new I and J with entry E (1 .. 3) (X : T); entry F (X : T); end T;', 'task'],
  ['protected P is procedure Q; private entry E; X : Integer := 0; end P;', 'protected'],
  ['protected body P is entry E (for I in 1 .. 3) (X : T) when I = N is begin null; end E; end P;', 'protected-body'],
  ['use all type T;', 'use'],
  ["for X'Size use 8;", 'attribute-clause'],
  ['for T use (A => 1, B => 2);', 'enumeration-clause'],
  ['for T use record X at 0 range 0 .. 7; end record;', 'record-clause'],
];

describe('an Ada declaration', () => {
  it.each(declarations)('%s is of kind %s', (text, kind) => {
    expect(declared(text).kind).toBe(kind);
  });

  it('entry tells a family from parameters', () => {
    const task = declared(
      'task T is entry A (Index); entry B (X : Index); entry C (1 .. 2) (X, Y : T); end T;',
    );
    if (task.kind !== 'task') throw new Error(task.kind);
    const entries = task.visible.map((entry) =>
      entry.kind === 'entry'
        ? [entry.name.key, entry.family && shape(entry.family), entry.parameters.length]
        : [],
    );
    expect(entries).toEqual([
      ['a', 'Index', 0],
      ['b', undefined, 1],
      ['c', '1..2', 1],
    ]);
  });
});

describe('an Ada file', () => {
  it('may hold several units, with contexts, subunits and private children', () => {
    const { units } = read(
      'with A.B; use A.B; procedure P is begin null; end;\nprivate package A.C is end A.C;',
      'separate (P.Q) task body T is begin null; end T;',
    );
    expect(
      units.map(({ context, private: hidden, subunitOf, declaration }) => [
        context.length,
        hidden,
        subunitOf,
        declaration.kind,
      ]),
    ).toEqual([
      [2, false, undefined, 'subprogram-body'],
      [0, true, undefined, 'package'],
      [0, false, 'p.q', 'task-body'],
    ]);
  });

  it('gives places in the file they are in, and the text there', () => {
    const { sources, units } = read('procedure P is begin null; end P;', '\n  package Q is\n  end Q;');
    const { line, column, endLine, endColumn, file } = sources.span(units[1].declaration);
    expect([file, line, column, endLine, endColumn]).toEqual(['file1.adb', 2, 3, 3, 9]);
    expect(sources.text(units[0].declaration)).toBe('procedure P is begin null; end P;');
  });

  it('keeps names as they are written and folds their keys', () => {
    const { units } = read('package Ünit.My_Child is end ÜNIT.MY_CHILD;');
    expect(units[0].declaration).toMatchObject({
      name: { key: 'ünit.my_child', name: { name: 'My_Child' } },
    });
  });

  it('may begin with a byte order mark, use CRLF and end with Ctrl-Z', () => {
    expect(read('\uFEFFprocedure P is\r\nbegin\r\n   null;\r\nend P;\r\n\x1a').units).toHaveLength(1);
  });

  it('may be in Latin-1 or in UTF-8', () => {
    const text = 'procedure Été is begin null; end Été;';
    expect(decodeAda(new TextEncoder().encode(text))).toBe(text);
    expect(decodeAda(Uint8Array.from(text, (letter) => letter.charCodeAt(0)))).toBe(text);
  });

  it('keeps annotations with their lines, and no other comments', () => {
    const { annotations, sources } = read(
      'procedure P is -- no\nbegin\n   null; --@ event start\nend P;\n--@last',
    );
    expect(annotations.map((each) => [sources.span(each).line, each.text])).toEqual([
      [3, 'event start'],
      [5, 'last'],
    ]);
  });
});
