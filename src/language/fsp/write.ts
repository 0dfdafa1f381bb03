/** A labelled transition system as one FSP process. */

export interface WritableProcess {
  /** Begins with a capital letter. */
  name: string;
  /** State 0 is the first. */
  states: number;
  transitions: Iterable<{ from: number; label: string; to: number }>;
  /** Actions that belong to it even where they never happen. */
  alphabet?: readonly string[];
  /** The label of internal steps: they become an action that is hidden. */
  silent: string;
}

/** What makes a system impossible to write: a label that is no action of FSP. */
export interface Unwritable {
  label: string;
}

export function writeFsp(process: WritableProcess): { text: string } | { unwritable: Unwritable } {
  const choices: Map<string, string[]>[] = Array.from({ length: process.states }, () => new Map());
  const used = new Set<string>();
  let hidden: string | undefined;
  const labels = new Set(process.alphabet);
  const transitions = [...process.transitions];
  for (const { label } of transitions) if (label !== process.silent) labels.add(label);
  for (const label of labels) if (actionOf(label) === undefined) return { unwritable: { label } };
  for (const { from, label, to } of transitions) {
    if (label === process.silent) hidden ??= freshName(labels);
    const action = label === process.silent ? hidden! : actionOf(label)!;
    used.add(label);
    const targets = choices[from].get(action) ?? [];
    choices[from].set(action, [...targets, `Q${to}`]);
  }
  const lines = choices.map((choice, state) => `Q${state} = ${bodyOf(choice)}`);
  const unused = [...labels].filter((label) => !used.has(label)).map((label) => actionOf(label)!);
  const extension = unused.length > 0 ? ` + {${unused.sort().join(', ')}}` : '';
  const hiding = hidden === undefined ? '' : ` \\ {${hidden}}`;
  return { text: `${[`${process.name} = Q0`, ...lines].join(',\n')}${extension}${hiding}.\n` };
}

function bodyOf(choice: Map<string, string[]>): string {
  const parts = [...choice].flatMap(([action, targets]) => targets.map((target) => `${action} -> ${target}`));
  return parts.length === 0 ? 'STOP' : `(${parts.join(' | ')})`;
}

const NAME = /^[a-z_][A-Za-z0-9_]*$/;
const NUMBER = /^-?[0-9]{1,9}$/;

// biome-ignore format: a table
const KEYWORDS = new Set([
  'const', 'range', 'set', 'property', 'progress', 'menu', 'animation', 'fluent', 'assert', 'constraint',
  'import', 'minimal', 'deterministic', 'compose', 'if', 'then', 'else', 'forall', 'exists', 'when',
  'initially', 'rigid',
]);

/** `phil.1.eat` is written `phil[1].eat`. */
function actionOf(label: string): string | undefined {
  let action = '';
  for (const [i, part] of label.split('.').entries()) {
    if (NUMBER.test(part) && i > 0) action += `[${part}]`;
    else if (NAME.test(part) && !KEYWORDS.has(part)) action += i > 0 ? `.${part}` : part;
    else return undefined;
  }
  return action;
}

function freshName(labels: ReadonlySet<string>): string {
  const taken = (name: string) => [...labels].some((label) => label.split('.')[0] === name);
  for (let i = 0; ; i++) {
    const name = i === 0 ? 'internal' : `internal${i}`;
    if (!taken(name)) return name;
  }
}
