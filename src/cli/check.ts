/** `heddle check`: every file, every property, one report. */
import { relative, resolve } from 'node:path';
import { startThreads } from '../engine/reach/compiled/workers/threads.js';
import { type Diagnostic, InputError } from '../model/diagnostic.js';
import type { SourceText } from '../model/source.js';
import { OutOfTime } from '../model/watch.js';
import { showDiagnostics } from '../report/diagnostics.js';
import { render } from '../report/format.js';
import { prettyResult } from '../report/pretty.js';
import { type Report, SourceLines } from '../report/report.js';
import { summary } from '../report/summary.js';
import type { Assumption } from '../verify/assumption.js';
import { check } from '../verify/check.js';
import type { Loaded } from '../verify/language.js';
import { openFile } from '../verify/open.js';
import { EXIT, exitCode, type Result } from '../verify/result.js';
import type { Remembered } from './cache/remembered.js';
import { rememberedFor, settingsThatCount } from './cache/settings.js';
import { type CheckCommand, checkOptions } from './check-command.js';
import {
  isFile,
  isPropertyFile,
  locate,
  placeBeside,
  propertyFileBeside,
  readIfPossible,
  readSource,
  writeWhole,
} from './files.js';
import { filesMeant } from './globs.js';
import type { Io } from './io.js';
import { type Part, PartsOfRun } from './parts.js';
import { stampOf } from './stamp.js';
import { ProgressLine, styleFor } from './terminal.js';

interface Answered {
  position: number;
  results: Result[];
}

/** What a run has shown, and the files that it depends on. */
export interface Checked {
  code: number;
  results: readonly Result[];
  /** Of every file that was read, or looked for: its state at that time. */
  stamps: ReadonlyMap<string, string>;
}

export async function runCheck(
  files: string[],
  command: CheckCommand,
  io: Io,
  version: string,
): Promise<number> {
  const once = () => checkAll(files, command, io, version);
  if (!command.watch) return (await once()).code;
  return (await import('./watch.js')).watch(once, io);
}

async function checkAll(files: string[], command: CheckCommand, io: Io, version: string): Promise<Checked> {
  const job = new CheckJob(command, io, version, await rememberedFor(command, io, version));
  const properties = [
    ...(command.property ?? []).map((given, i) => job.propertySource(given, i)),
    ...(command.ltl ?? []).map((formula, i) => job.optionText('--ltl', i, `ltl ${formula}`)),
  ];
  const parts = new PartsOfRun(properties, command.deadlock === true, command.shard);
  const programs = filesMeant(files, command.exclude ?? [], io.cwd);
  if (command.certificate !== undefined && programs.length !== 1) {
    const message = `--certificate is for one program, and there are ${programs.length}`;
    throw new InputError([{ code: 'bad-option', severity: 'error', message }]);
  }
  for (const file of programs) {
    const path = locate(io, file);
    const mine = parts.of(path, relative(io.cwd, resolve(io.cwd, file)));
    if (io.stop.aborted) job.skip(path, mine);
    else if (mine.length > 0) await job.checkFile(path, properties, mine);
  }
  return job.finish(() => parts.run([settingsThatCount(command), command.fair]));
}

/** A text without a property (only definitions, assumptions, or nothing) must not look as if something held. */
function nothingAsked(sources: readonly SourceText[]): InputError {
  const message = `nothing is asked: there is no property in ${sources.map(({ file }) => file).join(', ')}`;
  return new InputError([{ code: 'bad-option', severity: 'error', message }]);
}

class CheckJob {
  private readonly skipped: string[] = [];
  private readonly results: Result[] = [];
  private readonly positions: number[] = [];
  private readonly stamps = new Map<string, string>();
  private readonly diagnostics: Diagnostic[] = [];
  private readonly sources = new Map<string, SourceText>();
  private readonly said = new Set<string>();
  private assumptions: Assumption[] = [];
  /** Of the last program: the texts that it was read for. */
  private asked: string[] = [];

  constructor(
    private readonly command: CheckCommand,
    private readonly io: Io,
    private readonly version: string,
    private readonly remembered: Remembered | undefined,
  ) {}

