/** Atomic sequences and d_steps: where they begin, wait, are left and handed over. */
import type { SmallModel } from './model.js';

export const atomic: SmallModel[] = [
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
    name: 'a jump out of an atomic sequence is a place to stand after a meeting',
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
    name: 'the end of a choice where the atomic sequence goes on is no place to stand',
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
  {
    name: 'the end of a choice is a place to stand after a meeting inside an escape, too',
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
];
