/** Is this evidence for this property of this system? The one entry of the independent checker. */
import type { System } from '../../model/system.js';
import type { Question } from '../../property/question.js';
import type { Certificate } from './certificate.js';
import { checkCertificate } from './check.js';
import { justifyDeadlockRows } from './deadlock.js';
import { checkEnumeration } from './enumeration.js';
import type { Certified, Evidence } from './evidence.js';
import type { FlowCertificate } from './flow/certificate.js';
import { checkFlow } from './flow/check.js';
import { finiteObservers } from './flow/observers.js';
import { justifyIntervalCases } from './interval.js';

/** `goOn`: whether there is time left. Evidence comes from a file, so nothing about its shape is taken for granted. */
export function certify(
  system: System,
  question: Question,
  evidence: Evidence,
  goOn: () => boolean,
): Certified {
  try {
    switch (evidence.kind) {
      case 'inequality':
        return checkInequalities(system, question, evidence.certificate);
      case 'flow':
        return checkFixedPoint(system, question, evidence.certificate, goOn);
      case 'enumeration':
        return checkEnumeration(system, question, goOn);
      default:
        return { outcome: 'refused', reason: 'this kind of evidence is not known' };
    }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { outcome: 'refused', reason: `the evidence is not well formed: ${why}` };
  }
}

function checkFixedPoint(
  system: System,
  { ask }: Question,
  certificate: FlowCertificate,
  goOn: () => boolean,
): Certified {
  const observers = finiteObservers(ask);
  if (observers === undefined)
    return { outcome: 'refused', reason: 'a fixed point does not show such a property' };
  const checked = checkFlow(system, observers, certificate, goOn);
  if (!checked.valid) return { outcome: 'refused', reason: checked.reason };
  const { places } = certificate;
  return { outcome: 'accepted', how: `a fixed point of ${checked.tuples} tuples at ${places.length} places` };
}

function checkInequalities(system: System, { ask }: Question, certificate: Certificate): Certified {
  const checked = checkCertificate(certificate);
  if (!checked.valid) return { outcome: 'refused', reason: checked.reason };
  const { cases } = certificate;
  const made =
    ask.kind === 'deadlock-free' && cases.length === 1 && !cases[0].part
      ? justifyDeadlockRows(system, cases[0])
      : justifyIntervalCases(system, ask, cases);
  if (made.justified === false) return { outcome: 'refused', reason: made.reason };
  if (made.justified === 'not covered') return { outcome: 'not shown', reason: UNSEEN };
  const rows = cases.reduce((sum, { inequalities }) => sum + inequalities.rows.length, 0);
  return { outcome: 'accepted', how: `${rows} inequalities made from the program, without a solution` };
}

const UNSEEN =
  'the inequalities have no solution; that they describe this program rests on the word of the engine';
