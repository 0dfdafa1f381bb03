/** Statements. */
import { constant } from '../../../model/expression.js';
import { Scope } from '../resolve/scope.js';
import { isDiscrete } from '../resolve/type.js';
import type { Statement } from '../syntax/index.js';
import { completionPoint, lowerAbort } from './abort.js';
import { lowerAccept, memberAccepted } from './accept.js';
import { target } from './apply.js';
import { lowerPragma } from './assertion.js';
import { assign } from './assign.js';
import { lowerAsynchronous } from './asynchronous.js';
import { lowerBlock } from './block.js';
import { asked, lowerCall } from './call.js';
import { condition } from './condition.js';
import { at, type Context, type Labels, leaveTo, textOf } from './context.js';
import { raise } from './exception.js';
import { evaluate } from './expression.js';
import { combine, negation, some } from './fold.js';
import { lowerLoop } from './loop.js';
import { matching } from './membership.js';
import { exceptionNamed } from './name.js';
import { declareObject } from './object.js';
import { rvalue } from './read.js';
import { requeueFromAccept } from './requeue.js';
import { lowerSelect } from './select.js';
import { storeFor } from './store.js';

export function lowerStatements(context: Context, statements: readonly Statement[]): void {
  let inside = context;
  if (statements.some((s) => 'labels' in s && s.labels.length > 0)) {
    const labelled = statements.flatMap((s) => ('labels' in s ? s.labels : []));
    const locations: Labels['locations'] = new Map();
    for (const { key } of labelled)
      locations.set(key, { location: context.draft.location(), frames: context.frames });
    inside = { ...context, labels: { locations, ...(context.labels ? { outer: context.labels } : {}) } };
  }
  for (const statement of statements) lowerStatement(inside, statement);
}

function lowerStatement(context: Context, tree: Statement): void {
  const { draft, world } = context;
  world.watch();
  if ('labels' in tree) {
    for (const { key } of tree.labels) {
      const label = context.labels?.locations.get(key);
      if (!label) continue;
      draft.jump(label.location);
      draft.here = label.location;
    }
  }
  at(context, tree);
  const event = world.events.size > 0 && world.events.get(draft.span!.line + draft.span!.file);
  if (event) draft.step({ event: { name: event }, kept: true, text: textOf(context, tree) });
  switch (tree.kind) {
    case 'assignment':
      lowerAssignment(context, tree);
      return;
    case 'call':
      lowerCall(context, tree.name);
      return;
    case 'if':
      lowerIf(context, tree);
      return;
    case 'case':
      lowerCase(context, tree);
      return;
    case 'loop':
      lowerLoop(context, tree);
      return;
    case 'block': {
      const scope = new Scope(context.scope, tree.name?.name ?? '');
      if (tree.name) scope.declare(tree.name.key, { kind: 'region', name: tree.name.name, scope });
      lowerBlock(
        { ...context, scope },
        tree.declarations ?? [],
        tree.block,
        tree.name?.name ?? `block in ${draft.name}`,
      );
      return;
    }
    case 'exit':
      lowerExit(context, tree);
      return;
    case 'goto': {
      for (let labels = context.labels; labels; labels = labels.outer) {
        const label = labels.locations.get(tree.target.key);
        if (!label) continue;
        leaveTo(context, label.frames);
        draft.jump(label.location, { kept: true });
        return;
      }
      return;
    }
    case 'return':
    case 'extended-return':
      lowerReturn(context, tree);
      return;
    case 'accept': {
      const member = memberAccepted(context, tree);
      const from = draft.here;
      const offer = lowerAccept(context, tree, member);
      if (!offer) return;
      const over = draft.here;
      Object.assign(draft.locations[from], { name: `accept ${tree.entry.name}`, blocking: true });
      offer.link(from, undefined);
      draft.here = over;
      return;
    }
    case 'selective-accept':
      lowerSelect(context, tree);
      return;
    case 'timed-call':
    case 'conditional-call': {
      const otherwise = draft.location();
      const over = draft.location();
      if (tree.kind === 'timed-call') evaluate(context, tree.delay.time);
      lowerCall(context, tree.call.name, {
        kind: tree.kind === 'timed-call' ? 'timed' : 'conditional',
        otherwise,
      });
      lowerStatements(context, tree.statements);
      draft.jump(over);
      draft.here = otherwise;
      lowerStatements(context, tree.kind === 'timed-call' ? tree.expired : tree.otherwise);
      draft.jump(over);
      draft.here = over;
      return;
    }
    case 'asynchronous-select':
      lowerAsynchronous(context, tree);
      return;
    case 'requeue':
      if (context.entryCall && context.inside)
        context.entryCall.requeue(context, tree.target, !tree.withAbort);
      else requeueFromAccept(context, tree.target, !tree.withAbort);
      return;
    case 'delay':
      evaluate(context, tree.time);
      completionPoint(context);
      if (world.settings.delays === 'quiet') {
        draft.locations[draft.here].name = 'delay';
        draft.step({ guard: { kind: 'timeout' }, kept: true, text: textOf(context, tree) });
      }
      return;
    case 'abort':
      lowerAbort(context, tree);
      return;
    case 'raise': {
      const id = tree.exception ? exceptionNamed(context, tree.exception) : undefined;
      if (!tree.exception && context.handled) raise(context, context.handled);
      else
        raise(context, {
          kind: 'known',
          id: id ?? world.exception(tree.exception ? textOf(context, tree.exception) : 'an exception'),
        });
      return;
    }
    case 'pragma':
      lowerPragma(context, tree);
      return;
    default:
      return;
  }
}

