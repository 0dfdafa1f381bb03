/**
 * Calls that are served before anything else can happen, and calls whose task is aborted. What each program asserts
 * follows from the Ada Reference Manual: 9.7.2 (a timed call that is selected at once is not cancelled), 9.5.3 (calls of
 * completed tasks raise Tasking_Error; queued callers of open protected entries go before the action ends), 9.7.4 and
 * 9.8 (what a trigger aborts goes no further than to the next delay). Executables of GNAT 12 agree.
 */
import { describe, expect, it } from 'vitest';
import { check } from '../../../src/verify/check.js';
import { loadText } from '../../../src/verify/load.js';

const answers = async (declarations: string, statements: string): Promise<string[]> => {
  const text = `procedure Main is
   protected Gate is
      entry Pass;
      procedure Open;
      procedure Shut;
   private
      Is_Open : Boolean := False;
   end Gate;
   protected body Gate is
      entry Pass when Is_Open is begin null; end Pass;
      procedure Open is begin Is_Open := True; end Open;
      procedure Shut is begin Is_Open := False; end Shut;
   end Gate;
   N : Integer := 0;
   pragma Volatile (N);
   ${declarations}
begin
   ${statements}
end Main;
`;
  const results = await check(loadText({ file: 'main.adb', text }, 'ada'), {});
  return results.map(({ verdict }) => verdict);
};

const holds = async (declarations: string, statements: string): Promise<void> => {
  for (const verdict of await answers(declarations, statements)) expect(verdict).toBe('holds');
};

describe('a timed call', () => {
  it('of a protected entry that is open does not expire', () =>
    holds('', 'Gate.Open; select Gate.Pass; or delay 0.2; raise Program_Error; end select;'));

  it('of a protected entry that is shut does', async () => {
    const statements = 'Gate.Shut; select Gate.Pass; or delay 0.2; raise Program_Error; end select;';
    expect(await answers('', statements)).toContain('violated');
  });

  it('of a task that has completed raises Tasking_Error', () =>
    holds(
      'task Server is entry Serve; end Server; task body Server is begin null; end Server;',
      `while not Server'Terminated loop delay 0.001; end loop;
       begin
          select Server.Serve; or delay 0.2; raise Program_Error; end select;
       exception when Tasking_Error => null;
       end;`,
    ));
});

describe('the trigger of an asynchronous select', () => {
  it('is served when its entry is opened, and cannot be withdrawn any more', () =>
    holds('', 'select Gate.Pass; N := 1; then abort Gate.Open; N := 2; end select; pragma Assert (N = 1);'));

  it('lets the abortable part go no further than to its next delay', () =>
    holds('', 'select Gate.Pass; then abort Gate.Open; delay 1.0; raise Program_Error; end select;'));
});

describe('a task that is aborted', () => {
  it.each(['null;', 'delay 1.0;'])('in a rendezvous of %s tells its caller', (body) =>
    holds(
      `task Server is entry Serve; end Server;
       task Caller;
       task body Caller is begin Server.Serve; exception when Tasking_Error => null; end Caller;
       task body Server is begin accept Serve do ${body} end Serve; end Server;`,
      'delay 0.1; abort Server;',
    ),
  );

  it('after a rendezvous does not end another one of its caller', () =>
    holds(
      `task Server is entry Serve; end Server;
       task Other is entry Serve; end Other;
       task Caller;
       task body Other is begin accept Serve do delay 0.1; end Serve; end Other;
       task body Caller is
       begin
          begin Server.Serve; exception when Tasking_Error => null; end;
          Other.Serve;
       end Caller;
       task body Server is begin accept Serve do null; end Serve; end Server;`,
      'delay 0.1; abort Server;',
    ));
});