  propertySource(given: string, index: number): SourceText {
    const path = locate(this.io, given);
    if (isFile(path)) this.stamp(path);
    return isPropertyFile(path) ? this.known(readSource(path)) : this.optionText('--property', index, given);
  }

  /** A text given on the command line, under the name that messages about it use. */
  optionText(option: string, index: number, text: string): SourceText {
    return this.known({ file: index === 0 ? option : `${option} ${index + 1}`, text });
  }

  private known(source: SourceText): SourceText {
    if (!source.file.startsWith('--')) this.stamp(source.file);
    this.sources.set(source.file, source);
    return source;
  }

  private stamp(file: string): void {
    if (!this.stamps.has(file)) this.stamps.set(file, stampOf(file));
  }

  /** What nobody came to is answered all the same, so that no reader takes it for done. */
  skip(file: string, parts: Part[], limit: 'interrupted' | 'time' = 'interrupted'): void {
    if (parts.length > 0) this.skipped.push(file);
    const reason =
      limit === 'time'
        ? 'the time limit was reached before the program was read'
        : 'the run was interrupted before this was looked at';
    for (const { position, deadlock, properties } of parts) {
      const property = deadlock && !properties?.length ? 'deadlock-free' : 'what is asked';
      const common = { file, property, text: property, engine: 'none', statistics: {}, notices: [] };
      this.results.push({ ...common, verdict: 'inconclusive', reason, limit });
      this.positions.push(position);
    }
  }

  /** `SPEC=IMPL`: each a file, or a system of the program's own file. */
  private async assumption(file: string, text: string): Promise<Assumption> {
    const [spec, impl, ...more] = text.split('=');
    if (!spec || !impl || more.length > 0) {
      const message = `--assume-equivalent needs SPEC=IMPL, not '${text}'`;
      throw new InputError([{ code: 'bad-option', severity: 'error', message }]);
    }
    const read = async (name: string): Promise<Loaded> => {
      const path = locate(this.io, name);
      const loaded = await (isFile(path) ? openFile(path) : openFile(file, { target: name }));
      for (const source of loaded.program.system.sources) this.known(source);
      return loaded;
    };
    return { spec: await read(spec), impl: await read(impl) };
  }

  async checkFile(file: string, properties: SourceText[], parts: Part[]): Promise<void> {
    this.stamp(file);
    this.stamp(placeBeside(file) ?? file);
    const progress = new ProgressLine(this.io);
    let answered: Answered[];
    const started = this.io.now();
    const watch = (): void => {
      if (this.io.now() - started > this.command.time) throw new OutOfTime();
    };
    try {
      const beside = propertyFileBeside(file);
      const texts = properties.length > 0 || beside === undefined ? properties : [readSource(beside)];
      const asked = texts.map(({ text }) => text);
      this.asked = asked;
      const {
        target,
        define: definitions,
        queues,
        delays,
        overflow,
        values: mostElements,
        objects: mostAllocated,
      } = this.command;
      const settings = { queues, delays, overflow, mostElements, mostAllocated };
      // Threads start while the program is read.
      startThreads((this.command.workers ?? 1) - 1);
      const loaded = await openFile(file, { target, asked, definitions, watch, ...settings });
      for (const source of loaded.program.system.sources) this.known(source);
      this.say(loaded.diagnostics);
      this.assumptions = [];
      for (const text of this.command.assumeEquivalent ?? [])
        this.assumptions.push(await this.assumption(file, text));
      answered = await this.ask(loaded, parts, progress, started);
    } catch (error) {
      progress.clear();
      if (error instanceof OutOfTime) {
        const first = this.results.length;
        this.skip(file, parts, 'time');
        this.show(this.results.slice(first));
        return;
      }
      if (!(error instanceof InputError)) throw error;
      this.say(error.diagnostics);
      return;
    }
    progress.clear();
    for (const { position, results } of answered) {
      this.results.push(...results);
      this.positions.push(...results.map(() => position));
      this.show(results);
    }
  }

