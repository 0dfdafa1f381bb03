/** Small models about what variables, messages and names hold, with what SPIN 6.5.2 finds: see `small-models.ts`. */
import type { SmallModel } from './small-models.js';

export const smallModelsOfData: SmallModel[] = [
  {
    name: 'a field is stored where the field before it says',
    text: `
byte a[3];
chan q = [1] of { byte, byte };
active proctype A() { byte i; q!1,2; q?i,a[i]; assert(a[1] == 2) }
`,
    stored: 5,
    invalidEndState: false,
    assertionViolated: false,
  },
  {
    name: 'a message of one bit is kept in a byte',
    text: `
chan q = [3] of { bit };
active proctype A() { q!2; if :: q?2 -> assert(false) :: q?0 -> skip fi }
`,
    stored: 5,
    invalidEndState: false,
    assertionViolated: true,
  },
  {
    name: 'a message of one bit is kept in a byte: met, and of a record',
    text: `
typedef T { bit a }
chan q = [0] of { bool };
chan r = [1] of { T };
T t;
active proctype A() { q!258 }
active proctype B() { byte x; q?x; assert(x == 2); r!7; r?x; assert(x == 7); r!5; r?t; assert(t.a == 1) }
`,
    stored: 11,
    invalidEndState: false,
    assertionViolated: false,
  },
  {
    name: 'what is sent to a channel of a proctype that comes later: a bit',
    text: `
chan m = [1] of { chan };
active proctype A() { chan d; m?d; d!77 }
active proctype B() { chan c = [1] of { bit }; m!c; byte x; c?x; assert(x == 77) }
`,
    stored: 11,
    invalidEndState: false,
    assertionViolated: false,
  },
  {
    name: 'what is sent to a channel of a proctype that comes later: a symbolic name',
    text: `
mtype = { a, b };
chan m = [1] of { chan };
active proctype A() { chan d; m?d; d!77 }
active proctype B() { chan c = [1] of { mtype }; m!c; byte x; c?x; assert(x == 77) }
`,
    stored: 11,
    invalidEndState: false,
    assertionViolated: false,
  },
  {
    name: 'what an option declares is known in the others and after the choice',
    text: `
byte x;
active proctype A() {
  if :: x == 0 -> byte b = 3; x = b :: x == 1 -> b = 2 fi;
  x = b + 1; assert(x == 4)
}
`,
    stored: 7,
    invalidEndState: false,
    assertionViolated: false,
  },
  {
    name: 'a message of one bit is kept in a byte: any channel of an array',
    text: `
chan q[3] = [1] of { bit };
byte x;
active proctype P() { byte i = 1; q[i]!2; q[i]?x; assert(x == 2) }
`,
    stored: 5,
    invalidEndState: false,
    assertionViolated: false,
  },
  {
    name: 'the priority of a process that does not exist is 0 and cannot be set',
    text: `
byte x;
active proctype A() priority 2 {
  set_priority(255, 8); set_priority(3, 8);
  x = get_priority(7); assert(x == 0);
  x = get_priority(1); set_priority(1, 4); x = 3
}
active proctype B() { x = get_priority(0); set_priority(0, 3); skip }
`,
    stored: 13,
    invalidEndState: false,
    assertionViolated: false,
  },
  {
    name: 'a jump that others refer to, to the last statement of an atomic sequence',
    text: `
byte x, y;
active proctype A() { atomic { x = 1; there: goto out; x = 5; out: x = 2 } }
active proctype B() { if :: x == 1 -> y = 1 :: A@there -> y = 2 fi; y = x }
`,
    stored: 15,
    invalidEndState: true,
    assertionViolated: false,
  },
  {
    name: 'a jump that others refer to, to another statement of an atomic sequence',
    text: `
byte x, y;
active proctype A() { atomic { x = 1; there: goto out; x = 5; out: x = 2; x = 3 } }
active proctype B() { if :: x == 1 -> y = 1 :: A@there -> y = 2 fi; y = x }
`,
    stored: 2,
    invalidEndState: true,
    assertionViolated: false,
  },
];
