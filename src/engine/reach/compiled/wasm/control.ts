/** Control flow: sequences, conditions, loops, branches and calls. */
import {
  type Body,
  type Code,
  type I32,
  type Label,
  type NumberType,
  type Statement,
  TYPE_BYTE,
} from './code.js';

export const newLabel = (name: string): Label => ({ name });

export const statements = (parts: readonly Statement[]): Statement => ({
  type: 'none',
  write(out) {
    for (const part of parts) part.write(out);
  },
});

/** First the statements, then the value. */
export const after = <T extends NumberType>(before: readonly Statement[], value: Code<T>): Code<T> =>
  before.length === 0
    ? value
    : {
        type: value.type,
        write(out) {
          for (const part of before) part.write(out);
          value.write(out);
        },
      };

const UNNAMED: Label = { name: 'if' };

function nested(out: Body, label: Label, parts: readonly Code<NumberType | 'none'>[]): void {
  out.labels.push(label);
  for (const part of parts) part.write(out);
  out.labels.pop();
}

export const when = (
  condition: I32,
  then: readonly Statement[],
  otherwise: readonly Statement[] = [],
): Statement => ({
  type: 'none',
  write(out) {
    condition.write(out);
    out.bytes.byte(0x04);
    out.bytes.byte(TYPE_BYTE.none);
    nested(out, UNNAMED, then);
    if (otherwise.length > 0) {
      out.bytes.byte(0x05);
      nested(out, UNNAMED, otherwise);
    }
    out.bytes.byte(0x0b);
  },
});

/** Only the chosen value is computed. */
export const choose = <T extends NumberType>(condition: I32, then: Code<T>, otherwise: Code<T>): Code<T> => ({
  type: then.type,
  write(out) {
    condition.write(out);
    out.bytes.byte(0x04);
    out.bytes.byte(TYPE_BYTE[then.type]);
    nested(out, UNNAMED, [then]);
    out.bytes.byte(0x05);
    nested(out, UNNAMED, [otherwise]);
    out.bytes.byte(0x0b);
  },
});

/** Code that is there only if a condition holds by the time it is written. */
export const given = (condition: () => boolean, statement: Statement): Statement => ({
  type: 'none',
  write(out) {
    if (condition()) statement.write(out);
  },
});

/** Both values are computed. */
export const select = <T extends NumberType>(condition: I32, then: Code<T>, otherwise: Code<T>): Code<T> => ({
  type: then.type,
  write(out) {
    then.write(out);
    otherwise.write(out);
    condition.write(out);
    out.bytes.byte(0x1b);
  },
});

const enclosure =
  (code: number) =>
  (label: Label, body: readonly Statement[]): Statement => ({
    type: 'none',
    write(out) {
      out.bytes.byte(code);
      out.bytes.byte(TYPE_BYTE.none);
      nested(out, label, body);
      out.bytes.byte(0x0b);
    },
  });

/** Branching to its label leaves it. */
export const block = enclosure(0x02);
/** Branching to its label starts it again. */
export const loop = enclosure(0x03);

function depthOf(out: Body, label: Label): number {
  const position = out.labels.lastIndexOf(label);
  if (position < 0) throw new Error(`no enclosing block ${label.name}`);
  return out.labels.length - 1 - position;
}

export const branch = (label: Label): Statement => ({
  type: 'none',
  write(out) {
    out.bytes.byte(0x0c);
    out.bytes.unsigned(depthOf(out, label));
  },
});

export const branchIf = (label: Label, condition: I32): Statement => ({
  type: 'none',
  write(out) {
    condition.write(out);
    out.bytes.byte(0x0d);
    out.bytes.unsigned(depthOf(out, label));
  },
});

/**
 * Does the statements of case number `index`, if there is one. The cases lie inside one another's
 * blocks, which would be deep as a tree of nodes, so they are written in one go.
 */
export function dispatch(index: I32, cases: readonly (readonly Statement[])[]): Statement {
  const filled = cases.flatMap((body, i) => (body.length > 0 ? [i] : []));
  if (filled.length === 0) return statements([]);
  const end = newLabel('end of dispatch');
  /** From the inside out; none of the blocks but the last has a name that a statement could know. */
  const depths = new Map(filled.map((i, depth) => [i, depth]));
  return {
    type: 'none',
    write(out) {
      const { bytes } = out;
      for (const label of [end, ...filled.map(() => UNNAMED)]) {
        bytes.byte(0x02);
        bytes.byte(TYPE_BYTE.none);
        out.labels.push(label);
      }
      index.write(out);
      bytes.byte(0x0e);
      bytes.unsigned(cases.length);
      cases.forEach((_, i) => {
        bytes.unsigned(depths.get(i) ?? filled.length);
      });
      bytes.unsigned(filled.length);
      for (const i of filled) {
        out.labels.pop();
        bytes.byte(0x0b);
        for (const statement of cases[i]) statement.write(out);
        branch(end).write(out);
      }
      out.labels.pop();
      bytes.byte(0x0b);
    },
  };
}

export const giveBack = (value?: Code<NumberType>): Statement => ({
  type: 'none',
  write(out) {
    value?.write(out);
    out.bytes.byte(0x0f);
  },
});

export const drop = (value: Code<NumberType>): Statement => ({
  type: 'none',
  write(out) {
    value.write(out);
    out.bytes.byte(0x1a);
  },
});
