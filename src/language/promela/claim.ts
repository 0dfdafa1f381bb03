/** `never` claims and `trace` assertions as plain automata. */
import { constant, type Expression, not, type Pattern } from '../../model/expression.js';
import type { Claim, ClaimEdge, TraceAutomaton, TraceEdge } from '../../model/program.js';
import { ELSE, type Location, type Step as ModelStep } from '../../model/system.js';
import { AutomatonBuilder } from './automaton.js';
import { Mistake } from './cursor.js';
import { BodyLowering } from './lower-body.js';
import type { Owner } from './lower-control.js';
import { StatementLowering } from './lower-statement.js';
import { type Primitive, primitive } from './primitive.js';
import { Scopes } from './symbols.js';
import type { Step, Unit } from './syntax.js';
import { walk } from './walk.js';
import { either } from './watch.js';
import type { World } from './world.js';

const OWNER: Owner = {
  name: 'never',
  symbolOf: () => undefined,
  counterOf: () => undefined,
  startsWith: () => {},
};

function refuseDeclarations(body: Step[], world: World): void {
  walk(body, (step) => {
    if (step.kind !== 'declare') return;
    const hint = 'declare them globally';
    world.problems.error('unsupported', step.where, 'a claim has no variables of its own', hint);
    throw new Mistake();
  });
}

export function claimOf(unit: Unit & { kind: 'never' }, world: World): Claim {
  refuseDeclarations(unit.body, world);
  const lowering = new BodyLowering(world, OWNER, new Scopes(), new StatementLowering(world));
  const { first, labels } = lowering.lower(unit.body, unit.end);
  const builder = new AutomatonBuilder(world.sources, world.problems, { mark: 'error' });
  const named = labels.map(({ name, point }) => ({ name, point, wanted: false }));
  const { locations, initial, steps } = builder.build(first, named);
  const edges = steps.map((step): ClaimEdge => edgeOf(step, steps, world));
  return { locations: locations.map(withEnd), initial, edges };
}

/** An `end` label in a claim says what its closing brace says: who arrives there has matched it. */
const withEnd = (location: Location): Location =>
  location.marks?.includes('end') ? { ...location, marks: [...location.marks, 'error'] } : location;

function edgeOf(step: ModelStep, steps: ModelStep[], world: World): ClaimEdge {
  const { from, to, text, span } = step;
  const guard = step.priority === ELSE ? otherwise(step, steps) : step.guard;
  const edge: ClaimEdge = { from, to, text, span, ...(guard && { guard }) };
  for (const effect of step.effects) {
    if (effect.kind === 'assert') edge.assertion = { condition: effect.condition, message: effect.message };
    else if (effect.kind !== 'print') return refused(edge, step, world);
  }
  return step.action.kind === 'internal' ? edge : refused(edge, step, world);
}

function refused(edge: ClaimEdge, step: ModelStep, world: World): ClaimEdge {
  world.problems.errorAt('bad-structure', step.span!, `a claim only watches: '${step.text}' does something`);
  return edge;
}

function otherwise(step: ModelStep, steps: ModelStep[]): Expression {
  const others = steps.filter((other) => other.from === step.from && other !== step);
  return others.some((other) => !other.guard)
    ? constant(0)
    : not(others.map((other) => other.guard!).reduce(either, constant(0)));
}

/** Sends and receives are kept apart by the name of their event. */
class TraceLowering extends StatementLowering {
  override primitiveOf(step: Step): Primitive {
    if (step.kind === 'else') return super.primitiveOf(step);
    if (step.kind === 'condition' && step.value.kind === 'number') return primitive(step.text, step.where);
    if (step.kind !== 'send' && step.kind !== 'receive') {
      return this.fail('bad-structure', step.where, 'only sends and receives can stand in a trace');
    }
    const { expression: channel } = this.channel(step.channel);
    if (channel.kind !== 'constant' || channel.value === 0) {
      return this.fail(
        'unsupported',
        step.where,
        'a trace must name a channel that is known before anything runs',
      );
    }
    const patterns =
      step.kind === 'receive'
        ? this.patterns(step.arguments, undefined, step.where).map(watched)
        : step.arguments.map((argument): Pattern => {
            const value = this.world.constant(argument);
            return value === undefined ? { kind: 'ignore' } : { kind: 'match', value: constant(value) };
          });
    return primitive(step.text, step.where, {
      action: { kind: 'receive', channel, patterns, position: 'first' },
      event: { name: step.kind },
    });
  }
}

const watched = (pattern: Pattern): Pattern => (pattern.kind === 'store' ? { kind: 'ignore' } : pattern);

export function traceOf(unit: Unit & { kind: 'trace' }, world: World): TraceAutomaton {
  refuseDeclarations(unit.body, world);
  const lowering = new BodyLowering(world, OWNER, new Scopes(), new TraceLowering(world));
  const { first, labels } = lowering.lower(unit.body, unit.end);
  const builder = new AutomatonBuilder(world.sources, world.problems, { mark: 'end' });
  const named = labels.map(({ name, point }) => ({ name, point, wanted: false }));
  const { locations, initial, steps } = builder.build(first, named);
  const edges = steps.flatMap((step): TraceEdge[] => {
    const { from, to, text, span, action, event } = step;
    if (action.kind !== 'receive') {
      world.problems.errorAt('unsupported', span!, 'every step of a trace must be a send or a receive');
      return [];
    }
    const { channel, patterns } = action;
    return [{ from, to, text, span, side: event!.name as 'send', channel, patterns }];
  });
  return { locations, initial, edges };
}
