/** Models that are also measured (bench:spin), with the numbers that SPIN's pan has for them without reduction. */
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { exploreCompiled } from '../../../../src/engine/reach/compiled/index.js';
import { loadFile } from '../../../../src/verify/load.js';

/** pan 6.5.2 counts the initial state as a transition; that one is left out here. */
const MODELS = [
  { model: 'filter-lock', states: 7_905_179, transitions: 36_556_203 },
  { model: 'go-back-n', states: 2_606_480, transitions: 11_428_270 },
  { model: 'go-back-n-38', states: 5_191_304, transitions: 23_203_560 },
  { model: 'chang-roberts', states: 2_972_111, transitions: 17_328_971 },
  { model: 'dolev-klawe-rodeh', states: 1_524_338, transitions: 9_312_373 },
];

describe("the compiled search has pan's states and transitions", () => {
  it.each(MODELS)('$model', async ({ model, states, transitions }) => {
    const file = fileURLToPath(new URL(`../../../../bench/models/${model}.pml`, import.meta.url));
    const explored = await exploreCompiled(loadFile(file).program.system, { now: () => 0 });
    expect(explored).toMatchObject({ states, transitions });
  });
});
