/** What one side can do and the other cannot, confirmed by the interpreter on both sides. */
import type { Budget } from '../../engine/budget.js';
import {
  type Distinction,
  follow,
  type Side,
  showFormula,
  type Visibility,
} from '../../engine/equivalence/enumerative/index.js';
import { Meter } from '../../engine/reach/reference/meter.js';
import { replay } from '../../evidence/replay.js';
import type { Trace } from '../../evidence/trace.js';
import type { Interpreter } from '../../model/interpreter.js';

/** `side` can do it, the other cannot. */
export type Difference =
  | { kind: 'trace'; side: Side; word: string[]; trace: Trace; other: Obstacle }
  | { kind: 'failure'; side: Side; word: string[]; refusal: string[]; trace: Trace; other: Obstacle }
  | { kind: 'formula'; side: Side; formula: string }
  | { kind: 'words'; words: string };

/** How far the other side gets with the word, and what it offers there. */
interface Obstacle {
  reached: number;
  offered: string[];
}

export const SIDE_NAME: Record<Side, string> = { spec: 'the specification', impl: 'the implementation' };

/** The interpreter is asked on both sides; what it does not confirm is a defect. `confluent`: see `follow`. */
export async function confirm(
  found: Distinction,
  interpreters: Record<Side, Interpreter>,
  { visible }: Visibility,
  budget: Budget,
  confluent: Record<Side, boolean> = { spec: false, impl: false },
): Promise<Difference> {
  if (found.kind === 'words') return found;
  if (found.kind === 'formula') return { ...found, formula: showFormula(found.formula) };
  const { side, word } = found;
  const refusing = found.kind === 'failure' ? { refusing: found.refusal } : {};
  const asked = (one: Side) => {
    const goal = { ...refusing, confluent: confluent[one] };
    return follow(interpreters[one], visible, word, goal, new Meter({ ...budget, states: undefined }));
  };
  const [here, there] = [await asked(side), await asked(side === 'spec' ? 'impl' : 'spec')];
  if (!here.possible || there.possible) {
    throw new Error(`the interpreter does not confirm that only one side can do ${word.join(' ')}`);
  }
  const trace = replay(interpreters[side], here.run);
  return { ...found, trace, other: { reached: there.reached, offered: there.offered } };
}

export function reasonOf(difference: Difference): string {
  if (difference.kind === 'words') return difference.words;
  const { side } = difference;
  const [can, cannot] = side === 'spec' ? ['spec', 'impl'] : ['impl', 'spec'];
  const one = SIDE_NAME[can as Side];
  const other = SIDE_NAME[cannot as Side];
  switch (difference.kind) {
    case 'trace':
      return `${one} can do this, ${other} cannot`;
    case 'failure': {
      const { refusal } = difference;
      if (refusal.length === 0) return `after this ${one} can come to rest, ${other} cannot`;
      return `after this ${one} can refuse ${refusal.join(' and ')}, ${other} cannot`;
    }
    case 'formula':
      return `a formula is true of ${one} and not of ${other}`;
  }
}
