/** From a quantified regular expression to the minimal total automaton of its language. */
import type { Reading } from '../../model/diagnostic.js';
import { determinise } from './determinise.js';
import { type Dfa, MOST_STATES } from './dfa.js';
import { nondeterministic } from './nondeterministic.js';
import type { Qre } from './parse.js';

/** The language of the expression itself: the quantifier is not applied yet. */
export function compileQre(qre: Qre): Reading<Dfa> {
  const automaton = nondeterministic(qre.expression);
  const dfa = automaton && determinise(automaton, qre.alphabet);
  if (dfa !== undefined) return { ok: true, value: dfa, diagnostics: [] };
  const message =
    automaton === undefined
      ? 'the expression is too long once its repetitions are written out'
      : `the automaton of this expression has more than ${MOST_STATES.toLocaleString('en')} states, or takes too long to build`;
  const hint = 'state it with fewer repetitions, or as an automaton';
  return {
    ok: false,
    diagnostics: [{ code: 'too-large', severity: 'error', message, span: qre.span, hint }],
  };
}
