import { callLibrary } from '../library/call.js';
import type { AdaType } from '../resolve/type.js';
import type { Association, Expression as Tree } from '../syntax/index.js';
import { beyond } from './bound.js';
import type { Context } from './context.js';
import { settledPlace } from './doubt.js';
import { type CallForm, callTaskEntry } from './entry-call.js';
import { evaluate } from './expression.js';
import { type Denotation, denote, entryOf, ofEntry } from './name.js';
import { callProtected, callProtectedFunction } from './protected.js';
import { call, candidates, fitness, inOrder } from './subprogram.js';
import { typeOf } from './type-of.js';
import { staticValue, type Value } from './value.js';

type Member = Extract<Denotation, { kind: 'member' }>;

export function lowerCall(context: Context, tree: Tree, form: CallForm = { kind: 'simple' }): void {
  const { denotation, family, given } =
    form.kind === 'simple' ? calledBy(context, tree) : entryCalledBy(context, tree);
  const { draft, world } = context;
  switch (denotation.kind) {
    case 'member':
      callMember(context, denotation, family, given, form);
      return;
    case 'entities': {
      const [found] = candidates(context, denotation.entities, given);
      if (!found) {
        evaluateAll(context, given);
        beyond(context, `a call of ${denotation.entities[0].name} that fits no declaration`);
        return;
      }
      // An operation of an interface may stand in a timed call.
      if (form.otherwise !== undefined) draft.link(draft.here, form.otherwise, { kept: true });
      if (asked(context, found.name))
        draft.step({
          event: { name: `${draft.name}->${found.name}`.toLowerCase() },
          kept: true,
          text: `call ${found.name}`,
        });
      call(context, found, given);
      return;
    }
    case 'opaque':
      if (denotation.library) {
        callLibrary(context, calledName(tree), given, denotation.object);
        return;
      }
      evaluateAll(context, given);
      beyond(context, `a call of ${world.sources.text(tree).split(/[\s(]/)[0]}: ${denotation.reason}`);
      return;
    case 'value': {
      const { value } = denotation;
      if (value.kind === 'unknown' && value.leadsTo) {
        call(context, value.leadsTo, given);
        return;
      }
      const why = value.kind === 'unknown' ? value.reason : 'no subprogram';
      beyond(context, `a call of ${world.sources.text(tree).split(/[\s(]/)[0]}, which is not known (${why})`);
    }
  }
}

export function evaluateAll(context: Context, given: readonly Association[]): void {
  for (const { value } of given)
    if (value && value.kind !== 'range' && value.kind !== 'subtype') evaluate(context, value);
}

/** The last name in `P.Q (X)`. */
export function calledName(tree: Tree): string {
  if (tree.kind === 'apply') return calledName(tree.prefix);
  if (tree.kind === 'selected') return tree.selector.key;
  return tree.kind === 'identifier' ? tree.key : tree.kind;
}

function callMember(
  context: Context,
  denotation: Member,
  family: Tree | undefined,
  given: readonly Association[],
  form: CallForm,
): void {
  const { of, key } = denotation;
  if (of.kind === 'task') callTaskEntry(context, of, key, family, given, form);
  else callProtected(context, of, key, family, given, form);
}

/** What is called, with `E (I) (X)` told apart from `E (X)`. */
export function calledBy(
  context: Context,
  tree: Tree,
): { denotation: Denotation; family?: Tree; given: readonly Association[] } {
  if (tree.kind === 'apply' && tree.prefix.kind === 'apply') {
    const denotation = denote({ ...context, assigned: true }, tree.prefix.prefix);
    if (denotation.kind === 'member' && entryOf(denotation.of, denotation.key)?.family)
      return { denotation, family: tree.prefix.arguments[0]?.value as Tree, given: tree.arguments };
  }
  const given = tree.kind === 'apply' ? tree.arguments : [];
  const name = tree.kind === 'apply' ? tree.prefix : tree;
  const denotation =
    name.kind === 'attribute'
      ? { kind: 'opaque' as const, reason: 'an attribute', library: true }
      : denote({ ...context, assigned: true }, name);
  if (denotation.kind === 'member' && entryOf(denotation.of, denotation.key)?.family && given.length > 0)
    return { denotation, family: given[0].value as Tree, given: [] };
  if (denotation.kind === 'entities') {
    const entry = denotation.entities.find((e) => e.kind === 'entry');
    if (entry?.kind === 'entry') {
      const others = denotation.entities.filter((e) => e.kind !== 'entry');
      const fits = entry.entry.formals.length === given.length || entry.entry.family !== undefined;
      const types = given.map(({ value }) =>
        value && value.kind !== 'range' && value.kind !== 'subtype' ? typeOf(context, value) : undefined,
      );
      const [rival] = candidates(context, others, given);
      const closer =
        rival && fitness(rival.formals, given, types) > fitness(entry.entry.formals, given, types);
      const meant = fits && !closer ? ofEntry(context, denotation.entities) : undefined;
      if (meant?.kind === 'member' && entry.entry.family && given.length > 0)
        return { denotation: meant, family: given[0].value as Tree, given: [] };
      return meant
        ? { denotation: meant, given }
        : { denotation: { kind: 'entities', entities: others }, given };
    }
  }
  return { denotation, given };
}

/** The same, where a procedure that renames an entry is the entry: a call of it can be timed, and taken back. */
export function entryCalledBy(context: Context, tree: Tree): ReturnType<typeof calledBy> {
  const called = calledBy(context, tree);
  if (called.denotation.kind !== 'entities') return called;
  let [found] = candidates(context, called.denotation.entities, called.given);
  let { given } = called;
  while (found?.renames?.kind === 'subprogram') {
    given = inOrder(found.formals, given);
    found = found.renames;
  }
  const member = found?.renamedMember;
  return member ? { denotation: member, family: member.index, given: inOrder(found.formals, given) } : called;
}

/** What `renames T.E (1)` stands for: the task or object is the one it is here, and so is the member of a family. */
export function calledWhenRenamed(context: Context, tree: Tree): Denotation {
  const index = tree.kind === 'apply' ? tree.arguments[0]?.value : undefined;
  const named = denote(context, tree.kind === 'apply' ? tree.prefix : tree);
  if (named.kind !== 'member') return denote(context, tree);
  const of = settledPlace(context, named.of) as Member['of'];
  if (!index) return { ...named, of };
  if (index.kind === 'range' || index.kind === 'subtype') return denote(context, tree);
  const value = staticValue(evaluate(context, index));
  if (value === undefined) return { kind: 'opaque', reason: 'a renaming of a member that is not known' };
  const { start, end } = index;
  return { ...named, of, index: { kind: 'integer', value: BigInt(value), start, end } };
}

/** A subprogram that renames an entry or a protected operation; a function gives a value of this type. */
export function callRenamed(
  context: Context,
  denotation: Member,
  given: readonly Association[],
  result?: AdaType,
): Value | undefined {
  const { of, key } = denotation;
  if (result && of.kind === 'protected') return callProtectedFunction(context, of, key, given, result);
  callMember(context, denotation, denotation.index, given, { kind: 'simple' });
  return undefined;
}

/** Do the properties name it? */
export const asked = (context: Context, name: string): boolean =>
  context.world.settings.asked.some((text) => text.toLowerCase().includes(name.toLowerCase()));
