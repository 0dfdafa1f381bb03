/** `heddle export`: the inequalities of a question, in a form that other solvers read. */
import { lp } from '../report/inequalities/lp.js';
import { mps } from '../report/inequalities/mps.js';
import { inequalitiesOf } from '../verify/inequalities.js';
import { openFile } from '../verify/open.js';
import { EXIT } from '../verify/result.js';
import { isPropertyFile, locate, readSource, writeWhole } from './files.js';
import type { Io } from './io.js';
import { sayDiagnostics } from './say.js';

export interface ExportCommand {
  property?: string;
  deadlock?: boolean;
  to: 'lp' | 'mps';
  reduced?: boolean;
  output?: string;
  target?: string;
  define?: string[];
}

export async function runExport(file: string, command: ExportCommand, io: Io): Promise<number> {
  const loaded = await openFile(locate(io, file), { target: command.target, definitions: command.define });
  const { system } = loaded.program;
  sayDiagnostics(loaded.diagnostics, system.sources, io);
  const properties = command.property === undefined ? [] : [propertyText(command.property, io)];
  const asked = { properties, deadlock: command.deadlock };
  const { question, written } = inequalitiesOf(loaded, asked, { reduced: command.reduced === true });
  if (!written.written) {
    io.err.write(`${written.reason}\n`);
    return EXIT.inconclusive;
  }
  const title = `${system.name}: an execution that violates '${question.text}' would satisfy all of these`;
  const text = (command.to === 'lp' ? lp : mps)(title, written.inequalities);
  if (command.output === undefined || command.output === '-') io.out.write(text);
  else writeWhole(locate(io, command.output), text);
  return EXIT.holds;
}

export function propertyText(given: string, io: Io): { file: string; text: string } {
  const path = locate(io, given);
  return isPropertyFile(path) ? readSource(path) : { file: '--property', text: given };
}
