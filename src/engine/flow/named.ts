/**
 * Constraints by the names a user gives them: `task control`, `variable control.count`, `property p`;
 * `task reader_*` and `task a + b` are tasks that are not told apart.
 */
import type { Observer } from '../../property/observer.js';
import { type Constraint, followable, showConstraint } from './constraint.js';
import type { Known } from './data/surroundings.js';

export interface StatedConstraint {
  name: string;
  observer: Observer;
}

export type Named = { constraints: Constraint[] } | { reason: string };

export function namedConstraints(
  known: Known,
  names: readonly string[],
  stated: readonly StatedConstraint[],
): Named {
  const { system } = known;
  const all: Constraint[] = [
    ...system.instances.map((_, process): Constraint => ({ kind: 'task', processes: [process] })),
    ...followable(known).map((variable): Constraint => ({ kind: 'variable', variable })),
    ...stated.map(({ name, observer }): Constraint => ({ kind: 'property', name, observer })),
  ];
  const shown = all.map((constraint) => showConstraint(system, constraint).toLowerCase());
  const constraints: Constraint[] = [];
  for (const name of names) {
    const wanted = name.trim().toLowerCase().replace(/\s+/g, ' ');
    if (wanted.startsWith('task ') && /[*+]/.test(wanted)) {
      const processes = system.instances.flatMap(({ name: its }, process) =>
        wanted
          .slice(5)
          .split('+')
          .some((part) => matchesGlob(part.trim(), its.toLowerCase()))
          ? [process]
          : [],
      );
      if (processes.length === 0) return { reason: `there is no task "${name.trim()}"` };
      constraints.push({ kind: 'task', processes });
      continue;
    }
    const matching = all.filter((_, i) => matches(shown[i], wanted));
    if (matching.length === 0)
      return { reason: `there is no constraint "${name.trim()}"; there are ${listed(system, all)}` };
    if (matching.length > 1)
      return {
        reason: `"${name.trim()}" may be ${matching.map((one) => showConstraint(system, one)).join(' or ')}`,
      };
    constraints.push(matching[0]);
  }
  return { constraints };
}

/** The whole of it, or for a variable its last part. */
function matches(shown: string, wanted: string): boolean {
  if (shown === wanted) return true;
  const [kind, ...rest] = wanted.split(' ');
  if (kind !== 'variable' || !shown.startsWith('variable ')) return false;
  return shown.endsWith(`.${rest.join(' ')}`);
}

/** A star stands for any text. */
function matchesGlob(glob: string, text: string): boolean {
  const [first, ...rest] = glob.split('*');
  if (rest.length === 0) return glob === text;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  const last = rest.pop()!;
  for (const piece of rest) {
    const found = text.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}

const MOST_LISTED = 20;

function listed(system: Known['system'], all: readonly Constraint[]): string {
  const names = all.slice(0, MOST_LISTED).map((one) => showConstraint(system, one));
  return all.length > MOST_LISTED
    ? `${names.join(', ')} and ${all.length - MOST_LISTED} more`
    : names.join(', ');
}
