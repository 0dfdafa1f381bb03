/** Who uses which variable; statements that use what others change are taken apart into single accesses. */

import type { DataType } from '../../../model/data.js';
import type { Expression, Place } from '../../../model/expression.js';
import { read, shared } from '../../../model/expression.js';
import type { Effect, Variable } from '../../../model/system.js';
import { type Draft, type DraftStep, stepBetween } from '../lower/draft.js';
import { mapStep } from './change.js';
import { outgoing } from './step-lists.js';
import { eachUse, eachWrite } from './walk.js';

export interface Sharing {
  /** Used by one process only: which. */
  owner: Map<number, number>;
  /** Used by several, and changed by at least one. */
  contended: Set<number>;
}

const SEVERAL = -1;

export function sharingOf(drafts: readonly Draft[]): Sharing {
  /** By variable: the process that uses it, or that there are several. */
  const user: number[] = [];
  const written: boolean[] = [];
  const used: number[] = [];
  let process = 0;
  const use = ({ variable }: Place): void => {
    const before = user[variable];
    if (before === process) return;
    if (before === undefined) used.push(variable);
    user[variable] = before === undefined ? process : SEVERAL;
  };
  const write = (place: Place): void => {
    use(place);
    written[place.variable] = true;
  };
  for (const draft of drafts) {
    process = draft.number;
    for (const step of draft.steps) {
      eachUse(step, use);
      eachWrite(step, write);
    }
  }
  const owner = new Map<number, number>();
  const contended = new Set<number>();
  for (const variable of used) {
    if (user[variable] !== SEVERAL) owner.set(variable, user[variable]);
    else if (written[variable]) contended.add(variable);
  }
  return { owner, contended };
}

/** Every statement that touches shared variables more than once becomes one step for each; false where none does. */
export function splitAccesses(drafts: readonly Draft[], variables: Variable[], sharing: Sharing): boolean {
  let changed = false;
  const accessesSeveral = severalIn(sharing);
  for (const draft of drafts) {
    const { locations, steps } = draft;
    const wide = steps.filter((step) => !step.atomic && !locations[step.from].alone && accessesSeveral(step));
    if (wide.length === 0) continue;
    changed = true;
    const apart = new Set(wide.map(({ from }) => from));
    const leaving = outgoing(draft);
    for (const location of leaving.keys()) {
      if (!apart.has(location)) continue;
      const loose = leaving.get(location)!.filter((step) => !step.atomic);
      split(draft, location, loose, variables, sharing);
    }
  }
  return changed;
}

const keyOf = (place: Place): string => JSON.stringify(place);

/** Does it use shared variables more than once? */
function severalIn({ contended }: Sharing): (step: DraftStep) => boolean {
  let count = 0;
  const use = (place: Place): void => {
    if (contended.has(place.variable)) count++;
  };
  return (step) => {
    count = 0;
    eachUse(step, use);
    eachWrite(step, use);
    if (count < 2) return false;
    const read = new Set<string>();
    let writes = 0;
    eachUse(step, (place) => {
      if (contended.has(place.variable)) read.add(keyOf(place));
    });
    eachWrite(step, (place) => {
      if (contended.has(place.variable)) writes++;
    });
    return read.size + writes > 1;
  };
}

/** What is read comes first, one at a time; then the steps work with what was read. */
function split(
  draft: Draft,
  location: number,
  steps: DraftStep[],
  variables: Variable[],
  { contended }: Sharing,
): void {
  const loaded = new Map<string, Place>();
  let at = location;
  const load = (place: Place): Expression | undefined => {
    if (!contended.has(place.variable)) return undefined;
    const key = keyOf(place);
    let temporary = loaded.get(key);
    if (!temporary) {
      variables.push({
        name: `${draft.name}: read ${variables[place.variable].name}`,
        type: elementType(variables[place.variable].type, place),
      });
      temporary = shared(variables.length - 1);
      loaded.set(key, temporary);
      const next = draft.location({
        ...draft.locations[location],
        marks: undefined,
        total: undefined,
        loopHead: false,
      });
      draft.steps.push(
        stepBetween(at, next, {
          effects: [{ kind: 'assign', place: temporary, value: read(place) }],
          span: steps[0].span,
          text: `read ${variables[place.variable].name}`,
          atomic: true,
        }),
      );
      at = next;
    }
    return read(temporary);
  };
  for (const step of steps) mapStep(step, load);
  const last = at;
  for (const step of draft.steps)
    if (step.from === location && (last === location || !isLoad(step, loaded))) step.from = last;
  // More than one write: one step each.
  for (const step of [...steps]) {
    const writes = step.effects.filter((e) => e.kind === 'assign' && contended.has(e.place.variable));
    const first = step.action.kind === 'internal' ? 1 : 0;
    if (writes.length <= first) continue;
    const rest: Effect[] = [];
    let seen = 0;
    const here: Effect[] = [];
    for (const effect of step.effects) {
      const writing = effect.kind === 'assign' && contended.has(effect.place.variable);
      if (writing) seen++;
      if (seen > first) rest.push(effect);
      else here.push(effect);
    }
    step.effects = here;
    let from = step;
    for (const effect of rest) {
      const middle = draft.location({
        ...draft.locations[location],
        marks: undefined,
        total: undefined,
        loopHead: false,
      });
      const { span, text } = step;
      const extra = stepBetween(middle, from.to, { effects: [effect], span, text });
      from.to = middle;
      draft.steps.push(extra);
      from = extra;
    }
  }
}

const isLoad = (step: DraftStep, loaded: Map<string, Place>): boolean =>
  step.effects.length === 1 &&
  step.effects[0].kind === 'assign' &&
  [...loaded.values()].includes((step.effects[0] as { place: Place }).place);

function elementType(type: DataType, place: Place): DataType {
  let at = type;
  for (const selector of place.path) {
    if (selector.kind === 'index' && at.kind === 'array') at = at.element;
    else if (selector.kind === 'field' && at.kind === 'record') at = at.fields[selector.field].type;
  }
  return at;
}
