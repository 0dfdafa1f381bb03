/** Formulas over plain letters: every name is an event, numbered in order of appearance. */
import type { System } from '../../../src/model/system.js';
import { type LtlOptions, parseLtl } from '../../../src/property/temporal/index.js';

const NOTHING: System = {
  name: 'nothing',
  sources: [],
  variables: [],
  channels: [],
  symbols: [],
  types: [],
  instances: [],
  processBound: 0,
  arithmetic: 'wrap',
};

export function readLetters(text: string, options?: LtlOptions) {
  return parseLtl({ file: 'f', text }, NOTHING, (name) => ({ kind: 'name', name }), options);
}

export function propertyOf(text: string, options?: LtlOptions) {
  const reading = readLetters(text, options);
  if (!reading.ok) throw new Error(`${text}: ${reading.diagnostics[0].message}`);
  return reading.value;
}

export const formulaOf = (text: string, options?: LtlOptions) => propertyOf(text, options).formula;
