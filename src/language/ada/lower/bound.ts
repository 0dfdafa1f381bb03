/** Where the program goes beyond what is modelled: the execution is followed no further, and the answer says so. */
import type { Context } from './context.js';

export function beyond(context: Context, what: string): void {
  const { draft, world } = context;
  world.bounded.add(what);
  const lost = draft.location({ name: `beyond the bound: ${what}`, marks: ['end'] });
  draft.link(lost, lost, { kept: true, abstracted: `the bound: ${what}`, text: 'beyond the bound' });
  draft.jump(lost, { abstracted: `the bound: ${what}` });
}
