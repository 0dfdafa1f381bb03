/** `heddle graph`: the processes or the reachable states, drawn. */
import { writeAut } from '../language/aut/index.js';
import { InputError } from '../model/diagnostic.js';
import { Interpreter } from '../model/interpreter.js';
import type { System } from '../model/system.js';
import { automataGraph, controlGraph } from '../report/graph/control.js';
import { dot } from '../report/graph/dot.js';
import { flowGraph } from '../report/graph/flow.js';
import { flowchart } from '../report/graph/flowchart.js';
import type { Graph } from '../report/graph/graph.js';
import { exploreStates, type StateSpace, statesGraph, TAU } from '../report/graph/states.js';
import { svg } from '../report/graph/svg.js';
import { traceFlowGraph } from '../report/graph/trace-flow.js';
import { flowOf } from '../verify/inequalities.js';
import type { Loaded } from '../verify/language.js';
import { openFile } from '../verify/open.js';
import { EXIT } from '../verify/result.js';
import { traceFlowOf } from '../verify/trace-flow.js';
import { propertyText } from './export.js';
import { locate, writeWhole } from './files.js';
import type { Io } from './io.js';
import { sayDiagnostics } from './say.js';

export interface GraphCommand {
  view: 'control' | 'automata' | 'states' | 'flowgraph' | 'tfg';
  format: 'dot' | 'svg' | 'mermaid' | 'aut';
  output?: string;
  maxStates: number;
  process?: string;
  /** Of the flowgraph and the trace-flow graph: what is asked. */
  property?: string;
  name?: string;
  deadlock?: boolean;
  /** Of the flowgraph: whether solutions may have disconnected flow. */
  cycles?: 'default' | 'off';
  /** Of the trace-flow graph: what is a node beside the steps, and what constrains its paths. */
  detail: 'steps' | 'places' | 'statements' | 'program';
  constraints?: string[];
  time: number;
  target?: string;
  define?: string[];
}

export async function runGraph(file: string, command: GraphCommand, io: Io): Promise<number> {
  if (command.format === 'aut' && command.view !== 'states') {
    throw badOption('--format aut needs --view states');
  }
  if (command.process !== undefined && command.view !== 'control' && command.view !== 'automata') {
    throw badOption('--process goes with --view control and --view automata');
  }
  const loaded = await openFile(locate(io, file), { target: command.target, definitions: command.define });
  const { system } = loaded.program;
  sayDiagnostics(loaded.diagnostics, system.sources, io);
  const text =
    command.view === 'flowgraph'
      ? await drawFlow(loaded, command, io)
      : command.view === 'tfg'
        ? await drawTraceFlow(loaded, command, io)
        : await draw(system, command, io);
  if (command.output === undefined || command.output === '-') io.out.write(text);
  else writeWhole(locate(io, command.output), text);
  return io.stop.aborted ? EXIT.limit : EXIT.holds;
}

async function drawFlow(loaded: Loaded, command: GraphCommand, io: Io): Promise<string> {
  const { found } = await flowOf(
    loaded,
    { properties: propertiesOf(command, io), name: command.name, deadlock: command.deadlock },
    {
      cycles: command.cycles === 'off' ? 'ignore' : 'eliminate',
      seconds: command.time,
      interrupted: () => io.stop.aborted,
    },
  );
  if ('reason' in found) throw badOption(`the flowgraph cannot be drawn: ${found.reason}`);
  return render(flowGraph(loaded.program.system.name, found.view), command.format);
}

async function drawTraceFlow(loaded: Loaded, command: GraphCommand, io: Io): Promise<string> {
  const properties = propertiesOf(command, io);
  if (properties.length === 0) throw badOption('--view tfg needs --property');
  const found = await traceFlowOf(
    loaded,
    { properties, name: command.name },
    {
      detail: command.detail,
      constraints: command.constraints ?? [],
      seconds: command.time,
      interrupted: () => io.stop.aborted,
    },
  );
  if ('reason' in found) throw badOption(`the trace-flow graph cannot be drawn: ${found.reason}`);
  return render(traceFlowGraph(loaded.program.system.name, found.view), command.format);
}

const propertiesOf = ({ property }: GraphCommand, io: Io): { file: string; text: string }[] =>
  property === undefined ? [] : [propertyText(property, io)];

async function draw(system: System, command: GraphCommand, io: Io): Promise<string> {
  if (command.view !== 'states') {
    const view = command.view === 'control' ? controlGraph : automataGraph;
    const graph = view(system, command.process);
    if (graph.groups.length === 0) throw noSuchProcess(system, command.process);
    return render(graph, command.format);
  }
  const space = await exploreStates(new Interpreter(system), command.maxStates, () => io.stop.aborted);
  if (space.unexplored.size > 0) {
    io.err.write(`the graph is cut at ${space.states} states; --max-states allows more\n`);
  }
  return command.format === 'aut' ? autOf(space) : render(statesGraph(system.name, space), command.format);
}

/** The format has one initial state: several get a new one with silent steps to each. */
function autOf(space: StateSpace): string {
  const transitions = space.transitions.map(({ from, to, label, silent }) => ({
    from,
    to,
    label: silent ? TAU : label,
  }));
  if (space.initial.length === 1) {
    return writeAut({ initial: space.initial[0], states: space.states, transitions });
  }
  const entering = space.initial.map((to) => ({ from: space.states, label: TAU, to }));
  return writeAut({
    initial: space.states,
    states: space.states + 1,
    transitions: [...entering, ...transitions],
  });
}

function render(graph: Graph, format: GraphCommand['format']): string | Promise<string> {
  if (format === 'svg') return svg(graph);
  return format === 'mermaid' ? flowchart(graph) : dot(graph);
}

function noSuchProcess(system: System, process: string | undefined): InputError {
  const names = [...new Set([...system.instances.map((i) => i.name), ...system.types.map((t) => t.name)])];
  const message = process === undefined ? 'the program has no process' : `no process is called ${process}`;
  return badOption(message, names.length > 0 ? `there are ${names.slice(0, 20).join(', ')}` : undefined);
}

function badOption(message: string, hint?: string): InputError {
  return new InputError([{ code: 'bad-option', severity: 'error', message, hint }]);
}
