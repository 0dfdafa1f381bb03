/**
 * Matchers for vitest. Importing this file adds them to `expect`:
 *
 *     import { load } from 'heddle';
 *     import 'heddle/vitest';
 *     import { expect, it } from 'vitest';
 *     it('never gets stuck', () => expect(load('philosophers.lts')).toBeDeadlockFree());
 */
import { expect } from 'vitest';
import type { EquivalenceOptions } from '../verify/equivalence.js';
import { type CheckLimits, matchers, type Subject } from './matchers.js';

expect.extend(matchers);

declare module 'vitest' {
  interface Matchers<T> {
    /** No execution of the program gets stuck. */
    toBeDeadlockFree(options?: CheckLimits): Promise<void>;
    /** The program cannot be told apart from its specification. */
    toBeEquivalentTo(specification: Subject, options?: EquivalenceOptions): Promise<void>;
  }
  interface Assertion<T> {
    toSatisfy: {
      /** The value satisfies the function. */
      (matcher: (value: never) => boolean, message?: string): unknown;
      /** The program satisfies the property. */
      (property: string, options?: CheckLimits): Promise<void>;
    };
  }
}
