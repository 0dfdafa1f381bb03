/** What the model of an Ada program leaves out because no question could tell the difference: one program each. */
import { describe, expect, it } from 'vitest';
import type { Step, System } from '../../../src/model/system.js';
import { loadText } from '../../../src/verify/load.js';

const systemOf = (text: string): System => loadText({ file: 'p.adb', text }, 'ada').program.system;
const stepsOf = ({ types }: System): Step[] => types.flatMap(({ steps }) => steps);
const texts = (system: System): string =>
  stepsOf(system)
    .map(({ text }) => text)
    .join('\n');

const TOLD = `procedure P is
   protected type Lock is
      entry Seize;
      procedure Release;
   private
      Busy : Boolean := False;
   end Lock;
   protected body Lock is
      entry Seize when not Busy is begin Busy := True; end Seize;
      procedure Release is begin Busy := False; end Release;
   end Lock;
   Locks : array (1 .. 4) of Lock;
   task type Node is entry Init (Id : Integer); end Node;
   Nodes : array (1 .. 4) of Node;
   task body Node is
      Me : Integer;
   begin
      accept Init (Id : Integer) do Me := Id; end Init;
      Locks (Me).Seize;
      Locks (Me).Release;
   end Node;
begin
   for I in Nodes'Range loop Nodes (I).Init (I); end loop;
end P;`;

describe('a task that is told its number', () => {
  const system = systemOf(TOLD);

  it('knows it: each call is of one lock, not of one of four', () => {
    const calls = system.types.map(({ steps }) => steps.filter(({ text }) => text?.includes('.Seize')));
    expect(calls.map(({ length }) => length)).toEqual([0, 1, 1, 1, 1]);
  });

  it('needs no variable for it, nor its caller one for the loop: each has its own lock and nothing else', () => {
    const names = system.types.map(({ variables }) => variables.map(({ name }) => name).join());
    expect(names).toEqual(['', ...[1, 2, 3, 4].map((i) => `Locks(${i}).Busy`)]);
    expect(system.variables.filter(({ name }) => !name.endsWith("'life"))).toEqual([]);
  });
});

const DATA = `procedure P is
   protected Buffer is
      entry Put (X : Integer);
      entry Get (X : out Integer);
   private
      Count : Natural := 0;
      Kept : Integer := 0;
   end Buffer;
   protected body Buffer is
      entry Put (X : Integer) when Count < 3 is begin Count := Count + 1; Kept := X; end Put;
      entry Get (X : out Integer) when Count > 0 is begin Count := Count - 1; X := Kept; end Get;
   end Buffer;
   task Producer;
   task Consumer;
   task body Producer is
   begin
      for I in 1 .. 4 loop Buffer.Put (I); end loop;
   end Producer;
   task body Consumer is
      X, Odd, Even : Integer := 0;
   begin
      for I in 1 .. 4 loop
         Buffer.Get (X);
         for J in 1 .. X loop
            if X mod 2 = 1 then Odd := J; else Even := J; end if;
         end loop;
         if Odd > Even then Odd := 0; end if;
      end loop;
   end Consumer;
begin
   null;
end P;`;

describe('data that decides nothing', () => {
  const system = systemOf(DATA);

  it('is left out with the decisions and loops that it is for', () => {
    expect(system.variables.map(({ name }) => name)).toEqual(['Buffer.Count']);
    expect(system.types.flatMap(({ variables }) => variables.map(({ name }) => name))).toEqual(['I', 'I']);
  });

  it('leaves no check that a barrier has made already', () => {
    expect(texts(systemOf(DATA))).not.toContain('Constraint_Error');
    expect(
      texts(systemOf(DATA.replace('Count < 3', 'Count /= 3').replace(': Natural', ': Integer range 0 .. 2'))),
    ).toContain('Constraint_Error');
  });
});

const server = (body: string): string => `procedure P is
   task Server is entry Serve; end Server;
   task Client;
   task body Server is begin ${body} end Server;
   task body Client is begin Server.Serve; Server.Serve; end Client;
begin
   null;
end P;`;

describe('a call', () => {
  it.each([
    ['of a server that never completes cannot fail', 'loop accept Serve; end loop;', false],
    ['of one that may have completed can', 'accept Serve;', true],
  ])('%s', (_, body, fails) => {
    expect(texts(systemOf(server(body))).includes('Tasking_Error')).toBe(fails);
  });
});

const aborted = (work: string): string => `procedure P is
   task Gate is entry Pass; end Gate;
   task Worker;
   task body Gate is begin loop select accept Pass; or terminate; end select; end loop; end Gate;
   task body Worker is
      X : Integer := 0;
   begin
      Gate.Pass;
      ${work}
      Gate.Pass;
   end Worker;
begin
   abort Worker;
end P;`;

describe('a task that is aborted', () => {
  const exits = (work: string): number =>
    stepsOf(systemOf(aborted(work))).filter(({ text }) => text === 'aborted').length;

  it('may leave where it waits, not between two steps of its own', () => {
    expect(exits('for I in 1 .. 9 loop X := X + I; end loop;')).toBe(exits('null;'));
  });

  it('may leave a loop that might not end', () => {
    expect(exits('loop X := (X + 1) mod 3; end loop;')).toBeGreaterThan(0);
  });
});
