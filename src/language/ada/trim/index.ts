import type { Variable } from '../../../model/system.js';
import type { Watch } from '../../../model/watch.js';
import type { Draft } from '../lower/draft.js';
import { foldConstants } from './constants.js';
import { endlessAmong } from './endless.js';
import { postponeInterrupts } from './interrupts.js';
import { skipEmptyLoops } from './loops.js';
import { mergeLocal } from './merge.js';
import { prune, thread } from './prune.js';
import { markRaces } from './races.js';
import { narrow } from './ranges.js';
import { dropIrrelevant } from './relevance.js';
import { joinRendezvous } from './rendezvous.js';
import { resetDead } from './reset.js';
import { separateUses } from './separate.js';
import { type Sharing, sharingOf, splitAccesses } from './sharing.js';
import { slowVariables } from './slow.js';
import { unfold } from './unfold.js';
import { decideByValues } from './values.js';

const MOST_ROUNDS = 20;

export interface TrimOptions {
  /** Otherwise nothing is left out that could be. */
  simplified: boolean;
  /** What events show is kept. */
  keepShown: boolean;
  /** The end of a rendezvous is an event of its own. */
  keepEnds: boolean;
  isProtected(variable: number): boolean;
  isBuffered(channel: number): boolean;
  /** A property mentions it. */
  isNamed(variable: number): boolean;
  /** Variables that change by little are taken not to overflow. */
  trustsCounters: boolean;
  /** Called between the passes. */
  watch: Watch;
}

export interface Trimmed extends Sharing {
  /** The variables that may grow without end, and which of all change by little. */
  endless: number[];
  slow: ReadonlySet<number>;
  /** Those that were taken not to overflow. */
  trusted: ReadonlySet<number>;
}

/** Gives the variables whose values nothing bounds, and which of them may grow without end. */
function simplify(
  drafts: readonly Draft[],
  variables: Variable[],
  keepShown: boolean,
  slow: ReadonlySet<number>,
  trusted: Set<number>,
  watch: Watch,
): { endless: number[]; unbounded: number[] } {
  let endless: number[] = [];
  let unbounded: number[] = [];
  for (let round = 0, changed = true; changed && round < MOST_ROUNDS; round++) {
    changed = false;
    watch();
    foldConstants(drafts, variables);
    watch();
    const narrowed = narrow(drafts, variables, slow);
    watch();
    for (const variable of narrowed.trusted) trusted.add(variable);
    unbounded = narrowed.unbounded;
    endless = endlessAmong(drafts, unbounded);
    decideByValues(drafts, variables);
    for (const draft of drafts) if (prune(draft)) changed = true;
    watch();
    const interrupted = drafts.filter(({ steps }) => steps.some((step) => step.interrupts));
    const sharing = interrupted.length > 0 ? sharingOf(drafts) : undefined;
    for (const draft of interrupted) if (postponeInterrupts(draft, sharing!)) changed = true;
    watch();
    if (dropIrrelevant(drafts, keepShown)) changed = true;
    for (const draft of drafts) if (thread(draft)) changed = true;
    if (skipEmptyLoops(drafts)) changed = true;
  }
  return { endless, unbounded };
}

/** Changes the drafts in place; gives which variables belong to one process. */
export function trim(
  drafts: readonly Draft[],
  variables: Variable[],
  { simplified, keepShown, keepEnds, isProtected, isBuffered, isNamed, trustsCounters, watch }: TrimOptions,
): Trimmed {
  for (const draft of drafts) prune(draft);
  if (simplified) for (const draft of drafts) thread(draft);
  else {
    const before = sharingOf(drafts);
    const sharing = splitAccesses(drafts, variables, before) ? sharingOf(drafts) : before;
    markRaces(drafts, variables, sharing, isProtected);
    return { ...sharing, endless: [], slow: new Set(), trusted: new Set() };
  }
  const slow = trustsCounters ? slowVariables(drafts, variables) : new Set<number>();
  const trusted = new Set<number>();
  const again = () => simplify(drafts, variables, keepShown, slow, trusted, watch);
  let found = again();
  if (unfold(drafts, variables, isNamed)) found = again();
  const parts = separateUses(
    drafts,
    variables,
    found.unbounded.filter((variable) => !isNamed(variable)),
  );
  for (const [part, whole] of parts) if (slow.has(whole)) slow.add(part);
  if (parts.size > 0) found = again();
  const { endless } = found;
  const before = sharingOf(drafts);
  let sharing = splitAccesses(drafts, variables, before) ? sharingOf(drafts) : before;
  markRaces(drafts, variables, sharing, isProtected);
  for (const draft of drafts) {
    watch();
    thread(draft);
    mergeLocal(draft, sharing);
  }
  if (!keepEnds) {
    joinRendezvous(drafts, variables, isBuffered);
    dropIrrelevant(drafts, keepShown);
    sharing = sharingOf(drafts);
    for (const draft of drafts) {
      watch();
      thread(draft);
      mergeLocal(draft, sharing);
    }
  }
  for (const draft of drafts) resetDead(draft, variables, sharing.owner);
  const used = new Set([...sharing.owner.keys(), ...sharing.contended]);
  return { ...sharing, endless: endless.filter((variable) => used.has(variable)), slow, trusted };
}
