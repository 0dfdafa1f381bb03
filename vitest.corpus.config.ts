import { defineConfig } from 'vitest/config';

/** Checks on real programs in ../shared, which are not part of this repository. */
export default defineConfig({
  test: {
    include: ['test/corpus/**/*.test.ts'],
    testTimeout: 900_000,
  },
});
