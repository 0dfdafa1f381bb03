/**
 * Small models, one for each construct and each rule that decides how many states there are, with what
 * SPIN 6.5.2 finds for them: `spin -o1 -o2 -o3 -a`, compiled with -DSAFETY -DNOREDUCE -DNOCLAIM, run with -c0.
 */
export interface SmallModel {
  name: string;
  text: string;
  stored: number;
  invalidEndState: boolean;
  assertionViolated: boolean;
}

export const smallModels: SmallModel[] = [
  {
    name: 'an escape does not hold back a meeting',
    text: `
chan m = [0] of { byte };
byte x;
active proctype A() { m!1; x = 2 }
active proctype B() { byte l; { m?l } unless { x == 0 -> x = 5 } }
`,
    stored: 9,
    invalidEndState: true,
    assertionViolated: false,
  },
  {
    name: 'an escape that receives goes before what it interrupts',
    text: `
chan m = [0] of { byte };
byte x;
active proctype A() { m!1; x = 2 }
active proctype B() { byte l; { m?l; x = 1 } unless { m?l -> x = 5 } }
`,
    stored: 11,
    invalidEndState: false,
    assertionViolated: false,
  },
  {
    name: 'the last process at the start and after a meeting',
    text: `
chan m = [0] of { byte };
byte x;
active proctype A() { m!1; _last == 1; x = _last }
active proctype B() { byte l; _last == 0; m?l; x = 2 }
`,
    stored: 22,
    invalidEndState: false,
    assertionViolated: false,
  },
  {
    name: 'a d_step goes on after a failed assertion',
    text: `
byte x;
active proctype A() { d_step { x = 1; assert(x == 2); x = 3 }; x = 4 }
`,
    stored: 4,
    invalidEndState: false,
    assertionViolated: true,
  },
  {
    name: 'a d_step of more than a hundred thousand steps',
    text: `
int x;
active proctype A() { d_step { do :: x < 60000 -> x++ :: else -> break od }; assert(x == 60000) }
`,
    stored: 4,
    invalidEndState: false,
    assertionViolated: false,
  },
  {
    name: 'a loop over an array in an element of an array goes through the outer one',
    text: `
typedef T { byte v[3] }; T t[2]; byte n;
init { byte i; for (i in t[1].v) { n++ }; assert(n == 2) }
`,
    stored: 11,
    invalidEndState: false,
    assertionViolated: false,
  },
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
    name: 'array initialisers',
    text: `
byte a[3] = {1, 2, 3}; byte b[2] = 4; byte n = 3; byte c[n];
active proctype A() { byte d[2] = {5, 6}; assert(a[0] == 1 && a[2] == 3 && b[1] == 4 && d[1] == 6); c[2] = 1 }
`,
    stored: 4,
    invalidEndState: false,
    assertionViolated: false,
  },
  {
    name: 'assertion goes on',
    text: `
byte x;
active proctype A() { assert(x == 0); x = 2; assert(x == 1); x = 3 }
active proctype B() { x = 1 }
`,
    stored: 23,
    invalidEndState: false,
    assertionViolated: true,
  },
  {
    name: 'atomic blocks',
    text: `
byte x;
active proctype A() { atomic { x = 1; (x == 2); x = 3 } }
active proctype B() { (x == 1); x = 2; x = 7 }
`,
    stored: 10,
    invalidEndState: true,
    assertionViolated: false,
  },
  {
    name: 'atomic ends in choice',
    text: `
byte x;
active [2] proctype A() { atomic { x++; if :: x > 1 -> x = 5 :: else -> skip fi }; x = 9 }
`,
    stored: 16,
    invalidEndState: false,
    assertionViolated: false,
  },
  {
    name: 'atomic hand over both',
    text: `
chan q = [0] of { byte };
byte x;
active proctype A() { atomic { x = 1; q!1; x = 2; x = 3 } }
active proctype B() { byte y; atomic { q?y; x = 10; x = 11 }; x = 12 }
active proctype C() { x = 20 }
`,
    stored: 34,
    invalidEndState: false,
    assertionViolated: false,
  },
  {
    name: 'atomic hand over',
    text: `
chan q = [0] of { byte };
byte x;
active proctype A() { atomic { x = 1; q!1; x = 2; x = 3 } }
active proctype B() { byte y; q?y; x = 10; x = 11 }
active proctype C() { x = 20 }
`,
    stored: 47,
    invalidEndState: false,
    assertionViolated: false,
  },
  {
    name: 'atomic init',
    text: `
byte n;
active [2] proctype P() { atomic { n++; n++ }; n-- }
init { atomic { run Q(); run Q() } }
proctype Q() { n == 2; n = 0 }
`,
    stored: 256,
    invalidEndState: true,
    assertionViolated: false,
  },
  {
    name: 'atomic loop',
    text: `
byte x; byte y;
active proctype A() { atomic { do :: x < 3 -> x++ :: x == 3 -> y == 1; break od }; x = 9 }
active proctype B() { y = 1; x = 2 }
`,
    stored: 20,
    invalidEndState: false,
    assertionViolated: false,
  },
  {
    name: 'block is a place',
    text: `
byte x;
active proctype A() { { do :: x < 2 -> x++ :: x == 2 -> break od }; x = 5 }
active proctype B() { byte t; t = x }
`,
    stored: 31,
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
    name: 'compute with names',
    text: `
mtype = { red, green, blue }
mtype m = red;
active proctype A() { do :: m < 6 -> m = m + 1 :: else -> break od; assert(m == 6) }
`,
    stored: 10,
    invalidEndState: false,
    assertionViolated: false,
  },
  {
    name: 'conditional expression',
    text: `
byte x = 3; byte y;
active proctype A() { y = (x > 2 -> 10 : 20); assert(y == 10 && (x == 1 -> 0 : 1)) }
`,
    stored: 4,
    invalidEndState: false,
    assertionViolated: false,
  },
  {
    name: 'd step choice',
    text: `
byte x; byte y;
active proctype A() { d_step { if :: x < 2 -> y = 1 :: x == 0 -> y = 2 :: else -> y = 3 fi; x++ }; x = 4 }
active proctype B() { d_step { x = 1; x = 2; y++ } }
`,
    stored: 18,
    invalidEndState: false,
    assertionViolated: false,
  },
  {
    name: 'd step guard blocks',
    text: `
byte x;
active proctype A() { d_step { x == 2; x = 3; x = 4 } }
active proctype B() { x = 1; x = 2 }
`,
    stored: 7,
    invalidEndState: false,
    assertionViolated: false,
  },
  {
    name: 'd step loop',
    text: `
byte i; int sum;
active [2] proctype A() { d_step { i = 0; do :: i < 5 -> sum = sum + i; i++ :: else -> break od; i = 0 } }
`,
    stored: 7,
    invalidEndState: false,
    assertionViolated: false,
  },
  {
    name: 'deadlock',
    text: `
chan a = [0] of { byte }; chan b = [0] of { byte };
active proctype A() { byte v; a!1; b?v }
active proctype B() { byte v; b!1; a?v }
`,
    stored: 1,
    invalidEndState: true,
    assertionViolated: false,
  },
  {
    name: 'declarations inside',
    text: `
byte x;
active proctype A() { byte a = 2; x = a; byte b = 3; { byte c; byte d[2]; c = b; d[1] = c; x = c } }
active proctype B() { byte t; t = x }
`,
    stored: 33,
    invalidEndState: false,
    assertionViolated: false,
  },
  {
    name: 'die in order',
    text: `
byte n;
active proctype A() { n++ }
active proctype B() { n++; n == 2 }
active proctype C() { n == 2; n == 3 }
`,
    stored: 7,
    invalidEndState: true,
    assertionViolated: false,
  },
  {
    name: 'else in nested choice',
    text: `
byte x; byte y;
active proctype A() { do :: if :: x == 9 -> y = 4 :: else -> y = 5; break fi :: x == 1 -> y = 6; break od }
active proctype B() { x = 1 }
`,
    stored: 15,
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
    name: 'enabled process',
    text: `
byte x;
active proctype A() { x == 1; x = 2 }
active proctype B() { !enabled(0); x = 1 }
`,
    stored: 9,
    invalidEndState: false,
    assertionViolated: false,
  },
  {
    name: 'enabled process that waits for timeout',
    text: `
active proctype A() { timeout && enabled(1) -> assert(false) }
active proctype B() { timeout }
`,
    stored: 8,
    invalidEndState: true,
    assertionViolated: true,
  },
  {
    name: 'priorities of processes that wait for timeout',
    text: `
byte x;
active proctype A() priority 1 { timeout; x = 1 }
active proctype B() priority 2 { timeout; assert(x == 0) }
`,
    stored: 7,
    invalidEndState: false,
    assertionViolated: false,
  },
  {
    name: 'end label at goto',
    text: `
byte x;
active proctype A() { do :: x == 0 -> end1: goto out :: x == 9 -> break od; out: x == 2 }
active proctype B() { x = 1 }
`,
    stored: 9,
    invalidEndState: true,
    assertionViolated: false,
  },
  {
    name: 'end states',
    text: `
chan q = [1] of { byte };
active proctype server() { byte v; end: do :: q?v od }
active proctype client() { q!1; q!2 }
`,
    stored: 7,
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
    name: 'goto first in option',
    text: `
byte x;
active proctype A() { do :: goto out :: x == 1 -> break :: break od; x = 2; out: x = 3 }
active proctype B() { x = 1 }
`,
    stored: 19,
    invalidEndState: false,
    assertionViolated: false,
  },
  {
    name: 'inline is a block',
    text: `
byte x; byte y;
inline add(v, n) { byte k; k = n; v = v + k; again: if :: v < 4 -> v++; goto again :: else fi }
active proctype A() { add(x, 2); add(y, 3); x = 0 }
active proctype B() { x = 1 }
`,
    stored: 70,
    invalidEndState: false,
    assertionViolated: false,
  },
  {
    name: 'jump into atomic',
    text: `
byte x; byte y;
active proctype A() { y = 1; goto inside; atomic { x = 1; inside: x = 2; y == 3; x = 4 } }
active proctype B() { y = 3 }
`,
    stored: 16,
    invalidEndState: true,
    assertionViolated: false,
  },
  {
    name: 'jump out of atomic',
    text: `
byte x;
active proctype A() { again: atomic { x++; if :: x < 3 -> goto again :: else fi; x = 0 }; x = 7 }
active proctype B() { x = 1 }
`,
    stored: 19,
    invalidEndState: false,
    assertionViolated: false,
  },
  {
    name: 'label before for',
    text: `
byte x; byte i;
active proctype A() { again: for (i : 1 .. 2) { x++ }; if :: x < 5 -> goto again :: else fi }
`,
    stored: 9,
    invalidEndState: false,
    assertionViolated: false,
  },
  {
    name: 'last process',
    text: `
byte x;
active proctype A() { x = 1; x = 2 }
active proctype B() { _last == 0; x = 3 }
`,
    stored: 22,
    invalidEndState: false,
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
    name: 'loops and selects',
    text: `
byte x; byte my_x; byte a[3];
active proctype A() { byte i;
  for (i : 1 .. 3) { x = x + i }
  for (i in a) { a[i] = i }
  select (x : 1 .. 3); select (my_x : 1 .. 3) }
`,
    stored: 59,
    invalidEndState: false,
    assertionViolated: false,
  },
  {
    name: 'the ends of a select may be macros',
    text: `
#define M 3
byte x;
active proctype A() { byte i; select (i : 1 .. M); x = i }
`,
    stored: 10,
    invalidEndState: false,
    assertionViolated: false,
  },
  {
    name: 'the number of a new process is thrown away',
    text: `
byte x;
proctype P() { x++ }
init { _ = run P(); _ = 5; x = 4 }
`,
    stored: 14,
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
    name: 'priorities',
    text: `
byte x;
active proctype A() priority 3 { x = 1; x = 2 }
active proctype B() { x = 3; x = 4; run C() priority 5; x = 5 }
proctype C() { x = 6 }
`,
    stored: 11,
    invalidEndState: false,
    assertionViolated: false,
  },
  {
    name: 'process numbers',
    text: `
byte n;
active proctype A() { assert(_pid == 0) }
init { assert(_pid == 1); pid p; p = run B(7); assert(p == 3); n == 7 }
active proctype C() { assert(_pid == 2); n == 7 }
proctype B(byte v) { assert(_pid == 3); n = v }
`,
    stored: 73,
    invalidEndState: false,
    assertionViolated: false,
  },
  {
    name: 'provided clause',
    text: `
byte turn;
active proctype A() provided (turn == 0) { turn = 1; turn = 0 }
active proctype B() provided (turn == 1) { turn = 0; turn = 1 }
`,
    stored: 4,
    invalidEndState: true,
    assertionViolated: false,
  },
  {
    name: 'record parameters',
    text: `
typedef R { byte a; byte b }
proctype P(R r; byte k) { assert(r.a == 1 && r.b == 2 && k == 3); r.a = k }
init { R x; x.a = 1; x.b = 2; run P(x, 3) }
`,
    stored: 8,
    invalidEndState: false,
    assertionViolated: false,
  },
  {
    name: 'records',
    text: `
typedef Inner { byte a[2]; bool ok }
typedef Outer { Inner in[2]; short n = 5; chan c = [1] of { byte } }
Outer o; 
active proctype A() { byte v; assert(o.n == 5); o.in[1].a[0] = 300; o.in[o.in[0].a[1]].ok = 1; assert(o.in[1].a[0] == 44 && o.in[0].ok); o.c!7; o.c?v; assert(v == 7) }
`,
    stored: 9,
    invalidEndState: false,
    assertionViolated: false,
  },
  {
    name: 'recursion',
    text: `
proctype fact(int n; chan p) { chan child = [1] of { int }; int r; if :: n <= 1 -> p!1 :: n >= 2 -> run fact(n - 1, child); child?r; p!n * r fi }
init { chan child = [1] of { int }; int r; run fact(5, child); child?r; assert(r == 120) }
`,
    stored: 58,
    invalidEndState: false,
    assertionViolated: false,
  },
  {
    name: 'a loop comes back to its label at the start of a block',
    text: `
byte x;
active proctype P() { x = 2; { end: do :: x == 2 -> x = 1 od } }
`,
    stored: 4,
    invalidEndState: false,
    assertionViolated: false,
  },
  {
    name: 'an assertion about its own process is about where that stands, not about where it goes',
    text: `
byte x;
active proctype A() { again: x = 1; assert(A@again); goto again }
`,
    stored: 3,
    invalidEndState: false,
    assertionViolated: true,
  },
  {
    name: 'a process computes with where it stands, not with where it goes',
    text: `
byte x;
proctype A() { again: x = 1; x = 2 + A[_pid]@again; assert(x == 2); goto again }
init { run A() }
`,
    stored: 5,
    invalidEndState: false,
    assertionViolated: false,
  },
  {
    name: 'an assertion asks what is enabled before it, not after it',
    text: `
byte x; bool y;
active proctype A() { S: x = 1; T: assert(enabled(1)); U: x = 2 }
active proctype B() { end: (A@U) -> y = 1 }
`,
    stored: 11,
    invalidEndState: false,
    assertionViolated: true,
  },
  {
    name: 'a process computes with what is enabled before',
    text: `
byte x;
active proctype A() { x = 1; x = 2 + enabled(1) + 3 * enabled(2); assert(x != 5); x = 9 }
active proctype B() { (x == 1) -> x = 1 }
active proctype C() { end: (x > 1) -> skip }
`,
    stored: 60,
    invalidEndState: true,
    assertionViolated: false,
  },
  {
    name: 'remote label at goto',
    text: `
byte x;
active proctype A() { x = 1; there: goto out; x = 2; out: x = 3 }
active proctype B() { A@there -> x = 4 }
`,
    stored: 17,
    invalidEndState: true,
    assertionViolated: false,
  },
  {
    name: 'remote label',
    text: `
byte x;
active proctype A() { byte k; x = 1; here: x = 2; x = 3; k = 1; x = 9; x = 10 }
active proctype B() { A@here; x = 4; A[0]:k == 1; x = 5 }
`,
    stored: 42,
    invalidEndState: true,
    assertionViolated: false,
  },
  {
    name: 'select long',
    text: `
byte x;
active proctype A() { select (x : 0 .. 40); x = 0 }
`,
    stored: 125,
    invalidEndState: false,
    assertionViolated: false,
  },
  {
    name: 'skips dropped',
    text: `
byte x;
active proctype A() { if :: x == 0 -> skip; skip; skip; x = 3 :: x == 1 -> skip fi; skip; skip }
active proctype B() { x = 1 }
`,
    stored: 28,
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
  {
    name: 'symbolic names',
    text: `
mtype = { red, green, blue }
mtype = { black }
mtype:fruit = { apple, pear }
mtype m; mtype:fruit f;
active proctype A() { assert(m == 0); assert(red == 3 && green == 2 && blue == 1 && black == 4 && apple == 2 && pear == 1); m = blue; f = apple; printf("%e", m) }
`,
    stored: 7,
    invalidEndState: false,
    assertionViolated: false,
  },
  {
    name: 'timeout in atomic',
    text: `
byte x;
active proctype A() { atomic { x = 1; timeout; x = 2 } }
active proctype B() { byte t; t = 1 }
`,
    stored: 8,
    invalidEndState: false,
    assertionViolated: false,
  },
  {
    name: 'timeouts',
    text: `
byte x;
active proctype A() { do :: x < 2 -> x++ :: timeout -> break od; x = 5 }
active proctype B() { x == 5; x = 6 }
`,
    stored: 11,
    invalidEndState: false,
    assertionViolated: false,
  },
  {
    name: 'two counters',
    text: `
byte n;
proctype P() { byte t; t = n; n = t + 1 }
init { run P(); run P(); (_nr_pr == 1); assert(n == 2) }
`,
    stored: 32,
    invalidEndState: false,
    assertionViolated: true,
  },
  {
    name: 'types wrap',
    text: `
bit b; bool c; byte d; short s; int i; unsigned u : 3; bit ba[2]; pid p;
active proctype A() { b = 3; c = 2; d = 257; s = 32768; i = 2147483647; i++; u = 9; ba[1] = 6; p = -1;
  assert(b == 1 && c == 0 && d == 1 && s == -32768 && i == -2147483647 - 1 && u == 1 && ba[1] == 6 && p == 255);
  d = -7 / 2; i = -7 % 3; assert(d == 253 && i == -1) }
`,
    stored: 15,
    invalidEndState: false,
    assertionViolated: false,
  },
  {
    name: 'unless atomic',
    text: `
byte x; bool s;
active proctype A() { atomic { x = 1; x = 2; x == 5; x = 3 } unless { s -> x = 9 } }
active proctype B() { s = 1 }
`,
    stored: 13,
    invalidEndState: false,
    assertionViolated: false,
  },
  {
    name: 'the escape of a labelled atomic sequence is no part of it',
    text: `
byte t, x;
active proctype A() { L: atomic { x == 1; x = 2; goto L } unless { t == 1 -> x = 9 } }
init { x = 1; t = 1 }
`,
    stored: 14,
    invalidEndState: false,
    assertionViolated: false,
  },
  {
    name: 'a jump out of an atomic sequence can be escaped from',
    text: `
byte t, x;
active proctype A() { atomic { x == 1; x = 2; goto L } unless { x == 2 -> x = 9; x = 10 }; L: x = 11 }
init { x = 1; t = 1; x = 3 }
`,
    stored: 29,
    invalidEndState: true,
    assertionViolated: false,
  },
  {
    name: 'and so can a break at its end',
    text: `
byte t, x;
active proctype A() { atomic { x == 1; do :: x = 2; break od } unless { x == 2 -> x = 9; x = 10 }; x = 11 }
init { x = 1; t = 1; x = 3 }
`,
    stored: 29,
    invalidEndState: true,
    assertionViolated: false,
  },
  {
    name: 'unless escape',
    text: `
byte x; bool stop;
active proctype A() { { do :: x < 3 -> x++ od } unless { stop -> x = 9 } }
active proctype B() { stop = true }
`,
    stored: 32,
    invalidEndState: false,
    assertionViolated: false,
  },
  {
    name: 'unless nested',
    text: `
byte x; byte s;
active proctype A() { { { x = 1; x = 2 } unless { s == 1 -> x = 3; x = 4 } } unless { s == 2 -> x = 5 } }
active proctype B() { s = 1; s = 2 }
`,
    stored: 35,
    invalidEndState: false,
    assertionViolated: false,
  },
  {
    name: 'unless rendezvous',
    text: `
chan q = [0] of { byte };
byte x; bool e;
active proctype A() { byte y; { q?y; x = 1 } unless { e -> x = 5 } }
active proctype B() { q!3 }
active proctype C() { e = 1 }
`,
    stored: 23,
    invalidEndState: true,
    assertionViolated: false,
  },
  {
    name: 'write only',
    text: `
chan q = [1] of { byte, byte };
active proctype A() { byte v; q!1,2; q?_,v; _ = v; assert(v == 2) }
`,
    stored: 6,
    invalidEndState: false,
    assertionViolated: false,
  },
  {
    name: 'provided is asked where a d_step begins, not inside it',
    text: `
byte x;
active proctype P() provided (x < 2) { d_step { x = 1; x = 2; x = 3 }; x = 0 }
active proctype Q() { x == 3; x = 0 }
`,
    stored: 8,
    invalidEndState: false,
    assertionViolated: false,
  },
  {
    name: 'the values a typedef gives its fields are there from the start, wherever the declaration stands',
    text: `
typedef T { byte a = 3; byte b };
active proctype P() { byte q; do :: q = 1; T x; q = 2; x.b = x.a; x.a = 4 od }
active proctype Q() { byte k; k++; T y; run R(y) }
proctype R(T z) { z.a == 3; assert(z.b == 0) }
`,
    stored: 112,
    invalidEndState: false,
    assertionViolated: false,
  },
  {
    name: 'a record as a parameter: only its own fields are a part of the state',
    text: `
typedef Inner { byte f; bool g }
Inner r; byte x = 1;
active proctype P1() { r.f = 1 }
proctype R(Inner packet) { byte l; skip; packet.f = 0 }
init { run R(r); r.f = 2 }
`,
    stored: 31,
    invalidEndState: false,
    assertionViolated: false,
  },
  {
    name: 'the end of a choice at the end of an atomic sequence is a place to stand after a meeting',
    text: `
byte x, y;
chan c = [0] of { byte };
active proctype P() { byte a, b; do :: c ? a :: c ? b -> x = 1 - x :: break od }
active proctype Q() { byte a, b; do :: atomic { if :: a <= b -> c ! x fi } od }
`,
    stored: 41,
    invalidEndState: true,
    assertionViolated: false,
  },
  {
    name: 'so is a jump out of the sequence',
    text: `
byte x, y;
chan c = [0] of { byte };
active proctype P() { byte a, b; do :: c ? a :: c ? b -> x = 1 - x :: break od }
active proctype Q() { byte a, b; here: do :: atomic { a = 0; c ! x; goto here } od }
`,
    stored: 41,
    invalidEndState: true,
    assertionViolated: false,
  },
  {
    name: 'inside an escape, too',
    text: `
byte x, y;
chan c = [0] of { byte };
active proctype P() { byte a, b; do :: c ? a :: c ? b -> x = 1 - x :: break od }
active proctype Q() { byte a, b; do :: atomic { { if :: c ! x fi } unless { y == 2 } }; y = 1 od }
`,
    stored: 54,
    invalidEndState: true,
    assertionViolated: false,
  },
  {
    name: 'but not where the sequence goes on',
    text: `
byte x, y;
chan c = [0] of { byte };
active proctype P() { byte a, b; do :: c ? a :: c ? b -> x = 1 - x :: break od }
active proctype Q() { byte a, b; do :: atomic { if :: c ! x fi; a = 0 } od }
`,
    stored: 28,
    invalidEndState: true,
    assertionViolated: false,
  },
];
