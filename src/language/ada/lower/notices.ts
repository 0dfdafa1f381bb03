/** What the model leaves out, one line a kind. */
import type { Diagnostic } from '../../../model/diagnostic.js';
import type { System } from '../../../model/system.js';
import type { World } from './world.js';

const MOST_NAMES = 6;

export function noticesOf(world: World, system: System): Diagnostic[] {
  const notices: Diagnostic[] = [];
  const tell = (message: string): void => {
    notices.push({ code: 'unsupported', severity: 'notice', message });
  };
  if (world.settings.queues === 'any' && world.queues.length > 0)
    tell('entry queues have no order here: any waiting caller may be next');
  if (world.settings.delays === 'quiet')
    tell('answers are about executions in which a delay ends only when nothing else can happen');
  if (world.trusted.size > 0)
    tell(
      `taken not to overflow, which would take millions of steps: ${[...world.trusted].join(', ')} (--overflow checked asks)`,
    );
  const { contracts } = world.mentions;
  if (contracts.size > 0) tell(`contracts are not checked (${[...contracts].sort().join(', ')})`);
  const reasons = new Map<string, number>();
  for (const type of system.types)
    for (const step of type.steps)
      if (step.abstracted !== undefined)
        reasons.set(step.abstracted, (reasons.get(step.abstracted) ?? 0) + 1);
  for (const [reason, count] of reasons)
    notices.push({
      code: 'unsupported',
      severity: 'notice',
      message: `taken as any value of its type: ${reason} (${count} ${count === 1 ? 'place' : 'places'})`,
    });
  for (const [kind, objects] of world.left) {
    const names = [...objects];
    const shown =
      names.length > MOST_NAMES
        ? `${names.slice(0, MOST_NAMES).join(', ')} and ${names.length - MOST_NAMES} more`
        : names.join(', ');
    notices.push({ code: 'unsupported', severity: 'notice', message: `left out: ${kind} (${shown})` });
  }
  return notices;
}
