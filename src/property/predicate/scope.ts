/** The names of a system that a predicate may use. */
import type { DataType } from '../../model/data.js';
import type { System } from '../../model/system.js';

export interface Literal {
  enumeration: DataType & { kind: 'enumeration' };
  value: number;
}

export class Scope {
  private readonly variables = new Map<string, number>();
  private readonly channels = new Map<string, number>();
  private readonly instances = new Map<string, number>();
  private readonly types = new Map<string, number>();
  private readonly literals = new Map<string, Literal[]>();

  constructor(readonly system: System) {
    system.variables.forEach((variable, i) => {
      this.variables.set(variable.name, i);
      this.collectLiterals(variable.type);
    });
    system.channels.forEach((channel, i) => {
      this.channels.set(channel.name, i);
      channel.fields.forEach((type) => {
        this.collectLiterals(type);
      });
    });
    system.types.forEach((type, i) => {
      this.types.set(type.name, i);
      for (const variable of type.variables) this.collectLiterals(variable.type);
      for (const channel of type.channels) for (const f of channel.type.fields) this.collectLiterals(f);
    });
    system.instances.forEach((instance, i) => {
      this.instances.set(instance.name, i);
    });
  }

  variable(name: string): number | undefined {
    return this.variables.get(name);
  }

  channel(name: string): number | undefined {
    return this.channels.get(name);
  }

  instance(name: string): number | undefined {
    return this.instances.get(name);
  }

  type(name: string): number | undefined {
    return this.types.get(name);
  }

  isProcess(name: string): boolean {
    return this.instances.has(name) || this.types.has(name);
  }

  /** What an enumeration literal of this name may be. */
  literal(name: string): Literal[] {
    return this.literals.get(name) ?? [];
  }

  instancesOf(type: number): number[] {
    return this.system.instances.flatMap((instance, i) => (instance.type === type ? [i] : []));
  }

  /** Of `a.b.c`: the longest beginning that `declared` knows, and the fields that remain. */
  longest(
    name: string,
    declared: (name: string) => number | undefined,
  ): { found: number; fields: string[] } | undefined {
    for (let end = name.length; end > 0; end = name.lastIndexOf('.', end - 1)) {
      const found = declared(name.slice(0, end));
      if (found !== undefined)
        return { found, fields: end < name.length ? name.slice(end + 1).split('.') : [] };
    }
    return undefined;
  }

  /** Everything that could stand where a value is wanted. */
  valueNames(): string[] {
    return [...this.variables.keys(), ...this.channels.keys(), ...this.literals.keys()];
  }

  processNames(): string[] {
    return [...this.instances.keys(), ...this.types.keys()];
  }

  private collectLiterals(type: DataType): void {
    if (type.kind === 'array') this.collectLiterals(type.element);
    else if (type.kind === 'record') for (const field of type.fields) this.collectLiterals(field.type);
    else if (type.kind === 'enumeration') this.addLiterals(type);
  }

  private addLiterals(type: DataType & { kind: 'enumeration' }): void {
    type.literals.forEach((name, i) => {
      const known = this.literals.get(name) ?? [];
      const value = (type.first ?? 0) + i;
      if (known.some((l) => l.enumeration.name === type.name && l.value === value)) return;
      this.literals.set(name, [...known, { enumeration: type, value }]);
    });
  }
}
