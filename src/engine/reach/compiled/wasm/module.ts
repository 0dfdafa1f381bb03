/** A WebAssembly module under construction: imports, functions, globals, exports. */
import { ByteWriter } from './bytes.js';
import type { Code, Global, Local, NumberType, Statement } from './code.js';
import { shift, TYPE_BYTE } from './code.js';

export interface Signature<R extends NumberType | 'none'> {
  parameters: NumberType[];
  result: R;
}

/** A function that can be called; its number is known only when the module is finished. */
export interface Callable<R extends NumberType | 'none'> {
  readonly signature: Signature<R>;
  index: number;
  /** Its last parameter, which calls do not name: see `Body.own`. */
  readonly shift?: Local<'i32'>;
}

export const call = <R extends NumberType | 'none'>(
  target: Callable<R>,
  ...values: Code<NumberType>[]
): Code<R> => {
  const { parameters } = target.signature;
  const given = target.shift ? [...values, shift] : values;
  if (given.length !== parameters.length || given.some((value, i) => value.type !== parameters[i])) {
    throw new Error('the arguments of a call do not fit its parameters');
  }
  return {
    type: target.signature.result,
    write(out) {
      for (const value of given) value.write(out);
      out.bytes.byte(0x10);
      out.bytes.unsigned(target.index);
    },
  };
};

export class FunctionBuilder<R extends NumberType | 'none' = 'none'> implements Callable<R> {
  index = -1;
  readonly parameters: Local<NumberType>[];
  private readonly locals: NumberType[] = [];
  private readonly free: Local<NumberType>[] = [];
  private taken: Local<NumberType>[] = [];
  private code: Statement | undefined;

  readonly signature: Signature<R>;
  readonly shift: Local<'i32'> | undefined;

  /** `isShifted`: it has one more parameter. */
  constructor(
    readonly name: string,
    { parameters, result }: Signature<R>,
    isShifted: boolean,
  ) {
    this.signature = { parameters: isShifted ? [...parameters, 'i32'] : parameters, result };
    this.parameters = this.signature.parameters.map((type, index) => ({ type, index }));
    this.shift = isShifted ? this.parameter(parameters.length, 'i32') : undefined;
  }

  parameter<T extends NumberType>(number: number, type: T): Local<T> {
    const local = this.parameters[number];
    if (local.type !== type) throw new Error(`parameter ${number} is not ${type}`);
    return local as Local<T>;
  }

  /** A variable whose value is undefined until it is set. */
  local<T extends NumberType>(type: T): Local<T> {
    const position = this.free.findIndex((local) => local.type === type);
    const local =
      position >= 0
        ? this.free.splice(position, 1)[0]
        : { type, index: this.parameters.length + this.locals.push(type) - 1 };
    this.taken.push(local);
    return local as Local<T>;
  }

  /** Runs `build`, whose locals are free for others when the code it returns is done. */
  scope<T>(build: () => T): T {
    const outer = this.taken;
    this.taken = [];
    const built = build();
    this.free.push(...this.taken);
    this.taken = outer;
    return built;
  }

  define(code: readonly Statement[], result?: Code<NumberType>): void {
    this.code = {
      type: 'none',
      write(out) {
        for (const statement of code) statement.write(out);
        result?.write(out);
      },
    };
  }

  /** Once only: the tree is much larger than its bytes, so it is not kept while they are at work. */
  encode(ownFrom?: number): Uint8Array {
    if (!this.code) throw new Error(`${this.name} has no body`);
    const bytes = new ByteWriter();
    const groups: { type: NumberType; count: number }[] = [];
    for (const type of this.locals) {
      const last = groups.at(-1);
      if (last?.type === type) last.count++;
      else groups.push({ type, count: 1 });
    }
    bytes.unsigned(groups.length);
    for (const { type, count } of groups) {
      bytes.unsigned(count);
      bytes.byte(TYPE_BYTE[type]);
    }
    const { shift } = this;
    const own = ownFrom === undefined || !shift ? undefined : { from: ownFrom, shift };
    this.code.write({ bytes, labels: [], own });
    bytes.byte(0x0b);
    this.code = undefined;
    return bytes.view();
  }
}

export class ModuleBuilder {
  /** Bytes of the largest function, once encoded. */
  largest = 0;
  /** Where several instances share a memory: see `Body.own`. To be set before there are functions. */
  ownFrom: number | undefined;
  private readonly imports: { name: string; callable: Callable<NumberType | 'none'> }[] = [];
  private readonly functions: FunctionBuilder<NumberType | 'none'>[] = [];
  private readonly globals: { type: NumberType; exported: string }[] = [];
  private readonly exports: { name: string; callable: Callable<NumberType | 'none'> }[] = [];

