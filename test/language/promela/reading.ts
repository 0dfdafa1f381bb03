/** Texts of tests that have no mistake, read. */

import { readPromela } from '../../../src/language/promela/index.js';
import type { Program } from '../../../src/model/program.js';
import { type Loaded, loadText } from '../../../src/verify/load.js';

/** `part` is what the text includes. */
export function promela(text: string, part?: string): Program {
  const reading = readPromela({ file: 'model.pml', text }, { include: () => part });
  if (reading.ok) return reading.value;
  throw new Error([...reading.diagnostics.map(({ message }) => message), text].join('\n'));
}

/** To be checked. */
export const loaded = (text: string): Loaded => loadText({ file: 'model.pml', text }, 'promela');
