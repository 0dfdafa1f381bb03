import { statSync } from 'node:fs';

/** Of a file that is not there. */
export const GONE = 'gone';

/** Changes whenever the file does; taken before a file is read, so that no change after that is missed. */
export function stampOf(file: string): string {
  try {
    const { mtimeMs, size, ino } = statSync(file);
    return `${mtimeMs} ${size} ${ino}`;
  } catch {
    return GONE;
  }
}
