/** What the whole text says about names, before anything is looked up: enough to leave out what nobody asks for. */
import type {
  Aspect,
  CompilationUnit,
  DiscreteRange,
  EntryBody,
  Instance,
  Iteration,
  Pragma,
  Statement,
  SubprogramDeclaration,
  SubprogramRenaming,
  Expression as Tree,
} from '../syntax/index.js';
import type { Mentions } from './world.js';

const CONTRACT =
  /^(pre|post|precondition|postcondition|contract_cases|((type_)?invariant)|(static_|dynamic_)?predicate)$/;

export function mentionsIn(units: readonly CompilationUnit[]): Mentions {
  const mentions: Mentions = {
    counted: new Set(),
    requeued: new Set(),
    firm: false,
    handsOn: new Set(),
    triggers: new Set(),
    conditional: new Set(),
    accepted: new Set(),
    assigned: new Set(),
    accessed: new Set(),
    imported: new Set(),
    aborts: false,
    lives: false,
    redirects: false,
    deallocates: false,
    contracts: new Set(),
  };
  const renamings: [name: string, renamed: string][] = [];
  const elements: [name: string, of: string[]][] = [];
  const stack: unknown[] = [...units];
  while (stack.length > 0) {
    const node = stack.pop();
    if (Array.isArray(node)) {
      for (const item of node) if (typeof item === 'object' && item !== null) stack.push(item);
      continue;
    }
    note(node as { kind?: string }, mentions);
    if ((node as { kind?: string }).kind === 'subprogram-renaming') {
      const { specification, renamed } = node as SubprogramRenaming;
      renamings.push([specification.name.name.key, lastName(renamed)]);
    }
    if ((node as { kind?: string }).kind === 'iteration') {
      const { name, over, domain } = node as Iteration;
      if (over === 'of') elements.push([name.key, namesIn(domain)]);
    }
    if ((node as { kind?: string }).kind === 'identifier') continue;
    for (const key in node as object) {
      const value = (node as Record<string, unknown>)[key];
      if (typeof value === 'object' && value !== null) stack.push(value);
    }
  }
  // Who calls the new name calls the old one; and the new one may be renamed again.
  for (const _ of renamings)
    for (const names of [mentions.conditional, mentions.triggers])
      for (const [name, renamed] of renamings) if (names.has(name)) names.add(renamed);
  // Whoever assigns to an element assigns to the array.
  for (const _ of elements)
    for (const [name, of] of elements)
      if (mentions.assigned.has(name)) for (const array of of) mentions.assigned.add(array);
  return mentions;
}

function note(node: { kind?: string }, mentions: Mentions): void {
  switch (node.kind) {
    case 'attribute': {
      const { attribute, prefix } = node as Extract<Tree, { kind: 'attribute' }>;
      if (attribute.key === 'count') mentions.counted.add(lastName(prefix));
      if (attribute.key === 'terminated' || attribute.key === 'callable') mentions.lives = true;
      if (/access$/.test(attribute.key))
        for (const name of namesIn(prefix)) {
          mentions.assigned.add(name);
          mentions.accessed.add(name);
        }
      return;
    }
    case 'identifier':
    case 'selected':
      if (lastName(node as Tree) === 'set_input') mentions.redirects = true;
      return;
    case 'requeue':
      noteRequeue(node as Extract<Statement, { kind: 'requeue' }>, mentions);
      return;
    case 'entry-body': {
      const { name, block } = node as EntryBody;
      if (hasRequeue(block)) mentions.handsOn.add(name.key);
      return;
    }
    case 'asynchronous-select': {
      const { trigger } = node as unknown as { trigger: { kind: string; name?: Tree } };
      if (trigger.kind === 'call' && trigger.name) mentions.triggers.add(lastName(trigger.name));
      return;
    }
    case 'conditional-call':
      mentions.conditional.add(lastName((node as unknown as { call: { name: Tree } }).call.name));
      return;
    case 'aspect': {
      const { mark } = node as Aspect;
      if (CONTRACT.test(mark.key)) mentions.contracts.add(mark.name);
      return;
    }
    case 'pragma': {
      const { name, arguments: given } = node as Pragma;
      if (CONTRACT.test(name.key)) mentions.contracts.add(name.name);
      if (/^(import|interface)$/.test(name.key))
        for (const { value } of given) if (value?.kind === 'identifier') mentions.imported.add(value.key);
      return;
    }
    case 'subprogram': {
      // What an access type leads to is of this kind too, and has no aspects.
      const { aspects, specification } = node as Partial<SubprogramDeclaration>;
      if (specification?.name && aspects?.some(({ mark }) => mark.key === 'import'))
        mentions.imported.add(specification.name.name.key);
      return;
    }
    case 'abort':
      mentions.aborts = true;
      return;
    case 'accept': {
      const { entry, block } = node as unknown as { entry: { key: string }; block?: unknown };
      if (block) mentions.accepted.add(entry.key);
      if (hasRequeue(block)) mentions.handsOn.add(entry.key);
      return;
    }
    case 'call':
      // The object before the dot may be a parameter.
      for (const name of objectsIn((node as unknown as { name: Tree }).name)) mentions.assigned.add(name);
      return;
    case 'assignment':
      for (const name of namesIn((node as unknown as { target: Tree }).target)) mentions.assigned.add(name);
      return;
    case 'object-renaming':
      for (const name of namesIn((node as unknown as { renamed: Tree }).renamed)) mentions.assigned.add(name);
      return;
    case 'apply':
    case 'instance': {
      if (node.kind === 'apply') for (const name of objectsIn(node as Tree)) mentions.assigned.add(name);
      if (node.kind === 'instance' && lastName((node as Instance).generic) === 'unchecked_deallocation')
        mentions.deallocates = true;
      for (const { value } of (node as Extract<Tree, { kind: 'apply' }> | Instance).arguments)
        if (value && value.kind !== 'range' && value.kind !== 'subtype')
          for (const name of namesIn(value)) mentions.assigned.add(name);
    }
  }
}

function noteRequeue(
  { target, withAbort }: Extract<Statement, { kind: 'requeue' }>,
  mentions: Mentions,
): void {
  mentions.requeued.add(lastName(target));
  if (!withAbort) mentions.firm = true;
}

function hasRequeue(tree: unknown): boolean {
  if (typeof tree !== 'object' || tree === null) return false;
  return (tree as { kind?: string }).kind === 'requeue' || Object.values(tree).some(hasRequeue);
}

/** The entry in `T.E`, `T.E (I)`, `E (I) (X)`. */
function lastName(tree: Tree): string {
  if (tree.kind === 'selected') return tree.selector.key;
  if (tree.kind === 'apply') return lastName(tree.prefix);
  return tree.kind === 'identifier' ? tree.key : '';
}

/** Names before the last dot of what is called. */
function objectsIn(tree: Tree): string[] {
  if (tree.kind === 'apply') return objectsIn(tree.prefix);
  return tree.kind === 'selected' ? namesIn(tree.prefix) : [];
}

/** Names of which one may be the variable meant in `V`, `P.V.F`, `V (I)`, `T (V)`. */
function namesIn(tree: Tree | DiscreteRange): string[] {
  if (tree.kind === 'identifier') return [tree.key];
  if (tree.kind === 'selected') return [tree.selector.key, ...namesIn(tree.prefix)];
  if (tree.kind === 'apply' || tree.kind === 'dereference') return namesIn(tree.prefix);
  return [];
}
