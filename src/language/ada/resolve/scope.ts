/** What names mean at a place of the program: declarations inside out, and what `use` makes visible. */
import type { Entity } from './entity.js';

/** Several of one name may be declared beside each other. */
const overloads = (entity: Entity): boolean =>
  entity.kind === 'subprogram' || entity.kind === 'literal' || entity.kind === 'entry';

const NOTHING: readonly Entity[] = [];

export class Scope {
  private readonly names = new Map<string, Entity[]>();
  private readonly uses: Scope[] = [];
  /** A package of the predefined library, and whether it has more names than are declared here. */
  library?: 'listed' | 'open';

  constructor(
    readonly parent: Scope | undefined,
    /** The name of the unit whose declarations these are, for `Unit.Name`. */
    readonly name = '',
    /** The specification of the package whose body this is, where that stands elsewhere: its names are here too. */
    readonly specification?: Scope,
  ) {}

  declare(key: string, entity: Entity): void {
    const known = this.names.get(key);
    if (known && overloads(entity) && known.every(overloads)) known.push(entity);
    else this.names.set(key, [entity]);
  }

  /** The names of the units around, from the outermost in, as a subunit names its parent. */
  get path(): string {
    const names: string[] = [];
    for (let scope: Scope | undefined = this; scope; scope = scope.parent) {
      const name = scope.name.toLowerCase();
      if (name !== '' && name !== names[0]) names.unshift(name);
    }
    return names.join('.');
  }

  use(scope: Scope): void {
    if (!this.uses.includes(scope)) this.uses.push(scope);
  }

  /** May a name that is declared nowhere be one of the predefined library? */
  get seesLibrary(): boolean {
    for (let scope: Scope | undefined = this; scope; scope = scope.parent)
      if (scope.uses.some((used) => used.library === 'open')) return true;
    return false;
  }

  /** What is declared right here. */
  own(key: string): readonly Entity[] {
    const own = this.names.get(key) ?? NOTHING;
    return this.specification ? [...own, ...this.specification.own(key)] : own;
  }

  all(): Iterable<[string, Entity[]]> {
    return this.names.entries();
  }

  /** Everything a bare name may mean, nearest first; what hides the rest ends the list. */
  lookUp(key: string): readonly Entity[] {
    const found: Entity[] = [];
    for (let scope: Scope | undefined = this; scope; scope = scope.parent) {
      const own = scope.own(key);
      if (found.length === 0 && own.length === 1 && !overloads(own[0])) return own;
      for (const entity of own) {
        found.push(entity);
        if (!overloads(entity)) return found;
      }
    }
    const used: Entity[] = [];
    const see = (visible: Scope): void => {
      for (const entity of visible.own(key)) if (!used.includes(entity)) used.push(entity);
    };
    for (let scope: Scope | undefined = this; scope; scope = scope.parent) {
      for (const visible of scope.uses) see(visible);
      if (scope.specification) for (const visible of scope.specification.uses) see(visible);
    }
    return found.length > 0 ? [...found, ...used.filter(overloads)] : used;
  }
}
