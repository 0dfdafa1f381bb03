/** The units of the given files, by name. */
import type { CompilationUnit, Declaration, Expression as Tree } from '../syntax/index.js';

export interface LibraryUnit {
  key: string;
  specification?: CompilationUnit;
  body?: CompilationUnit;
}

export class Library {
  private readonly units = new Map<string, LibraryUnit>();
  private readonly subunits: CompilationUnit[] = [];

  /** The units given first count, where a name comes twice. */
  constructor(units: readonly CompilationUnit[]) {
    for (const unit of units) {
      const { declaration } = unit;
      if (unit.subunitOf !== undefined) {
        this.subunits.push(unit);
        continue;
      }
      const key = nameOf(declaration);
      if (!key) continue;
      const known = this.units.get(key) ?? { key };
      this.units.set(key, known);
      const body = declaration.kind === 'package-body' || declaration.kind === 'subprogram-body';
      if (body) known.body ??= unit;
      else known.specification ??= unit;
    }
  }

  find(key: string): LibraryUnit | undefined {
    return this.units.get(key);
  }

  /** This unit, those that its context names, and all that they need: their parents, bodies and subunits. */
  neededBy(main: CompilationUnit): ReadonlySet<CompilationUnit> {
    const needed = new Set([main]);
    const need = (key: string): void => {
      const { specification, body } = this.units.get(key) ?? {};
      for (const unit of [specification, body]) if (unit) needed.add(unit);
      if (key.includes('.')) need(key.slice(0, key.lastIndexOf('.')));
    };
    for (const unit of needed) {
      const key = nameOf(unit.declaration);
      if (key && unit.subunitOf === undefined) {
        need(key);
        for (const subunit of this.subunitsOf(key)) needed.add(subunit);
      }
      for (const clause of unit.context)
        if (clause.kind === 'with') for (const name of clause.names) need(pathOf(name));
    }
    return needed;
  }

  /** The body that a stub of this name stands for, in the unit with this full name. */
  subunit(parent: string, key: string): Declaration | undefined {
    const named = this.subunits.filter(({ declaration }) => nameOf(declaration) === key);
    const own = named.find(({ subunitOf }) => `.${parent}`.endsWith(`.${subunitOf}`));
    return own?.declaration;
  }

  /** The subunits of a library unit, and theirs. */
  subunitsOf(key: string): readonly CompilationUnit[] {
    const isWithin = (parent: string): boolean =>
      parent === key ||
      (!this.units.has(parent) && parent.includes('.') && isWithin(parent.slice(0, parent.lastIndexOf('.'))));
    return this.subunits.filter(({ subunitOf }) => isWithin(subunitOf!));
  }
}

/** The name in `with P.Q`, in lower case. */
export function pathOf(name: Tree): string {
  if (name.kind === 'identifier') return name.key;
  if (name.kind === 'selected') return `${pathOf(name.prefix)}.${name.selector.key}`;
  return '';
}

/** Is it in the file where a compiler looks for it: `parent-child.adb`? */
export function isNamedAfter(file: string, { declaration, subunitOf }: CompilationUnit): boolean {
  const name = [...(subunitOf === undefined ? [] : [subunitOf]), nameOf(declaration) ?? ''].join('.');
  const base = file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
  return base.toLowerCase().replace(/\.[^.]*$/, '') === name.replaceAll('.', '-');
}

/** The name of a library unit, with points. */
export function nameOf(declaration: Declaration): string | undefined {
  switch (declaration.kind) {
    case 'package':
    case 'package-body':
    case 'instance':
    case 'package-renaming':
    case 'generic-renaming':
      return declaration.name.key;
    case 'generic':
      return declaration.unit.kind === 'package'
        ? declaration.unit.name.key
        : declaration.unit.specification.name.key;
    case 'subprogram':
    case 'subprogram-body':
    case 'expression-function':
    case 'null-procedure':
    case 'subprogram-renaming':
      return declaration.specification.name.key;
    case 'task-body':
    case 'protected-body':
      return declaration.name.key;
    default:
      return undefined;
  }
}
