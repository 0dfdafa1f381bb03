/** What may be escaped from, and when. */
import type { SmallModel } from './model.js';

export const escapes: SmallModel[] = [
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
    name: 'an else in an escape is tried before the options above it',
    text: `
byte x;
active proctype A() {
  x = 1;
  { x = 2; x = 3 } unless { if :: x == 1 -> x = 5 :: else -> x = 7 fi };
  assert(x == 5)
}
`,
    stored: 10,
    invalidEndState: false,
    assertionViolated: true,
  },
  {
    name: 'at a statement the outer escape goes first',
    text: `
byte x;
active proctype A() { { { x = 1 } unless { true -> x = 2 }; x = 3 } unless { x == 0 -> x = 4 }; assert(x == 4) }
`,
    stored: 5,
    invalidEndState: false,
    assertionViolated: false,
  },
  {
    name: 'at a block around two escapes either goes',
    text: `
byte x, y;
active proctype A() { y = 1; { { { x = 1 } unless { x = 2 }; x = 3 } unless { x == 0 -> x = 4 } }; assert(x == 4) }
`,
    stored: 10,
    invalidEndState: false,
    assertionViolated: true,
  },
  {
    name: 'at a loop around an escape either goes',
    text: `
byte x, y;
active proctype A() {
  { do :: { x = 1 } unless { y == 0 -> x = 2; y = 1; break } od } unless { x == 0 -> x = 4 };
  assert(x == 4)
}
`,
    stored: 6,
    invalidEndState: false,
    assertionViolated: false,
  },
  {
    name: 'one statement without braces comes after its escape',
    text: `
byte x;
active proctype A() { { x = 1 unless { true -> x = 2 }; x = 3 } unless { x == 0 -> x = 4 } }
`,
    stored: 5,
    invalidEndState: false,
    assertionViolated: false,
  },
  {
    name: 'three escapes, one in the other',
    text: `
byte x, y;
active proctype A() {
  x = 1;
  { { { { x = 7 } unless { y < 1 -> x = 2 }; x = 3 } unless { y < 2 -> x = 4 }; x = 8 } unless { y < 3 -> x = 5 }; x = 9 }
}
`,
    stored: 8,
    invalidEndState: false,
    assertionViolated: false,
  },
  {
    name: 'a sender that was met leaves the choice at the end of its atomic sequence by a step',
    text: `
chan c = [0] of { byte };
byte x;
active proctype A() { byte a; skip; c?a; x = 1 }
active proctype B() { atomic { if :: c!1 :: x == 4 fi }; x = 3 }
`,
    stored: 14,
    invalidEndState: false,
    assertionViolated: false,
  },
  {
    name: 'a sender that was met leaves its atomic sequence by a jump',
    text: `
chan c = [0] of { byte };
byte x;
active proctype A() { byte a; skip; c?a; x = 1 }
active proctype B() { atomic { x = 2; c!1; goto out }; x = 4; out: x++ }
`,
    stored: 16,
    invalidEndState: false,
    assertionViolated: false,
  },
  {
    name: 'a break at the end of an atomic sequence can be escaped from',
    text: `
byte t, x;
active proctype A() { atomic { x == 1; do :: x = 2; break od } unless { x == 2 -> x = 9; x = 10 }; x = 11 }
init { x = 1; t = 1; x = 3 }
`,
    stored: 29,
    invalidEndState: true,
    assertionViolated: false,
  },
];
