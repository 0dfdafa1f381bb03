/** Processes: starting and ending, priorities, who is where and what is enabled. */
import type { SmallModel } from './model.js';

export const processes: SmallModel[] = [
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
];
