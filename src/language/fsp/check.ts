/**
 * Names before meaning: every name used anywhere in the file must be there, whether or not the part that
 * uses it is reached. Values are looked at only when a process is built.
 */
import { LabelCheck, Names } from './check-label.js';
import type { Problems } from './problems.js';
import type { Library } from './scope.js';
import type {
  Behaviour,
  CompositeDefinition,
  Composition,
  Formula,
  Parameter,
  ProcessCall,
  ProcessDefinition,
  Relabelling,
  Visibility,
} from './syntax.js';

const FINAL_PROCESSES: ReadonlySet<string> = new Set(['STOP', 'ERROR', 'END']);

export function checkNames(library: Library, problems: Problems): void {
  new NameCheck(library, problems).all();
}

class NameCheck {
  private readonly constants: Names;
  private readonly labels: LabelCheck;

  constructor(
    private readonly library: Library,
    private readonly problems: Problems,
  ) {
    this.constants = new Names(new Set(library.constants.keys()));
    this.labels = new LabelCheck(library, problems);
  }

  all(): void {
    const { library, constants } = this;
    for (const definition of library.constants.values()) this.labels.expression(definition.value, constants);
    for (const definition of library.ranges.values()) {
      this.labels.expression(definition.low, constants);
      this.labels.expression(definition.high, constants);
    }
    for (const definition of library.sets.values()) this.labels.set(definition.set, constants);
    for (const definition of library.processes.values()) this.process(definition);
    for (const definition of library.composites.values()) this.composite(definition);
    for (const { indices, when, events } of library.progress.values()) {
      const names = this.labels.parts(indices, constants);
      if (when !== undefined) this.labels.label(when, names);
      this.labels.label(events, names);
    }
    for (const { indices, starts, ends, initially } of library.fluents.values()) {
      const names = this.labels.parts(indices, constants);
      this.labels.label(starts, names);
      this.labels.label(ends, names);
      if (initially !== undefined) this.labels.expression(initially, names);
    }
    for (const { parameters, formula } of library.asserts.values()) {
      this.formula(formula, this.parameters(parameters));
    }
  }

  private process(definition: ProcessDefinition): void {
    const names = this.parameters(definition.parameters);
    const locals = new Set<string>();
    for (const local of definition.locals) {
      if (FINAL_PROCESSES.has(local.name)) {
        this.problems.error(
          'duplicate-name',
          `${local.name} is built in and cannot be defined`,
          local.start,
          local.end,
        );
      }
      locals.add(local.name);
    }
    const first = definition.locals[0];
    if (first.indices.length > 0) {
      this.problems.error(
        'bad-structure',
        `the process ${first.name} itself cannot be indexed`,
        first.start,
        first.end,
        `write ${first.name} = ${first.name}[…] and index the local process`,
      );
    }
    for (const local of definition.locals)
      this.behaviour(local.body, this.labels.parts(local.indices, names), locals);
    if (definition.extension !== undefined) this.labels.set(definition.extension, names);
    this.relabellings(definition.relabelling, names);
    this.visibility(definition.visibility, names);
  }

  private behaviour(behaviour: Behaviour, names: Names, locals: Set<string>): void {
    if (behaviour.kind === 'if') {
      this.labels.expression(behaviour.test, names);
      this.behaviour(behaviour.whenTrue, names, locals);
      if (behaviour.whenFalse !== undefined) this.behaviour(behaviour.whenFalse, names, locals);
    } else if (behaviour.kind === 'choice') {
      for (const branch of behaviour.branches) {
        if (branch.guard !== undefined) this.labels.expression(branch.guard, names);
        let inner = names;
        for (const action of branch.actions) inner = this.labels.label(action, inner);
        this.behaviour(branch.then, inner, locals);
      }
    } else {
      for (const called of behaviour.before) this.call(called, names);
      for (const index of behaviour.indices) this.labels.expression(index, names);
      this.local(behaviour, locals);
    }
  }

  private local(reference: Extract<Behaviour, { kind: 'goto' }>, locals: Set<string>): void {
    const { name } = reference;
    if (locals.has(name) || FINAL_PROCESSES.has(name) || this.library.broken.has(name)) return;
    const known = [...locals, ...FINAL_PROCESSES];
    locals.add(name); // said once in each definition
    if (this.library.processes.has(name) || this.library.composites.has(name)) {
      this.problems.error(
        'wrong-kind',
        `${name} is not a local process of this definition`,
        reference.start,
        reference.end,
        `write ${name};END to go on as another process`,
      );
      return;
    }
    this.problems.unknown('local process', name, reference, known);
  }

