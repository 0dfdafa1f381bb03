/** Programs that are stuck are told apart: who waits in a circle, who has no callers left, who waits in vain. */
import { expect, it } from 'vitest';
import { check } from '../../../src/index.js';
import { loadText } from '../../../src/verify/load.js';

const buffer = (put: string): string => `procedure P is
   protected Buffer is
      entry Put;
      entry Get;
   private
      Count : Natural := 0;
   end Buffer;
   protected body Buffer is
      entry Put when Count < 2 is begin Count := Count + 1; end Put;
      entry Get when Count > 0 is begin Count := Count - 1; end Get;
   end Buffer;
   task Consumer;
   task body Consumer is begin loop Buffer.Get; end loop; end Consumer;
begin
   ${put}
end P;`;

const server = `procedure P is
   task Server is entry Serve; end Server;
   task body Server is begin loop accept Serve; end loop; end Server;
begin
   Server.Serve;
end P;`;

const circle = `procedure P is
   task A is entry X; end A;
   task B is entry Y; end B;
   task body A is begin B.Y; accept X; end A;
   task body B is begin A.X; accept Y; end B;
begin
   null;
end P;`;

it.each([
  [
    'a consumer whose producer has ended',
    buffer('Buffer.Put;'),
    'nobody is left who could let it go on: Consumer',
  ],
  ['a server whose callers have ended', server, 'idle for ever, all possible callers have ended: Server'],
  ['two that call each other', circle, 'circular wait of 2 processes'],
])('%s', async (_, text, told) => {
  const [result] = await check(loadText({ file: 'p.adb', text }, 'ada'), { deadlock: true });
  expect(result.verdict === 'violated' && result.reason).toContain(told);
});
