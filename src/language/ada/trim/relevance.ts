/** Leaves out data that no message, no answer, and no decision that makes a difference ever depends on. */
import type { Expression, Pattern, Place } from '../../../model/expression.js';
import type { Draft, DraftStep } from '../lower/draft.js';
import { ChannelFields } from './channel-fields.js';
import { IdleLocations, skipIdle } from './idle.js';
import { eachIndex, eachRead, eachWrite } from './walk.js';

export function dropIrrelevant(drafts: readonly Draft[], keepShown: boolean): boolean {
  const relevance = new Relevance(drafts);
  for (const { steps } of drafts) for (const step of steps) relevance.always(step, keepShown);
  const ends = relevance.spread();
  let dropped = false;
  drafts.forEach((draft, i) => {
    if (skipIdle(draft, ends[i])) dropped = true;
  });
  for (const { steps } of drafts)
    for (const step of steps) {
      if (relevance.dropFrom(step)) dropped = true;
      if (!keepShown && step.event?.arguments) step.event = { name: step.event.name };
    }
  return dropped;
}

const ZERO: Expression = { kind: 'constant', value: 0 };

/** What matters: variables, and fields of messages. A process is gone through again only for what it gives values to. */
class Relevance {
  private readonly relevant = new Set<number>();
  private readonly fields = new ChannelFields<true>();
  private readonly waiting = new Set<number>();
  private readonly writers: number[][] = [];
  private readonly senders: number[][] = [];

  constructor(private readonly drafts: readonly Draft[]) {
    drafts.forEach(({ steps }, i) => {
      const write = ({ variable }: Place): void => note(this.writers, variable, i);
      for (const step of steps) {
        eachWrite(step, write);
        const { action } = step;
        if (action.kind === 'send' && action.channel.kind === 'constant')
          note(this.senders, action.channel.value, i);
      }
      this.waiting.add(i);
    });
  }

  private readonly need = ({ variable }: Place): void => {
    if (this.relevant.has(variable)) return;
    this.relevant.add(variable);
    for (const draft of this.writers[variable] ?? []) this.waiting.add(draft);
  };

  private needField(channel: number, field: number): void {
    if (this.fields.get(channel, field)) return;
    this.fields.set(channel, field, true);
    for (const draft of this.senders[channel] ?? []) this.waiting.add(draft);
  }

  /** What matters whatever else does. */
  always({ guard, action, effects, event }: DraftStep, keepShown: boolean): void {
    if (guard) this.pollFields(guard);
    if (action.kind === 'receive') {
      if (action.meeting?.giveBack) for (const value of action.meeting.giveBack) eachRead(value, this.need);
      action.patterns.forEach((p, i) => {
        if (p.kind !== 'match') return;
        eachRead(p.value, this.need);
        if (action.channel.kind === 'constant') this.needField(action.channel.value, i);
      });
    }
    for (const effect of effects) if (effect.kind === 'assert') eachRead(effect.condition, this.need);
    if (keepShown && event?.arguments) for (const a of event.arguments) eachRead(a.value, this.need);
  }

  private pollFields(guard: Expression): void {
    if (guard.kind === 'poll' && guard.channel.kind === 'constant') {
      const { value } = guard.channel;
      guard.patterns.forEach((p, i) => {
        if (p.kind === 'match') this.needField(value, i);
      });
    }
    if (guard.kind === 'unary') this.pollFields(guard.operand);
    if (guard.kind === 'binary') {
      this.pollFields(guard.left);
      this.pollFields(guard.right);
    }
  }

  /** Until nothing more matters; gives where the idle locations of each process lead. */
  spread(): (number | undefined)[][] {
    const ends: (number | undefined)[][] = this.drafts.map(() => []);
    const locations: IdleLocations[] = new Array(this.drafts.length);
    const matters = (variable: number): boolean => this.relevant.has(variable);
    // What is added while this runs comes at the end.
    for (const i of this.waiting) {
      this.waiting.delete(i);
      locations[i] ??= new IdleLocations(this.drafts[i]);
      const idle = locations[i].ends(matters);
      ends[i] = idle;
      for (const step of this.drafts[i].steps) {
        if (step.guard && idle[step.from] === undefined) eachRead(step.guard, this.need);
        this.passOn(step);
      }
    }
    return ends;
  }

  /** What matters because something it goes into does. */
  private passOn({ action, effects }: DraftStep): void {
    const { relevant, need } = this;
    for (const effect of effects) {
      if (effect.kind !== 'assign' || !relevant.has(effect.place.variable)) continue;
      eachRead(effect.value, need);
      eachIndex(effect.place, need);
    }
    if (action.kind === 'choose' && relevant.has(action.place.variable)) {
      eachRead(action.low, need);
      eachRead(action.high, need);
      eachIndex(action.place, need);
    }
    if (action.kind === 'receive' && action.channel.kind === 'constant') {
      const { value: channel } = action.channel;
      for (let i = 0; i < action.patterns.length; i++) {
        const pattern = action.patterns[i];
        if (pattern.kind !== 'store' || !relevant.has(pattern.place.variable)) continue;
        this.needField(channel, i);
        eachIndex(pattern.place, need);
      }
    }
    if (action.kind === 'send' && action.channel.kind === 'constant') {
      const { value: channel } = action.channel;
      for (let i = 0; i < action.values.length; i++)
        if (this.fields.get(channel, i)) eachRead(action.values[i], need);
    }
  }

  private readonly isIdle = (effect: DraftStep['effects'][number]): boolean =>
    effect.kind === 'assign' && !this.relevant.has(effect.place.variable);

  /** Takes out of the step what does not matter; is there less to do, and not only less to tell? */
  dropFrom(step: DraftStep): boolean {
    const { relevant, fields } = this;
    const { action } = step;
    let dropped = false;
    if (step.effects.some(this.isIdle)) {
      step.effects = step.effects.filter((effect) => !this.isIdle(effect));
      dropped = true;
    }
    if (action.kind === 'choose' && !relevant.has(action.place.variable)) {
      step.action = { kind: 'internal' };
      step.abstracted = undefined;
      dropped = true;
    }
    if (action.kind === 'receive') {
      const isIdle = (p: Pattern): boolean => p.kind === 'store' && !relevant.has(p.place.variable);
      if (action.patterns.some(isIdle))
        step.action = {
          ...action,
          patterns: action.patterns.map((p) => (isIdle(p) ? { kind: 'ignore' } : p)),
        };
    }
    if (action.kind === 'send' && action.channel.kind === 'constant') {
      const { value: channel } = action.channel;
      const goes = (v: Expression, i: number): boolean => v.kind === 'constant' || !!fields.get(channel, i);
      if (!action.values.every(goes))
        step.action = { ...action, values: action.values.map((v, i) => (goes(v, i) ? v : ZERO)) };
    }
    return dropped;
  }
}

/** The numbers come in rising order. */
function note(lists: number[][], key: number, number: number): void {
  const list = lists[key];
  if (!list) lists[key] = [number];
  else if (list[list.length - 1] !== number) list.push(number);
}
