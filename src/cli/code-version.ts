/** Which Heddle this is: the version, and the program files themselves, which may change without it. */
import { createHash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export function codeVersion(version: string): string {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const hash = createHash('sha256').update(version);
  for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!/\.[jt]s$/.test(name) || name.endsWith('.d.ts')) continue;
    const { size, mtimeMs } = statSync(join(root, name));
    hash.update(`${name} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex');
}
