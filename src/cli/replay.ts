/** `heddle replay`: a violation that a token tells of, once more on the program as it is now. */

import { InputError } from '../model/diagnostic.js';
import { prettyResult } from '../report/pretty.js';
import { printable } from '../report/printable.js';
import { SourceLines } from '../report/report.js';
import { shownAgain } from '../verify/again.js';
import { openFile } from '../verify/open.js';
import { EXIT, type Result } from '../verify/result.js';
import { tasksOf } from '../verify/task.js';
import { digestOfTexts, readToken } from '../verify/token.js';
import { locate, writeWhole } from './files.js';
import type { Io } from './io.js';
import { sayDiagnostics } from './say.js';
import { styleFor } from './terminal.js';

export interface ReplayCommand {
  html?: string;
  color: boolean;
}

export async function runReplay(
  text: string,
  file: string | undefined,
  command: ReplayCommand,
  io: Io,
  version: string,
): Promise<number> {
  const token = readToken(text);
  const loaded = await openFile(locate(io, file ?? token.file), token.load);
  const { sources } = loaded.program.system;
  sayDiagnostics(loaded.diagnostics, sources, io, command.color);
  if (digestOfTexts(loaded.program) !== token.digest)
    io.out.write('note: the program is not the one of the token\n');
  const task = tasksOf(loaded.program, token.asked)[token.index];
  if (task?.question.name !== token.property) throw noQuestion(token.property);
  const trace = shownAgain(task, token.tracks);
  if (!trace) {
    io.out.write(
      `${printable(token.property)} is not violated by this execution, or it is none of the program\n`,
    );
    return EXIT.holds;
  }
  const { question } = task;
  const result: Result = {
    file: loaded.file,
    property: question.name,
    text: question.text,
    span: question.span,
    engine: 'replay',
    statistics: {},
    notices: question.notices ?? [],
    verdict: 'violated',
    reason: 'the execution of the token violates it',
    trace,
  };
  io.out.write(prettyResult(result, new SourceLines(sources), styleFor(io, io.out, command.color)));
  if (command.html !== undefined) {
    const { html } = await import('../report/html/page.js');
    writeWhole(locate(io, command.html), html({ version, results: [result], diagnostics: [], sources }));
  }
  return EXIT.violated;
}

function noQuestion(property: string): InputError {
  const message = `the program has no property '${property}' at the place that the token tells`;
  return new InputError([{ code: 'bad-value', severity: 'error', message }]);
}
