/** `heddle certify`: a certificate, read by somebody who trusts no engine. */
import type { CertificateFile } from '../evidence/certificate/evidence.js';
import { jsonText } from '../report/json.js';
import { printable } from '../report/printable.js';
import { paint, type Style, symbolsOf } from '../report/style.js';
import {
  type CertifiedEntry,
  certifyEntries,
  certifyExitCode,
  parseCertificateFile,
} from '../verify/certify.js';
import { openFile } from '../verify/open.js';
import { EXIT } from '../verify/result.js';
import { locate, readSource } from './files.js';
import type { Io } from './io.js';
import { sayDiagnostics } from './say.js';
import { styleFor } from './terminal.js';

export interface CertifyCommand {
  reporter: 'pretty' | 'json';
  time: number;
  color: boolean;
}

export async function runCertify(
  certificate: string,
  program: string,
  command: CertifyCommand,
  io: Io,
  version: string,
): Promise<number> {
  const path = locate(io, certificate);
  const { entries, reading } = parseCertificateFile(path, readSource(path).text);
  const { target, asked, definitions = [] } = reading;
  const loaded = await openFile(locate(io, program), { target, asked, definitions });
  sayDiagnostics(loaded.diagnostics, loaded.program.system.sources, io, command.color);
  const deadline = io.now() + command.time;
  let stopped = false;
  const found = certifyEntries(loaded.program, entries, () => {
    stopped ||= io.stop.aborted || io.now() >= deadline;
    return !stopped;
  });
  if (command.reporter === 'json') {
    const { file } = loaded;
    const certified = found.map(plain);
    io.out.write(jsonText({ schema: 1, heddle: version, file, reading: { target, definitions }, certified }));
  } else {
    io.out.write(toldReading(reading));
    for (const entry of found) io.out.write(told(entry, styleFor(io, io.out, command.color)));
  }
  const code = certifyExitCode(found);
  return stopped && code === EXIT.inconclusive ? EXIT.limit : code;
}

/** The certificate says what is defined, and which system is meant: another reading is another program. */
function toldReading({ target, definitions = [] }: CertificateFile['reading']): string {
  const read = [
    ...(target === undefined ? [] : [`--target ${target}`]),
    ...definitions.map((definition) => `-D ${definition}`),
  ];
  return read.length === 0 ? '' : `the program is read with ${printable(read.join(' '))}\n`;
}

const plain = ({ property, text, notices, certified }: CertifiedEntry) => ({
  property,
  text,
  notices,
  ...certified,
});

const VERDICT = { accepted: 'holds', refused: 'violated', 'not shown': 'inconclusive' } as const;
const PAINT = { accepted: 'green', refused: 'red', 'not shown': 'yellow' } as const;

function told({ property, text, notices, certified }: CertifiedEntry, style: Style): string {
  const { outcome } = certified;
  const symbol = symbolsOf(style)[VERDICT[outcome]];
  const why = certified.outcome === 'accepted' ? certified.how : certified.reason;
  const name = paint(style, 'bold', printable(property));
  const shown = text === property ? '' : `  ${printable(text.trim().replace(/\s+/g, ' '))}\n`;
  const notes = notices.map((notice) => `  note: ${printable(notice)}\n`).join('');
  return `${paint(style, PAINT[outcome], `${symbol} ${outcome}`)}  ${name}  (${printable(why)})\n${shown}${notes}`;
}
