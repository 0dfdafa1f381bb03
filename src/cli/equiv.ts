/** `heddle equiv`: a specification and an implementation, compared. */
import { type Diagnostic, InputError } from '../model/diagnostic.js';
import { jsonEquivalence, prettyEquivalence } from '../report/equivalence.js';
import { SourceLines } from '../report/report.js';
import { plainStyle } from '../report/style.js';
import { type EquivalenceOptions, type EquivalenceResult, equivalent } from '../verify/equivalence.js';
import type { Loaded } from '../verify/language.js';
import { openFile } from '../verify/open.js';
import { EXIT } from '../verify/result.js';
import { locate, writeWhole } from './files.js';
import type { Io } from './io.js';
import { sayDiagnostics } from './say.js';
import { ProgressLine, styleFor } from './terminal.js';

export interface EquivCommand {
  engine: NonNullable<EquivalenceOptions['engine']>;
  visible?: string[];
  relation: NonNullable<EquivalenceOptions['relation']>;
  refines?: boolean;
  divergence?: boolean;
  reporter: 'pretty' | 'json';
  output?: string;
  time: number;
  memory: number;
  maxStates?: number;
  specTarget?: string;
  implTarget?: string;
  color: boolean;
}

export async function runEquiv(
  specFile: string,
  implFile: string,
  command: EquivCommand,
  io: Io,
  version: string,
): Promise<number> {
  const [spec, impl] = await loadBoth(
    { file: locate(io, specFile), target: command.specTarget },
    { file: locate(io, implFile), target: command.implTarget },
  );
  const sources = [...spec.program.system.sources, ...impl.program.system.sources];
  sayDiagnostics([...spec.diagnostics, ...impl.diagnostics], sources, io, command.color);
  const progress = new ProgressLine(io);
  const started = io.now();
  let result: EquivalenceResult;
  try {
    result = await equivalent(spec, impl, {
      engine: command.engine,
      relation: command.relation,
      refines: command.refines,
      divergence: command.divergence,
      visible: command.visible,
      timeSeconds: command.time,
      memoryBytes: command.memory,
      maxStates: command.maxStates,
      interrupted: () => io.stop.aborted,
      progress: ({ side, states, transitions, bytes }) =>
        progress.show({
          property: side,
          states,
          transitions,
          depth: 0,
          bytes,
          seconds: io.now() - started,
        }),
      now: io.now,
    });
  } finally {
    progress.clear();
  }
  const toFile = command.output !== undefined && command.output !== '-';
  const style = toFile ? plainStyle : styleFor(io, io.out, command.color);
  const text =
    command.reporter === 'json'
      ? jsonEquivalence(result, version)
      : prettyEquivalence(result, new SourceLines(sources), style);
  if (toFile) writeWhole(locate(io, command.output!), text);
  else io.out.write(text);
  return exitOf(result);
}

/** What is wrong with either is told in one go. */
async function loadBoth(...wanted: { file: string; target?: string }[]): Promise<Loaded[]> {
  const wrong: Diagnostic[] = [];
  const loaded: Loaded[] = [];
  for (const { file, target } of wanted) {
    try {
      loaded.push(await openFile(file, { target }));
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      wrong.push(...error.diagnostics);
    }
  }
  if (wrong.length > 0) throw new InputError(wrong);
  return loaded;
}

function exitOf(result: EquivalenceResult): number {
  if (result.verdict === 'equivalent') return EXIT.holds;
  if (result.verdict === 'different') return EXIT.violated;
  return result.limit === undefined ? EXIT.inconclusive : EXIT.limit;
}
