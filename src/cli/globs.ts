/**
 * Files by pattern: `*` and `?` within a name, `**` through folders, `{a,b}` and `[a-z]`. A name that exists is
 * itself, whatever characters it has. Folders named node_modules and those that begin with a dot are passed
 * over, and of what a pattern matches only programs are taken.
 */
import { type Dirent, existsSync, readdirSync } from 'node:fs';
import { isAbsolute, join, sep } from 'node:path';
import { InputError } from '../model/diagnostic.js';
import { isProgram } from '../verify/language.js';

const MAGIC = /[*?{}[\]]/;
const MOST_FILES = 100_000;
const MOST_ALTERNATIVES = 1_000;

/** The files that names and patterns stand for, each once, without those that `exclude` matches. */
export function filesMeant(given: readonly string[], exclude: readonly string[], cwd: string): string[] {
  const excluded = exclude.flatMap(alternatives).map(matcherOf);
  const files = given.flatMap((name) => {
    if (!MAGIC.test(name) || existsSync(isAbsolute(name) ? name : join(cwd, name))) return [name];
    const found = matching(name, cwd).filter((file) => !excluded.some((matches) => matches(file)));
    if (found.length === 0) throw nothing(name);
    return found;
  });
  return [...new Set(files)];
}

function nothing(pattern: string): InputError {
  const message = `no program matches '${pattern}'`;
  const hint = 'patterns know *, ?, ** for any folders, {a,b} and [a-z]';
  return new InputError([{ code: 'bad-option', severity: 'error', message, hint }]);
}

function matching(pattern: string, cwd: string): string[] {
  const found = new Set<string>();
  for (const one of alternatives(pattern)) {
    const matches = matcherOf(one);
    const fixed = fixedFolder(one);
    for (const file of filesBelow(fixed, cwd)) if (matches(file) && isProgram(file)) found.add(file);
  }
  return [...found].sort();
}

/** The folders of a pattern before the first that is not a plain name. */
function fixedFolder(pattern: string): string {
  const parts = pattern.split('/');
  const first = parts.findIndex((part) => MAGIC.test(part));
  return parts.slice(0, first < 0 ? -1 : first).join('/') || (pattern.startsWith('/') ? '/' : '');
}

function* filesBelow(folder: string, cwd: string): Generator<string> {
  const waiting = [folder];
  for (let seen = 0; waiting.length > 0 && seen < MOST_FILES; ) {
    const current = waiting.pop()!;
    for (const entry of entriesOf(isAbsolute(current) ? current : join(cwd, current))) {
      const path = current === '' ? entry.name : `${current.replace(/\/$/, '')}/${entry.name}`;
      if (++seen > MOST_FILES) return;
      if (entry.isFile()) yield path;
      else if (entry.isDirectory() && entry.name !== 'node_modules' && !entry.name.startsWith('.')) {
        waiting.push(path);
      }
    }
  }
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** `a.{x,y}` as `a.x` and `a.y`; braces may stand in braces. */
function alternatives(pattern: string): string[] {
  const done: string[] = [];
  const open = [sep === '\\' ? pattern.replaceAll('\\', '/') : pattern];
  while (open.length > 0 && done.length < MOST_ALTERNATIVES) {
    const current = open.shift()!;
    const match = /\{([^{}]*)\}/.exec(current);
    if (!match) done.push(current.replace(/^\.\//, ''));
    else {
      const [before, after] = [current.slice(0, match.index), current.slice(match.index + match[0].length)];
      open.push(...match[1].split(',').map((one) => before + one + after));
      if (open.length > MOST_ALTERNATIVES) break;
    }
  }
  return done;
}

function matcherOf(pattern: string): (file: string) => boolean {
  const parts = pattern.split('/').map((part) => (part === '**' ? undefined : nameMatcher(part)));
  return (file) => matchParts(parts, file.replace(/^\.\//, '').split('/'));
}

/** Which beginnings of the pattern can match so many parts of the path: one pass, whatever the pattern. */
function matchParts(pattern: (((name: string) => boolean) | undefined)[], path: string[]): boolean {
  let reached = skip(pattern, new Set([0]));
  for (const name of path) {
    const next = new Set<number>();
    for (const at of reached) {
      const part = pattern[at];
      if (at < pattern.length && part === undefined) next.add(at);
      else if (part?.(name)) next.add(at + 1);
    }
    reached = skip(pattern, next);
  }
  return reached.has(pattern.length);
}

/** `**` may also stand for no folder at all. */
function skip(pattern: readonly unknown[], reached: Set<number>): Set<number> {
  for (const at of reached) if (at < pattern.length && pattern[at] === undefined) reached.add(at + 1);
  return reached;
}

/** One name: as above, over characters, so that no pattern takes long. */
function nameMatcher(pattern: string): (name: string) => boolean {
  const parts: ((character: string) => boolean | 'any')[] = [];
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at];
    const end = character === '[' ? pattern.indexOf(']', at + 2) : -1;
    if (character === '*') parts.push(() => 'any');
    else if (character === '?') parts.push(() => true);
    else if (end > 0) {
      parts.push(setMatcher(pattern.slice(at + 1, end)));
      at = end;
    } else parts.push((given) => given === character);
  }
  const isStar = (at: number) => at < parts.length && parts[at]('') === 'any';
  const close = (reached: Set<number>) => {
    for (const at of reached) if (isStar(at)) reached.add(at + 1);
    return reached;
  };
  return (name) => {
    let reached = close(new Set([0]));
    for (const character of name) {
      const next = new Set<number>();
      for (const at of reached) {
        if (isStar(at)) next.add(at);
        else if (at < parts.length && parts[at](character)) next.add(at + 1);
      }
      reached = close(next);
    }
    return reached.has(parts.length);
  };
}

/** `a-z_`, or with `!` in front what is not among them. */
function setMatcher(text: string): (character: string) => boolean {
  const negated = text.startsWith('!') || text.startsWith('^');
  const members = negated ? text.slice(1) : text;
  const ranges = [...members.matchAll(/(.)-(.)|(.)/gs)].map(([, low, high, one]) => [
    low ?? one,
    high ?? one,
  ]);
  return (character) => ranges.some(([low, high]) => low <= character && character <= high) !== negated;
}
