import { describe, expect, it } from 'vitest';
import { drawCircle } from '../../src/report/circle.js';
import { plainStyle } from '../../src/report/style.js';

describe('a circle of processes that wait', () => {
  it('is closed where it fits into a line', () => {
    expect(drawCircle(['p', 'q', 'r'], plainStyle)).toEqual(['┌─► p ─► q ─► r ─┐', '└────────────────┘']);
  });

  it('stands one under the other where it does not', () => {
    const names = Array.from({ length: 9 }, (_, i) => `philosopher.${i}`);
    expect(drawCircle(names, { ...plainStyle, width: 80 })).toEqual([
      '┌─► philosopher.0',
      ...names.slice(1).map((name) => `├─► ${name}`),
      '└─► philosopher.0 again',
    ]);
  });

  it('keeps to ASCII when asked, and to harmless characters always', () => {
    const [chain] = drawCircle(['a\u001b[2J', 'x'.repeat(500)], { ...plainStyle, unicode: false });
    expect(chain).toMatch(/^\+-> a\\x1b\[2J -> x+\.\.\. -\+$/);
  });
});
