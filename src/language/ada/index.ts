/** Ada: reads the files of a program, and writes it as a system of processes that meet. */
import type { Diagnostic, Reading } from '../../model/diagnostic.js';
import type { Program } from '../../model/program.js';
import type { SourceText } from '../../model/source.js';
import type { System } from '../../model/system.js';
import { unwatched, type Watch } from '../../model/watch.js';
import { preludeFor } from './library/prelude/index.js';
import { assemble } from './lower/assemble.js';
import { isNamedAfter, Library } from './lower/library-units.js';
import { mainUnit } from './lower/main.js';
import { mentionsIn } from './lower/mentions.js';
import { noticesOf } from './lower/notices.js';
import { writeProgram } from './lower/program.js';
import { nothingLearnt, type Settings, World } from './lower/world.js';
import { parseAda } from './parse.js';
import { Problems } from './problems.js';
import type { CompilationUnit } from './syntax/index.js';

export interface AdaOptions extends Partial<Settings> {
  /** The unit to start, where several could be. */
  main?: string;
  /** Nothing says which of the texts comes first: where several units could be started, one must be named. */
  mainIsOpen?: boolean;
  watch?: Watch;
}

const DEFAULTS: Settings = {
  mostElements: 512,
  mostAllocated: 32,
  asked: [],
  queues: 'fifo',
  loops: 'exact',
  delays: 'free',
  overflow: 'distant',
  simplified: true,
};
/** Each time some variables are found not to be known, writing starts over; this often at most. */
const MOST_ROUNDS = 40;

export function readAda(texts: readonly SourceText[], options: AdaOptions = {}): Reading<Program> {
  const parsed = parseAda([...texts, ...preludeFor(texts)]);
  if (!parsed.ok) return parsed;
  const { sources, annotations } = parsed.value;
  const fileOf = (unit: CompilationUnit): string => sources.span(unit).file;
  const isGiven = (unit: CompilationUnit): boolean => !options.mainIsOpen && fileOf(unit) === texts[0]?.file;
  const rank = (unit: CompilationUnit): number =>
    isGiven(unit) ? 0 : isNamedAfter(fileOf(unit), unit) ? 1 : 2;
  const units = [...parsed.value.units].sort((a, b) => rank(a) - rank(b));
  const problems = new Problems(sources);
  const library = new Library(units);
  const given = units.filter(isGiven);
  const main = mainUnit(units, given, problems, options);
  const diagnostics: Diagnostic[] = [...parsed.diagnostics, ...problems.diagnostics];
  if (!main) return { ok: false, diagnostics };
  const { watch, ...wishes } = options;
  const settings: Settings = { ...DEFAULTS, ...wishes };
  const mentions = mentionsIn([...library.neededBy(main)]);
  const write = (settings: Settings, watch: Watch = unwatched): { system: System; world: World } => {
    const learnt = nothingLearnt();
    for (let round = 1; ; round++) {
      const world = new World(sources, problems, settings, mentions, library, watch, learnt);
      for (const annotation of annotations) {
        const event = /^event\s+(\S+)/.exec(annotation.text);
        const span = sources.span(annotation);
        if (event) world.events.set(`${span.line}${span.file}`, event[1]);
      }
      writeProgram(world, main);
      if (world.again && round < MOST_ROUNDS) continue;
      if (world.again) world.unsettled();
      const system = assemble(world, mainName(main), texts);
      if (!world.again || round >= MOST_ROUNDS) return { system, world };
    }
  };
  const { system, world } = write(settings, watch);
  const value: Program = {
    system,
    declared: [],
    ...(settings.loops === 'exact'
      ? { coarser: (watch) => write({ ...settings, loops: 'any', queues: 'any' }, watch).system }
      : {}),
  };
  return { ok: true, value, diagnostics: [...diagnostics, ...noticesOf(world, system)] };
}

const mainName = ({ declaration }: CompilationUnit): string =>
  declaration.kind === 'subprogram-body' ? declaration.specification.name.key : 'program';
