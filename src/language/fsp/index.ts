/**
 * Reads FSP, the notation of Magee and Kramer's LTSA. Meanings follow LTSA; the differences are few:
 * a property in error goes on watching instead of stopping the system, and a name that is defined
 * nowhere is an error instead of ERROR.
 */
import { nearestNames, type Reading } from '../../model/diagnostic.js';
import type { Declared, Program } from '../../model/program.js';
import { LineMap, type SourceText } from '../../model/source.js';
import { type Assembly, assemble } from './assemble.js';
import { translate } from './assertion.js';
import { type Automaton, labelKey } from './automaton.js';
import { checkNames } from './check.js';
import { Evaluator } from './evaluate.js';
import { Instantiator } from './instantiate.js';
import { parse } from './parse.js';
import { Abandoned, type Located, Problems } from './problems.js';
import { gather, type Library } from './scope.js';

/** `target` is the process to check: by default the last composite process, or else the last process. */
export function readFsp(source: SourceText, options: { target?: string } = {}): Reading<Program> {
  const lines = new LineMap(source.file, source.text);
  const problems = new Problems(lines);
  const library = gather(parse(source.text, problems), problems);
  let program: Program | undefined;
  try {
    checkNames(library, problems);
    if (!problems.failed) {
      program = build(source, lines, library, problems, options.target);
    }
  } catch (failure) {
    if (!(failure instanceof Abandoned)) throw failure;
  }
  const { diagnostics } = problems;
  if (program === undefined || problems.failed) return { ok: false, diagnostics };
  return { ok: true, value: program, diagnostics };
}

/** What can be checked in this file, in the order of definition; empty where it cannot be read. */
export function listTargets(source: SourceText): string[] {
  const problems = new Problems(new LineMap(source.file, source.text));
  return targets(gather(parse(source.text, problems), problems));
}

function targets(library: Library): string[] {
  return [...library.processes.values(), ...library.composites.values()]
    .filter((definition) => !definition.qualities.includes('property'))
    .sort((a, b) => a.start - b.start)
    .map(({ name }) => name);
}

function build(
  source: SourceText,
  lines: LineMap,
  library: Library,
  problems: Problems,
  wanted?: string,
): Program {
  const name = chooseTarget(library, problems, wanted);
  const evaluator = new Evaluator(library, problems);
  const instantiator = new Instantiator(library, evaluator);
  const automata = instantiator.instances(name);
  warnOfFreeActions(automata, problems);
  automata.push(...uncomposedProperties(library, instantiator, automata, problems, name));
  const assembly = assemble(name, source, lines, automata);
  const declared: Declared[] = assembly.properties.map((property) => ({ kind: 'safety', ...property }));
  declared.push(...progressProperties(library, evaluator, assembly, lines));
  for (const definition of library.asserts.values()) {
    const { formula, system } = translate(definition, library, evaluator, assembly);
    declared.push({
      kind: 'ltl',
      name: definition.name,
      formula,
      system,
      span: lines.span(definition.start, definition.end),
    });
  }
  return { system: assembly.system, declared };
}

function chooseTarget(library: Library, problems: Problems, wanted?: string): string {
  const start = { start: 0, end: 0 };
  if (wanted !== undefined) {
    if (library.processes.has(wanted) || library.composites.has(wanted)) return wanted;
    return problems.abandonUnknown('process', wanted, start, targets(library));
  }
  const names = targets(library);
  const composite = names.filter((name) => library.composites.has(name)).at(-1);
  const property = [...library.processes.keys(), ...library.composites.keys()].at(-1);
  const chosen = composite ?? names.at(-1) ?? property;
  return chosen ?? problems.abandon('bad-structure', 'this file defines no process', start);
}

/** Properties that the target leaves out are checked all the same, where they speak of its actions. */
function uncomposedProperties(
  library: Library,
  instantiator: Instantiator,
  automata: Automaton[],
  problems: Problems,
  target: string,
): Automaton[] {
  const present = new Set(automata.filter((part) => part.property).map((part) => part.name.split('(')[0]));
  const actions = new Set(
    automata.flatMap((part) => part.labels.map((label) => (label.hiding === 0 ? label.name : ''))),
  );
  const added: Automaton[] = [];
  for (const definition of [...library.processes.values(), ...library.composites.values()]) {
    if (!definition.qualities.includes('property') || present.has(definition.name)) continue;
    const [property] = instantiator.instances(definition.name);
    const foreign = property.labels.find((label) => !actions.has(label.name));
    if (property.labels.length === 0) continue;
    if (foreign === undefined) {
      problems.note(
        'notice',
        'bad-structure',
        `the property ${definition.name} is not part of ${target}; it is checked as if it were`,
        definition,
      );
      added.push(property);
    } else {
      problems.note(
        'notice',
        'bad-structure',
        `the property ${definition.name} is not checked: ${foreign.name} is not an action of ${target}`,
        definition,
      );
    }
  }
  return added;
}

/** As in LTSA an action that a property alone has is free, so the system never stands still for want of it. */
function warnOfFreeActions(automata: Automaton[], problems: Problems): void {
  const acting = automata.filter((part) => !part.property);
  if (acting.length === 0) return;
  const actions = new Set(acting.flatMap((part) => part.labels.map(labelKey)));
  for (const { property, name, labels, place } of automata) {
    const free = property && labels.find((label) => !actions.has(labelKey(label)));
    if (!free) continue;
    const message = `${free.name} is an action of the property ${name} alone, and so can happen at any time`;
    problems.note('warning', 'bad-structure', message, place, 'is it called otherwise in the processes?');
  }
}

function progressProperties(
  library: Library,
  evaluator: Evaluator,
  assembly: Assembly,
  lines: LineMap,
): Declared[] {
  const declared: Declared[] = [];
  for (const definition of library.progress.values()) {
    for (const { name, scope } of evaluator.choices({ parts: definition.indices }, undefined)) {
      const events = evaluator.names(definition.events, scope);
      const when = definition.when && evaluator.names(definition.when, scope);
      warnOfStrangers(definition, [...events, ...(when ?? [])], evaluator, assembly);
      declared.push({
        kind: 'progress',
        name: name === '' ? definition.name : `${definition.name}.${name}`,
        events,
        ...(when && { when }),
        span: lines.span(definition.start, definition.end),
      });
    }
  }
  return declared;
}

function warnOfStrangers(place: Located, events: string[], evaluator: Evaluator, assembly: Assembly): void {
  const strangers = events.filter((event) => !assembly.symbols.has(event));
  if (strangers.length === 0) return;
  const near = nearestNames(strangers[0], assembly.symbols.keys());
  const hint = near.length > 0 ? `did you mean ${near.join(' or ')}?` : undefined;
  const shown = strangers.length > 3 ? [...strangers.slice(0, 3), '…'] : strangers;
  const message = `not an action of ${assembly.system.name}: ${shown.join(', ')}`;
  evaluator.problems.note('warning', 'unknown-event', message, place, hint);
}