function lowerAssignment(context: Context, tree: Extract<Statement, { kind: 'assignment' }>): void {
  const { draft } = context;
  const variable = target(context, tree.target);
  const value = evaluate({ ...context, target: variable }, tree.value, variable.type);
  const before = draft.steps.length;
  assign(context, variable, value, textOf(context, tree));
  const name = rootName(tree.target);
  if (!name || !asked(context, name)) return;
  const last = draft.steps[draft.steps.length - 1];
  if (draft.steps.length === before || !last) return;
  const shown = rvalue(variable);
  last.event = {
    name: `${draft.name}.${textOf(context, tree.target)}:=`.toLowerCase(),
    ...(shown.kind === 'scalar' ? { arguments: [{ value: shown.expression }] } : {}),
  };
  last.kept = true;
}

function rootName(tree: import('../syntax/index.js').Expression): string | undefined {
  if (tree.kind === 'identifier') return tree.name;
  if (tree.kind === 'selected' || tree.kind === 'apply') return rootName(tree.prefix);
  return undefined;
}

function lowerIf(context: Context, tree: Extract<Statement, { kind: 'if' }>): void {
  const { draft } = context;
  const over = draft.location();
  for (const branch of tree.branches) {
    at(context, branch);
    const [yes, no] = [draft.location(), draft.location()];
    condition(context, branch.condition, yes, no);
    draft.here = yes;
    lowerStatements(context, branch.statements);
    draft.jump(over);
    draft.here = no;
  }
  lowerStatements(context, tree.otherwise ?? []);
  draft.jump(over);
  draft.here = over;
}

function lowerCase(context: Context, tree: Extract<Statement, { kind: 'case' }>): void {
  const { draft } = context;
  const over = draft.location();
  let selector = evaluate(context, tree.selector);
  if (selector.kind === 'scalar' && selector.expression.kind !== 'constant' && isDiscrete(selector.type)) {
    const room = storeFor(context, 'case', selector.type);
    assign(context, room, selector);
    selector = rvalue(room);
  }
  let rest = constant(1) as ReturnType<typeof some>;
  const from = draft.here;
  draft.locations[from].total = true;
  for (const alternative of tree.alternatives) {
    at(context, alternative);
    const entry = draft.location();
    const tests =
      selector.kind === 'scalar'
        ? alternative.choices.map((choice) =>
            choice.kind === 'others'
              ? constant(1)
              : matching(context, choice, selector.expression, selector.type),
          )
        : [];
    const known = selector.kind === 'scalar' && tests.every((test) => test !== undefined);
    if (!known) {
      const reason = selector.kind === 'unknown' ? selector.reason : 'a case';
      draft.link(from, entry, { abstracted: reason, text: textOf(context, alternative.choices[0]) });
    } else {
      const here = some(tests as ReturnType<typeof some>[]);
      const guard = combine('and', rest, here);
      if (guard.kind !== 'constant' || guard.value !== 0)
        draft.link(from, entry, { ...(guard.kind === 'constant' ? {} : { guard }), text: 'case' });
      rest = combine('and', rest, negation(here));
    }
    draft.here = entry;
    lowerStatements(context, alternative.statements);
    draft.jump(over);
  }
  draft.here = over;
}

function lowerExit(context: Context, tree: Extract<Statement, { kind: 'exit' }>): void {
  const { draft } = context;
  let loop = context.loops;
  if (tree.loop?.kind === 'identifier') {
    const { key } = tree.loop;
    while (loop && loop.name !== key) loop = loop.outer;
  }
  if (!loop) return;
  const leave = (): void => {
    leaveTo(context, loop.frames);
    draft.jump(loop.location);
  };
  if (!tree.condition) {
    leave();
    return;
  }
  const [yes, no] = [draft.location(), draft.location()];
  condition(context, tree.condition, yes, no);
  draft.here = yes;
  leave();
  draft.here = no;
}

function lowerReturn(
  context: Context,
  tree: Extract<Statement, { kind: 'return' | 'extended-return' }>,
): void {
  const { draft, returns } = context;
  if (tree.kind === 'return') {
    if (tree.value && returns?.result)
      assign(context, returns.result, evaluate(context, tree.value, returns.result.type));
    else if (tree.value) evaluate(context, tree.value);
  } else {
    const scope = new Scope(context.scope, '');
    const inside = { ...context, scope };
    declareObject(inside, tree.object);
    if (tree.block) {
      const made = { location: draft.location(), frames: context.frames };
      lowerBlock({ ...inside, returns: made }, [], tree.block, '');
      draft.jump(made.location);
      draft.here = made.location;
    }
    const [entity] = scope.own(tree.object.names[0].key);
    if (entity?.kind === 'object' && returns?.result) assign(context, returns.result, rvalue(entity.value));
  }
  if (!returns) return;
  leaveTo(context, returns.frames);
  draft.jump(returns.location);
}
