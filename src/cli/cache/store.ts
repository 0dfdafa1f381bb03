/**
 * Texts in a folder, each under the digest of what it answers. An entry is written under another name,
 * flushed to disk and renamed, so at any moment, and after any crash, it is there whole or not at all.
 * Its own digest stands in it: what is damaged all the same is taken for missing. Nothing is locked:
 * runs that write the same entry at once write the same thing.
 */
import { createHash, randomBytes } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

const MOST_BYTES = 16 * 1024 * 1024;
const HOUR = 3_600_000;
const UNUSED = 30 * 24 * HOUR;
const FORMAT = 'heddle-cache-1';

export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

export class ContentStore {
  constructor(private readonly folder: string) {}

  read(key: string): string | undefined {
    const path = this.pathOf(key);
    let text: string;
    try {
      if (statSync(path).size > MOST_BYTES) return undefined;
      text = readFileSync(path, 'utf8');
    } catch {
      return undefined;
    }
    const end = text.indexOf('\n');
    const content = text.slice(end + 1);
    if (end < 0 || text.slice(0, end) !== heading(key, content)) {
      discard(path);
      return undefined;
    }
    touch(path);
    return content;
  }

  /** A cache that cannot be written (a full disk, a folder that is read-only) is no cache, and no error. */
  write(key: string, content: string): void {
    if (content.length > MOST_BYTES / 4) return;
    const path = this.pathOf(key);
    const temporary = join(dirname(path), `.${randomBytes(8).toString('hex')}.tmp`);
    try {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      writeDurably(temporary, `${heading(key, content)}\n${content}`);
      renameSync(temporary, path);
      flushFolder(dirname(path));
      sweep(dirname(path));
    } catch {
      discard(temporary);
    }
  }

  private pathOf(key: string): string {
    return join(this.folder, key.slice(0, 2), key.slice(2));
  }
}

const heading = (key: string, content: string): string => `${FORMAT} ${key} ${digestOf(content)}`;

function writeDurably(path: string, text: string): void {
  const file = openSync(path, 'wx', 0o600);
  try {
    const bytes = Buffer.from(text);
    for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** So that the new name outlives a crash too; not every system lets folders be flushed. */
function flushFolder(folder: string): void {
  try {
    const handle = openSync(folder, 'r');
    try {
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
  } catch {}
}

function discard(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {}
}

function touch(path: string): void {
  try {
    const now = new Date();
    utimesSync(path, now, now);
  } catch {}
}

/** What killed runs left behind, and entries that nothing has asked for in a month. */
function sweep(folder: string): void {
  const now = Date.now();
  for (const name of readdirSync(folder)) {
    try {
      const path = join(folder, name);
      const age = now - statSync(path).mtimeMs;
      if (age > (name.endsWith('.tmp') ? HOUR : UNUSED)) rmSync(path, { force: true });
    } catch {}
  }
}
