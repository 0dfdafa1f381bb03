/** Elements of arrays whose members are known one by one. */
import { constant, type Expression, type Selector } from '../../../model/expression.js';
import { plus } from './fold.js';
import { anyValue } from './range-check.js';
import {
  type ProtectedValue,
  type Scalar,
  type Stored,
  scalar,
  staticValue,
  type TaskValue,
  unknown,
  type Value,
} from './value.js';

/** The one object or, by position, any of several. */
export function elementAt(parts: Value[], position: Expression): Value {
  if (position.kind === 'constant') return parts[position.value] ?? unknown('an index outside its array');
  const [first] = parts;
  if (!first) return unknown('an element of an empty array');
  if (first.kind === 'task' && parts.every((p) => p.kind === 'task')) {
    const values = parts as TaskValue[];
    return {
      ...first,
      ...joined(
        values.map((v) => v.objects ?? []),
        values.map((v) => v.position),
        position,
      ),
    };
  }
  if (first.kind === 'protected' && parts.every((p) => p.kind === 'protected')) {
    const values = parts as ProtectedValue[];
    return {
      ...first,
      ...joined(
        values.map((v) => v.objects ?? []),
        values.map((v) => v.position),
        position,
      ),
    };
  }
  if (first.kind === 'parts') {
    const rows = parts.map((p) => (p.kind === 'parts' ? p.parts : []));
    // One of them is known as a whole only, or not at all.
    if (rows.some((row) => row.length !== first.parts.length))
      return anyValue('an element chosen while running', first.type);
    return {
      ...first,
      parts: first.parts.map((_, j) =>
        elementAt(
          rows.map((row) => row[j]),
          position,
        ),
      ),
    };
  }
  const piece = pieceOf(parts, position);
  if (piece) return piece;
  if (parts.every((p) => p.kind === 'scalar')) {
    const [head, ...rest] = parts as Scalar[];
    // Access values are numbers among the objects of their own type.
    if (rest.some((part) => !leadAlike(head, part)))
      return unknown('an element chosen among objects of several types');
    const expression = rest.reduce<Expression>(
      (otherwise, part, i) => ({
        kind: 'conditional',
        test: { kind: 'binary', operator: 'equal', left: position, right: constant(i + 1) },
        whenTrue: part.expression,
        whenFalse: otherwise,
      }),
      head.expression,
    );
    return scalar(head.type, expression);
  }
  return anyValue('an element chosen while running', first.kind === 'unknown' ? undefined : first.type);
}

/** Neighbours in one array, as a slice has them: an element of that array. */
export function pieceOf(parts: Value[], position: Expression): Stored | undefined {
  const [first] = parts;
  const start = first?.kind === 'stored' ? lastIndex(first) : undefined;
  if (first?.kind !== 'stored' || start === undefined) return undefined;
  const before = first.place.path.slice(0, -1);
  const isNext = (part: Value, i: number): boolean =>
    part.kind === 'stored' &&
    part.place.variable === first.place.variable &&
    lastIndex(part) === start + i &&
    JSON.stringify(part.place.path.slice(0, -1)) === JSON.stringify(before);
  if (!parts.every(isNext)) return undefined;
  const path: Selector[] = [...before, { kind: 'index', index: plus(position, start) }];
  return { ...first, place: { ...first.place, path } };
}

function lastIndex({ place }: Stored): number | undefined {
  const last = place.path.at(-1);
  return last?.kind === 'index' && last.index.kind === 'constant' ? last.index.value : undefined;
}

/** Is one number for either enough to tell them apart? */
export function leadAlike(a: Value, b: Value): boolean {
  if (a.type?.kind !== 'access' || b.type?.kind !== 'access') return true;
  if (staticValue(a) === 0 || staticValue(b) === 0) return true;
  return a.type.target().root === b.type.target().root;
}

function joined<T>(
  rows: T[][],
  positions: (Expression | undefined)[],
  position: Expression,
): { objects: T[]; position: Expression } {
  const width = rows[0].length;
  const within = positions[0];
  const scaled = width === 1 ? position : times(position, width);
  return {
    objects: rows.flat(),
    position: within ? { kind: 'binary', operator: 'add', left: scaled, right: within } : scaled,
  };
}

const times = (e: Expression, by: number): Expression => ({
  kind: 'binary',
  operator: 'multiply',
  left: e,
  right: constant(by),
});
