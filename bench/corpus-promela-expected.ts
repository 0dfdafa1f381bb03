/** What SPIN found for the models of the corpus, in the words of `check`. */
interface SpinRun {
  run: string;
  /** The formula or claim that was asked for, in runs named `claim`. */
  claim?: string;
  complete?: boolean;
  verdict: string;
  kinds?: string[];
  stored: number;
  firstError?: string;
}

export interface Model {
  id: string;
  runs: SpinRun[];
}

/** Undefined where SPIN's runs do not say. */
export function spinVerdict({ runs }: Model, property: string): 'holds' | 'violated' | undefined {
  const named = (name: string) => runs.find(({ run }) => run === name);
  switch (property) {
    case 'deadlock-free':
      return byKind(named('plain-all'), ['invalid-end-state']);
    case 'assertions':
      return byKind(named('plain-all'), ['assertion', 'poll-of-rendezvous', 'xr-xs', 'runtime-limit']);
    case 'accept labels':
      return byKind(named('accept'), ['acceptance-cycle']);
    case 'progress labels':
      return byKind(named('np'), ['non-progress-cycle']);
    default: {
      const claims = runs.filter(
        ({ run, claim }) => /^claim(-full)?$/.test(run) && (claim ?? 'never_0') === property,
      );
      const verdicts = claims.map(claimVerdict).filter((verdict) => verdict !== undefined);
      return verdicts[0];
    }
  }
}

function byKind(run: SpinRun | undefined, kinds: string[]): 'holds' | 'violated' | undefined {
  if (run?.kinds?.some((kind) => kinds.includes(kind))) return 'violated';
  return run?.complete ? 'holds' : undefined;
}

/** A run with a claim stops at its first error, which may be one of the program and say nothing of the claim. */
function claimVerdict({
  kinds = [],
  verdict,
  complete,
  firstError = '',
}: SpinRun): 'holds' | 'violated' | undefined {
  if (kinds.includes('acceptance-cycle') || kinds.includes('claim-end-state')) return 'violated';
  if (kinds.includes('assertion')) return /assertion violated +!/.test(firstError) ? 'violated' : undefined;
  return verdict === 'ok' && complete ? 'holds' : undefined;
}
