/** Equations as people print them, brought to one form: everything on the left, terms in order. */
import type { Inequalities } from '../../../src/evidence/certificate/certificate.js';

/** `1 + x1 = x1 + x2`, `x3 >= 1`; sorted. */
export function equationsOf(texts: string[]): string[] {
  return texts.map(normal).sort();
}

export function printed({ columns, rows }: Inequalities): string[] {
  return rows
    .map(({ columns: used, coefficients, lower, upper }) => {
      const terms = new Map(used.map((column, i) => [columns[column].name, coefficients[i]]));
      const relation = lower === upper ? '=' : lower === undefined ? '<=' : '>=';
      return show(terms, relation, -(lower ?? upper ?? 0));
    })
    .sort();
}

function normal(text: string): string {
  const [, left, relation, right] = /^(.*?)(<=|>=|=)(.*)$/.exec(text)!;
  const terms = new Map<string, number>();
  let constant = 0;
  for (const [side, sign] of [
    [left, 1],
    [right, -1],
  ] as const) {
    for (const term of side.split('+').map((part) => part.trim())) {
      if (/^\d+$/.test(term)) constant += sign * Number(term);
      else terms.set(term, (terms.get(term) ?? 0) + sign);
    }
  }
  return show(terms, relation, constant);
}

/** With the first coefficient positive; `<=` turns to `>=` under a change of sign and the other way round. */
function show(terms: Map<string, number>, relation: string, constant: number): string {
  const sorted = [...terms].filter(([, a]) => a !== 0).sort(([a], [b]) => (a < b ? -1 : 1));
  const sign = sorted.length > 0 && sorted[0][1] < 0 ? -1 : 1;
  const turned: Record<string, string> = { '<=': '>=', '>=': '<=', '=': '=' };
  const list = sorted.map(([name, a]) => `${sign * a} ${name}`).join(' + ');
  return `${list} + ${sign * constant + 0} ${sign > 0 ? relation : turned[relation]} 0`;
}
