/** Everything the command line has to do with the world, so that a test can stand in for it. */
export interface Io {
  out: Output;
  err: Output;
  /** Where a person types, for the interactive simulation. */
  input: NodeJS.ReadableStream;
  /** Relative paths start here. */
  cwd: string;
  env: Record<string, string | undefined>;
  /** Seconds since some fixed moment. */
  now(): number;
  /** A seed for a run that was given none. */
  freshSeed(): number;
  /** Aborted once the user has asked to stop. */
  stop: AbortSignal;
}

export interface Output {
  write(text: string): unknown;
  isTTY?: boolean;
  columns?: number;
}
