/** What every query must observe, however it was written. */
import { MOST_ATOMS } from '../observer.js';
import type { Complaints, Extent } from './complaints.js';
import { sequenceEvents } from './events.js';
import type { Interval } from './query.js';

export interface LocatedInterval extends Extent {
  interval: Interval;
}

const MOST_INTERVALS = 1000;

export function checkSequence(sequence: LocatedInterval[], at: Extent, complaints: Complaints): void {
  if (sequence.length === 0) {
    complaints.error('bad-structure', 'a sequence needs at least one interval', at);
    return;
  }
  if (sequence.length > MOST_INTERVALS) {
    complaints.error('too-large', `a sequence may have at most ${MOST_INTERVALS} intervals`, at);
    return;
  }
  sequence.forEach((located, i) => {
    const { interval } = located;
    if (interval.initial && i > 0)
      complaints.error('bad-structure', 'only the first interval can start with the execution', located);
    if (!interval.perpetual) return;
    if (i < sequence.length - 1)
      complaints.error(
        'bad-structure',
        'a perpetual interval is the rest of the execution: nothing can follow it',
        located,
      );
    if (interval.endsWith !== undefined)
      complaints.error(
        'bad-structure',
        'a perpetual interval does not end, so it cannot end with an event',
        located,
      );
    if (interval.constraints.length > 0)
      complaints.error(
        'bad-structure',
        'a perpetual interval does not end, so its events cannot be counted',
        located,
        'put the constraint on the interval before it',
      );
  });
  const atoms = sequenceEvents(sequence.map((located) => located.interval)).length;
  if (atoms > MOST_ATOMS)
    complaints.error(
      'too-large',
      `a sequence may ask about at most ${MOST_ATOMS} different events, not ${atoms}`,
      at,
    );
}
