/**
 * Who has to be tried with whom while a system is being unfolded: an offer to send with every offer to
 * receive from the same channel, an offer to synchronise with every choice of offers of the others.
 */
import type { Context } from '../../model/evaluate.js';
import type { Action } from '../../model/system.js';
import type { Placed } from './components.js';
import { channelOf } from './moves.js';
import { Abstention } from './network.js';

/** A process in a local state that could take this step, if what it touches and its partners allow. */
export interface Offer extends Placed {
  step: number;
  touched: number[];
}

export class Partners {
  private readonly meetings = new Map<number, { sends: Offer[]; receives: Offer[] }>();
  private readonly joint = new Map<number, Map<number, Offer[]>>();

  constructor(
    /** For each symbol, the processes that know it. */
    private readonly members: number[][],
    private readonly most: number,
  ) {}

  /** All choices of partners, among the offers seen so far, that this one makes possible. */
  of(offer: Offer, action: Action, context: Context): Offer[][] {
    if (action.kind === 'synchronise') return this.join(offer, action.symbol);
    if (action.kind !== 'send' && action.kind !== 'receive') return [[offer]];
    const channel = channelOf(action, context);
    if (channel === undefined || channel.type.capacity > 0) return [[offer]];
    const meeting = this.meetings.get(channel.offset) ?? { sends: [], receives: [] };
    this.meetings.set(channel.offset, meeting);
    const others = (all: Offer[]) => all.filter(({ component }) => component !== offer.component);
    if (action.kind === 'send') {
      meeting.sends.push(offer);
      // Alone it can only fault, where a value does not fit the channel.
      return [[offer], ...others(meeting.receives).map((receive) => [offer, receive])];
    }
    meeting.receives.push(offer);
    return others(meeting.sends).map((send) => [send, offer]);
  }

  private join(offer: Offer, symbol: number): Offer[][] {
    const offers = this.joint.get(symbol) ?? new Map<number, Offer[]>();
    this.joint.set(symbol, offers);
    const mine = offers.get(offer.component) ?? [];
    offers.set(offer.component, mine);
    mine.push(offer);
    let choices: Offer[][] = [[]];
    for (const member of this.members[symbol]) {
      const theirs = member === offer.component ? [offer] : (offers.get(member) ?? []);
      choices = choices.flatMap((chosen) => theirs.map((one) => [...chosen, one]));
      if (choices.length > this.most) throw tooMany(this.most);
    }
    return choices;
  }
}

export function tooMany(most: number): Abstention {
  return new Abstention(`more than ${most} combinations of local states would have to be tried`);
}
