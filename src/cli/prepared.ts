/**
 * The program in few files, and each of them as the engine has compiled it before: reading and compiling the
 * program takes longer than checking a small model. The build writes both (rolldown.config.js, prepare.ts).
 * What another version of the engine has compiled is not used, and the program is then compiled as ever.
 */
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { Script } from 'node:vm';
import type * as Program from './program.js';

const FOLDER = new URL('./prepared/', import.meta.url);
const ENTRY = 'program.cjs';
const COMPILED = '.compiled';
/**
 * So many bytes of code are run before the engine thinks of optimising a function, several times more than
 * usual: most checks are over before optimising pays. What was compiled under one setting is not used under
 * another, so it is set wherever this code is loaded. Later engines know no such setting, and say so where it is made.
 */
const PATIENCE = '--interrupt-budget=250000';
/**
 * Without this the engine begins to look for garbage when a check of a small model is nearly over, in threads beside
 * it, and has looked through all of it for nothing when it ends. Now it does so when memory is used up.
 */
const NO_MARKING_AHEAD = '--no-incremental-marking';
/**
 * Each thread that compiles a module takes a megabyte of its own. There are as many functions as processes, so more
 * than two beside the first have little to do.
 */
const FEW_COMPILERS = '--wasm-num-compilation-tasks=2';
const isOfNode20 = Number.parseInt(process.versions.node, 10) === 20;
/** Modules of the runtime that take long to load and that few runs use. */
const SELDOM_USED = ['node:child_process', 'node:crypto'];

interface Part {
  exports: unknown;
}

type Wrapper = (exports: unknown, require: (name: string) => unknown, module: Part, filename: string) => void;

/** Nothing where it was not built, or where the files that it was built from are newer. */
export function preparedCode(): PreparedCode | undefined {
  const entry = new URL(ENTRY, FOLDER);
  const original = new URL('./program.js', import.meta.url);
  if (!existsSync(entry) || !existsSync(original)) return undefined;
  return statSync(entry).mtimeMs >= statSync(original).mtimeMs ? new PreparedCode() : undefined;
}

export class PreparedCode {
  private readonly parts = new Map<string, Part>();
  private readonly scripts = new Map<string, Script>();
  private readonly others: NodeJS.Require;

  constructor(private readonly folder = FOLDER) {
    if (isOfNode20) for (const setting of [PATIENCE, FEW_COMPILERS]) setFlagsFromString(setting);
    setFlagsFromString(NO_MARKING_AHEAD);
    this.others = nodeModule.createRequire(folder);
  }

  program(): typeof Program {
    // Engines that keep what they compiled by themselves need nothing of this.
    if ('enableCompileCache' in nodeModule && typeof nodeModule.enableCompileCache === 'function') {
      nodeModule.enableCompileCache();
      return this.others(`./${ENTRY}`);
    }
    return this.load(ENTRY) as typeof Program;
  }

  load(name: string): unknown {
    const known = this.parts.get(name);
    if (known) return known.exports;
    const part: Part = { exports: {} };
    this.parts.set(name, part);
    const filename = fileURLToPath(new URL(name, this.folder));
    const compiled = `${filename}${COMPILED}`;
    const script = new Script(
      `(function (exports, require, module, __filename) {${readFileSync(filename, 'utf8')}\n})`,
      { filename, cachedData: existsSync(compiled) ? readFileSync(compiled) : undefined },
    );
    this.scripts.set(name, script);
    const require = (other: string) => {
      if (other.startsWith('./')) return this.load(other.slice(2));
      return SELDOM_USED.includes(other) ? this.whenUsed(other) : this.others(other);
    };
    (script.runInThisContext() as Wrapper)(part.exports, require, part, filename);
    return part.exports;
  }

  /** A module that is loaded when something of it is first asked for. */
  private whenUsed(name: string): unknown {
    return new Proxy({}, { get: (_, property) => Reflect.get(this.others(name), property) });
  }

  /** Keeps what was compiled until now for the next time. */
  keep(): void {
    for (const [name, script] of this.scripts)
      writeFileSync(new URL(`${name}${COMPILED}`, this.folder), script.createCachedData());
  }
}
