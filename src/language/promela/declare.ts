/** The names of a program and what they stand for, before any statement is looked at. */
import { type DataType, scalarsOf, sizeOf } from '../../model/data.js';
import { constant, own, read } from '../../model/expression.js';
import { Mistake } from './cursor.js';
import { initialValues } from './initial.js';
import type { Owner } from './lower-control.js';
import { StatementLowering } from './lower-statement.js';
import { partNames, parts } from './parts.js';
import { unused, type VariableSymbol } from './symbols.js';
import type { Declaration, Declared, Model, Proctype, Step } from './syntax.js';
import type { Field } from './types.js';
import { walk } from './walk.js';
import { MOST_PROCESSES, type ProctypeSymbol, type World } from './world.js';

const BYTE: DataType = { kind: 'range', low: 0, high: 255, overflow: 'wrap' };

/** Runs `read`; a mistake that it reported ends only this part. */
export function attempt(read: () => void): void {
  try {
    read();
  } catch (mistake) {
    if (!(mistake instanceof Mistake)) throw mistake;
  }
}

export function declareGlobals(model: Model, world: World): void {
  for (const unit of model.units) if (unit.kind === 'mtype') world.types.addSet(unit.set, unit.names);
  const lowering = new StatementLowering(world);
  for (const unit of model.units) {
    if (unit.kind === 'typedef') declareTypedef(unit.name.name, unit.fields, world);
    if (unit.kind === 'declaration') {
      for (const declared of unit.declaration.variables) {
        attempt(() => declareGlobal(unit.declaration, declared, world, lowering));
      }
    }
  }
}

function declareTypedef(name: string, declarations: Declaration[], world: World): void {
  const fields: Field[] = [];
  const types: { name: string; type: DataType }[] = [];
  for (const declaration of declarations) {
    for (const declared of declaration.variables) {
      const { where } = declared.name;
      const field = declared.name.name;
      const type = world.typeOf(declaration, declared);
      if (!type) continue;
      if (types.some((known) => known.name === field)) {
        world.problems.error('duplicate-name', where, `${name} has two fields ${field}`);
      }
      fields.push({ name: field, declared });
      types.push({ name: field, type });
    }
  }
  world.types.typedefs.set(name, { type: { kind: 'record', name, fields: types }, fields });
}

function declareGlobal(
  declaration: Declaration,
  declared: Declared,
  world: World,
  lowering: StatementLowering,
): void {
  const { name, where } = declared.name;
  if (world.types.literals.has(name)) {
    world.problems.error('duplicate-name', where, `${name} is already a symbolic name`);
    return;
  }
  if (declaration.visibility === 'hidden') {
    world.problems.notice('unsupported', where, 'hidden variables are kept as a part of the state');
  }
  const type = world.typeOf(declaration, declared);
  if (!type) return;
  const { initial } = declared;
  let channel: VariableSymbol['channel'];
  let first: number | undefined;
  const values = initialValues(name, type, initial, lowering, (created, _, at) => {
    channel ??= { ...created, name };
    const reference = world.addChannel(created, at);
    first ??= reference;
    return constant(reference);
  });
  const fixed = initial?.kind === 'channel' && !world.assigned.has(name) ? first : undefined;
  const alone = fixed !== undefined && type.kind === 'channel';
  const symbol: VariableSymbol = {
    name,
    type,
    scope: 'shared',
    variable: alone ? -1 : world.variables.length,
    constant: fixed,
    channel: initial?.kind === 'channel' ? channel : undefined,
    initial: initial?.kind === 'value' ? world.constant(initial.value) : initial ? undefined : 0,
    where,
  };
  if (!world.globals.declare(symbol)) {
    world.problems.error('duplicate-name', where, `${name} is already declared`);
    return;
  }
  if (!alone) world.variables.push({ name, type, ...(values && { initial: values }) });
}

/** The proctypes, their parameters and all variables in their bodies. */
export function declareProctypes(model: Model, world: World): void {
  let instances = 0;
  for (const unit of model.units) {
    if (unit.kind !== 'proctype') continue;
    const { name, where } = unit.name;
    if (world.proctypes.has(name)) {
      const what = name === 'init' ? 'there are two init processes' : `proctype ${name} is already declared`;
      world.problems.error('duplicate-name', where, what);
      continue;
    }
    const symbol = proctypeSymbol(unit, world, instances);
    instances += symbol.atStart;
    world.proctypes.set(name, symbol);
  }
  if (instances > MOST_PROCESSES) {
    const [unit] = model.units.filter(
      (u) => u.kind === 'proctype' && u.active !== undefined && u.active !== 'one',
    );
    const where = unit?.kind === 'proctype' ? unit.name.where : { file: 0, start: 0, end: 0 };
    world.problems.error(
      'too-large',
      where,
      `a program has at most ${MOST_PROCESSES} processes, not ${instances}`,
    );
  }
}