  private call(called: ProcessCall, names: Names): void {
    for (const argument of called.arguments ?? []) this.labels.expression(argument, names);
    const { library } = this;
    const definition = library.processes.get(called.name) ?? library.composites.get(called.name);
    if (definition === undefined) {
      if (library.broken.has(called.name) || FINAL_PROCESSES.has(called.name)) return;
      this.problems.unknown('process', called.name, called, [
        ...library.processes.keys(),
        ...library.composites.keys(),
      ]);
      return;
    }
    const wanted = definition.parameters.length;
    const given = called.arguments?.length;
    if (given !== undefined && given !== wanted) {
      this.problems.error(
        'wrong-kind',
        `${called.name} has ${count(wanted, 'parameter')}, but ${given} given`,
        called.start,
        called.end,
      );
    }
  }

  private composite(definition: CompositeDefinition): void {
    const names = this.parameters(definition.parameters);
    this.composition(definition.body, names);
    if (definition.priority !== undefined) this.labels.set(definition.priority.set, names);
    this.visibility(definition.visibility, names);
  }

  private composition(composition: Composition, names: Names): void {
    if (composition.kind === 'if') {
      this.labels.expression(composition.test, names);
      this.composition(composition.whenTrue, names);
      if (composition.whenFalse !== undefined) this.composition(composition.whenFalse, names);
    } else if (composition.kind === 'forall') {
      this.composition(composition.body, this.labels.parts(composition.ranges, names));
    } else {
      if (composition.sharing !== undefined) this.labels.label(composition.sharing, names);
      const inner = composition.prefix === undefined ? names : this.labels.label(composition.prefix, names);
      if (Array.isArray(composition.parts))
        for (const part of composition.parts) this.composition(part, inner);
      else this.call(composition.parts, inner);
      this.relabellings(composition.relabelling, names);
    }
  }

  private relabellings(relabellings: Relabelling[], names: Names): void {
    for (const relabelling of relabellings) {
      if (relabelling.kind === 'replace')
        this.labels.label(relabelling.from, this.labels.label(relabelling.to, names));
      else this.relabellings(relabelling.parts, this.labels.parts(relabelling.ranges, names));
    }
  }

  private visibility(visibility: Visibility | undefined, names: Names): void {
    if (visibility !== undefined) this.labels.set(visibility.set, names);
  }

  private formula(formula: Formula, names: Names): void {
    if ('operand' in formula) {
      this.formula(formula.operand, names);
      return;
    }
    if ('left' in formula) {
      this.formula(formula.left, names);
      this.formula(formula.right, names);
      return;
    }
    if ('body' in formula) {
      this.formula(formula.body, this.labels.parts(formula.ranges, names));
      return;
    }
    if (formula.kind === 'action') {
      this.labels.label(formula.label, names);
      return;
    }
    if (formula.kind === 'constant') {
      this.labels.expression(formula.value, names);
      return;
    }
    this.labels.parts(formula.indices, names);
    for (const argument of formula.arguments ?? []) this.labels.expression(argument, names);
    const { fluents, asserts, broken } = this.library;
    if (!fluents.has(formula.name) && !asserts.has(formula.name) && !broken.has(formula.name)) {
      this.problems.unknown('fluent or assertion', formula.name, formula, [
        ...fluents.keys(),
        ...asserts.keys(),
      ]);
    }
  }

  private parameters(parameters: Parameter[]): Names {
    let names = this.constants;
    const own = new Set<string>();
    for (const parameter of parameters) {
      this.labels.expression(parameter.initial, names);
      if (own.has(parameter.name)) {
        this.problems.error(
          'duplicate-name',
          `the parameter ${parameter.name} is defined twice`,
          parameter.start,
          parameter.end,
        );
      }
      own.add(parameter.name);
      names = names.with(parameter.name);
    }
    return names;
  }
}

function count(number: number, thing: string): string {
  return `${number} ${thing}${number === 1 ? '' : 's'}`;
}
