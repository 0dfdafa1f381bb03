/** Processes that wait for one another, drawn in a circle with an arrow from each to the next. */
import { displayWidth, printable, shorten } from '../printable.js';
import { type Content, type Element, element } from './markup.js';

const MOST = 40;
const LONGEST_NAME = 24;
const CHARACTER = 7.3;

export function ringOf(names: readonly string[]): Element | undefined {
  if (names.length === 0 || names.length > MOST) return undefined;
  const shown = names.map((name) => shorten(printable(name), LONGEST_NAME));
  const widest = Math.max(...shown.map((name) => displayWidth(name) * CHARACTER + 12));
  const radius = Math.max(60, (names.length * (widest + 18)) / (2 * Math.PI));
  const [width, height] = [2 * radius + widest + 20, 2 * radius + 60];
  const centre = { x: width / 2, y: height / 2 };
  const at = (turn: number, away: number) => {
    const angle = turn * 2 * Math.PI - Math.PI / 2;
    return { x: centre.x + away * Math.cos(angle), y: centre.y + away * Math.sin(angle) };
  };
  const children = shown.flatMap((name, i): Content[] => {
    const place = at(i / shown.length, radius);
    const box = displayWidth(name) * CHARACTER + 12;
    return [
      element('rect', {
        class: 'name',
        x: round(place.x - box / 2),
        y: round(place.y - 12),
        width: round(box),
        height: 24,
        rx: 4,
      }),
      element(
        'text',
        { x: round(place.x), y: round(place.y + 4), 'text-anchor': 'middle' },
        element('title', {}, names[i]),
        name,
      ),
      ...arrow(i, shown.length, at, radius),
    ];
  });
  const size = {
    width: Math.ceil(width),
    height: Math.ceil(height),
    viewBox: `0 0 ${Math.ceil(width)} ${Math.ceil(height)}`,
  };
  return element(
    'svg',
    { class: 'ring', ...size, role: 'img', 'aria-label': 'who waits for whom' },
    ...children,
  );
}

/** Half-way between two processes, along the circle. */
function arrow(
  i: number,
  count: number,
  at: (turn: number, away: number) => { x: number; y: number },
  radius: number,
): Element[] {
  const [from, to] = [at((i + 0.36) / count, radius), at((i + 0.64) / count, radius)];
  const towards = Math.atan2(to.y - from.y, to.x - from.x);
  const wing = (turn: number) =>
    `L ${round(to.x - 8 * Math.cos(towards + turn))} ${round(to.y - 8 * Math.sin(towards + turn))}`;
  const tip = `M ${round(to.x)} ${round(to.y)}`;
  const d = `M ${round(from.x)} ${round(from.y)} L ${round(to.x)} ${round(to.y)} ${tip} ${wing(0.45)} ${tip} ${wing(-0.45)}`;
  return [element('path', { class: 'message', d })];
}

const round = (value: number): number => Math.round(value * 10) / 10;
