/**
 * Promela: from the text of a model to its program.
 *
 *     const reading = readPromela({ file: 'peterson.pml', text });
 *     if (reading.ok) check(reading.value.system);
 *
 * Everything of the language is read except embedded C (`c_code` and its kin), which is refused. The
 * meaning is that of SPIN 6, statement by statement: a model has exactly the states that SPIN finds for
 * it with `spin -o1 -o2 -o3` and `-DNOREDUCE`, if states in the middle of an atomic sequence that can go
 * on are not counted. Intended differences: `hidden` variables are a part of the state, and what is an
 * error at run time in SPIN (an index outside its array, a division by zero) ends the execution there.
 *
 * Events, for properties: `q!a,b` shows `q!(a,b)` and a receive shows `q?(a,b)`, with the values that were
 * sent or received and without fields that the receiver passes over. For an element of an array of
 * channels the index comes first: `q[2]!a` shows `q!(2,a)`. A meeting without buffer shows both.
 *
 * Processes are named after their proctype: `P` where there is one at the start, else `P[0]`, `P[1]` …
 * with their process number. Labels are the names of locations: `P[0]@critical`.
 */
import type { Reading } from '../../model/diagnostic.js';
import type { Program } from '../../model/program.js';
import type { SourceText } from '../../model/source.js';
import { lower } from './lower.js';
import { parse } from './parse.js';
import { type Given, preprocess } from './preprocess.js';
import { GiveUp, Problems } from './problems.js';
import { Sources } from './sources.js';
import { faultAtStart } from './start.js';

const PRIORITY_WORDS = new Set(['priority', '_priority', 'set_priority', 'get_priority']);

export function readPromela(source: SourceText, options: Given = {}): Reading<Program> {
  const sources = new Sources();
  const problems = new Problems(sources);
  const file = sources.add(source);
  const { diagnostics } = problems;
  try {
    const tokens = preprocess(file, sources, problems, options);
    const model = parse(tokens, sources, problems);
    if (problems.errors > 0) return { ok: false, diagnostics };
    const proctype = model.units.find((unit) => unit.kind === 'proctype');
    if (!proctype) {
      problems.error('bad-structure', { file, start: 0, end: 0 }, 'there is no proctype and no init');
      return { ok: false, diagnostics };
    }
    const priorities = tokens.find((token) => token.kind === 'name' && PRIORITY_WORDS.has(token.text));
    const value = lower(model, sources, problems, { priorities });
    if (problems.errors === 0 && value.system.instances.length === 0) {
      const hint = "there is no init, and 'active' before no proctype";
      problems.error('bad-structure', proctype.name.where, 'no process is ever started', hint);
    }
    const fault = problems.errors > 0 ? undefined : faultAtStart(value.system);
    if (fault !== undefined)
      problems.error(
        'bad-value',
        { file, start: 0, end: 0 },
        `a variable has no value to start with: ${fault}`,
      );
    if (problems.errors > 0) return { ok: false, diagnostics };
    return { ok: true, value, diagnostics };
  } catch (stop) {
    if (!(stop instanceof GiveUp)) throw stop;
    return { ok: false, diagnostics };
  }
}
