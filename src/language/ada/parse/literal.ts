/** What number literals stand for. */

/** Larger numbers are written by nobody and would only take time. */
const MOST_DIGITS = 1000;

/** What an integer literal stands for, or what is wrong with it. */
export function integerValue(text: string): bigint | string {
  const plain = text.replaceAll('_', '');
  if (plain.length > MOST_DIGITS) return 'this number is too large';
  const [, base, digits, exponent = '0'] = /^(\d+)(?:#([\da-f]+)#)?(?:e\+?(-?\d+))?$/i.exec(plain) ?? [];
  if (base === undefined) return 'this is no number';
  const power = Number(exponent);
  if (power < 0) return 'the exponent of an integer is not negative';
  if (power > MOST_DIGITS) return 'this number is too large';
  if (digits === undefined) return BigInt(base) * 10n ** BigInt(power);
  const radix = Number(base);
  if (radix < 2 || radix > 16) return 'the base of a number is from 2 to 16';
  let value = 0n;
  for (const digit of digits) {
    const weight = Number.parseInt(digit, 16);
    if (weight >= radix) return 'this number has digits that its base does not have';
    value = value * BigInt(radix) + BigInt(weight);
  }
  return value * BigInt(radix) ** BigInt(power);
}

/** With a base or without. */
export function realValue(text: string): number {
  const plain = text.replaceAll('_', '');
  const [, base, whole, fraction, exponent] =
    /^(\d+)#([\da-f]+)\.([\da-f]+)#(?:e([+-]?\d+))?$/i.exec(plain) ?? [];
  if (base === undefined) return Number(plain);
  const radix = Number(base);
  const digits = Number.parseInt(whole + fraction, radix);
  return digits * radix ** (Number(exponent ?? 0) - fraction.length);
}
