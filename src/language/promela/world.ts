/** What the parts of a program share while it is being lowered. */
import { type DataType, sizeOf } from '../../model/data.js';
import { constant, type Expression } from '../../model/expression.js';
import type { ChannelType, Mark, ProcessType, Variable } from '../../model/system.js';
import { constantOf } from './constant.js';
import type { Problems } from './problems.js';
import type { Sources, Where } from './sources.js';
import { Scopes, type VariableSymbol } from './symbols.js';
import type {
  Declaration,
  Declared,
  FieldType,
  Initial,
  Proctype,
  Step,
  Expression as Tree,
} from './syntax.js';
import { Types } from './types.js';

/** SPIN's limits. */
export const MOST_PROCESSES = 255;
const MOST_CHANNELS = 255;
const MOST_SLOTS = 255;
/** Ours: integers in the variables of one declaration. */
const MOST_INTEGERS = 1_000_000;

export interface ProctypeSymbol {
  /** Its number among the process types. */
  type: number;
  unit: Proctype;
  /** The scalar types of its parameters, records taken apart. */
  parameters: DataType[];
  variables: Variable[];
  channels: ProcessType['channels'];
  /** What each declaration in it declares. */
  declared: Map<Declared, VariableSymbol>;
  /** The counters of its loops over the messages of a channel. */
  counters: Map<Step, VariableSymbol>;
  /** The first variable of each name, for references from outside. */
  named: Map<string, VariableSymbol>;
  /** How many exist at the start, and the number of the first. */
  atStart: number;
  first: number;
  /** Some statement starts one. */
  isRun: boolean;
  /** The locations of its labels, once it is lowered. */
  labels: Map<string, number[]>;
  /** Those of its labels that are the names of these locations and of no others. */
  placeNames: Set<string>;
}

export class World {
  readonly types: Types;
  readonly globals = new Scopes();
  readonly variables: Variable[] = [];
  readonly channels: ChannelType[] = [];
  private readonly fieldsOfChannels = new Map<Initial, DataType[]>();
  readonly proctypes = new Map<string, ProctypeSymbol>();
  /** Names of variables that some statement gives a value to. */
  assigned = new Set<string>();
  /** `process@label` for each label that is referred to from elsewhere. */
  remoteLabels: ReadonlySet<string> = new Set();
  /** Where the first label of each kind stands. */
  readonly marked = new Map<Mark, Where>();
  keepsLastProcess = false;
  /** The program computes with symbolic names: they must be plain numbers. */
  computesWithSets = false;
  /** Proctypes are run with priorities, or change them. */
  priorities: VariableSymbol | undefined;
  /** How many processes there can be at once; asked for when all proctypes are lowered. */
  mostProcesses = (): number => MOST_PROCESSES;
  /** What can be said of messages only when all proctypes are lowered: each may have channels of its own. */
  readonly whenChannelsAreKnown: (() => void)[] = [];
  /** What can be said only when all proctypes are lowered and the bound is known. */
  readonly later: ((types: ProcessType[], bound: number) => void)[] = [];

  constructor(
    readonly problems: Problems,
    readonly sources: Sources,
    plainSets: boolean,
  ) {
    this.types = new Types(problems, plainSets);
  }

  /** A number known before the program runs: literals, and variables by their first value. */
  constant(tree: Tree): number | undefined {
    return constantOf(
      tree,
      (name) => this.types.literals.get(name)?.value ?? this.globals.find(name)?.initial,
    );
  }

  lengthOf(declared: Declared): number | undefined {
    if (!declared.length) return undefined;
    const { where } = declared.length;
    const length = this.constant(declared.length);
    if (length === undefined) {
      this.problems.error('bad-value', where, 'the length of an array must be a constant');
      return 1;
    }
    if (length < 1) {
      this.problems.error('bad-value', where, `an array cannot have ${length} elements`);
      return 1;
    }
    if (length > MOST_INTEGERS) {
      this.problems.error('too-large', where, `an array of ${length} elements is too large`);
      return 1;
    }
    return length;
  }

  /** The type of a declared variable; it is reported where there is none or it is too large. */
  typeOf(declaration: Declaration, declared: Declared): DataType | undefined {
    const type = this.types.declared(declaration, declared, this.lengthOf(declared));
    if (type && sizeOf(type) > MOST_INTEGERS) {
      this.problems.error('too-large', declared.name.where, `${declared.name.name} is too large`);
      return undefined;
    }
    return type;
  }

  channelType(name: string, initial: Extract<Initial, { kind: 'channel' }>): ChannelType {
    const { where } = initial.capacity;
    let capacity = this.constant(initial.capacity);
    if (capacity === undefined) {
      this.problems.error('bad-value', where, 'the capacity of a channel must be a constant');
      capacity = 1;
    } else if (capacity < 0 || capacity > MOST_SLOTS) {
      const code = capacity < 0 ? 'bad-value' : 'too-large';
      this.problems.error(code, where, `a channel has from 0 to ${MOST_SLOTS} slots, not ${capacity}`);
      capacity = 1;
    }
    return { name, capacity, fields: this.fieldsOf(initial) };
  }

  /** All channels that one declaration creates have the same fields: what is put into one may be in any. */
  private fieldsOf(initial: Extract<Initial, { kind: 'channel' }>): DataType[] {
    let fields = this.fieldsOfChannels.get(initial);
    if (!fields) {
      fields = this.types.message(initial.fields.flatMap((field) => this.fieldOf(field) ?? []));
      this.fieldsOfChannels.set(initial, fields);
    }
    return fields;
  }

  private fieldOf(field: FieldType): DataType | undefined {
    if (field.type === 'unsigned') {
      this.problems.error('wrong-kind', field.where, 'unsigned cannot be the type of a field of a message');
      return undefined;
    }
    return this.types.scalarOf(field.type, field.set, field.where);
  }

  /** Creates a channel of the whole program; gives the value that refers to it. */
  addChannel(type: ChannelType, where: Where): number {
    if (this.channels.length >= MOST_CHANNELS) {
      this.problems.tooLarge(where, `a program has at most ${MOST_CHANNELS} channels`);
    }
    this.channels.push(type);
    return this.channels.length;
  }

  /** Is this a set of symbolic names that some variable or message can hold? */
  keepsNames(set: DataType): boolean {
    const holds = (type: DataType): boolean => {
      if (type.kind === 'record') return type.fields.some((field) => holds(field.type));
      return type.kind === 'array' ? holds(type.element) : type === set;
    };
    if (set.kind !== 'enumeration') return false;
    const symbols = [...this.proctypes.values()];
    const variables = [...this.variables, ...symbols.flatMap((symbol) => symbol.variables)];
    return (
      variables.some(({ type }) => holds(type)) || this.channels.some(({ fields }) => fields.some(holds))
    );
  }

  /** An expression that `make` gives once everything is known. */
  laterExpression(make: (types: ProcessType[], bound: number) => Expression): Expression {
    const holder = constant(0);
    this.later.push((types, bound) => {
      Object.assign(holder, make(types, bound));
    });
    return holder;
  }
}
