/** Channels and messages, with and without buffers. */
import type { SmallModel } from './model.js';

export const channels: SmallModel[] = [
  {
    name: 'a loop of a number over one of the channels of an array goes through the array',
    text: `
chan c[3] = [2] of { byte }; byte n;
init { byte i; c[1]!5; for (i in c[1]) { n = n + i }; assert(n == 3) }
`,
    stored: 15,
    invalidEndState: false,
    assertionViolated: false,
  },
  {
    name: 'channel arrays',
    text: `
chan q[2] = [1] of { byte };
active [2] proctype P() { byte v; q[_pid]!_pid; q[1 - _pid]?v; assert(v == 1 - _pid) }
`,
    stored: 16,
    invalidEndState: false,
    assertionViolated: false,
  },
  {
    name: 'channels as values',
    text: `
chan hub = [1] of { chan, byte };
proctype server() { chan back; byte v; hub?back,v; back!v + 1 }
proctype client(byte n) { chan mine = [1] of { byte }; byte r; hub!mine,n; mine?r; assert(r == n + 1) }
init { atomic { run server(); run server(); run client(3); run client(5) } }
`,
    stored: 86,
    invalidEndState: false,
    assertionViolated: false,
  },
  {
    name: 'else with send',
    text: `
chan q = [1] of { byte };
byte y;
active proctype A() { q!1; if :: q!2 -> y = 1 :: else -> y = 2 fi }
active proctype B() { byte t; q?t }
`,
    stored: 16,
    invalidEndState: false,
    assertionViolated: false,
  },
  {
    name: 'for over channel',
    text: `
typedef M { byte a; byte b }
chan q = [3] of { M };
active proctype A() { M m; m.a = 1; m.b = 2; q!m; m.a = 3; q!m; for (m in q) { m.b = 7 } }
`,
    stored: 19,
    invalidEndState: false,
    assertionViolated: false,
  },
  {
    name: 'full rendezvous',
    text: `
chan rv = [0] of { byte };
byte x;
active proctype A() { if :: full(rv) -> x = 1 :: nfull(rv) -> x = 2 :: empty(rv) -> x = 3 fi; nempty(rv) }
`,
    stored: 5,
    invalidEndState: true,
    assertionViolated: false,
  },
  {
    name: 'local channel array',
    text: `
active proctype P() { chan c[2] = [1] of { byte }; chan d = c[1]; byte v; c[0]!3; d!4; c[1]?v; assert(v == 4); c[0]?v; assert(v == 3) }
`,
    stored: 8,
    invalidEndState: false,
    assertionViolated: false,
  },
  {
    name: 'a received channel is of a proctype that comes later',
    text: `
chan q = [0] of { byte, byte };
active proctype P() { chan c; byte b; q?b,c; c?b; assert(b == 1) }
active proctype Q() { chan l = [0] of { byte }; q!1,l; l!1 }
`,
    stored: 7,
    invalidEndState: false,
    assertionViolated: false,
  },
  {
    name: 'a message of one of two channels has more fields than are received',
    text: `
chan q = [1] of { byte, byte };
active proctype P() { chan c; byte b; chan l = [1] of { byte };
  if :: c = l; l!1 :: c = q; q!1,2 fi; c?b; assert(b == 1) }
`,
    stored: 10,
    invalidEndState: false,
    assertionViolated: true,
  },
  {
    name: 'message fields wrap',
    text: `
chan q = [2] of { bit, bool, byte, short };
byte r; byte s; byte t; int u;
active proctype A() { q!2,3,258,70000; q?r,s,t,u; assert(r == 0 && s == 1 && t == 2 && u == 4464) }
`,
    stored: 5,
    invalidEndState: false,
    assertionViolated: false,
  },
  {
    name: 'polls',
    text: `
mtype = { ack, nak }
chan q = [2] of { mtype, byte };
byte x;
active proctype A() { byte v = 5; q!ack(5); q!nak(6);
  assert(q?[ack, 5] && q?[ack, _] && !q?[nak, _] && q??[nak, 6] && !q??[nak, 7] && q?[ack, eval(v)] && q?[ack, v]);
  assert(full(q) && nempty(q)); q?ack(x); assert(x == 5 && nfull(q)); q?nak,eval(x + 1); assert(empty(q)) }
`,
    stored: 10,
    invalidEndState: false,
    assertionViolated: false,
  },
  {
    name: 'sorted and random',
    text: `
chan q = [4] of { byte, byte };
byte a; byte b;
active proctype A() { q!!3,1; q!!1,2; q!!2,3; q!!1,1; q??2,b; q?a,b; assert(a == 1 && b == 1); q?<a,b>; assert(len(q) == 2 && b == 2); q??<3,b>; assert(b == 1) }
`,
    stored: 13,
    invalidEndState: false,
    assertionViolated: false,
  },
];
