/**
 * Names before meaning: every name used anywhere in the file must be there, whether or not the part that
 * uses it is reached. Values are looked at only when a process is built.
 */
import { isUpper } from './evaluate.js';
import type { Located, Problems } from './problems.js';
import type { Library } from './scope.js';
import type {
  Behaviour,
  CompositeDefinition,
  Composition,
  Expression,
  Formula,
  Label,
  LabelPart,
  LabelSet,
  Parameter,
  ProcessCall,
  ProcessDefinition,
  Relabelling,
  Visibility,
} from './syntax.js';

export const FINAL_PROCESSES: ReadonlySet<string> = new Set(['STOP', 'ERROR', 'END']);

type Names = ReadonlySet<string>;

export function checkNames(library: Library, problems: Problems): void {
  new NameCheck(library, problems).all();
}

class NameCheck {
  private readonly constants: Names;

  constructor(
    private readonly library: Library,
    private readonly problems: Problems,
  ) {
    this.constants = new Set(library.constants.keys());
  }

  all(): void {
    const { library, constants } = this;
    for (const definition of library.constants.values()) this.expression(definition.value, constants);
    for (const definition of library.ranges.values()) {
      this.expression(definition.low, constants);
      this.expression(definition.high, constants);
    }
    for (const definition of library.sets.values()) this.set(definition.set, constants);
    for (const definition of library.processes.values()) this.process(definition);
    for (const definition of library.composites.values()) this.composite(definition);
    for (const { indices, when, events } of library.progress.values()) {
      const names = this.parts(indices, constants);
      if (when !== undefined) this.label(when, names);
      this.label(events, names);
    }
    for (const { indices, starts, ends, initially } of library.fluents.values()) {
      const names = this.parts(indices, constants);
      this.label(starts, names);
      this.label(ends, names);
      if (initially !== undefined) this.expression(initially, names);
    }
    for (const { parameters, formula } of library.asserts.values()) {
      this.formula(formula, this.parameters(parameters));
    }
  }

  private process(definition: ProcessDefinition): void {
    const names = this.parameters(definition.parameters);
    const arity = new Map<string, number>();
    for (const local of definition.locals) {
      if (FINAL_PROCESSES.has(local.name)) {
        this.problems.error(
          'duplicate-name',
          `${local.name} is built in and cannot be defined`,
          local.start,
          local.end,
        );
      }
      arity.set(local.name, local.indices.length);
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
      this.behaviour(local.body, this.parts(local.indices, names), arity);
    if (definition.extension !== undefined) this.set(definition.extension, names);
    this.relabellings(definition.relabelling, names);
    this.visibility(definition.visibility, names);
  }

  private behaviour(behaviour: Behaviour, names: Names, locals: Map<string, number>): void {
    if (behaviour.kind === 'if') {
      this.expression(behaviour.test, names);
      this.behaviour(behaviour.whenTrue, names, locals);
      if (behaviour.whenFalse !== undefined) this.behaviour(behaviour.whenFalse, names, locals);
    } else if (behaviour.kind === 'choice') {
      for (const branch of behaviour.branches) {
        if (branch.guard !== undefined) this.expression(branch.guard, names);
        let inner = names;
        for (const action of branch.actions) inner = this.label(action, inner);
        this.behaviour(branch.then, inner, locals);
      }
    } else {
      for (const called of behaviour.before) this.call(called, names);
      for (const index of behaviour.indices) this.expression(index, names);
      this.local(behaviour, locals);
    }
  }

  private local(reference: Extract<Behaviour, { kind: 'goto' }>, locals: Map<string, number>): void {
    const { name } = reference;
    if (locals.has(name) || FINAL_PROCESSES.has(name) || this.library.broken.has(name)) return;
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
    this.problems.unknown('local process', name, reference, [...locals.keys(), ...FINAL_PROCESSES]);
  }

  private call(called: ProcessCall, names: Names): void {
    for (const argument of called.arguments ?? []) this.expression(argument, names);
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
    if (definition.priority !== undefined) this.set(definition.priority.set, names);
    this.visibility(definition.visibility, names);
  }

  private composition(composition: Composition, names: Names): void {
    if (composition.kind === 'if') {
      this.expression(composition.test, names);
      this.composition(composition.whenTrue, names);
      if (composition.whenFalse !== undefined) this.composition(composition.whenFalse, names);
    } else if (composition.kind === 'forall') {
      this.composition(composition.body, this.parts(composition.ranges, names));
    } else {
      if (composition.sharing !== undefined) this.label(composition.sharing, names);
      const inner = composition.prefix === undefined ? names : this.label(composition.prefix, names);
      if (Array.isArray(composition.parts))
        for (const part of composition.parts) this.composition(part, inner);
      else this.call(composition.parts, inner);
      this.relabellings(composition.relabelling, names);
    }
  }

  private relabellings(relabellings: Relabelling[], names: Names): void {
    for (const relabelling of relabellings) {
      if (relabelling.kind === 'replace') this.label(relabelling.from, this.label(relabelling.to, names));
      else this.relabellings(relabelling.parts, this.parts(relabelling.ranges, names));
    }
  }

  private visibility(visibility: Visibility | undefined, names: Names): void {
    if (visibility !== undefined) this.set(visibility.set, names);
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
      this.formula(formula.body, this.parts(formula.ranges, names));
      return;
    }
    if (formula.kind === 'action') {
      this.label(formula.label, names);
      return;
    }
    if (formula.kind === 'constant') {
      this.expression(formula.value, names);
      return;
    }
    this.parts(formula.indices, names);
    for (const argument of formula.arguments ?? []) this.expression(argument, names);
    const { fluents, asserts, broken } = this.library;
    if (!fluents.has(formula.name) && !asserts.has(formula.name) && !broken.has(formula.name)) {
      this.problems.unknown('fluent or assertion', formula.name, formula, [
        ...fluents.keys(),
        ...asserts.keys(),
      ]);
    }
  }

