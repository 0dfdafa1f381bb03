/** A family of Ada programs: for each size a program, and the properties that are asked of it. */
export interface Family {
  readonly name: string;
  readonly about: string;
  readonly sizes: readonly Size[];
  /** The numbers stand in the order of `sizes`. */
  write(...sizes: number[]): Example;
}

interface Size {
  readonly name: string;
  readonly least: number;
}

export interface Example {
  /** Name of the main procedure; in lower case it is the name of the file. */
  readonly unit: string;
  readonly program: string;
  readonly properties: string;
}

export const from1To = (last: number): number[] => Array.from({ length: last }, (_, i) => i + 1);

export const asText = (lines: readonly string[]): string => `${lines.join('\n')}\n`;

/** The lines of each part, with the separator between two parts. */
export const separated = (separator: string, parts: readonly (readonly string[])[]): string[] =>
  parts.flatMap((lines, i) => (i === 0 ? lines : [separator, ...lines]));
