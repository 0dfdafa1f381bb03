/**
 * One small program for each tasking construct. `observed.json` has what GNAT 12 did in four runs; the table
 * has everything the language allows (each program is small enough to see that by hand), so that what GNAT
 * did must be in it, and the model must do exactly this: nothing less, and nothing that Ada forbids.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readAda } from '../../../src/language/ada/index.js';
import { behaviours } from './behaviours.js';

const folder = new URL('./micro/', import.meta.url);
const text = (name: string): string => readFileSync(new URL(name, folder), 'utf8');

interface Observed {
  output: string[];
  ends: boolean;
}
const observed = JSON.parse(text('observed.json')) as Record<string, Observed[]>;

/** Output in order, then `.` for an end and `!` for being stuck. */
const PROGRAMS: [file: string, construct: string, allowed: string[]][] = [
  ['abort_waiting', 'abort', ['gone .']],
  ['accept_body', 'accept with a body', ['a b c .', 'a c b .']],
  ['activation_failure', 'exception during activation', ['tasking error .']],
  ['activation_order', 'activation comes before the statements', ['elaborated main .']],
  ['all_closed', 'all alternatives closed: Program_Error', ['closed .']],
  ['allocated_task', 'access to task, allocator', ['e m e .']],
  ['atc_completes', 'asynchronous select whose part completes', ['part on .']],
  ['atc_delay', 'asynchronous select, delay', ['expired on .']],
  ['atc_entry', 'asynchronous select, entry call', ['stopped on .']],
  ['atomic_operations', 'System.Atomic_Operations', ['both .']],
  ['binary_semaphore', 'GNAT.Semaphores, binary', ['in out in out .']],
  ['block_master', 'a block waits for its tasks', ['inner after .']],
  ['call_in_accept', 'entry call inside an accept body', ['a b c .']],
  ['circular_wait', 'circular wait', ['a !']],
  ['completed_callee', 'Tasking_Error: the callee has completed', ['tasking error .']],
  ['conditional_call', 'conditional entry call', ['not now .']],
  ['controlled_object', 'Initialize and Finalize', ['in between out in out after .']],
  ['count_barrier', "'Count in a barrier", ['c c released .', 'c released c .', 'released c c .']],
  ['counting_semaphore', 'GNAT.Semaphores, counting', ['one both .']],
  ['default_discriminant', 'the default of a discriminant is looked up where it stands', ['one !']],
  ['discriminant', 'discriminants', ['first second .', 'second first .']],
  ['exception_both', 'exception out of an accept body', ['client server .', 'server client .']],
  ['exception_handled_inside', 'exception handled inside an accept body', ['handled fine .']],
  ['expressions', 'quantified and case expressions, assertions', ['some above stops twenty asserted .']],
  ['family', 'entry family', ['b done .', 'done b .']],
  ['generic_buffer', 'generic with a protected type', ['red green .']],
  ['in_out_parameter', 'in out parameters', ['eight .']],
  ['in_parameter', 'in parameters', ['seven .']],
  ['lost_update', 'unprotected shared variable', ['one .', 'two .']],
  ['nested_accept', 'accept inside accept', ['a b c .']],
  ['nested_package_body', 'the body of a package that a specification declares', ['hidden met .']],
  ['out_parameter', 'out parameters', ['five .']],
  ['private_operation', 'protected operations call each other', ['zero !']],
  ['protected_entry', 'barrier', ['nine .']],
  ['protected_function', 'protected procedure and function', ['two .']],
  [
    'protected_parameter',
    'parameters of a protected procedure are worked out before its action',
    ['five 0 .', 'five 1 .', 'five 5 .', 'five 7 .', 'one 1 .', 'one 7 .', 'zero 0 .', 'zero 7 .'],
  ],
  ['queue_order', 'first come, first served', ['first second .']],
  ['raise_exception', 'Ada.Exceptions', ['inner outer .']],
  ['record_discriminant', 'discriminants of records', ['two one !']],
  ['rendezvous', 'accept without a body', ['a b .']],
  ['requeue_protected', 'requeue in a protected object', ['first second through .']],
  ['requeue_task', 'requeue in a task, with its parameter', ['e three back .']],
  ['hand_over', 'requeue out of an accept statement to a protected entry', ['filled 42 .']],
  ['hand_on', 'requeue with parameters to an entry of a task', ['42 .']],
  ['abort_dependent', 'abort of a task with dependents in a rendezvous', ['aborted .']],
  ['never_activated', 'a call of a task that is never activated', ['tasking error failed .']],
  ['text_compared', 'strings of known length', ['same .']],
  ['atc_callee_ends', 'asynchronous select whose callee ends', ['tasking error .']],
  [
    'atc_callee_late',
    'asynchronous select whose callee is not there yet',
    ['part on !', 'part stopped on .', 'stopped on .'],
  ],
  ['atc_at_once', 'asynchronous select whose trigger is open', ['at once .']],
  ['atc_left', 'asynchronous select that is left by exit, return and abort', ['on .']],
  [
    'atc_raises',
    'asynchronous select whose part raises an exception',
    [
      'met part lost on .',
      'met part triggered on .',
      'met triggered on .',
      'part lost on .',
      'part met lost on .',
      'part met triggered on .',
    ],
  ],
  ['requeue_abort', 'abort of a caller whose call was requeued', ['gone .']],
  ['requeue_firm_timed', 'requeue without abort, and the time is over', ['calls !']],
  ['requeue_firm_abort', 'requeue without abort, and an abort', ['!', 'still there .']],
  [
    'requeue_firm_protected',
    'requeue without abort in a protected object, and an abort',
    ['aborted !', 'aborted .'],
  ],
  ['requeue_expires', 'requeue with abort, and the time is over', ['not begun !', 'taken back .']],
  ['requeue_callee_ends', 'requeue to a task that ends', ['tasking error .']],
  ['requeue_results', 'requeue to entries without parameters', ['three five seven .']],
  ['requeue_conditional', 'requeue of a conditional call', ['not now through .']],
  ['activation_range', 'a check fails during activation', ['tasking error .']],
  ['activation_reads', 'activation reads what the activator then changes', ['one .']],
  ['activated_then_fails', 'a check fails after activation', ['on .']],
  ['abort_before_if', 'abort of a task that is about to decide', ['aborted .']],
  ['parameter_once', 'a parameter is worked out before the call waits', ['after .', 'before .']],
  ['member_once', 'the member of a family is worked out before the wait', ['too late !', 'too late .']],
  ['target_once', 'the task is worked out before the call waits', ['!', 'met !']],
  ['checked_once', 'what is checked is what is assigned', ['three .', 'too much .']],
  ['reraise', 'raise again in a handler', ['inner outer .']],
  ['select_delay', 'delay alternative', ['late .']],
  ['select_else', 'else part', ['nobody .']],
  ['select_guard', 'guards', ['f e .']],
  ['select_renamed', 'calls of a procedure that renames an entry', ['closed late triggered on .']],
  ['select_two', 'selective accept', ['e f .', 'f e .']],
  ['suspension', 'suspension object', ['set go .']],
  ['suspension_twice', 'suspension object is reset', ['reset .']],
  [
    'synchronized_queue',
    'Ada.Containers: a queue with entries',
    ['both first third !', 'first both third !'],
  ],
  ['synchronous_barrier', 'Ada.Synchronous_Barriers', ['before told .']],
  ['synchronous_barrier_short', 'a barrier for more tasks than there are', ['before !']],
  ['task_array', 'array of tasks', ['another two another .']],
  ['task_count', "'Count in a guard", ['f .']],
  ['terminate_alternative', 'terminate alternative', ['e e .']],
  ['terminate_in_block', 'terminate, and the block waits', ['e after .']],
  ['terminated_attribute', "'Terminated and 'Callable", ['callable over .']],
  ['timed_call', 'timed entry call', ['accepted end .', 'too late end .']],
];

