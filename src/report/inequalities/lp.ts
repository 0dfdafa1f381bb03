/** Inequalities in the LP format that integer programming packages read. */
import type { Inequalities, Row } from '../../evidence/certificate/certificate.js';
import { printable } from '../printable.js';
import { solverNames } from './names.js';

const LINE = 100;

export function lp(title: string, { columns, rows }: Inequalities): string {
  const names = solverNames(columns.map(({ name }) => name));
  const rowNames = solverNames(rows.map(({ name }) => name));
  const lines = [`\\ ${printable(title)}`, 'Minimize', ' obj:', 'Subject To'];
  rows.forEach((row, r) => {
    lines.push(...rowLines(rowNames[r], row, names));
  });
  lines.push('Bounds');
  columns.forEach(({ upper }, column) => {
    lines.push(` 0 <= ${names[column]}${upper === undefined ? '' : ` <= ${upper}`}`);
  });
  lines.push(
    'General',
    ...names.filter((_, column) => columns[column].integral).map((name) => ` ${name}`),
    'End',
  );
  return `${lines.join('\n')}\n`;
}

/** A row with two different bounds is written twice. */
function rowLines(name: string, { columns, coefficients, lower, upper }: Row, names: string[]): string[] {
  const sum: string[] = [];
  columns.forEach((column, i) => {
    const a = coefficients[i];
    const factor = Math.abs(a) === 1 ? '' : `${Math.abs(a)} `;
    sum.push(`${a < 0 ? '-' : '+'} ${factor}${names[column]}`);
  });
  // A row without columns still says whether its bounds contain 0.
  if (sum.length === 0) sum.push(`0 ${names[0]}`);
  if (lower !== undefined && lower === upper) return wrapped(` ${name}:`, [...sum, `= ${lower}`]);
  return [
    ...(lower === undefined ? [] : wrapped(` ${name}:`, [...sum, `>= ${lower}`])),
    ...(upper === undefined
      ? []
      : wrapped(` ${name}${lower === undefined ? '' : '~upper'}:`, [...sum, `<= ${upper}`])),
  ];
}

function wrapped(start: string, terms: string[]): string[] {
  const lines = [start];
  for (const term of terms) {
    const last = lines.length - 1;
    if (lines[last].length + term.length + 1 > LINE) lines.push(`  ${term}`);
    else lines[last] += ` ${term}`;
  }
  return lines;
}
