/**
 * A violation in one word: which program, which question, which execution. Whoever has the program can replay
 * it: `heddle replay TOKEN`. A token is read as untrusted text: it is unpacked within bounds and every part of
 * it is checked.
 */
import { createHash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Tracks } from '../evidence/rerun.js';
import { InputError } from '../model/diagnostic.js';
import type { Program } from '../model/program.js';
import type { LoadOptions } from './language.js';
import type { Asked } from './task.js';

export interface Token {
  file: string;
  /** How the program was read. */
  load: LoadOptions;
  asked: Asked;
  /** The so-manyth of the questions asked, and its name. */
  index: number;
  property: string;
  /** Of the texts of the program. */
  digest: string;
  tracks: Tracks;
}

const MARK = 'h1';
const MOST_BYTES = 8 * 1024 * 1024;

export function digestOfTexts({ system }: Program): string {
  const texts = system.sources.map(({ text }) => text);
  return createHash('sha256').update(JSON.stringify(texts)).digest('base64url').slice(0, 16);
}

/** Steps as short as can be: the choice or nothing, then process and step of each participant. */
type PackedStep = (number | null)[];

export function writeToken({ file, load, asked, index, property, digest, tracks }: Token): string {
  const steps = tracks.steps.map(
    ({ participants, choice }): PackedStep => [
      choice ?? null,
      ...participants.flatMap(({ process, step }) => [process, step]),
    ],
  );
  const { properties, ltl, deadlock, fair } = asked;
  const { isFolder: _, ...reading } = load;
  const packed = {
    file,
    load: reading,
    asked: { properties: properties?.map((source) => [source.file, source.text]), ltl, deadlock, fair },
    question: [index, property],
    digest,
    start: tracks.start,
    cycle: tracks.cycleFrom,
    steps,
  };
  return `${MARK}.${deflateRawSync(JSON.stringify(packed), { level: 9 }).toString('base64url')}`;
}

/** Throws an InputError where the text is no token. */
export function readToken(text: string): Token {
  const [mark, body, ...more] = text.trim().split('.');
  if (mark !== MARK || !body || more.length > 0 || !/^[\w-]+$/.test(body)) throw notAToken();
  try {
    const bytes = inflateRawSync(Buffer.from(body, 'base64url'), { maxOutputLength: MOST_BYTES });
    return unpack(JSON.parse(bytes.toString('utf8')));
  } catch {
    throw notAToken();
  }
}

function unpack(value: unknown): Token {
  const packed = fieldsOf(value);
  const asked = fieldsOf(packed.asked);
  const load = fieldsOf(packed.load);
  const [index, property] = listOf(packed.question, (one) => one);
  return {
    file: text(packed.file),
    load: {
      target: optional(load.target, text),
      asked: optional(load.asked, (all) => listOf(all, text)),
      definitions: optional(load.definitions, (all) => listOf(all, text)),
      queues: optional(load.queues, oneOf('fifo', 'any')),
      delays: optional(load.delays, oneOf('free', 'quiet')),
      overflow: optional(load.overflow, oneOf('distant', 'checked')),
      mostElements: optional(load.mostElements, whole),
      mostAllocated: optional(load.mostAllocated, whole),
    },
    asked: {
      properties: optional(asked.properties, (all) =>
        listOf(all, (pair) => {
          const [file, content] = listOf(pair, text);
          return { file: text(file), text: text(content) };
        }),
      ),
      ltl: optional(asked.ltl, (all) => listOf(all, text)),
      deadlock: optional(asked.deadlock, (one) => one === true),
      fair: optional(asked.fair, (one) => one === true),
    },
    index: whole(index),
    property: text(property),
    digest: text(packed.digest),
    tracks: {
      start: optional(packed.start, whole),
      cycleFrom: optional(packed.cycle, whole),
      steps: listOf(packed.steps, unpackStep),
    },
  };
}

function unpackStep(value: unknown): Tracks['steps'][number] {
  const [choice, ...numbers] = listOf(value, (one) => one);
  if (numbers.length === 0 || numbers.length % 2 !== 0) throw notAToken();
  const participants = [];
  for (let i = 0; i < numbers.length; i += 2) {
    participants.push({ process: whole(numbers[i]), step: whole(numbers[i + 1]) });
  }
  if (choice === null) return { participants };
  if (!Number.isSafeInteger(choice)) throw notAToken();
  return { participants, choice: Number(choice) };
}

function fieldsOf(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) throw notAToken();
  return value as Record<string, unknown>;
}

function listOf<T>(value: unknown, read: (item: unknown) => T): T[] {
  if (!Array.isArray(value)) throw notAToken();
  return value.map(read);
}

function text(value: unknown): string {
  if (typeof value !== 'string') throw notAToken();
  return value;
}

function whole(value: unknown): number {
  if (!Number.isSafeInteger(value) || Number(value) < 0) throw notAToken();
  return Number(value);
}

const oneOf =
  <T extends string>(...names: T[]) =>
  (value: unknown): T =>
    names.find((name) => name === value) ?? fail();

function fail(): never {
  throw notAToken();
}

const optional = <T>(value: unknown, read: (value: unknown) => T): T | undefined =>
  value === undefined || value === null ? undefined : read(value);

function notAToken(): InputError {
  const message = 'this is not a replay token';
  const hint = `a token begins with '${MARK}.'; was it cut?`;
  return new InputError([{ code: 'bad-value', severity: 'error', message, hint }]);
}
