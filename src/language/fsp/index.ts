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
import type { Automaton } from './automaton.js';
import { checkNames } from './check.js';
import { Evaluator } from './evaluate.js';
import { Instantiator } from './instantiate.js';
import { parse } from './parse.js';
import { Abandoned, Problems } from './problems.js';
import { gather, type Library } from './scope.js';

/** `target` is the process to check: by default the last composite process, or else the last process. */
export function readFsp(source: SourceText, options: { target?: string } = {}): Reading<Program> {
  const lines = new LineMap(source.file, source.text);
  const problems = new Problems(lines);
  const library = gather(parse(source.text, problems), problems);
  checkNames(library, problems);
  let program: Program | undefined;
  if (!problems.failed) {
    try {
      program = build(source, lines, library, problems, options.target);
    } catch (failure) {
      if (!(failure instanceof Abandoned)) throw failure;
    }
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
  const processes = [...library.processes.values()].filter(
    (process) => !process.qualities.includes('property'),
  );
  return [...processes, ...library.composites.values()]
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
  automata.push(...uncomposedProperties(library, instantiator, automata, problems, name));
  const assembly = assemble(name, source, lines, automata);
  const declared: Declared[] = assembly.properties.map((property) => ({ kind: 'safety', ...property }));
  declared.push(...progressProperties(library, evaluator, assembly, lines));
  for (const definition of library.asserts.values()) {
    if (definition.parameters.length > 0) continue;
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
  const composite = [...library.composites.keys()].at(-1);
  const chosen = composite ?? targets(library).at(-1) ?? [...library.processes.keys()].at(-1);
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
  for (const definition of library.processes.values()) {
    if (!definition.qualities.includes('property') || present.has(definition.name)) continue;
    const property = instantiator.process(definition, []);
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
      for (const event of events) {
        if (assembly.symbols.has(event)) continue;
        const near = nearestNames(event, assembly.symbols.keys());
        const hint = near.length > 0 ? `did you mean ${near.join(' or ')}?` : undefined;
        const message = `${event} is not an action of ${assembly.system.name}`;
        evaluator.problems.note('warning', 'unknown-event', message, definition, hint);
      }
      declared.push({
        kind: 'progress',
        name: name === '' ? definition.name : `${definition.name}.${name}`,
        events,
        ...(definition.when === undefined ? {} : { when: evaluator.names(definition.when, scope) }),
        span: lines.span(definition.start, definition.end),
      });
    }
  }
  return declared;
}
