/** From the tree of a program to its system and the properties it states. */
import { binary, constant, type Expression, not, type Place, read } from '../../model/expression.js';
import type { Declared, Program } from '../../model/program.js';
import type { ProcessType, Step, System } from '../../model/system.js';
import { type Automaton, AutomatonBuilder, markOf } from './automaton.js';
import { processBound } from './bound.js';
import { claimOf, traceOf } from './claim.js';
import { attempt, declareGlobals, declareProctypes, ownerOf } from './declare.js';
import { formulaText } from './formula.js';
import { BodyLowering } from './lower-body.js';
import { StatementLowering } from './lower-statement.js';
import type { Problems } from './problems.js';
import type { Sources, Where } from './sources.js';
import { Scopes } from './symbols.js';
import type { Model } from './syntax.js';
import { showTraced } from './traced.js';
import { assignedNames } from './walk.js';
import { whereItStood, withAnswers } from './watch.js';
import { MOST_PROCESSES, type ProctypeSymbol, World } from './world.js';

export interface LowerOptions {
  /** Where the program first speaks of priorities of processes. */
  priorities: Where | undefined;
}

export function lower(model: Model, sources: Sources, problems: Problems, options: LowerOptions): Program {
  const mark = problems.mark();
  const first = lowered(model, sources, problems, options, false);
  if (!first.world.computesWithSets) return first.program;
  problems.return(mark);
  return lowered(model, sources, problems, options, true).program;
}

function lowered(
  model: Model,
  sources: Sources,
  problems: Problems,
  options: LowerOptions,
  plainSets: boolean,
): { program: Program; world: World } {
  const world = new World(problems, sources, plainSets);
  world.assigned = assignedNames(model.units);
  world.remoteLabels = model.remoteLabels;
  declareGlobals(model, world);
  declareProctypes(model, world);
  if (options.priorities) declarePriorities(world);
  const symbols = [...world.proctypes.values()];
  const types = symbols.map((symbol) => processType(symbol, world));
  const atStart = symbols.map((s) => s.atStart);
  const boundOf = () => (problems.errors > 0 ? 1 : processBound(types, world.variables, atStart));
  let early: number | undefined;
  world.mostProcesses = () => {
    early ??= boundOf();
    return early;
  };
  const declared = properties(model, world);
  for (const say of world.whenChannelsAreKnown) say();
  world.types.settle();
  const bound = boundOf();
  if (options.priorities) {
    setPriorities(world, symbols, bound);
    if (hasMeetings(world, types)) world.problems.notice('unsupported', options.priorities, UNRANKED);
    else schedule(world, types, bound);
  }
  for (const finish of world.later) finish(types, bound);
  types.forEach((type, number) => {
    type.steps = type.steps.flatMap((step) => withAnswers(whereItStood(step, number)));
  });
  showTraced(declared, types, world);
  return { program: { system: systemOf(world, symbols, types, bound), declared }, world };
}

function systemOf(world: World, symbols: ProctypeSymbol[], types: ProcessType[], bound: number): System {
  const instances = symbols.flatMap(({ unit, type, atStart, first, parameters }) =>
    Array.from({ length: atStart }, (_, i) => ({
      name: atStart === 1 ? unit.name.name : `${unit.name.name}[${first + i}]`,
      type,
      arguments: parameters.map(() => 0),
    })),
  );
  return {
    name: world.sources.texts[0].file,
    sources: world.sources.texts,
    variables: world.variables,
    channels: world.channels,
    symbols: [],
    types,
    instances,
    processBound: bound,
    ...(bound < MOST_PROCESSES && { boundIsKept: true }),
    arithmetic: 'wrap',
    watchedBetweenSequences: true,
    ...(world.keepsLastProcess && { keepsLastProcess: true }),
  };
}

function processType(symbol: ProctypeSymbol, world: World): ProcessType {
  const { unit, variables, channels } = symbol;
  const scopes = new Scopes();
  const lowering = new StatementLowering(world, scopes);
  for (const { variables: parameters } of unit.parameters) {
    for (const declared of parameters) {
      const parameter = symbol.declared.get(declared);
      if (parameter && !scopes.declare(parameter)) {
        const { name, where } = declared.name;
        world.problems.error('duplicate-name', where, `there are two parameters ${name}`);
      }
    }
  }
  let provided: Expression | undefined;
  attempt(() => {
    provided = unit.provided && lowering.condition(unit.provided);
  });
  const { first, labels } = new BodyLowering(world, ownerOf(symbol), scopes).lower(unit.body, unit.end);
  for (const label of labels) {
    const mark = markOf(label.name);
    if (mark && !world.marked.has(mark)) world.marked.set(mark, label.where);
  }
  const { name } = unit.name;
  const referred = (label: string): boolean => world.remoteLabels.has(`${name}@${label}`);
  const wanted = labels.map((label) => ({ ...label, wanted: referred(label.name) }));
  for (const label of new Set(labels.map((labelled) => labelled.name).filter(referred))) {
    const second = labels.filter((labelled) => labelled.name === label)[1];
    const message = `${name}@${label} means the first of several labels ${label}`;
    if (second) world.problems.notice('duplicate-name', second.where, message);
  }
  const ends = { step: ending(world) };
  const builder = new AutomatonBuilder(world.sources, world.problems, ends, referred);
  const automaton = builder.build(first, wanted);
  symbol.labels = automaton.labels;
  symbol.placeNames = placeNames(automaton);
  return {
    name,
    parameters: symbol.parameters.length,
    variables,
    channels,
    locations: automaton.locations,
    initial: automaton.initial,
    steps: automaton.steps,
    alphabet: [],
    ...(provided && { provided }),
    span: world.sources.span(unit.name.where),
  };
}

