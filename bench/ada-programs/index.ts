/** All families of Ada programs, by name. */
import { atm } from './atm.js';
import { chiron } from './chiron.js';
import { chironUnrolled } from './chiron-unrolled.js';
import type { Family } from './family.js';
import { gasStation } from './gas-station.js';
import { philosophers } from './philosophers.js';
import { readersWriters } from './readers-writers.js';
import { relay } from './relay.js';
import { simple } from './simple.js';

export const FAMILIES: readonly Family[] = [
  simple,
  relay,
  atm,
  readersWriters,
  gasStation,
  ...philosophers,
  ...chiron,
  chironUnrolled,
];

export const familyNamed = (name: string): Family | undefined =>
  FAMILIES.find((family) => family.name === name);
