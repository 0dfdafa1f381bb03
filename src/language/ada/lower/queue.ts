/** Waiting callers that are part of the state: `E'Count` and what depends on it. */
import { constant, type Expression, type Pattern } from '../../../model/expression.js';
import { UNIVERSAL } from '../resolve/standard.js';
import type { EntryUnit, ProtectedObject, TaskObject } from '../resolve/unit.js';
import type { Expression as Tree } from '../syntax/index.js';
import type { Context } from './context.js';
import { evaluate } from './expression.js';
import { minus } from './fold.js';
import { denote, entryOf, ofEntry } from './name.js';
import { scalar, unknown, type Value } from './value.js';

const lengthOfQueue = (channel: number): Expression => ({
  kind: 'channel',
  question: 'length',
  channel: constant(channel),
});

export const isEmpty = (channel: number): Expression => ({
  kind: 'channel',
  question: 'empty',
  channel: constant(channel),
});

const queuesOf = (object: TaskObject | ProtectedObject, entry: EntryUnit): number[] =>
  'queues' in object
    ? (object.queues.get(entry) ?? [])
    : (object.channels.get(entry) ?? []).map(({ queue }) => queue);

const counted = (reason: string): Value => ({
  ...unknown(reason, UNIVERSAL),
  range: { low: 0, high: 0x7fffffff },
});

/** `E'Count` or `E (I)'Count` of the task or protected object around. */
export function entryCount(context: Context, tree: Tree): Value {
  const family = tree.kind === 'apply' ? (tree.arguments[0]?.value as Tree | undefined) : undefined;
  const named = denote(context, tree.kind === 'apply' ? tree.prefix : tree);
  const denotation = (named.kind === 'entities' ? ofEntry(context, named.entities) : undefined) ?? named;
  if (denotation.kind !== 'member') return counted("'Count");
  const entry = entryOf(denotation.of, denotation.key);
  const object = denotation.of.objects?.[0];
  if (!entry || !object) return counted("'Count");
  const queues = queuesOf(object, entry);
  if (queues.length === 0) return counted("'Count");
  if (!entry.family || !family) return scalar(UNIVERSAL, lengthOfQueue(queues[0]));
  const index = evaluate(context, family);
  if (index.kind !== 'scalar') return counted("'Count of an unknown member");
  const position = minus(index.expression, entry.family.low);
  if (position.kind === 'constant') {
    const queue = queues[position.value];
    return queue === undefined ? counted("'Count of no member") : scalar(UNIVERSAL, lengthOfQueue(queue));
  }
  const length = queues.reduceRight<Expression>(
    (otherwise, queue, i) => ({
      kind: 'conditional',
      test: { kind: 'binary', operator: 'equal', left: position, right: constant(i) },
      whenTrue: lengthOfQueue(queue),
      whenFalse: otherwise,
    }),
    constant(0),
  );
  return scalar(UNIVERSAL, length);
}

/** Takes one's own call back out of a queue, where it may be taken back (`unlessFirm`) or in any case. */
export function withdrawal(queue: number, process: number, fields: number, unlessFirm = false) {
  const rest: Pattern[] = Array.from({ length: fields - 1 }, () => ({ kind: 'ignore' }));
  if (unlessFirm) rest[rest.length - 1] = { kind: 'match', value: constant(0) };
  return {
    kind: 'receive' as const,
    channel: constant(queue),
    patterns: [{ kind: 'match', value: constant(process) } as Pattern, ...rest],
    position: 'any' as const,
  };
}