  private show(results: readonly Result[]): void {
    if (!this.streams) return;
    const style = styleFor(this.io, this.io.out, this.command.color);
    const lines = new SourceLines(this.sources.values());
    for (const result of results) this.io.out.write(prettyResult(result, lines, style, this.command.explain));
  }

  /** Properties that stand in files come first, so that a mistake in them is told before a long search. */
  private async ask(
    loaded: Loaded,
    parts: Part[],
    progress: ProgressLine,
    started: number,
  ): Promise<Answered[]> {
    const { time, fair } = this.command;
    const answers = this.remembered?.about(loaded);
    const answered: Answered[] = [];
    for (const part of parts.toReversed()) {
      const { deadlock, position, beside } = part;
      const properties = beside === undefined ? part.properties : [this.known(readSource(beside))];
      const left = Math.max(0.001, time - (this.io.now() - started));
      const asked = { properties, deadlock, fair };
      const results = await check(loaded, {
        ...checkOptions(this.command, this.io, progress, left),
        assumeEquivalent: this.assumptions,
        known: answers?.find,
        ...asked,
      });
      if (results.length === 0 && part.properties !== undefined) throw nothingAsked(part.properties);
      answers?.keep(asked, results);
      answered.unshift({ position, results });
    }
    return answered;
  }

  /** `run`: which run a shard is of. */
  async finish(run: () => string): Promise<Checked> {
    const { command, io } = this;
    const report: Report = {
      version: this.version,
      results: this.results,
      diagnostics: this.diagnostics,
      sources: [...this.sources.values()],
      ...(command.shard ? { shard: { ...command.shard, run: run(), positions: this.positions } } : {}),
      explain: command.explain,
    };
    if (this.streams) io.out.write(summary(this.results, styleFor(io, io.out, command.color)));
    else this.deliver(await render(command.reporter, report));
    if (command.mermaid !== undefined) {
      const { diagramFiles } = await import('./diagram-files.js');
      for (const { file, text } of diagramFiles(command.mermaid, this.results))
        writeWhole(locate(io, file), text);
    }
    if (command.certificate !== undefined) await this.writeCertificate(command.certificate);
    if (command.html !== undefined) {
      const { html } = await import('../report/html/page.js');
      writeWhole(locate(io, command.html), html(report));
    }
    if (this.skipped.length > 0) io.err.write(`not checked: ${this.skipped.join(', ')}\n`);
    return { code: this.exitCode(), results: this.results, stamps: this.stamps };
  }

  private async writeCertificate(path: string): Promise<void> {
    if (this.diagnostics.some((diagnostic) => diagnostic.severity === 'error')) return;
    const { certificateFile } = await import('../verify/certify.js');
    const reading = { target: this.command.target, asked: this.asked, definitions: this.command.define };
    const file = certificateFile(this.results, this.results[0]?.file ?? '', reading, this.version);
    writeWhole(locate(this.io, path), `${JSON.stringify(file)}\n`);
  }

  /** A wrong input comes before everything: part of what was asked could not even be looked at. */
  private exitCode(): number {
    if (this.diagnostics.some((diagnostic) => diagnostic.severity === 'error')) return EXIT.badInput;
    return exitCode(this.results);
  }

  /** People see each answer as soon as it is there; programs get one whole document. */
  private get streams(): boolean {
    return this.command.reporter === 'pretty' && this.command.output === undefined;
  }

  private deliver(text: string): void {
    const { output } = this.command;
    if (output === undefined || output === '-') this.io.out.write(text);
    else writeWhole(locate(this.io, output), text);
  }

  /** The same mistake in a property file would otherwise be told once for every program. */
  private say(diagnostics: readonly Diagnostic[]): void {
    const fresh = diagnostics.filter((diagnostic) => {
      const key = JSON.stringify(diagnostic);
      return !this.said.has(key) && this.said.add(key);
    });
    for (const { span } of fresh) {
      const source = span && !this.sources.has(span.file) && readIfPossible(span.file);
      if (source) this.known(source);
    }
    this.diagnostics.push(...fresh);
    const lines = new SourceLines(this.sources.values());
    this.io.err.write(showDiagnostics(fresh, lines, styleFor(this.io, this.io.err, this.command.color)));
  }
}
