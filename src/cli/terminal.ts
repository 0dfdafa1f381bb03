/** What the terminal can show, and the one line of live progress. */
import type { Progress } from '../engine/budget.js';
import { printable, shorten } from '../report/printable.js';
import { showBytes, showCount } from '../report/quantity.js';
import type { Style } from '../report/style.js';
import type { Io, Output } from './io.js';

export function styleFor(io: Io, output: Output, colorWanted = true): Style {
  return {
    color: colorWanted && hasColor(io, output),
    unicode: hasUnicode(io),
    width: Math.max(60, Math.min(output.columns || 100, 120)),
  };
}

function hasColor(io: Io, output: Output): boolean {
  if (io.env.NO_COLOR) return false;
  if (io.env.FORCE_COLOR && io.env.FORCE_COLOR !== '0') return true;
  return output.isTTY === true && io.env.TERM !== 'dumb';
}

/** A locale that says it is not UTF-8 gets ASCII; one that says nothing gets everything. */
function hasUnicode(io: Io): boolean {
  if (io.env.TERM === 'dumb' || io.env.TERM === 'linux') return false;
  const locale = io.env.LC_ALL || io.env.LC_CTYPE || io.env.LANG;
  return !locale || /utf-?8/i.test(locale);
}

const SECONDS_BETWEEN = 0.1;
const ERASE_LINE = '\r\u001b[2K';

/** Rewrites one line on standard error; silent where that is not a terminal. */
export class ProgressLine {
  private shown = false;
  private last = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly io: Io,
    private readonly enabled = io.err.isTTY === true,
  ) {}

  show(progress: Progress & { property: string; seconds: number }): void {
    if (!this.enabled) return;
    const now = this.io.now();
    if (now - this.last < SECONDS_BETWEEN) return;
    this.last = now;
    const rate = progress.seconds > 0 ? progress.states / progress.seconds : 0;
    const text = [
      shorten(printable(progress.property), 30),
      ...(progress.work === undefined
        ? [
            `${showCount(progress.states)} states`,
            `${showCount(rate)}/s`,
            `depth ${showCount(progress.depth)}`,
            showBytes(progress.bytes),
          ]
        : [printable(progress.work)]),
    ].join('  ');
    this.io.err.write(ERASE_LINE + shorten(text, (this.io.err.columns || 80) - 1));
    this.shown = true;
  }

  clear(): void {
    if (this.shown) this.io.err.write(ERASE_LINE);
    this.shown = false;
  }
}
