import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/corpus/**'],
    testTimeout: 600_000,
    // Left to itself, it would use one of two processors.
    maxWorkers: Math.max(2, availableParallelism() - 1),
  },
});
