/** Types, arrays, records, names and what is a part of the state. */
import type { SmallModel } from './model.js';

export const data: SmallModel[] = [
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
    name: 'the last of too few initial values is that of all further elements; those too many are not used',
    text: `
byte a[4] = {1, 2}; byte b[2] = {3, 4, 5};
typedef T { byte v[3] = {6} }; T t;
active proctype A() { byte c[3] = {7, 8}; assert(a[2] == 2 && a[3] == 2 && b[1] == 4 && t.v[2] == 6 && c[2] == 8); c[0] = a[3] }
`,
    stored: 4,
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
