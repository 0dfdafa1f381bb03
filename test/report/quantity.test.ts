import { describe, expect, it } from 'vitest';
import { showBytes, showCount, showSeconds, showStatistics } from '../../src/report/quantity.js';

describe('quantities', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    [1000, '1,000'],
    [1234567, '1,234,567'],
  ])('count %d', (count, shown) => expect(showCount(count)).toBe(shown));

  it.each([
    [0.0001, '0 s'],
    [0.0123, '0.012 s'],
    [5.26, '5.3 s'],
    [125, '2 min 5 s'],
    [7260, '2 h 1 min'],
  ])('%d seconds', (seconds, shown) => expect(showSeconds(seconds)).toBe(shown));

  it.each([
    [12, '12 B'],
    [1536, '1.5 KB'],
    [2 * 1024 ** 3, '2.0 GB'],
  ])('%d bytes', (bytes, shown) => expect(showBytes(bytes)).toBe(shown));

  it('tells only what was counted', () => {
    expect(showStatistics({ states: 1, transitions: 2, depth: 3, seconds: 0.5 })).toBe(
      '1 state, 2 transitions, depth 3, 0.500 s',
    );
    expect(showStatistics({ variables: 12, rows: 7 })).toBe('12 variables, 7 rows');
    expect(showStatistics({})).toBe('');
  });
});
