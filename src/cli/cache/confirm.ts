/** What of a remembered answer can be shown again, is, before it is repeated. */
import { questionsOf, shownAgain } from '../../verify/again.js';
import { certifyEntries } from '../../verify/certify.js';
import type { Loaded } from '../../verify/language.js';
import type { Result } from '../../verify/result.js';
import type { Asked } from '../../verify/task.js';

/** What was proved is checked again by the one who trusts no engine. */
function holdsAgain(
  { program }: Loaded,
  { strength, certificate }: Extract<Result, { verdict: 'holds' }>,
): boolean {
  if (strength !== 'proved') return true;
  const [entry] = certificate ? certifyEntries(program, [certificate], () => true) : [];
  return entry?.certified.outcome === 'accepted';
}

/** The results as they may be repeated, or undefined where one of them cannot be shown again. */
export function confirm(loaded: Loaded, asked: Asked, results: Result[]): Result[] | undefined {
  const questions = questionsOf(loaded.program, asked, results);
  const confirmed: Result[] = [];
  for (const [i, result] of results.entries()) {
    if (result.verdict === 'holds' && !holdsAgain(loaded, result)) return undefined;
    if (result.verdict !== 'violated') confirmed.push({ ...result, cached: true });
    else {
      const trace = questions[i] && shownAgain(questions[i], result.trace);
      if (!trace) return undefined;
      confirmed.push({ ...result, cached: true, trace });
    }
  }
  return confirmed;
}
