/** Which unit is the program: a procedure without parameters that no other unit names. */
import type { Problems } from '../problems.js';
import type { CompilationUnit } from '../syntax/index.js';
import { pathOf } from './library-units.js';

export function mainUnit(
  units: readonly CompilationUnit[],
  given: readonly CompilationUnit[],
  problems: Problems,
  { main: wanted, mainIsOpen = false }: { main?: string; mainIsOpen?: boolean },
): CompilationUnit | undefined {
  const procedures = units.filter(isStartable);
  const nameOf = (unit: CompilationUnit): string =>
    unit.declaration.kind === 'subprogram-body' ? unit.declaration.specification.name.key : '';
  if (wanted !== undefined) {
    const found = procedures.find((unit) => nameOf(unit) === wanted.toLowerCase());
    if (found) return found;
    const names = procedures.map(nameOf).join(', ');
    problems.error(
      'bad-structure',
      units[0] ?? { start: 0, end: 0 },
      `there is no procedure '${wanted}' without parameters to start`,
      names === '' ? 'a main program is a procedure without parameters' : `there are ${names}`,
    );
    return undefined;
  }
  // What other files name is started all the same, where its own file is given.
  const own = given.filter(isStartable);
  const named = new Set(
    (own.length > 0 ? given : units).flatMap((unit) =>
      unit.context.flatMap((clause) => (clause.kind === 'with' ? clause.names.map(pathOf) : [])),
    ),
  );
  const among = own.length > 0 ? own : procedures;
  const free = among.filter((unit) => !named.has(nameOf(unit)));
  const possible = free.length > 0 ? free : among;
  if (mainIsOpen && possible.length > 1) {
    problems.error(
      'bad-structure',
      possible[1],
      `there are several programs here: ${possible.map(nameOf).join(', ')}`,
      `say which one with --target, or give the file of one of them`,
    );
    return undefined;
  }
  if (possible.length > 0) return possible[0];
  // A program of packages only: their tasks run by themselves.
  const first = units.find(
    ({ declaration }) => declaration.kind === 'package' || declaration.kind === 'package-body',
  );
  const place = units[0] ?? { start: 0, end: 0 };
  if (!first)
    problems.error(
      'bad-structure',
      place,
      'there is no procedure to start',
      'a main program is a procedure without parameters',
    );
  return first;
}

const isStartable = ({ declaration, subunitOf }: CompilationUnit): boolean =>
  declaration.kind === 'subprogram-body' &&
  subunitOf === undefined &&
  declaration.specification.of === 'procedure' &&
  declaration.specification.parameters.length === 0;
