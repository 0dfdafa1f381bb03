/**
 * What a trace assertion sees of a send or receive: the channel that a parameter or variable leads to, and the fields
 * that are received into `_`. The verdicts are those of SPIN 6.5.2 (pan -E).
 */
import { describe, expect, it } from 'vitest';
import { reachCompiled } from '../../../src/engine/reach/compiled/index.js';
import { reach } from '../../../src/engine/reach/reference/index.js';
import { declaredQuestions } from '../../../src/property/file/declared.js';
import { promela } from './reading.js';

const one = 'mtype = { x, y } chan a = [1] of { mtype };';
const meets = 'mtype = { x, y } chan a = [0] of { mtype, byte };';
const two = 'chan a[2] = [1] of { byte };';
const passed =
  'proctype P(chan c; byte v) { c!v } proctype Q(chan c) { c?_ } init { run P(a[0], 1); run P(a[1], 2); run Q(a[0]) }';
const sent = 'chan k = [1] of { chan }; active proctype Q() { chan d; k?d; d?_ }';
const chosen = 'active proctype P() { chan c; if :: c = a[0] :: c = a[1] fi; k!c; c!2 }';

describe.each([
  ['a field received into _', `${one} notrace { a!x; a?x } active proctype P() { a!x; a?_ }`, 'violated'],
  ['another value there', `${one} notrace { a!y; a?x } active proctype P() { a!y; a?_ }`, 'holds'],
  [
    'parameters and meetings',
    `${meets} trace { do :: a!x; a?x od } proctype P(chan c) { c!x,1; c!y,2 } proctype Q(chan c) { c?_,_; c?_,_ } init { run P(a); run Q(a) }`,
    'violated',
  ],
  ['parameters that mean elements', `${two} trace { do :: a[0]!1; a[0]?1 od } ${passed}`, 'holds'],
  ['a message of an element', `${two} trace { do :: a[0]!2; a[0]?2 od } ${passed}`, 'violated'],
  ['channels in messages', `${two} ${sent} ${chosen} notrace { a[1]!2; a[1]?2 }`, 'violated'],
  ['and other messages', `${two} ${sent} ${chosen} notrace { a[1]!2; a[1]?1 }`, 'holds'],
  // SPIN 6.5.2 refuses the name beside a trace: here it hides the channel, as elsewhere.
  [
    'a parameter of the same name',
    `${one} chan b = [1] of { mtype }; trace { a!y } proctype P(chan a) { a!x } init { run P(b) }`,
    'holds',
  ],
])('%s', (_, text, verdict) => {
  const program = promela(text);
  const declared = declaredQuestions(program);
  if (!declared.ok) throw new Error(declared.diagnostics[0].message);
  const [{ question }] = declared.value;

  it('is seen', async () => {
    expect((await reach(program.system, question, { now: () => 0 })).verdict).toBe(verdict);
    expect((await reachCompiled(program.system, question, { now: () => 0 })).verdict).toBe(verdict);
  });
});