  import<R extends NumberType | 'none'>(name: string, parameters: NumberType[], result: R): Callable<R> {
    const callable = { signature: { parameters, result }, index: this.imports.length };
    this.imports.push({ name, callable });
    return callable;
  }

  function<R extends NumberType | 'none'>(
    name: string,
    parameters: NumberType[],
    result: R,
    exported = false,
  ): FunctionBuilder<R> {
    const made = new FunctionBuilder(name, { parameters, result }, this.ownFrom !== undefined);
    this.functions.push(made as unknown as FunctionBuilder<NumberType | 'none'>);
    if (exported) this.export(name, made);
    return made;
  }

  export(name: string, callable: Callable<NumberType | 'none'>): void {
    this.exports.push({ name, callable });
  }

  /** A variable of the module, 0 at first, that the surroundings can read and set by its name. */
  global<T extends NumberType>(name: string, type: T): Global<T> {
    const known = this.globals.findIndex(({ exported }) => exported === name);
    return { type, index: known >= 0 ? known : this.globals.push({ type, exported: name }) - 1 };
  }

  /** The bytes of the module, once. It imports its memory as `memory`, all from the module `env`. */
  encode(initialPages: number, mostPages: number, shared = false): Uint8Array {
    this.functions.forEach((f, i) => {
      f.index = this.imports.length + i;
    });
    const out = new ByteWriter();
    out.append(Uint8Array.of(0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00));
    const signatures: string[] = [];
    const signatureOf = ({ parameters, result }: Signature<NumberType | 'none'>): number => {
      const key = [...parameters, result].join();
      const known = signatures.indexOf(key);
      return known >= 0 ? known : signatures.push(key) - 1;
    };
    for (const { callable } of this.imports) signatureOf(callable.signature);
    for (const f of this.functions) signatureOf(f.signature);

    section(out, 1, (body) => {
      list(body, signatures, (key) => {
        const types = key.split(',') as (NumberType | 'none')[];
        const result = types.pop()!;
        body.byte(0x60);
        list(body, types, (type) => body.byte(TYPE_BYTE[type]));
        list(body, result === 'none' ? [] : [result], (type) => body.byte(TYPE_BYTE[type]));
      });
    });
    section(out, 2, (body) => {
      body.unsigned(this.imports.length + 1);
      for (const { name, callable } of this.imports) {
        body.name('env');
        body.name(name);
        body.byte(0x00);
        body.unsigned(signatureOf(callable.signature));
      }
      body.name('env');
      body.name('memory');
      for (const byte of [0x02, shared ? 0x03 : 0x01]) body.byte(byte);
      body.unsigned(initialPages);
      body.unsigned(mostPages);
    });
    section(out, 3, (body) => list(body, this.functions, (f) => body.unsigned(signatureOf(f.signature))));
    section(out, 6, (body) => {
      list(body, this.globals, ({ type }) => {
        for (const byte of [TYPE_BYTE[type], 0x01, type === 'i32' ? 0x41 : 0x42, 0x00, 0x0b]) body.byte(byte);
      });
    });
    section(out, 7, (body) => {
      body.unsigned(this.exports.length + this.globals.length);
      for (const { name, callable } of this.exports) {
        body.name(name);
        body.byte(0x00);
        body.unsigned(callable.index);
      }
      this.globals.forEach(({ exported }, i) => {
        body.name(exported);
        body.byte(0x03);
        body.unsigned(i);
      });
    });
    section(out, 10, (body) => {
      list(body, this.functions, (f) => {
        const code = f.encode(this.ownFrom);
        this.largest = Math.max(this.largest, code.length);
        body.unsigned(code.length);
        body.append(code);
      });
    });
    this.nameFunctions(out);
    return out.view().slice();
  }

  /** What profilers and stack traces call the functions. */
  private nameFunctions(out: ByteWriter): void {
    section(out, 0, (body) => {
      body.name('name');
      section(body, 1, (names) => {
        list(names, this.functions, (f) => {
          names.unsigned(f.index);
          names.name(f.name);
        });
      });
    });
  }
}

function section(out: ByteWriter, number: number, write: (body: ByteWriter) => void): void {
  const body = new ByteWriter();
  write(body);
  out.byte(number);
  out.unsigned(body.length);
  out.append(body.view());
}

function list<T>(body: ByteWriter, items: readonly T[], write: (item: T) => void): void {
  body.unsigned(items.length);
  for (const item of items) write(item);
}
