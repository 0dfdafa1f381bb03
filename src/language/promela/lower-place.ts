/** Names as places of the model: variables and the parts of them that selectors name. */
import type { DataType } from '../../model/data.js';
import { nearestNames } from '../../model/diagnostic.js';
import type { Expression, Place, Selector } from '../../model/expression.js';
import { Mistake } from './cursor.js';
import { partApart, parts } from './parts.js';
import type { Where } from './sources.js';
import type { Scopes, VariableSymbol } from './symbols.js';
import type { Reference, Expression as Tree } from './syntax.js';
import type { ProctypeSymbol, World } from './world.js';

export interface Value {
  expression: Expression;
  /** Absent for plain numbers. */
  type?: DataType;
}

export interface Placed {
  place: Place;
  type: DataType;
  symbol: VariableSymbol;
}

export abstract class PlaceLowering {
  /** `scopes`: the names of the proctype that is being lowered; absent outside one. */
  constructor(
    readonly world: World,
    readonly scopes?: Scopes,
  ) {}

  abstract value(tree: Tree): Value;

  get problems() {
    return this.world.problems;
  }

  protected wholeValue(type: DataType, where: Where): void {
    if (type.kind === 'array') this.fail('wrong-kind', where, 'this is a whole array', 'give an index');
    if (type.kind === 'record')
      this.fail('wrong-kind', where, `this is a whole ${type.name}`, 'give a field');
  }

  protected find(tree: Reference): VariableSymbol {
    const [{ name, where }] = tree.parts;
    const symbol = this.scopes?.find(name) ?? this.world.globals.find(name);
    if (symbol) return symbol;
    if (name === 'STDIN') {
      return this.fail('unsupported', where, 'STDIN: a program that reads its input cannot be verified');
    }
    const known = [
      ...(this.scopes?.names() ?? []),
      ...this.world.globals.names(),
      ...this.world.types.literals.keys(),
    ];
    const hint = this.didYouMean(name, known);
    return this.fail('unknown-name', where, `${name} is not declared`, hint);
  }

  /** The variable, or the part of one, that a reference names. */
  place(tree: Reference): Placed {
    return this.placeOf(tree, this.find(tree));
  }

  protected placeOf(tree: Reference, symbol: VariableSymbol): Placed {
    const start: Place = { scope: symbol.scope, variable: symbol.variable, path: [] };
    return { ...this.selected(tree, start, symbol), symbol };
  }

  /** All integers of what a reference names. */
  protected partsOf({ place, type, symbol }: Placed): { place: Place; type: DataType }[] {
    const all = parts(place, type);
    if (!symbol.apart) return all;
    return all.map((part) => ({ ...part, place: partApart(part.place, symbol.type) }));
  }

  protected selected(
    tree: Reference,
    start: Place,
    symbol: VariableSymbol,
  ): { place: Place; type: DataType } {
    const path: Selector[] = [];
    let { type } = symbol;
    tree.parts.forEach((part, i) => {
      if (i > 0) {
        if (type.kind !== 'record')
          this.fail('wrong-kind', part.where, `${tree.parts[i - 1].name} has no fields`);
        const { fields, name } = type as Extract<DataType, { kind: 'record' }>;
        const number = fields.findIndex((field) => field.name === part.name);
        if (number < 0) {
          const hint = this.didYouMean(
            part.name,
            fields.map((field) => field.name),
          );
          this.fail('unknown-name', part.where, `${name} has no field ${part.name}`, hint);
        }
        path.push({ kind: 'field', field: number });
        type = fields[number].type;
      }
      if (part.index) {
        const index = this.value(part.index).expression;
        if (type.kind === 'array') {
          path.push({ kind: 'index', index });
          type = type.element;
        } else if (index.kind !== 'constant' || index.value !== 0) {
          this.fail('wrong-kind', part.where, `${part.name} is not an array`);
        }
      } else if (type.kind === 'array' && i < tree.parts.length - 1) {
        this.fail('wrong-kind', part.where, `${part.name} is an array`, 'give an index');
      }
    });
    const place: Place = { ...start, path };
    // A whole record is taken apart where its parts are asked for.
    return { place: symbol.apart && type.kind !== 'record' ? partApart(place, symbol.type) : place, type };
  }

  proctype(name: string, where: Where): ProctypeSymbol {
    const symbol = this.world.proctypes.get(name);
    if (symbol) return symbol;
    const hint = this.didYouMean(name, this.world.proctypes.keys());
    return this.fail('unknown-name', where, `there is no proctype ${name}`, hint);
  }

  fail(...[code, where, message, hint]: Parameters<World['problems']['error']>): never {
    this.problems.error(code, where, message, hint);
    throw new Mistake();
  }

  /** A hint with the names that may have been meant. */
  protected didYouMean(name: string, known: Iterable<string>): string | undefined {
    const near = nearestNames(name, known);
    return near.length > 0 ? `did you mean ${near.join(', ')}?` : undefined;
  }
}