  private parameters(parameters: Parameter[]): Names {
    const names = new Set(this.constants);
    const own = new Set<string>();
    for (const parameter of parameters) {
      this.expression(parameter.initial, names);
      if (own.has(parameter.name)) {
        this.problems.error(
          'duplicate-name',
          `the parameter ${parameter.name} is defined twice`,
          parameter.start,
          parameter.end,
        );
      }
      own.add(parameter.name);
      names.add(parameter.name);
    }
    return names;
  }

  private label(label: Label, names: Names): Names {
    return this.parts(label.parts, names);
  }

  /** Gives the names known after these parts. */
  private parts(parts: LabelPart[], names: Names): Names {
    let known = names;
    for (const part of parts) {
      if (part.kind === 'set') this.set(part.set, known);
      else if (part.kind === 'value') this.expression(part.value, known);
      else if (part.kind === 'choice') {
        if (part.values.kind === 'set') this.set(part.values.set, known);
        else if (part.values.kind === 'named range') this.range(part.values.name, part.values);
        else {
          this.expression(part.values.low, known);
          this.expression(part.values.high, known);
        }
        if (part.variable !== undefined) known = new Set(known).add(part.variable);
      }
    }
    return known;
  }

  private range(name: string, place: Located): void {
    if (this.library.ranges.has(name) || this.library.broken.has(name)) return;
    this.problems.unknown('range or set', name, place, [
      ...this.library.ranges.keys(),
      ...this.library.sets.keys(),
    ]);
  }

  private set(set: LabelSet, names: Names): void {
    if (set.kind === 'listed') for (const label of set.elements) this.label(label, names);
    else if (set.kind === 'difference') {
      this.set(set.left, names);
      this.set(set.right, names);
    } else if (!this.library.sets.has(set.name) && !this.library.broken.has(set.name)) {
      this.problems.unknown('set', set.name, set, this.library.sets.keys());
    }
  }

  private expression(expression: Expression, names: Names): void {
    switch (expression.kind) {
      case 'name':
        if (names.has(expression.name) || this.library.broken.has(expression.name)) return;
        this.problems.unknown(
          isUpper(expression.name) ? 'constant' : 'variable',
          expression.name,
          expression,
          [...names].filter((name) => isUpper(name) === isUpper(expression.name)),
        );
        return;
      case 'unary':
        this.expression(expression.operand, names);
        return;
      case 'binary':
        this.expression(expression.left, names);
        this.expression(expression.right, names);
        return;
      case 'label':
      case 'count':
        this.label(expression.label, names);
        return;
      case 'element':
        this.label(expression.label, names);
        this.expression(expression.index, names);
        return;
    }
  }
}

function count(number: number, thing: string): string {
  return `${number} ${thing}${number === 1 ? '' : 's'}`;
}
