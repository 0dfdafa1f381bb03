/**
 * A variable that a process uses for one thing after another becomes several, one for each: what is known of all its
 * values together says little, what is known of each use says more. Two assignments belong together where some place
 * may read either.
 */

import type { Expression, Place } from '../../../model/expression.js';
import { read } from '../../../model/expression.js';
import type { Variable } from '../../../model/system.js';
import type { Draft, DraftStep } from '../lower/draft.js';
import { mapBefore, mapEffect, mapEvent } from './change.js';
import { liveVariables } from './liveness.js';
import { sharingOf } from './sharing.js';
import { outgoing } from './step-lists.js';
import { eachRead, eachTaken } from './walk.js';

/** Changes the drafts in place; gives the new variables, each with the one that it was a part of. */
export function separateUses(
  drafts: readonly Draft[],
  variables: Variable[],
  wanted: readonly number[],
): Map<number, number> {
  const made = new Map<number, number>();
  if (wanted.length === 0) return made;
  const { owner } = sharingOf(drafts);
  for (const variable of wanted) {
    const draft = drafts.find(({ number }) => number === owner.get(variable));
    const { kind } = variables[variable].type;
    if (!draft || kind === 'record' || kind === 'array' || draft.steps.some(meets)) continue;
    for (const part of new Uses(draft, variable).separate(variables)) made.set(part, variable);
  }
  return made;
}

const meets = ({ action }: DraftStep): boolean =>
  (action.kind === 'send' || action.kind === 'receive') && action.meeting !== undefined;

/** Where nothing that was assigned is looked at any more. */
const DEAD = -2;
const UNSEEN = -1;

class Uses {
  /** Assignments by number, each with another that it belongs together with; 0 is what the variable starts with. */
  private readonly together = [0];
  /** The assignments of each step, in order. */
  private readonly assigned = new Map<DraftStep, number[]>();
  /** For each location one of the assignments that may be read there. */
  private readonly reaching: Int32Array;

  constructor(
    private readonly draft: Draft,
    private readonly variable: number,
  ) {
    this.reaching = new Int32Array(draft.locations.length).fill(UNSEEN);
    for (const step of draft.steps) {
      const own: number[] = [];
      const add = (place: Place): void => {
        if (place.variable === variable) own.push(this.together.push(this.together.length) - 1);
      };
      eachTaken(step, add);
      for (const effect of step.effects) if (effect.kind === 'assign') add(effect.place);
      if (own.length > 0) this.assigned.set(step, own);
    }
  }

  /** Gives the variables that were made. */
  separate(variables: Variable[]): number[] {
    if (this.together.length < 3) return [];
    this.spread();
    const groups = new Set(this.together.map((_, assignment) => this.group(assignment)));
    if (groups.size < 2) return [];
    const kept = this.growing() ?? this.group(0);
    const names = new Map([[kept, this.variable]]);
    const made: number[] = [];
    for (const group of groups) {
      if (group === kept) continue;
      made.push(variables.push({ ...variables[this.variable] }) - 1);
      names.set(group, made[made.length - 1]);
    }
    const nameOf = (assignment: number): number =>
      assignment < 0 ? this.variable : names.get(this.group(assignment))!;
    for (const step of this.draft.steps) this.rename(step, nameOf);
    return made;
  }

  private group(assignment: number): number {
    let at = assignment;
    while (this.together[at] !== at) at = this.together[at];
    return at;
  }

  private spread(): void {
    const { draft, variable, reaching } = this;
    const leaving = outgoing(draft);
    const live = liveVariables(draft, (each) => each === variable);
    reaching[0] = live.has(0, variable) ? 0 : DEAD;
    const waiting = [0];
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop())
      for (const step of leaving.get(at) ?? []) {
        const last = this.assigned.get(step)?.at(-1) ?? reaching[at];
        const before = reaching[step.to];
        const after = live.has(step.to, variable) ? last : DEAD;
        if (before === UNSEEN) {
          reaching[step.to] = after;
          waiting.push(step.to);
        } else if (before >= 0 && after >= 0) this.together[this.group(after)] = this.group(before);
      }
  }

  /** The assignments that make the variable what it is from what it was. */
  private growing(): number | undefined {
    for (const [step, own] of this.assigned) {
      let now = this.reaching[step.from];
      let next = 0;
      eachTaken(step, (place) => {
        if (place.variable === this.variable) now = own[next++];
      });
      for (const effect of step.effects) {
        if (effect.kind !== 'assign' || effect.place.variable !== this.variable) continue;
        let reads = false;
        eachRead(effect.value, (place) => {
          if (place.variable === this.variable) reads = true;
        });
        const before = now;
        now = own[next++];
        if (reads && before >= 0 && this.group(before) === this.group(now)) return this.group(now);
      }
    }
    return undefined;
  }

  private rename(step: DraftStep, nameOf: (assignment: number) => number): void {
    const own = this.assigned.get(step) ?? [];
    let next = 0;
    let now = nameOf(this.reaching[step.from]);
    const named = (place: Place, name: number): Place =>
      place.variable === this.variable && name !== this.variable ? { ...place, variable: name } : place;
    const change = (place: Place): Expression => read(named(place, now));
    const before = now;
    mapBefore(
      step,
      (place) => read(named(place, before)),
      (place) => {
        if (place.variable === this.variable) now = nameOf(own[next++]);
        return named(place, now);
      },
    );
    step.effects = step.effects.map((effect) => {
      const assigns = effect.kind === 'assign' && effect.place.variable === this.variable;
      const name = assigns ? nameOf(own[next++]) : now;
      const after = mapEffect(effect, change, (place) => named(place, name));
      now = name;
      return after;
    });
    mapEvent(step, change);
  }
}
