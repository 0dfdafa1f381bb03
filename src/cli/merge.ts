/** `heddle merge`: the JSON reports of shards, joined and told as one. */
import { realpathSync } from 'node:fs';
import { resolve, sep } from 'node:path';
import { render } from '../report/format.js';
import { readReport } from '../report/json-reading.js';
import { mergeReports } from '../report/merge.js';
import { pretty } from '../report/pretty.js';
import type { Report } from '../report/report.js';
import { isProgram } from '../verify/language.js';
import { EXIT, exitCode } from '../verify/result.js';
import type { CheckCommand } from './check-command.js';
import { locate, readIfPossible, readSource, writeWhole } from './files.js';
import type { Io } from './io.js';
import { styleFor } from './terminal.js';

export interface MergeCommand extends Pick<CheckCommand, 'reporter' | 'output' | 'html' | 'color'> {}

export async function runMerge(files: string[], command: MergeCommand, io: Io): Promise<number> {
  const parts = files.map((file) => ({ ...readReport(readSource(locate(io, file))), file }));
  const report = withSources(mergeReports(parts), io);
  const toFile = command.output !== undefined && command.output !== '-';
  const text =
    command.reporter === 'pretty' && !toFile
      ? pretty(report, styleFor(io, io.out, command.color))
      : await render(command.reporter, report);
  if (toFile) writeWhole(locate(io, command.output!), text);
  else io.out.write(text);
  if (command.html !== undefined) {
    const { html } = await import('../report/html/page.js');
    writeWhole(locate(io, command.html), html(report));
  }
  const wrong = report.diagnostics.some(({ severity }) => severity === 'error');
  return wrong ? EXIT.badInput : exitCode(report.results);
}

/**
 * A report has no source texts; where the files are at hand, their lines are shown. Which files it names is
 * up to whoever wrote it, so only programs and properties below the current folder are opened.
 */
function withSources(report: Omit<Report, 'sources'>, io: Io): Report {
  const spans = report.results.flatMap((result) => {
    const trace = result.verdict === 'violated' ? result.trace : undefined;
    const steps = trace?.steps.flatMap(({ participants }) => participants) ?? [];
    return [result, ...steps, ...(trace?.ending.waiting ?? [])].map(({ span }) => span?.file);
  });
  const named = new Set(spans.filter((file) => file !== undefined));
  const sources = [...named].flatMap((file) => {
    const source = isOurs(file, io.cwd) ? readIfPossible(locate(io, file)) : undefined;
    return source ? [{ ...source, file }] : [];
  });
  return { ...report, sources };
}

function isOurs(file: string, cwd: string): boolean {
  if (!isProgram(file) && !file.endsWith('.prop')) return false;
  try {
    return realpathSync(resolve(cwd, file)).startsWith(realpathSync(cwd) + sep);
  } catch {
    return false;
  }
}
