import { describe, expect, it } from 'vitest';
import { parseCount, parseDuration, parseSize, parseWhole } from '../../src/cli/option-values.js';

describe('durations', () => {
  it.each([
    ['60s', 60],
    ['5m', 300],
    ['5min', 300],
    ['500ms', 0.5],
    ['2h', 7200],
    ['1.5m', 90],
    ['10', 10],
    ['10S', 10],
  ])('%s', (text, seconds) => expect(parseDuration(text)).toBe(seconds));

  it.each(['', 's', '0s', '-1s', '5 minutes', '1e9s', 'NaN', 'Infinity'])('refuses %j', (text) => {
    expect(() => parseDuration(text)).toThrow();
  });
});

describe('sizes', () => {
  it.each([
    ['4g', 4 * 2 ** 30],
    ['512m', 512 * 2 ** 20],
    ['1.5GB', 1.5 * 2 ** 30],
    ['2GiB', 2 ** 31],
    ['64k', 65536],
    ['1000', 1000],
  ])('%s', (text, bytes) => expect(parseSize(text)).toBe(bytes));

  it.each(['', 'g', '0', '-4g', '4x', '0x10'])('refuses %j', (text) => {
    expect(() => parseSize(text)).toThrow();
  });
});

describe('counts', () => {
  it('takes whole numbers, with separators', () => {
    expect(parseCount('1_000_000')).toBe(1_000_000);
    expect(parseWhole('0')).toBe(0);
  });

  it.each(['0', '-1', '1.5', 'many', '99999999999999999999'])('refuses %j', (text) => {
    expect(() => parseCount(text)).toThrow();
  });
});
