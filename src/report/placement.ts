/**
 * Where a chart's lifelines stand. If the page is wide enough they are so far apart that every label
 * fits between them. Otherwise the labels go into a column of their own at the right, and the
 * lifelines move together, with names on several rows when they would touch.
 */
import { displayWidth, shorten } from './printable.js';

export interface Placement {
  columns: number[];
  names: string[];
  /** On how many rows the names stand in turn. */
  nameRows: number;
  /** Column of the labels where they stand apart. */
  aside?: number;
}

/** A label that must find room between the lifelines `low` and `high`, or right of `low` if they are the same. */
export interface LabelExtent {
  low: number;
  high: number;
  width: number;
}

interface Page {
  /** Columns kept free at the left. */
  margin: number;
  width: number;
  ellipsis: string;
}

const LEAST_GAP = 4;
const COMFORTABLE_GAP = 6;
/** Labels are cut to this when they stand along an arrow, and take so much more room than their text. */
export const LONGEST_LABEL = 28;
export const ALONG = 6;
const LONGEST_NAME = 24;
const ASIDE = 34;
const MOST_NAME_ROWS = 4;

/** How many lifelines a page can hold at all. */
export function mostLifelines(margin: number, width: number): number {
  return Math.max(1, Math.floor((width - margin - ASIDE) / LEAST_GAP));
}

export function placeLifelines(allNames: string[], labels: LabelExtent[], page: Page): Placement {
  const names = allNames.map((name) => shortenMiddle(name, LONGEST_NAME, page.ellipsis));
  return placeWithLabels(names, labels, page) ?? placeLabelsAside(names, labels, page);
}

function placeWithLabels(names: string[], labels: LabelExtent[], page: Page): Placement | undefined {
  const gaps = gapsForNames(names);
  let right = Math.ceil(displayWidth(names.at(-1)!) / 2);
  for (const { low, high, width } of labels) {
    const label = Math.min(LONGEST_LABEL, width);
    if (low === high && low === gaps.length) right = Math.max(right, label + 3);
    else if (low === high) gaps[low] = Math.max(gaps[low], label + 4);
    else if (!gaps.slice(low, high).some((gap) => gap >= label + ALONG)) gaps[low] = label + ALONG;
  }
  const columns = columnsOf(names, gaps, page.margin);
  return columns.at(-1)! + right <= page.width ? { columns, names, nameRows: 1 } : undefined;
}

function placeLabelsAside(names: string[], labels: LabelExtent[], page: Page): Placement {
  const longest = labels.reduce((most, label) => Math.max(most, label.width), 0);
  const end = page.width - Math.min(ASIDE - 3, longest) - 3;
  const gaps = gapsForNames(names);
  let excess = columnsOf(names, gaps, page.margin).at(-1)! - end;
  while (excess > 0) {
    const widest = gaps.indexOf(Math.max(...gaps));
    if (widest < 0 || gaps[widest] <= LEAST_GAP) break;
    gaps[widest]--;
    excess--;
  }
  for (let nameRows = 1; ; nameRows++) {
    const columns = columnsOf(names, gaps, page.margin);
    if (!namesTouch(names, columns, nameRows)) {
      return { columns, names, nameRows, aside: columns.at(-1)! + 3 };
    }
    if (nameRows < MOST_NAME_ROWS) continue;
    const room = Math.max(3, nameRows * Math.min(...gaps) - 2);
    const cut = names.map((name) => shortenMiddle(name, room, page.ellipsis));
    const moved = columnsOf(cut, gaps, page.margin);
    return { columns: moved, names: cut, nameRows, aside: moved.at(-1)! + 3 };
  }
}

function gapsForNames(names: string[]): number[] {
  return names
    .slice(1)
    .map((name, i) =>
      Math.max(COMFORTABLE_GAP, Math.ceil((displayWidth(names[i]) + displayWidth(name)) / 2) + 2),
    );
}

/** Names are centred over their lifelines, and the first must not reach into the margin. */
function columnsOf(names: string[], gaps: number[], margin: number): number[] {
  const columns = [margin + Math.floor(displayWidth(names[0]) / 2)];
  for (const gap of gaps) columns.push(columns.at(-1)! + gap);
  return columns;
}

function namesTouch(names: string[], columns: number[], nameRows: number): boolean {
  return names.some((name, i) => {
    const next = i + nameRows;
    if (next >= names.length) return false;
    const room = Math.ceil((displayWidth(name) + displayWidth(names[next])) / 2) + 1;
    return room > columns[next] - columns[i];
  });
}

/** Names often differ only at their ends (`phil.10`, `phil.11`), so the middle is what goes. */
function shortenMiddle(text: string, width: number, ellipsis: string): string {
  if (displayWidth(text) <= width) return text;
  const tail = [...text].slice(-Math.floor((width - ellipsis.length) / 2)).join('');
  return shorten(text, width - displayWidth(tail), ellipsis) + tail;
}