function proctypeSymbol(unit: Proctype, world: World, first: number): ProctypeSymbol {
  const symbol: ProctypeSymbol = {
    type: world.proctypes.size,
    unit,
    parameters: [],
    variables: [],
    channels: [],
    declared: new Map(),
    counters: new Map(),
    named: new Map(),
    atStart: startCount(unit, world),
    first,
    isRun: false,
    labels: new Map(),
    placeNames: new Set(),
  };
  const add = (declared: Declared, type: DataType): VariableSymbol => {
    const { name, where } = declared.name;
    const variable = symbol.variables.length;
    symbol.variables.push({ name: unused(name, symbol.variables), type });
    const added: VariableSymbol = { name, type, scope: 'own', variable, where };
    symbol.declared.set(declared, added);
    if (!symbol.named.has(name)) symbol.named.set(name, added);
    return added;
  };
  declareParameters(unit, symbol, world, add);
  walk(unit.body, (step) => {
    if (step.kind === 'declare') {
      for (const declared of step.declaration.variables) {
        const type = world.typeOf(step.declaration, declared);
        if (type) add(declared, type);
      }
    }
    if (step.kind === 'each') addCounter(step, symbol);
  });
  return symbol;
}

function startCount(unit: Proctype, world: World): number {
  if (unit.active === undefined) return 0;
  if (unit.active === 'one') return 1;
  const count = world.constant(unit.active);
  if (count === undefined || count < 0) {
    world.problems.error('bad-value', unit.active.where, 'the number of processes must be a constant');
    return 1;
  }
  return count;
}

/**
 * The integers of a record are the parameters. One without arrays stays taken apart; for another there is a
 * variable behind the parameters that starts with them.
 */
function declareParameters(
  unit: Proctype,
  symbol: ProctypeSymbol,
  world: World,
  add: (declared: Declared, type: DataType) => VariableSymbol,
): void {
  const records: { declared: Declared; type: DataType; from: number }[] = [];
  for (const declaration of unit.parameters) {
    for (const declared of declaration.variables) {
      const { name, where } = declared.name;
      const type = world.typeOf(declaration, declared);
      if (!type) continue;
      if (declared.initial)
        world.problems.error('bad-structure', where, `parameter ${name} cannot have a value`);
      if (sizeOf(type) > 1 && type.kind === 'array') {
        world.problems.error('wrong-kind', where, `parameter ${name} cannot be an array`);
      }
      symbol.parameters.push(...scalarsOf(type));
      if (type.kind !== 'record') add(declared, type);
      else {
        const from = symbol.variables.length;
        const names = partNames(type);
        scalarsOf(type).forEach((scalar, i) => {
          symbol.variables.push({ name: `${name}${names[i]}`, type: scalar });
        });
        if (hasArray(type)) records.push({ declared, type, from });
        else {
          const variable: VariableSymbol = { name, type, scope: 'own', variable: from, apart: true, where };
          symbol.declared.set(declared, variable);
          if (!symbol.named.has(name)) symbol.named.set(name, variable);
        }
      }
    }
  }
  for (const { declared, type, from } of records) {
    const variable = add(declared, type);
    const count = parts(own(variable.variable), type).length;
    symbol.variables[variable.variable].initial = Array.from({ length: count }, (_, i) =>
      read(own(from + i)),
    );
  }
}

function hasArray(type: DataType): boolean {
  return (
    type.kind === 'array' || (type.kind === 'record' && type.fields.some((field) => hasArray(field.type)))
  );
}

function addCounter(step: Step, symbol: ProctypeSymbol): void {
  const name = unused('_count', symbol.variables);
  symbol.counters.set(step, {
    name,
    type: BYTE,
    scope: 'own',
    variable: symbol.variables.length,
    where: step.where,
  });
  symbol.variables.push({ name, type: BYTE });
}

export function ownerOf(symbol: ProctypeSymbol): Owner {
  return {
    name: symbol.unit.name.name,
    symbolOf: (declared) => symbol.declared.get(declared),
    counterOf: (step) => symbol.counters.get(step),
    startsWith: (variable, initial, lowering) => {
      const values = initialValues(variable.name, variable.type, initial, lowering, (type, element) => {
        variable.channel = { ...type, name: variable.name };
        symbol.channels.push({ type, variable: variable.variable, ...(element > 0 && { element }) });
        return constant(0);
      });
      if (values) symbol.variables[variable.variable].initial = values;
    },
  };
}
