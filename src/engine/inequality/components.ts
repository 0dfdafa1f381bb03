/**
 * The components of a network while it is being unfolded: their states, numbered as they are found.
 * A shared integer or a buffer becomes a component when the first step touches it.
 */
import type { Interpreter } from '../../model/interpreter.js';
import { PROCESS_LOCATION, PROCESS_TYPE } from '../../model/layout.js';
import type { ProcessType } from '../../model/system.js';
import { Abstention, type Component } from './network.js';

export interface Placed {
  component: number;
  state: number;
}

export class ComponentTable {
  readonly components: Component[] = [];
  private readonly numbers: Map<string, number>[] = [];
  private readonly sizes: number[] = [];
  private readonly integerAt = new Map<number, number>();
  private readonly bufferOf = new Map<number, number>();
  private readonly starts: Int32Array[];
  private states = 0;

  constructor(
    private readonly interpreter: Interpreter,
    private readonly mostStates: number,
    /** Told of every new state. */
    private readonly found: (placed: Placed) => void,
  ) {
    this.starts = interpreter.initialStates();
  }

  addProcesses(): void {
    const { system, layout } = this.interpreter;
    system.instances.forEach((instance, process) => {
      const { observes } = system.types[instance.type];
      this.add(
        { name: instance.name, kind: 'process', process, observes },
        layout.processes[process],
        layout.processSize[process],
      );
    });
  }

  private add(
    what: Pick<Component, 'name' | 'kind' | 'process' | 'observes'>,
    offset: number,
    size: number,
  ): number {
    const number = this.components.length;
    this.components.push({ ...what, offset, states: [], initial: [], edges: [], ends: [], errors: [] });
    this.numbers.push(new Map());
    this.sizes.push(size);
    const initial = new Set(this.starts.map((state) => this.stateIn(number, state)));
    this.components[number].initial = [...initial];
    return number;
  }

  /** The number of the component's state inside a whole state. */
  stateIn(component: number, state: Int32Array): number {
    const { offset } = this.components[component];
    return this.stateNumber(component, state.subarray(offset, offset + this.sizes[component]));
  }

  stateNumber(component: number, part: Int32Array): number {
    const key = part.join();
    const known = this.numbers[component].get(key);
    if (known !== undefined) return known;
    const owner = this.components[component];
    const number = owner.states.length;
    if (++this.states > this.mostStates)
      throw new Abstention(`the automata have more than ${this.mostStates} states (at ${owner.name})`);
    this.numbers[component].set(key, number);
    owner.states.push(part.slice());
    const type = owner.kind === 'process' ? this.typeOf(part) : undefined;
    const marks = type?.locations[part[PROCESS_LOCATION]].marks ?? [];
    owner.ends.push(type === undefined || type.observes !== undefined || marks.includes('end'));
    if (marks.includes('error')) owner.errors.push(number);
    this.found({ component, state: number });
    return number;
  }

  /** The state of the same process at another location. */
  movedTo({ component, state }: Placed, location: number): number {
    const part = this.components[component].states[state].slice();
    part[PROCESS_LOCATION] = location;
    return this.stateNumber(component, part);
  }

  typeOf(part: Int32Array): ProcessType | undefined {
    return this.interpreter.system.types[part[PROCESS_TYPE] - 1];
  }

  ofInteger(offset: number): number {
    const known = this.integerAt.get(offset);
    if (known !== undefined) return known;
    const { system, layout } = this.interpreter;
    const variable = layout.shared.findLastIndex((start) => start <= offset);
    const within = offset - layout.shared[variable];
    const name = `${system.variables[variable].name}${within > 0 ? `+${within}` : ''}`;
    const number = this.add({ name, kind: 'variable' }, offset, 1);
    this.integerAt.set(offset, number);
    return number;
  }

  ofBuffer(channel: number): number {
    const known = this.bufferOf.get(channel);
    if (known !== undefined) return known;
    const { system, layout } = this.interpreter;
    const { name, capacity, fields } = system.channels[channel];
    const offset = layout.channels[channel];
    const next = layout.channels[channel + 1] ?? layout.processes[0] ?? layout.size;
    if (capacity > 0 && fields.length > 0 && next <= offset) throw new Error(`no room for ${name}`);
    const number = this.add({ name, kind: 'buffer' }, offset, next - offset);
    this.bufferOf.set(channel, number);
    return number;
  }

  /** A whole state in which only these parts have a value. */
  whole(parts: readonly Placed[]): Int32Array {
    const whole = new Int32Array(this.interpreter.layout.size);
    for (const { component, state } of parts)
      whole.set(this.components[component].states[state], this.components[component].offset);
    return whole;
  }
}
