/**
 * Random Promela models: text that SPIN accepts, from a seed alone. Small on purpose (few values, few
 * statements), so that most have from ten to some thousand states; together they use all of the language.
 */
import { formulas, neverClaim, traceAssertion } from './claims.js';
import type { Construct } from './constructs.js';
import { globals, macros } from './declarations.js';
import { plan, process } from './processes.js';
import { Writer } from './scope.js';

export interface RandomModel {
  seed: number;
  text: string;
  /** The file `part.pml`, where the model includes it. */
  part?: string;
  constructs: ReadonlySet<Construct>;
}

export function randomModel(seed: number): RandomModel {
  const w = new Writer(seed);
  const head = macros(w);
  const part = w.chance.is(0.1) ? w.use('include', 'byte included = 1;\n') : undefined;
  const declared = globals(w);
  if (part) w.globals.places.push({ text: 'included', kind: 'number' });
  plan(w);
  const bodies = w.proctypes.map((proctype) => process(w, proctype));
  const text = [head, part ? '#include "part.pml"' : '', declared, ...bodies, stated(w)]
    .filter((piece) => piece !== '')
    .join('\n');
  return { seed, text: `${text}\n`, ...(part && { part }), constructs: w.used };
}

function stated(w: Writer): string {
  const pieces: string[] = [];
  if (w.chance.is(0.35)) pieces.push(formulas(w));
  if (w.chance.is(0.15)) pieces.push(neverClaim(w));
  if (w.chance.is(0.15)) pieces.push(traceAssertion(w));
  return pieces.filter((piece) => piece !== '').join('\n');
}
