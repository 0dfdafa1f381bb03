import { isPredefined, libraryPackage } from '../library/packages.js';
import { Scope } from '../resolve/scope.js';
import { standardScope } from '../resolve/standard.js';
import type { TaskObject } from '../resolve/unit.js';
import type { CompilationUnit, WithClause } from '../syntax/index.js';
import { lowerBlock } from './block.js';
import { type Context, inner, outermostContext, type Raised, within } from './context.js';
import { finalizeAll } from './controlled.js';
import { declare } from './declare.js';
import { nameOf, pathOf } from './library-units.js';
import { elaborateBody } from './package.js';
import { activate, unhandled, waitForTasks } from './task.js';
import type { World } from './world.js';

/** Writes every process. `main` is the unit of the main procedure. */
export function writeProgram(world: World, main: CompilationUnit): void {
  const root = new Scope(standardScope(), '');
  const standard = root.parent!;
  standard.declare('standard', { kind: 'package', name: 'Standard', scope: standard });
  const draft = world.process(mainName(main));
  draft.home = world.sources.span(main.declaration);
  const ended = draft.location({ name: 'ended', marks: ['end'] });
  const finished = draft.location();
  const endingAt = (location: number): Context =>
    within(outermostContext(world, draft, root, world.outermost, 1), {
      raise: (_outside: Context, raised: Raised) => {
        if (raised.kind === 'abort') draft.jump(location);
        else unhandled(world, draft, raised, draft.name, location);
        return true;
      },
    });
  const context = endingAt(finished);
  const elaboration = new Elaboration(context, root);
  const scope = elaboration.contextOf(main);
  elaboration.bodies();
  const { declaration } = main;
  if (declaration.kind === 'subprogram-body') {
    const inside = new Scope(scope, declaration.specification.name.name.name);
    inside.declare(declaration.specification.name.name.key, {
      kind: 'region',
      name: draft.name,
      scope: inside,
    });
    lowerBlock(
      {
        ...inner(context, inside),
        returns: { location: finished, frames: context.frames },
        mainProgram: true,
      },
      declaration.declarations,
      declaration.block,
      draft.name,
    );
  }
  draft.jump(finished);
  draft.here = finished;
  waitForTasks(context);
  finalizeAll(endingAt(ended), world.outermost);
  draft.jump(ended);
  for (let write = world.pending.shift(); write; write = world.pending.shift()) write();
}

const mainName = (unit: CompilationUnit): string => {
  const { declaration } = unit;
  return declaration.kind === 'subprogram-body'
    ? declaration.specification.name.name.name
    : (nameOf(declaration) ?? 'main');
};

class Elaboration {
  private readonly scopes = new Map<string, Scope>();
  private readonly waiting: string[] = [];

  constructor(
    readonly context: Context,
    readonly root: Scope,
  ) {}

  /** The names that the context clause of a unit makes visible, over those of its parents. */
  contextOf(unit: CompilationUnit, parent: Scope = this.root): Scope {
    const scope = new Scope(parent, parent === this.root ? '' : parent.name);
    // What subunits ask for is there before the body that they are parts of.
    const { kind } = unit.declaration;
    const hasStubs = kind === 'package-body' || kind === 'subprogram-body';
    const subunits = hasStubs ? this.context.world.library.subunitsOf(nameOf(unit.declaration)!) : [];
    const clauses = [unit, ...subunits].flatMap(({ context }) => context);
    for (const clause of clauses) if (clause.kind === 'with') this.with(clause);
    for (const clause of clauses) if (clause.kind === 'use') declare(inner(this.context, scope), clause);
    return scope;
  }

  private with(clause: WithClause): void {
    for (const name of clause.names) this.elaborate(pathOf(name));
  }

  /** The declarations of a library unit, elaborated once. */
  elaborate(key: string): void {
    if (this.scopes.has(key)) return;
    const parts = key.split('.');
    const last = parts.pop()!;
    if (parts.length > 0) this.elaborate(parts.join('.'));
    const parent = parts.length > 0 ? this.scopes.get(parts.join('.')) : undefined;
    const place = parent ?? this.root;
    const unit = this.context.world.library.find(key);
    const specification = unit?.specification;
    if (!unit || (!specification && !unit.body)) {
      const library = libraryPackage(key, this.root);
      if (library.library === undefined) {
        this.context.world.missing.add(key);
        this.context.world.leaveOut('units that are not given', key);
      }
      this.scopes.set(key, library);
      place.declare(last, { kind: 'package', name: key, scope: library });
      return;
    }
    this.scopes.set(key, place);
    const names = specification ?? unit.body!;
    const scope = this.contextOf(names, place);
    const created = declare(inner(this.context, scope), names.declaration);
    for (const entity of scope.own(last)) place.declare(last, entity);
    const [entity] = place.own(last);
    if (entity?.kind === 'package') this.scopes.set(key, entity.scope);
    if (isPredefined(key) && entity?.kind === 'package') entity.scope.library = 'open';
    if (isPredefined(key) && entity?.kind === 'generic') entity.library = true;
    this.waiting.push(key);
    this.created.set(key, created);
    if (!specification) return;
    // Bodies as soon as what they need is there: as if every one were asked for with Elaborate_All.
    this.body(key);
  }

  private readonly created = new Map<string, TaskObject[]>();
  private readonly done = new Set<string>();

  private body(key: string): void {
    if (this.done.has(key)) return;
    this.done.add(key);
    const unit = this.context.world.library.find(key);
    const tasks = this.created.get(key) ?? [];
    const last = key.split('.').pop()!;
    const parentKey = key.split('.').slice(0, -1).join('.');
    const place = this.scopes.get(parentKey) ?? this.root;
    const body = unit?.specification ? unit.body : undefined;
    if (body) {
      const [entity] = place.own(last);
      const names = entity?.kind === 'package' ? entity.scope : place;
      const scope = this.contextOf(body, names);
      const { declaration } = body;
      if (declaration.kind === 'package-body' && entity?.kind === 'package')
        tasks.push(...elaborateBody(inner(this.context, scope), declaration, scope));
      else if (
        entity?.kind === 'generic' &&
        (declaration.kind === 'package-body' || declaration.kind === 'subprogram-body')
      ) {
        entity.body = declaration;
        entity.scope = scope;
      } else if (declaration.kind === 'subprogram-body' && entity?.kind === 'subprogram') {
        entity.body = declaration;
        entity.scope = scope;
      }
    }
    activate(this.context, tasks);
  }

  bodies(): void {
    for (const key of this.waiting) this.body(key);
  }
}
