/** `heddle check`: every file, every property, one report. */
import { type Diagnostic, InputError } from '../model/diagnostic.js';
import type { SourceText } from '../model/source.js';
import { showDiagnostics } from '../report/diagnostics.js';
import { pretty, prettyResult } from '../report/pretty.js';
import { type Report, SourceLines } from '../report/report.js';
import { plainStyle } from '../report/style.js';
import { summary } from '../report/summary.js';
import type { Assumption } from '../verify/assumption.js';
import { type CheckOptions, check } from '../verify/check.js';
import type { Loaded } from '../verify/language.js';
import { openFile } from '../verify/open.js';
import { EXIT, exitCode, type Result } from '../verify/result.js';
import { isFile, locate, propertyFileBeside, readIfPossible, readSource, writeWhole } from './files.js';
import type { Io } from './io.js';
import { ProgressLine, styleFor } from './terminal.js';

export interface CheckCommand {
  property?: string[];
  ltl?: string[];
  deadlock?: boolean;
  fair?: boolean;
  engine?: CheckOptions['engine'];
  cycles?: CheckOptions['cycles'];
  constraints?: string[];
  search?: CheckOptions['search'];
  reduction?: CheckOptions['reduction'];
  compression?: CheckOptions['compression'];
  store?: CheckOptions['store'];
  bitstateBits?: number;
  workers?: number;
  reporter: 'pretty' | 'json' | 'sarif' | 'junit';
  output?: string;
  time: number;
  memory: number;
  maxStates?: number;
  maxDepth?: number;
  target?: string;
  mermaid?: string;
  html?: string;
  assumeEquivalent?: string[];
  color: boolean;
  explain?: boolean;
}

export async function runCheck(
  files: string[],
  command: CheckCommand,
  io: Io,
  version: string,
): Promise<number> {
  const job = new CheckJob(command, io, version);
  const properties = [
    ...(command.property ?? []).map((given, i) => job.propertySource(given, i)),
    ...(command.ltl ?? []).map((formula, i) => job.optionText('--ltl', i, `ltl ${formula}`)),
  ];
  for (const file of files) {
    if (io.stop.aborted) {
      job.skipped.push(file);
      continue;
    }
    await job.checkFile(locate(io, file), properties);
  }
  return job.finish();
}

class CheckJob {
  readonly skipped: string[] = [];
  private readonly results: Result[] = [];
  private readonly diagnostics: Diagnostic[] = [];
  private readonly sources = new Map<string, SourceText>();
  private readonly said = new Set<string>();
  private assumptions: Assumption[] = [];

  constructor(
    private readonly command: CheckCommand,
    private readonly io: Io,
    private readonly version: string,
  ) {}

  /** An existing file is read; anything else is the property itself. */
  propertySource(given: string, index: number): SourceText {
    const path = locate(this.io, given);
    return isFile(path) ? this.known(readSource(path)) : this.optionText('--property', index, given);
  }

  /** A text given on the command line, under the name that messages about it use. */
  optionText(option: string, index: number, text: string): SourceText {
    return this.known({ file: index === 0 ? option : `${option} ${index + 1}`, text });
  }

  private known(source: SourceText): SourceText {
    this.sources.set(source.file, source);
    return source;
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

  async checkFile(file: string, properties: SourceText[]): Promise<void> {
    const progress = new ProgressLine(this.io);
    let results: Result[];
    try {
      const beside = propertyFileBeside(file);
      const texts = properties.length > 0 || beside === undefined ? properties : [readSource(beside)];
      const asked = texts.map(({ text }) => text);
      const loaded = await openFile(file, { target: this.command.target, asked });
      for (const source of loaded.program.system.sources) this.known(source);
      this.say(loaded.diagnostics);
      this.assumptions = [];
      for (const text of this.command.assumeEquivalent ?? [])
        this.assumptions.push(await this.assumption(file, text));
      results = await this.ask(loaded, properties, progress);
    } catch (error) {
      progress.clear();
      if (!(error instanceof InputError)) throw error;
      this.say(error.diagnostics);
      return;
    }
    progress.clear();
    this.results.push(...results);
    if (this.streams) {
      const style = styleFor(this.io, this.io.out, this.command.color);
      const lines = new SourceLines(this.sources.values());
      for (const result of results)
        this.io.out.write(prettyResult(result, lines, style, this.command.explain));
    }
  }

  /**
   * With nothing asked for, everything is: the `.prop` file beside the program (first, so that a mistake
   * in it is told before a long search), what the program declares, and deadlock.
   */
  private async ask(loaded: Loaded, properties: SourceText[], progress: ProgressLine): Promise<Result[]> {
    const { deadlock, time } = this.command;
    const started = this.io.now();
    if (properties.length > 0 || deadlock === true) {
      return check(loaded, { ...this.limits(progress, time), properties, deadlock });
    }
    const results: Result[] = [];
    const beside = propertyFileBeside(loaded.file);
    if (beside !== undefined) {
      const source = this.known(readSource(beside));
      results.push(...(await check(loaded, { ...this.limits(progress, time), properties: [source] })));
    }
    const left = Math.max(0.001, time - (this.io.now() - started));
    return [...(await check(loaded, this.limits(progress, left))), ...results];
  }

  private limits(progress: ProgressLine, timeSeconds: number): CheckOptions {
    const { command, io } = this;
    return {
      engine: command.engine,
      cycles: command.cycles,
      constraints: command.constraints,
      fair: command.fair,
      search: command.search,
      reduction: command.reduction,
      compression: command.compression,
      store: command.store,
      bitstateBits: command.bitstateBits,
      workers: command.workers,
      assumeEquivalent: this.assumptions,
      timeSeconds,
      memoryBytes: command.memory,
      maxStates: command.maxStates,
      maxDepth: command.maxDepth,
      interrupted: () => io.stop.aborted,
      progress: (state) => progress.show(state),
      now: io.now,
    };
  }

  async finish(): Promise<number> {
    const { command, io } = this;
    const report: Report = {
      version: this.version,
      results: this.results,
      diagnostics: this.diagnostics,
      sources: [...this.sources.values()],
      explain: command.explain,
    };
    if (this.streams) io.out.write(summary(this.results, styleFor(io, io.out, command.color)));
    else this.deliver(await render(command.reporter, report));
    if (command.mermaid !== undefined) {
      const { diagramFiles } = await import('./diagram-files.js');
      for (const { file, text } of diagramFiles(command.mermaid, this.results))
        writeWhole(locate(io, file), text);
    }
    if (command.html !== undefined) {
      const { html } = await import('../report/html/page.js');
      writeWhole(locate(io, command.html), html(report));
    }
    if (this.skipped.length > 0) io.err.write(`not checked: ${this.skipped.join(', ')}\n`);
    return this.exitCode();
  }

  /** A wrong input comes before everything: part of what was asked could not even be looked at. */
  private exitCode(): number {
    if (this.diagnostics.some((diagnostic) => diagnostic.severity === 'error')) return EXIT.badInput;
    const code = exitCode(this.results);
    return this.skipped.length > 0 && code !== EXIT.violated ? EXIT.limit : code;
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

async function render(reporter: CheckCommand['reporter'], report: Report): Promise<string> {
  switch (reporter) {
    case 'pretty':
      return pretty(report, plainStyle);
    case 'json':
      return (await import('../report/json.js')).json(report);
    case 'sarif':
      return (await import('../report/sarif.js')).sarif(report);
    case 'junit':
      return (await import('../report/junit.js')).junit(report);
  }
}
