/** Certificates of a program: writing down what was shown, and reading it with the independent checker. */
import { certify } from '../evidence/certificate/certify.js';
import {
  CERTIFICATES,
  type CertificateFile,
  type Certified,
  type Entry,
} from '../evidence/certificate/evidence.js';
import { InputError } from '../model/diagnostic.js';
import type { Program } from '../model/program.js';
import { EXIT, type Result } from './result.js';
import { type Task, tasksOf } from './task.js';

/** Whatever was answered has an entry; what does not hold has no evidence. */
export function certificateFile(
  results: readonly Result[],
  program: string,
  reading: CertificateFile['reading'],
  heddle: string,
): CertificateFile {
  const entries = results.map(
    ({ certificate, property, text, verdict, reasoning }): Entry =>
      certificate && reasoning === undefined
        ? certificate
        : {
            property,
            text,
            asked: {},
            index: -1,
            missing:
              verdict === 'holds' ? 'it was not found on the program itself' : `it was answered ${verdict}`,
          },
  );
  return { schema: CERTIFICATES, heddle, program, reading, entries };
}

/** The file as it was read; throws InputError where it is no such file. */
export function parseCertificateFile(file: string, text: string): CertificateFile {
  const wrong = (message: string) =>
    new InputError([{ code: 'unreadable', severity: 'error', message: `${file}: ${message}` }]);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw wrong('this is not JSON');
  }
  const found = value as Partial<CertificateFile> | null;
  if (found?.schema !== CERTIFICATES) throw wrong(`this is no certificate file (schema ${CERTIFICATES})`);
  const { entries, reading } = found;
  const sound =
    Array.isArray(entries) &&
    entries.every(
      (entry) =>
        typeof entry?.property === 'string' &&
        typeof entry.text === 'string' &&
        typeof entry.asked === 'object' &&
        entry.asked !== null,
    ) &&
    areTexts(reading?.asked) &&
    areTexts(reading?.definitions ?? []) &&
    areTexts([reading?.target ?? '']);
  if (!sound) throw wrong('its entries are not well formed');
  return found as CertificateFile;
}

const areTexts = (list: unknown): boolean =>
  Array.isArray(list) && list.every((one) => typeof one === 'string');

export interface CertifiedEntry {
  property: string;
  text: string;
  /** How the property is read, and what is taken for granted. */
  notices: string[];
  certified: Certified;
}

/** Each entry, checked against the program. */
export function certifyEntries(
  program: Program,
  entries: readonly Entry[],
  goOn: () => boolean,
): CertifiedEntry[] {
  return entries.map((entry) => {
    const { property, text, evidence, missing } = entry;
    const told = (certified: Certified, notices: string[] = []) => ({ property, text, notices, certified });
    if (!evidence) return told({ outcome: 'not shown', reason: String(missing ?? 'there is no evidence') });
    const task = taskOf(program, entry);
    if ('outcome' in task) return told(task);
    return told(certify(task.system, task.question, evidence, goOn), task.question.notices);
  });
}

/** What the entry says that it is about, where that is asked of the program. */
function taskOf(program: Program, entry: Entry): Task | Certified {
  let task: Task | undefined;
  try {
    task = tasksOf(program, entry.asked)[entry.index];
  } catch (error) {
    const why = error instanceof InputError ? error.message : 'the entry is not well formed';
    return { outcome: 'refused', reason: `it cannot be asked of this program: ${why}` };
  }
  if (task?.question.name !== entry.property || task.question.text !== entry.text)
    return { outcome: 'refused', reason: 'this is not what is asked of the program' };
  return task;
}

export function certifyExitCode(entries: readonly CertifiedEntry[]): number {
  const some = (outcome: Certified['outcome']) =>
    entries.some(({ certified: one }) => one.outcome === outcome);
  if (some('refused')) return EXIT.violated;
  return some('not shown') || entries.length === 0 ? EXIT.inconclusive : EXIT.holds;
}
