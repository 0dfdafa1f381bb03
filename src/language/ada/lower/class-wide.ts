/**
 * Access to any type that implements an interface. As long as all objects that such values lead to are of one task or
 * protected type, they are access values of that type. Where they are of several, or that is not known, the writing
 * starts over and nothing about them is kept.
 */
import type { AccessType, AdaType, Family } from '../resolve/type.js';
import type { Context } from './context.js';
import { staticValue, type Value } from './value.js';

/** The family that `T'Class` stands for; undefined where nothing is kept of its objects. */
export function familyOf({ world }: Context, type: AdaType | undefined): Family | undefined {
  const family = type?.kind === 'unknown' ? type.family : undefined;
  return family && !world.dropped.has(family.declaration) ? family : undefined;
}

export const accessToFamily = (name: string, family: Family, whole: AdaType, pool: object): AccessType => ({
  kind: 'access',
  name,
  root: family,
  target: () => family.made ?? whole,
  pool,
  family,
});

/** An object of this type is given to a variable of that access type. */
export function joinFamily(context: Context, to: AdaType | undefined, designated: AdaType | undefined): void {
  const family = to?.kind === 'access' ? to.family : undefined;
  if (!family) return;
  const { made } = family;
  const fits =
    (designated?.kind === 'task' || designated?.kind === 'protected') &&
    (!made || made.root === designated.root);
  if (fits) family.made = designated;
  else leave(context, family);
}

/** A value goes to a variable of that type: what it leads to must be known to be of the family. */
export function checkFamily(context: Context, to: AdaType | undefined, value: Value): void {
  const family = to?.kind === 'access' ? to.family : undefined;
  if (!family || staticValue(value) === 0) return;
  const { type } = value;
  if (value.kind === 'unknown' || type?.kind !== 'access') leave(context, family);
  else if (type.family !== family) joinFamily(context, to, type.target());
}

function leave({ world }: Context, { name, declaration }: Family): void {
  if (world.dropped.has(declaration)) return;
  world.dropped.set(declaration, { reason: `${name}'Class: objects of several types` });
  world.again = true;
}
