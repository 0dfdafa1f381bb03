/** Inequalities in the (free) MPS format that integer programming packages read. */
import type { Inequalities, Row } from '../../evidence/certificate/certificate.js';
import { printable } from '../printable.js';
import { solverNames } from './names.js';

export function mps(title: string, { columns, rows }: Inequalities): string {
  const names = solverNames(columns.map(({ name }) => name));
  const rowNames = solverNames(rows.map(({ name }) => name));
  const lines = [`* ${printable(title)}`, 'NAME HEDDLE', 'ROWS', ' N obj'];
  rows.forEach((row, r) => {
    lines.push(` ${kindOf(row)} ${rowNames[r]}`);
  });
  const entries: string[][] = columns.map(() => []);
  rows.forEach((row, r) => {
    row.columns.forEach((column, i) => {
      entries[column].push(` ${names[column]} ${rowNames[r]} ${row.coefficients[i]}`);
    });
  });
  lines.push('COLUMNS');
  let integral = false;
  const marker = (kind: string) => ` M${lines.length} 'MARKER' '${kind}'`;
  columns.forEach((column, c) => {
    if (column.integral !== integral) lines.push(marker(column.integral ? 'INTORG' : 'INTEND'));
    integral = column.integral;
    lines.push(...(entries[c].length > 0 ? entries[c] : [` ${names[c]} obj 0`]));
  });
  if (integral) lines.push(marker('INTEND'));
  lines.push('RHS');
  rows.forEach(({ lower, upper }, r) => {
    const right = lower ?? upper ?? 0;
    if (right !== 0) lines.push(` RHS ${rowNames[r]} ${right}`);
  });
  const ranges = rows.flatMap(({ lower, upper }, r) =>
    lower !== undefined && upper !== undefined && lower !== upper
      ? [` RNG ${rowNames[r]} ${upper - lower}`]
      : [],
  );
  if (ranges.length > 0) lines.push('RANGES', ...ranges);
  lines.push('BOUNDS');
  // Without a bound some packages take whole columns to be at most 1.
  columns.forEach(({ upper }, c) => {
    lines.push(upper === undefined ? ` PL BND ${names[c]}` : ` UP BND ${names[c]} ${upper}`);
  });
  lines.push('ENDATA');
  return `${lines.join('\n')}\n`;
}

function kindOf({ lower, upper }: Row): string {
  if (lower !== undefined && lower === upper) return 'E';
  if (lower !== undefined) return 'G';
  return upper === undefined ? 'N' : 'L';
}
