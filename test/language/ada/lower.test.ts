/** How Ada programs look in the model: what is kept, what is left out, and what the answers say about it. */
import { describe, expect, it } from 'vitest';
import { type AdaOptions, readAda } from '../../../src/language/ada/index.js';
import { check } from '../../../src/verify/check.js';
import type { Loaded } from '../../../src/verify/load.js';

function load(text: string, asked: string[] = [], options: AdaOptions = {}): Loaded {
  const reading = readAda([{ file: 'p.adb', text }], { asked, ...options });
  if (!reading.ok) throw new Error(reading.diagnostics.map((d) => d.message).join('\n'));
  return { file: 'p.adb', language: 'ada', program: reading.value, diagnostics: reading.diagnostics };
}

const SERVER = `
procedure P is
   task Server is entry Call; end Server;
   task body Server is
   begin
      loop
         accept Call;
      end loop;
   end Server;
   task Client;
   task body Client is
   begin
      Server.Call;
   end Client;
begin
   null;
end P;`;

describe('stuck programs', () => {
  it('tells an idle server from a circle', async () => {
    const [idle] = await check(load(SERVER), { deadlock: true });
    expect(idle.verdict).toBe('violated');
    expect('reason' in idle && idle.reason).toContain(
      'idle for ever, all possible callers have ended: Server',
    );
    const circle = SERVER.replace('accept Call;', 'Client.Back; accept Call;')
      .replace('task Client;', 'task Client is entry Back; end Client;')
      .replace('Server.Call;', 'Server.Call; accept Back;');
    const [stuck] = await check(load(circle), { deadlock: true });
    expect('reason' in stuck && stuck.reason).toContain('circular wait of ');
  });
});

describe('who waits for whom', () => {
  const ending = async (text: string) => {
    const [stuck] = await check(load(text), { deadlock: true });
    if (stuck.verdict !== 'violated') throw new Error(stuck.verdict);
    return stuck.trace.ending;
  };

  it('is told by who shut the barrier', async () => {
    const { circle, waiting } = await ending(`
procedure P is
   protected type Lock is
      entry Seize;
      procedure Release;
   private
      Free : Boolean := True;
   end Lock;
   protected body Lock is
      procedure Release is
      begin
         Free := True;
      end Release;
      entry Seize when Free is
      begin
         Free := False;
      end Seize;
   end Lock;
   A, B : Lock;
   task One;
   task body One is
   begin
      A.Seize;
      B.Seize;
      B.Release;
      A.Release;
   end One;
   task Two;
   task body Two is
   begin
      B.Seize;
      A.Seize;
      A.Release;
      B.Release;
   end Two;
begin
   null;
end P;`);
    expect(circle).toHaveLength(2);
    const [one] = waiting.filter(({ name }) => name === 'One');
    expect([one.readyFor, one.span?.line]).toEqual([['B.Seize'], 24]);
  });

  it('is told by whom a server met last', async () => {
    const { circle } = await ending(`
procedure P is
   task type Fork is
      entry Take;
      entry Put;
   end Fork;
   task body Fork is
   begin
      accept Take;
      accept Put;
   end Fork;
   Forks : array (0 .. 2) of Fork;
   task type Philosopher (Left, Right : Natural);
   task body Philosopher is
   begin
      Forks (Left).Take;
      Forks (Right).Take;
      Forks (Left).Put;
      Forks (Right).Put;
   end Philosopher;
   A : Philosopher (0, 1);
   B : Philosopher (1, 2);
   C : Philosopher (2, 0);
begin
   null;
end P;`);
    expect(circle).toHaveLength(6);
  });
});

describe('what is left open', () => {
  const open = (condition: string) => `
procedure P is
   X : Float := 1.0;
   N : Integer := 0;
   task T is entry E; end T;
   task body T is
   begin
      ${condition}
         accept E;
      end if;
   end T;
begin
   X := X + 1.0;
   N := N + 1;
end P;`;

  it('gives a candidate where the violation depends on it', async () => {
    const [result] = await check(load(open('if X > 2.0 then')), { deadlock: true });
    expect(result.verdict).toBe('inconclusive');
    expect('reason' in result && result.reason).toContain('floating point');
    expect('candidate' in result && result.candidate?.ending.kind).toBe('deadlock');
  });

  it('gives a violation where it does not', async () => {
    const [result] = await check(load(open('if X > 2.0 or X <= 2.0 or True then')), { deadlock: true });
    expect(result.verdict).toBe('violated');
  });

  it('keeps integers exactly', async () => {
    const [result] = await check(load(open('if N = 7 then')), { deadlock: true });
    expect(result.verdict).toBe('holds');
  });
});

