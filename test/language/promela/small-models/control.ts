/** Loops, choices, jumps and timeouts. */
import type { SmallModel } from './model.js';

export const control: SmallModel[] = [
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
];
