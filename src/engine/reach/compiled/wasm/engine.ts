/** The little of the WebAssembly interface that is needed, with the types it has everywhere. */
export interface Memory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

interface Variable {
  value: number | bigint;
}

export type Exported = (...values: (number | bigint)[]) => number | bigint | undefined;

declare const WebAssembly: {
  Memory: new (description: { initial: number; maximum: number; shared: boolean }) => Memory;
  instantiate(
    bytes: Uint8Array,
    imports: Record<string, Record<string, unknown>>,
  ): Promise<{ module: unknown; instance: { exports: Record<string, unknown> } }>;
};

export const PAGE = 1 << 16;
export const MOST_PAGES = 1 << 16;

/**
 * `shared`: for several threads. Its buffer is then of another class, which is used in the same way. When other
 * memory grows, the engine first gives back what it does not need itself, which makes the program smaller.
 */
export function newMemory(pages: number, shared = false): Memory {
  return new WebAssembly.Memory({ initial: pages, maximum: MOST_PAGES, shared });
}

export class Instance {
  private constructor(
    private readonly exports: Record<string, unknown>,
    /** Of which other threads can have instances too. */
    readonly module: unknown,
  ) {}

  static async of(bytes: Uint8Array, env: Record<string, unknown>): Promise<Instance> {
    const { module, instance } = await WebAssembly.instantiate(bytes, { env });
    return new Instance(instance.exports, module);
  }

  function(name: string): Exported {
    return this.exports[name] as Exported;
  }

  get(name: string): number {
    return Number((this.exports[name] as Variable).value) >>> 0;
  }

  getLong(name: string): bigint {
    return BigInt((this.exports[name] as Variable).value);
  }

  set(name: string, value: number): void {
    (this.exports[name] as Variable).value = value | 0;
  }

  setLong(name: string, value: bigint): void {
    (this.exports[name] as Variable).value = BigInt.asIntN(64, value);
  }
}
