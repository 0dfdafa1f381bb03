/** Small models about escapes and the ends of atomic sequences, with what SPIN 6.5.2 finds: see `small-models.ts`. */
import type { SmallModel } from './small-models.js';

export const smallModelsOfEscapes: SmallModel[] = [
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
];
