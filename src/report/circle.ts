/**
 * Processes that wait for one another, drawn as a circle in plain text:
 *
 *     ┌─► p ─► q ─► r ─┐
 *     └────────────────┘
 *
 * or one under the other where that is too wide.
 */
import { displayWidth, printable, shorten } from './printable.js';
import { type Style, symbolsOf } from './style.js';

const LONGEST_NAME = 40;

const unicodeGlyphs = {
  down: '┌─► ',
  on: ' ─► ',
  end: ' ─┐',
  up: '└',
  along: '─',
  back: '┘',
  side: '├─► ',
  last: '└─► ',
};
const asciiGlyphs = {
  down: '+-> ',
  on: ' -> ',
  end: ' -+',
  up: '+',
  along: '-',
  back: '+',
  side: '|-> ',
  last: '+-> ',
};

export function drawCircle(members: readonly string[], style: Style): string[] {
  const glyphs = style.unicode ? unicodeGlyphs : asciiGlyphs;
  const names = members.map((name) => shorten(printable(name), LONGEST_NAME, symbolsOf(style).ellipsis));
  const chain = glyphs.down + names.join(glyphs.on) + glyphs.end;
  const width = displayWidth(chain);
  if (width <= style.width - 8) return [chain, glyphs.up + glyphs.along.repeat(width - 2) + glyphs.back];
  return [...names, `${names[0]} again`].map(
    (name, i) => (i === 0 ? glyphs.down : i < names.length ? glyphs.side : glyphs.last) + name,
  );
}
