/**
 * Variables of 32 bits that change by little: everything they are given is small, or what such a one holds and at
 * most 100 more or less. To overflow, one of them would have to be changed more than ten million times. Unless asked
 * otherwise, programs are taken to end before that: a counter in a loop without end is no fault.
 */
import { boundsOf, scalarsOf } from '../../../model/data.js';
import type { Expression, Place } from '../../../model/expression.js';
import type { Variable } from '../../../model/system.js';
import type { Draft } from '../lower/draft.js';
import { EVERYTHING, type Interval, intervalOf } from '../lower/interval.js';

const SMALL = 2 ** 30;
const LITTLE = 100;

/** A slow variable is taken to stay within this, with room for what is added to it. */
export const SLOW_RANGE: Interval = { low: -(2 ** 31) + 2 ** 20, high: 2 ** 31 - 2 ** 20 };

const isSmall = ({ low, high }: Interval): boolean => low >= -SMALL && high <= SMALL;

export function slowVariables(drafts: readonly Draft[], variables: readonly Variable[]): Set<number> {
  const declared = variables.map(({ type }) => {
    const all = scalarsOf(type).map(boundsOf);
    return { low: Math.min(...all.map(({ low }) => low)), high: Math.max(...all.map(({ high }) => high)) };
  });
  const slow = new Set<number>();
  variables.forEach(({ initial }, variable) => {
    if (isSmall(declared[variable])) return;
    const given = initial === 'any' ? [undefined] : (initial ?? []);
    if (given.every((e) => e !== undefined && isSmall(intervalOf(e, () => EVERYTHING)))) slow.add(variable);
  });
  // Fields of messages that are given anything else.
  const quick = new Set<string>();
  const of = ({ variable }: Place): Interval => declared[variable];
  const isLittle = (e: Expression): boolean => {
    const { low, high } = intervalOf(e, of);
    return low >= -LITTLE && high <= LITTLE;
  };
  const isSlow = (e: Expression): boolean => {
    if (e.kind === 'read') return slow.has(e.place.variable) || isSmall(of(e.place));
    if (e.kind === 'conditional') return isSlow(e.whenTrue) && isSlow(e.whenFalse);
    if (e.kind === 'binary' && (e.operator === 'add' || e.operator === 'subtract')) {
      const [by, rest] = e.operator === 'add' && isLittle(e.left) ? [e.left, e.right] : [e.right, e.left];
      if (isLittle(by) && rest.kind === 'read' && isSlow(rest)) return true;
    }
    return isSmall(intervalOf(e, of));
  };
  let changed = true;
  const refuse = (variable: number): void => {
    if (slow.delete(variable)) changed = true;
  };
  while (changed) {
    changed = false;
    for (const { steps } of drafts)
      for (const { action, effects } of steps) {
        for (const effect of effects)
          if (effect.kind === 'assign' && !isSlow(effect.value)) refuse(effect.place.variable);
        if (action.kind === 'choose' && !(isSlow(action.low) && isSlow(action.high)))
          refuse(action.place.variable);
        if (action.kind === 'send') {
          for (const { variable } of action.meeting?.takeBack ?? []) refuse(variable);
          action.values.forEach((value, i) => {
            const before = quick.size;
            if (!isSlow(value)) quick.add(fieldOf(action.channel, i)).add(fieldOf(undefined, i));
            if (quick.size > before) changed = true;
          });
        }
        if (action.kind === 'receive')
          action.patterns.forEach((pattern, i) => {
            if (pattern.kind === 'store' && quick.has(fieldOf(action.channel, i)))
              refuse(pattern.place.variable);
          });
      }
  }
  return slow;
}

/** Of a channel that only an execution tells, it is that field of any channel; nobody sends to such a one here. */
const fieldOf = (channel: Expression | undefined, field: number): string =>
  `${channel?.kind === 'constant' ? channel.value : 'any'} ${field}`;
