/** Option values that are more than a word: durations, sizes, counts. */
import { InvalidArgumentError } from 'commander';
import { LEAST_BITS, MOST_BITS } from '../engine/reach/compiled/store/settings.js';

const MOST_WORKERS = 64;
const secondsOf: Record<string, number> = { ms: 0.001, s: 1, m: 60, min: 60, h: 3600 };
const bytesOf: Record<string, number> = { '': 1, b: 1, k: 2 ** 10, m: 2 ** 20, g: 2 ** 30, t: 2 ** 40 };

/** `500ms`, `60s`, `1.5m`, `2h`; a bare number is seconds. */
export function parseDuration(text: string): number {
  const match = /^(\d{1,12}(?:\.\d{1,6})?)(ms|s|min|m|h)?$/.exec(text.trim().toLowerCase());
  if (!match) throw new InvalidArgumentError('Write a duration such as 500ms, 60s, 5m or 2h.');
  const seconds = Number(match[1]) * secondsOf[match[2] ?? 's'];
  if (!(seconds > 0)) throw new InvalidArgumentError('It must be more than 0.');
  return seconds;
}

/** `512m`, `4g`, `4GB`, `4GiB`; units are powers of 1024, a bare number is bytes. */
export function parseSize(text: string): number {
  const match = /^(\d{1,15}(?:\.\d{1,6})?)([kmgt]?)(?:i?b)?$/.exec(text.trim().toLowerCase());
  if (!match) throw new InvalidArgumentError('Write a size such as 512m or 4g.');
  const bytes = Math.floor(Number(match[1]) * bytesOf[match[2]]);
  if (!(bytes > 0)) throw new InvalidArgumentError('It must be more than 0.');
  return bytes;
}

/** Names with commas between them; `none` is the empty list. */
export function parseConstraints(text: string): string[] {
  const names = text.split(',').map((name) => name.trim());
  if (names.length === 1 && names[0].toLowerCase() === 'none') return [];
  if (names.some((name) => !/^(?:task|variable|property)\s+\S/i.test(name)))
    throw new InvalidArgumentError("Write names such as 'task control, variable control.count', or none.");
  return names;
}

/** A whole number from 1. */
export function parseCount(text: string): number {
  const value = parseWhole(text);
  if (value < 1) throw new InvalidArgumentError('It must be at least 1.');
  return value;
}

/** A whole number from 0, as a seed may be. */
export function parseWhole(text: string): number {
  const digits = text.replace(/[_,]/g, '');
  const value = Number(digits);
  if (!/^\d{1,16}$/.test(digits) || !Number.isSafeInteger(value)) {
    throw new InvalidArgumentError('Write a whole number.');
  }
  return value;
}

const between = (text: string, least: number, most: number): number => {
  const value = parseWhole(text);
  if (value < least || value > most) throw new InvalidArgumentError(`It must be from ${least} to ${most}.`);
  return value;
};

/** From 512 bytes to 2 GiB of bits. */
export const parseBits = (text: string): number => between(text, LEAST_BITS, MOST_BITS);

export const parseWorkers = (text: string): number => between(text, 1, MOST_WORKERS);

/** `2/5`: the second of five. */
export function parseShard(text: string): { index: number; count: number } {
  const match = /^(\d{1,4})\/(\d{1,4})$/.exec(text.trim());
  const [index, count] = [Number(match?.[1]), Number(match?.[2])];
  if (!(index >= 1 && index <= count)) throw new InvalidArgumentError('Write a part such as 1/4.');
  return { index, count };
}

export function collect(value: string, earlier: string[] = []): string[] {
  return [...earlier, value];
}

/** As a C compiler has them: `N`, `N=3`, `F(x)=x+1`. */
export function collectDefinitions(text: string, earlier: string[] = []): string[] {
  if (!/^[A-Za-z_]\w*(\([\w\s,]*\))?(=.*)?$/.test(text))
    throw new InvalidArgumentError('Write a name, or a name and what it stands for, such as N=3.');
  return [...earlier, text];
}

/** Names separated by commas; commas inside brackets belong to the name. May be repeated. */
export function parseList(text: string, earlier: string[] = []): string[] {
  const names = text.split(/,(?![^()]*\))/).map((name) => name.trim());
  if (names.some((name) => name === '')) throw new InvalidArgumentError('Write names separated by commas.');
  return [...earlier, ...names];
}
