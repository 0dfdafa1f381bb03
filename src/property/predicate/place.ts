/** Which variable, process or location a term names. */
import type { DataType } from '../../model/data.js';
import { constant, type Expression, type Place, type Selector, shared } from '../../model/expression.js';
import type { Variable } from '../../model/system.js';
import type { Mistakes } from './mistakes.js';
import type { Scope } from './scope.js';
import type { Term } from './term.js';

/** A variable or a part of one, and its type. */
export interface Placed {
  place: Place;
  type: DataType;
}

export interface ProcessNamed {
  process: Expression;
  type: number;
}

type NameTerm = Term & { kind: 'name' };

export class Places {
  constructor(
    private readonly scope: Scope,
    private readonly mistakes: Mistakes,
    private readonly indexValue: (term: Term) => Expression | undefined,
  ) {}

  /** The variable, or the part of one, that a term with selectors names. */
  place(term: Term): Placed | undefined {
    if (term.kind === 'remote') return this.remote(term);
    return this.selected(term, (name) => {
      const placed = this.sharedVariable(name);
      if (placed !== 'unknown') return placed;
      return this.mistakes.unknown(name, name.name, this.scope.valueNames(), 'name');
    });
  }

  sharedVariable(term: NameTerm): Placed | undefined | 'unknown' {
    const known = this.scope.longest(term.name, (name) => this.scope.variable(name));
    if (known === undefined) return 'unknown';
    const { type } = this.scope.system.variables[known.found];
    return this.fields(term, { place: shared(known.found), type }, known.fields);
  }

  private remote(term: Term & { kind: 'remote' }): Placed | undefined {
    const process = this.process(term.process);
    if (process === undefined) return undefined;
    const { variables, name: typeName } = this.scope.system.types[process.type];
    return this.selected(term.variable, (name) => {
      const known = this.scope.longest(name.name, (n) => indexOf(variables, n));
      if (known === undefined) {
        const names = variables.map((variable) => variable.name);
        return this.mistakes.unknown(name, name.name, names, `variable of ${typeName}:`);
      }
      const place: Place = { scope: 'other', ...process, variable: known.found, path: [] };
      return this.fields(name, { place, type: variables[known.found].type }, known.fields);
    });
  }

  /** A variable followed by selectors; what the variable is, the caller says. */
  private selected(term: Term, variable: (term: NameTerm) => Placed | undefined): Placed | undefined {
    switch (term.kind) {
      case 'name':
        return variable(term);
      case 'index':
        return this.element(term, this.selected(term.base, variable));
      case 'field':
        return this.fields(term, this.selected(term.base, variable), term.name.split('.'));
      default:
        return this.mistakes.error(term, 'wrong-kind', 'this is not a variable');
    }
  }

  private fields(term: Term, placed: Placed | undefined, names: string[]): Placed | undefined {
    let current = placed;
    for (const name of names) {
      if (current === undefined) return undefined;
      const { type, place }: Placed = current;
      if (type.kind !== 'record') {
        return this.mistakes.error(term, 'wrong-kind', `${describeType(type)} has no fields`);
      }
      const number = type.fields.findIndex((field) => field.name === name);
      if (number < 0) {
        const known = type.fields.map((field) => field.name);
        return this.mistakes.unknown(term, name, known, `field of ${type.name}:`);
      }
      current = { place: deeper(place, { kind: 'field', field: number }), type: type.fields[number].type };
    }
    return current;
  }

  private element(term: Term & { kind: 'index' }, base: Placed | undefined): Placed | undefined {
    const index = this.indexValue(term.index);
    if (base === undefined || index === undefined) return undefined;
    const { type, place } = base;
    if (type.kind !== 'array') {
      return this.mistakes.error(term, 'wrong-kind', `${describeType(type)} has no elements`);
    }
    const last = type.low + type.length - 1;
    if (index.kind === 'constant' && (index.value < type.low || index.value > last)) {
      const message = `index ${index.value} is outside ${type.low} .. ${last}`;
      return this.mistakes.error(term.index, 'bad-value', message);
    }
    return { place: deeper(place, { kind: 'index', index }), type: type.element };
  }

  location(term: Term & { kind: 'location' }): Expression | undefined {
    const process = this.process(term.process);
    if (process === undefined) return undefined;
    const { locations, name } = this.scope.system.types[process.type];
    const numbers = locations.flatMap((location, i) => (location.name === term.location ? [i] : []));
    if (numbers.length > 0) return { kind: 'at', ...process, locations: numbers };
    const names = new Set(locations.flatMap((location) => location.name ?? []));
    const at = { start: term.locationStart, end: term.end };
    return this.mistakes.unknown(at, term.location, names, `location of ${name}:`);
  }

  /** An instance by its name, the only process of a type, or a type with the number of the process. */
  private process(term: Term): ProcessNamed | undefined {
    const { scope, mistakes } = this;
    if (term.kind === 'name') {
      const instance = this.instance(term.name);
      if (instance !== undefined) return instance;
      const type = scope.type(term.name);
      if (type === undefined) return mistakes.unknown(term, term.name, scope.processNames(), 'process');
      const all = scope.instancesOf(type);
      if (all.length === 1) return { process: constant(all[0]), type };
      const message = `there is not exactly one process ${term.name} at the start`;
      return mistakes.error(term, 'wrong-kind', message, `give its number: ${term.name}[${all[0] ?? 1}]`);
    }
    if (term.kind !== 'index' || term.base.kind !== 'name') {
      return mistakes.error(term, 'wrong-kind', 'this is not the name of a process');
    }
    const number = this.indexValue(term.index);
    if (number === undefined) return undefined;
    const { name } = term.base;
    const named = number.kind === 'constant' ? this.instance(`${name}[${number.value}]`) : undefined;
    if (named !== undefined) return named;
    const type = scope.type(name);
    if (type === undefined) return mistakes.unknown(term.base, name, scope.processNames(), 'process type');
    if (number.kind === 'constant' && (number.value < 0 || number.value >= scope.system.processBound)) {
      return mistakes.error(
        term.index,
        'bad-value',
        `there is never a process with the number ${number.value}`,
      );
    }
    return { process: number, type };
  }

  private instance(name: string): ProcessNamed | undefined {
    const number = this.scope.instance(name);
    if (number === undefined) return undefined;
    return { process: constant(number), type: this.scope.system.instances[number].type };
  }
}

function indexOf(variables: Variable[], name: string): number | undefined {
  const found = variables.findIndex((variable) => variable.name === name);
  return found < 0 ? undefined : found;
}

function deeper(place: Place, selector: Selector): Place {
  return { ...place, path: [...place.path, selector] };
}

export function describeType(type: DataType): string {
  switch (type.kind) {
    case 'boolean':
      return 'a boolean';
    case 'range':
      return 'a number';
    case 'enumeration':
      return `a value of ${type.name}`;
    case 'channel':
      return 'a channel';
    case 'process':
      return 'a process';
    case 'array':
      return 'an array';
    case 'record':
      return `a record ${type.name}`;
  }
}