function placeNames({ labels, locations }: Automaton): Set<string> {
  const counts = new Map<string, number>();
  for (const { name } of locations) if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
  const names = [...labels].filter(
    ([label, places]) =>
      places.every((place) => locations[place].name === label) && counts.get(label) === places.length,
  );
  return new Set(names.map(([label]) => label));
}

/** A process ceases to exist when all younger ones have. */
function ending(world: World): Omit<Step, 'from' | 'to'> {
  const youngest = binary('subtract', { kind: 'processCount' }, constant(1));
  const { priorities } = world;
  const forget: Step['effects'] = priorities
    ? [{ kind: 'assign', place: priorityPlace(priorities.variable, { kind: 'self' }), value: constant(0) }]
    : [];
  return {
    guard: binary('equal', { kind: 'self' }, youngest),
    action: { kind: 'internal' },
    effects: [...forget, { kind: 'exit' }],
    text: '-end-',
  };
}

// ---- priorities: the highest number that is enabled goes first

function priorityPlace(variable: number, process: Expression): Place {
  return { scope: 'shared', variable, path: [{ kind: 'index', index: process }] };
}

function declarePriorities(world: World): void {
  const variable = world.variables.length;
  const type = {
    kind: 'array',
    length: 1,
    low: 0,
    element: { kind: 'range', low: 0, high: 255, overflow: 'wrap' },
  } as const;
  world.variables.push({ name: '_priority', type: { ...type } });
  const where = { file: 0, start: 0, end: 0 };
  world.priorities = {
    name: '_priority',
    type: world.variables[variable].type,
    scope: 'shared',
    variable,
    where,
  };
}

/** Who of two that meet would have to be the first? SPIN does not compile such a model. */
const UNRANKED = 'priorities have no effect in a program that has channels without buffer';

const hasMeetings = ({ channels }: World, types: readonly ProcessType[]): boolean =>
  [...channels, ...types.flatMap((type) => type.channels.map((own) => own.type))].some(
    ({ capacity }) => capacity === 0,
  );

function setPriorities(world: World, symbols: readonly ProctypeSymbol[], bound: number): void {
  const { variable, type } = world.priorities!;
  if (type.kind === 'array') type.length = bound;
  const initial = new Array<Expression>(bound).fill(constant(0));
  for (const { unit, atStart, first } of symbols) {
    const priority = (unit.priority && world.constant(unit.priority)) ?? 1;
    for (let i = 0; i < atStart; i++) initial[first + i] = constant(priority);
  }
  world.variables[variable].initial = initial;
}

/** A process may move only while no other that has a higher priority could. */
function schedule(world: World, types: ProcessType[], bound: number): void {
  const { variable } = world.priorities!;
  const priorityOf = (process: Expression): Expression => read(priorityPlace(variable, process));
  const self: Expression = { kind: 'self' };
  const rules = Array.from({ length: bound }, (_, p): Expression => {
    const other = constant(p);
    const notHigher = binary('atMost', priorityOf(other), priorityOf(self));
    return binary('or', notHigher, not({ kind: 'enabled', process: other }));
  });
  const rule = rules.reduce((a, b) => binary('and', a, b));
  for (const process of types)
    process.provided = process.provided ? binary('and', process.provided, rule) : rule;
}

// ---- what the text itself asks

function properties(model: Model, world: World): Declared[] {
  const declared: Declared[] = [];
  let formulas = 0;
  let claims = 0;
  for (const unit of model.units) {
    attempt(() => {
      if (unit.kind === 'ltl') {
        const name = unit.name?.name ?? `ltl_${formulas++}`;
        const { text, states } = formulaText(unit.formula, world);
        const span = world.sources.span(unit.where);
        const more = Object.keys(states).length > 0 ? { states } : {};
        declared.push({ kind: 'ltl', name, formula: text, ...more, span });
      } else if (unit.kind === 'never') {
        const name = unit.name?.name ?? `never_${claims++}`;
        declared.push({
          kind: 'never',
          name,
          claim: claimOf(unit, world),
          span: world.sources.span(unit.where),
        });
      } else if (unit.kind === 'trace') {
        const { negated } = unit;
        const name = negated ? 'notrace' : 'trace';
        const trace = traceOf(unit, world);
        declared.push({ kind: 'trace', name, negated, trace, span: world.sources.span(unit.where) });
      }
    });
  }
  // A label that no execution comes to asks as well: without progress all that goes on for ever is wrong.
  const accept = world.marked.get('accept');
  if (accept) declared.push({ kind: 'acceptance', name: 'accept labels', span: world.sources.span(accept) });
  const progress = world.marked.get('progress');
  if (progress)
    declared.push({ kind: 'non-progress', name: 'progress labels', span: world.sources.span(progress) });
  return declared;
}
