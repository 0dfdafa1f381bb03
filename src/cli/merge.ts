/** `heddle merge`: the JSON reports of shards, joined and told as one. */
import { render } from '../report/format.js';
import { readReport } from '../report/json-reading.js';
import { mergeReports } from '../report/merge.js';
import { pretty } from '../report/pretty.js';
import type { Report } from '../report/report.js';
import { EXIT, exitCode } from '../verify/result.js';
import type { CheckCommand } from './check.js';
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

/** A report has no source texts; where the files are at hand, their lines are shown. */
function withSources(report: Omit<Report, 'sources'>, io: Io): Report {
  const spans = report.results.flatMap((result) => {
    const trace = result.verdict === 'violated' ? result.trace : undefined;
    const steps = trace?.steps.flatMap(({ participants }) => participants) ?? [];
    return [result, ...steps, ...(trace?.ending.waiting ?? [])].map(({ span }) => span?.file);
  });
  const named = new Set(spans.filter((file) => file !== undefined));
  const sources = [...named].flatMap((file) => {
    const source = readIfPossible(locate(io, file));
    return source ? [{ ...source, file }] : [];
  });
  return { ...report, sources };
}