describe.each(PROGRAMS)('%s: %s', (file, _construct, allowed) => {
  const reading = readAda([{ file: `${file}.adb`, text: text(`${file}.adb`) }], { asked: ['output'] });

  it('can do what the language allows, and nothing else', () => {
    if (!reading.ok) throw new Error(reading.diagnostics.map((d) => d.message).join('\n'));
    expect(behaviours(reading.value.system)).toEqual(allowed);
  });

  it('does the same where the ends of rendezvous are steps of their own', () => {
    const ends = readAda([{ file: `${file}.adb`, text: text(`${file}.adb`) }], { asked: ['output', 'end'] });
    if (!ends.ok) throw new Error('not read');
    expect(behaviours(ends.value.system)).toEqual(allowed);
  });

  it('does all of it with loops and queues that are not counted or ordered', () => {
    if (!reading.ok) throw new Error('not read');
    const coarser = behaviours(reading.value.coarser!());
    for (const one of allowed) expect(coarser).toContain(one);
  });

  it('can do what GNAT did', () => {
    const seen = observed[file].map(({ output, ends }) => [...output, ends ? '.' : '!'].join(' '));
    expect(seen.length).toBeGreaterThan(0);
    for (const one of seen) expect(allowed).toContain(one);
  });

  it('needs nothing that is left open', () => {
    if (!reading.ok) throw new Error('not read');
    const steps = reading.value.system.types.flatMap((type) => type.steps);
    expect(steps.filter((step) => step.abstracted !== undefined)).toEqual([]);
  });
});
