/**
 * Which Heddle this is: the version, and the program files themselves, which may change without it. Where the
 * program is prepared (see prepared.ts), its few files are all of it, and every build writes them anew.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export function codeVersion(version: string): string {
  const prepared = fileURLToPath(new URL('./prepared/', import.meta.url));
  const [folder, names] = existsSync(prepared) ? [prepared, readdirSync(prepared)] : everyFile();
  const hash = createHash('sha256').update(version);
  for (const name of names.sort()) {
    const { size, mtimeMs } = statSync(join(folder, name));
    hash.update(`${name} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

function everyFile(): [folder: string, names: string[]] {
  const folder = fileURLToPath(new URL('../', import.meta.url));
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return [folder, names.filter((name) => /\.[jt]s$/.test(name) && !name.endsWith('.d.ts'))];
}
