import { describe, expect, it } from 'vitest';
import { displayWidth, padLeft, padRight, printable, shorten } from '../../src/report/printable.js';

describe('printable', () => {
  it.each([
    ['plain text', 'plain text'],
    ['Größe → ok', 'Größe → ok'],
    ['\u001b[31mred', '\\x1b[31mred'],
    ['a\nb\tc\r', 'a\\nb\\tc\\r'],
    ['\u009b2J', '\\x9b2J'],
    ['user\u202Etxt', 'user\\u{202e}txt'],
    ['\ud800', '\\u{d800}'],
    ['😀', '😀'],
    ['\u{e0041}', '\\u{e0041}'],
    ['del\u007f', 'del\\x7f'],
  ])('%j is shown as %j', (text, shown) => {
    expect(printable(text)).toBe(shown);
  });
});

describe('widths', () => {
  it.each([
    ['abc', 3],
    ['漢字', 4],
    ['e\u0301', 1],
    ['😀', 2],
  ])('%s takes %d columns', (text, width) => {
    expect(displayWidth(text)).toBe(width);
  });

  it.each([
    ['abcdef', 6, 'abcdef'],
    ['abcdef', 4, 'abc…'],
    ['漢字漢字', 4, '漢…'],
    ['abc', 1, '…'],
    ['abc', 0, ''],
  ])('%s in %d columns is %s', (text, width, short) => {
    expect(shorten(text, width)).toBe(short);
  });

  it('pads by columns, not by characters', () => {
    expect(padRight('漢', 4)).toBe('漢  ');
    expect(padLeft('12', 4)).toBe('  12');
  });
});
