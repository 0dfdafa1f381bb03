/**
 * Claims that no execution may match, as observers. Two of them look for the two ways to match: the
 * finite one for arriving at the claim's end, the infinite one for staying with its accepting locations
 * for ever (arriving at the end counts there too, so that it also sees an execution that stops before
 * the claim does).
 */
import type { Reading } from '../../model/diagnostic.js';
import { binary, constant, type Expression } from '../../model/expression.js';
import type { Claim, ClaimEdge } from '../../model/program.js';
import type { Span } from '../../model/source.js';
import type { System } from '../../model/system.js';
import { existenceFor, mayFault } from '../fault.js';
import { type Atom, MOST_ATOMS, type Observer } from '../observer.js';

export function observersOfClaim(
  claim: Claim,
  system: Pick<System, 'arithmetic' | 'variables' | 'types'>,
  span?: Span,
): Reading<Observer[]> {
  const atoms = new AtomTable();
  const leaving: WatchedEdge[][] = claim.locations.map(() => []);
  for (const edge of claim.edges) leaving[edge.from].push(atoms.watch(edge));
  const sound = claim.locations.map((_, location) =>
    atoms.bit(
      soundness(
        claim.edges.filter(({ from }) => from === location),
        system,
      ),
    ),
  );
  if (atoms.atoms.length > MOST_ATOMS) {
    const message = `the claim has ${atoms.atoms.length} different conditions; at most ${MOST_ATOMS} are possible`;
    return { ok: false, diagnostics: [{ code: 'too-large', severity: 'error', message, span }] };
  }
  // One more state than locations: an assertion inside the claim was false, or a condition faulted.
  const failed = claim.locations.length;
  const marked = (mark: 'error' | 'accept') => (state: number) =>
    state === failed ? mark === 'error' : (claim.locations[state].marks?.includes(mark) ?? false);
  const ended = marked('error');
  const accepted = marked('accept');
  const successors = successorsOf(claim, leaving, sound, failed, ended);
  const never = (): boolean => false;
  const common = { atoms: atoms.atoms, initial: [claim.initial], badAtEnd: never };
  const finite: Observer = {
    ...common,
    acceptance: 'finite',
    successors,
    bad: ended,
    accepting: never,
  };
  const infinite: Observer = {
    ...common,
    acceptance: 'infinite',
    successors: (state, letter) => (ended(state) ? [state] : successors(state, letter)),
    bad: never,
    accepting: (state) => ended(state) || accepted(state),
  };
  return { ok: true, value: [finite, infinite], diagnostics: [] };
}

/**
 * A condition that is true unless one of the guards faults: an observer takes what faults for false, and then neither
 * a guard nor its contrary would let the claim go on. Of a process that does not exist nothing is true, as ever.
 */
function soundness(
  edges: readonly ClaimEdge[],
  system: Pick<System, 'arithmetic' | 'variables' | 'types'>,
): Expression | undefined {
  const guards = edges.flatMap(({ guard }) => guard ?? []);
  const doubtful = guards.filter((guard) => mayFault(guard, system, true));
  if (doubtful.length === 0) return undefined;
  return doubtful
    .map((guard): Expression => {
      const whenTrue = binary('or', guard, constant(1));
      const needed = existenceFor(guard, system);
      if (needed.length === 0) return whenTrue;
      const test = needed.reduce((all, one) => binary('and', all, one));
      return { kind: 'conditional', test, whenTrue, whenFalse: constant(1) };
    })
    .reduce((all, one) => binary('and', all, one));
}

interface WatchedEdge {
  to: number;
  /** Bits of the letter that must be set; 0 for an edge that is always possible. */
  guard: number;
  assertion: number;
}

/** Each different condition of the claim is one atom. */
class AtomTable {
  readonly atoms: Atom[] = [];
  private readonly known = new Map<string, number>();

  watch(edge: ClaimEdge): WatchedEdge {
    return { to: edge.to, guard: this.bit(edge.guard), assertion: this.bit(edge.assertion?.condition) };
  }

  bit(condition: Expression | undefined): number {
    if (!condition) return 0;
    const key = JSON.stringify(condition);
    let number = this.known.get(key);
    if (number === undefined) {
      number = this.atoms.length;
      this.known.set(key, number);
      this.atoms.push({ kind: 'state', name: `condition ${number + 1}`, predicate: condition });
    }
    return 1 << number;
  }
}

/** One step of the claim in one state of the execution; atomic locations are passed on the way. */
function successorsOf(
  claim: Claim,
  leaving: WatchedEdge[][],
  sound: readonly number[],
  failed: number,
  ended: (state: number) => boolean,
): Observer['successors'] {
  return (state, letter) => {
    if (state === failed) return [];
    const found = new Set<number>();
    const passed = new Set([state]);
    for (const location of passed) {
      if ((letter & sound[location]) !== sound[location]) found.add(failed);
      for (const { to, guard, assertion } of leaving[location]) {
        if ((letter & guard) !== guard) continue;
        if ((letter & assertion) !== assertion) found.add(failed);
        else if (claim.locations[to].region !== 'atomic' || leaving[to].length === 0 || ended(to))
          found.add(to);
        else passed.add(to);
      }
    }
    return [...found];
  };
}