describe('events', () => {
  it('names a rendezvous by caller, task and entry, with its values where a property asks', () => {
    const text = SERVER.replace('entry Call;', 'entry Call (X : Integer);')
      .replace('accept Call;', 'accept Call (X : Integer);')
      .replace('Server.Call;', 'Server.Call (3);');
    const { system } = load(text, ['server.call(3)']).program;
    const events = system.types.flatMap((type) =>
      type.steps.flatMap((step) => (step.event ? [step.event] : [])),
    );
    const call = events.find(({ name }) => name === 'client->server.call');
    expect(call?.arguments?.map(({ value }) => value)).toEqual([{ kind: 'constant', value: 3 }]);
    expect(events.some(({ name }) => name === 'server.call')).toBe(true);
  });

  it('takes events from annotations', () => {
    const text = SERVER.replace('Server.Call;', 'Server.Call; --@ event asked');
    const { system } = load(text).program;
    expect(system.types.some((type) => type.steps.some((step) => step.event?.name === 'asked'))).toBe(true);
  });
});

describe('tasks that make tasks of their own type', () => {
  const chain = (length: number) => `
procedure P is
   task type Link (Left : Natural) is
      entry Done;
   end Link;
   type Link_Access is access Link;
   function Make (Left : Natural) return Link_Access is
   begin
      return new Link (Left);
   end Make;
   task body Link is
      Next : Link_Access;
   begin
      if Left > 0 then
         Next := Make (Left - 1);
         Next.Done;
      else
         null;
      end if;
      accept Done;
   end Link;
   First : constant Link_Access := Make (${length});
begin
   First.Done;
end P;
`;

  it('are as many as are needed, up to a bound', async () => {
    const [short] = await check(load(chain(3), [], { mostAllocated: 3 }), { deadlock: true });
    expect(short.verdict).toBe('holds');
    const [long] = await check(load(chain(4), [], { mostAllocated: 3 }), { deadlock: true });
    expect('reason' in long && long.reason).toContain('more than 3 tasks Link that such tasks make');
  });
});

describe('subprograms that call themselves', () => {
  const recursive = (body: string) => `
procedure P is
   Met : Integer := 0;
   task T is entry E; end T;
   procedure Act (N : Integer; R : out Integer) is
   begin
      ${body}
   end Act;
   task body T is
   begin
      accept E;
   end T;
   R : Integer := 0;
   N : Integer := 5;
begin
   N := N + 1;
   Act (N, R);
   T.E;
   if R = 7 then
      T.E;
   end if;
end P;`;

  it('may give any value where they only compute', async () => {
    const text = recursive('if N = 0 then R := 1; else Act (N - 1, R); R := R + N; end if;');
    const [answer] = await check(load(text), { deadlock: true });
    expect(answer.verdict).toBe('holds');
    const [, assertions] = await check(load(text));
    expect('reason' in assertions && assertions.reason).toContain('what a library subprogram gives');
  });

  it.each([
    ['meets somebody', 'if N = 0 then T.E; else Act (N - 1, R); end if;'],
    ['changes what is not its own', 'Met := N; if N > 0 then Act (N - 1, R); end if;'],
    ['raises', 'if N = 0 then raise Program_Error; else Act (N - 1, R); end if;'],
  ])('are followed three deep where one %s', async (_what, body) => {
    const [answer] = await check(load(recursive(body)), { deadlock: true });
    expect('reason' in answer && answer.reason).toContain('Act calls itself more than 3 times');
  });

  it('are followed three deep through the tasks they declare, too', async () => {
    const body = `declare
         task Half;
         task body Half is begin Act (N - 1, R); end Half;
      begin
         if N > 0 then Act (N - 1, R); else T.E; end if;
      end;`;
    const [answer] = await check(load(recursive(body)), { deadlock: true });
    expect('reason' in answer && answer.reason).toContain('Act calls itself more than 3 times');
  });
});

describe('a record of one integer', () => {
  it('decides whom a task calls', async () => {
    const text = `
procedure P is
   type R is record I : Integer := 1; end record;
   task type T is entry E; end T;
   task body T is begin accept E; end T;
   A : array (1 .. 2) of T;
   V : R;
begin
   A (V.I).E;
   V.I := 2;
   A (V.I).E;
end P;`;
    const [answer] = await check(load(text), { deadlock: true });
    expect(answer.verdict).toBe('holds');
  });
});
