/** The comparison without visiting states. It is about traces; other relations follow where they collapse. */
import type { Budget } from '../../engine/budget.js';
import type { Comparison, Side, Visibility } from '../../engine/equivalence/enumerative/index.js';
import {
  compareByInequalities,
  type DirectionSize,
  type InequalityEquivalence,
  isConfluent,
  type SideConditions,
} from '../../engine/equivalence/inequality/index.js';
import type { Interpreter } from '../../model/interpreter.js';
import type { Condition, SystemReport } from '../equivalence.js';
import { COLLAPSE } from './enumerative.js';
import { confirm, reasonOf, SIDE_NAME } from './evidence.js';
import type { Finding } from './finding.js';

export interface InequalityFinding {
  finding: Finding;
  conditions: Record<Side, Pick<SystemReport, 'conditions'> | undefined>;
  sizes: DirectionSize[];
  segments: number;
  notices: string[];
}

const SIDES: Side[] = ['spec', 'impl'];

export async function compareUnvisited(
  interpreters: Record<Side, Interpreter>,
  { relation, refines }: Required<Comparison>,
  visibility: Visibility,
  budget: Budget,
): Promise<InequalityFinding> {
  const { spec, impl } = interpreters;
  const ask = (options: { refines: boolean }) =>
    compareByInequalities(spec.system, impl.system, visibility.visible, budget, options);
  const whole = await ask({ refines: refines && relation === 'trace' });
  const beside = refines && whole.verdict === 'different' && whole.side === 'spec' && !isRefused(whole);
  const answer = beside ? await ask({ refines: true }) : whole;
  const { sizes, segments } = answer;
  const collapses = SIDES.every((side) => isConfluent(answer.conditions[side]));
  const notices = answer.verdict === 'equivalent' && collapses ? [COLLAPSE] : [];
  const conditions = {
    spec: answer.conditions.spec && { conditions: shown(answer.conditions.spec) },
    impl: answer.conditions.impl && { conditions: shown(answer.conditions.impl) },
  };
  return { finding: await findingOf(), conditions, sizes, segments, notices };

  async function findingOf(): Promise<Finding> {
    if (answer.verdict === 'inconclusive') {
      const { reason, limit } = answer;
      return { verdict: 'inconclusive', reason, ...(limit ? { limit } : {}) };
    }
    if (answer.verdict === 'different') {
      const { side, word } = answer;
      const confluent = {
        spec: isConfluent(answer.conditions.spec),
        impl: isConfluent(answer.conditions.impl),
      };
      const found = { kind: 'trace', side, word } as const;
      const evidence = await confirm(found, interpreters, visibility, budget, confluent);
      return { verdict: 'different', reason: reasonOf(evidence), evidence };
    }
    if (beside) return { verdict: 'inconclusive', reason: FEWER };
    const covered = relation === 'trace' || (collapses && relation !== 'strong');
    if (!covered) {
      const why = `the traces are the same, but that settles ${relation} only where both sides are shown to be deterministic and free of divergence`;
      return { verdict: 'inconclusive', reason: relation === 'strong' ? STRONG : why };
    }
    const { certificate } = answer;
    return { verdict: 'equivalent', strength: 'proved', basis: basisOf(answer), certificate };
  }
}

/**
 * What only the specification can do at the end of a trace, the implementation refuses there if it comes to rest.
 * That is no refinement only if the specification could not refuse it as well.
 */
const isRefused = ({ conditions: { spec, impl } }: InequalityEquivalence): boolean =>
  spec?.deterministic.shown === true && impl?.divergenceFree.shown === true;

const FEWER =
  'the implementation has fewer traces than the specification; whether it refuses more is seen only where the specification is shown to be deterministic and the implementation free of divergence';

const STRONG = 'the traces are the same, which does not settle strong bisimulation';

function basisOf({
  conditions,
  sizes,
  segments,
  rebuilt,
}: Extract<InequalityEquivalence, { verdict: 'equivalent' }>): string[] {
  const basis = sizes.map(({ can, variables, rows, reduced }) => {
    const cannot = can === 'spec' ? 'impl' : 'spec';
    const size = `${variables} variables, ${rows} rows; ${reduced.variables} and ${reduced.rows} reduced`;
    return `no trace that ${SIDE_NAME[can]} continues and ${SIDE_NAME[cannot]} does not: the inequalities have no solution (${size})`;
  });
  for (const side of SIDES) {
    const divergence = conditions[side]?.divergenceFree;
    if (divergence?.shown === true)
      basis.push(`${SIDE_NAME[side]} comes to rest: no closed flow of internal steps`);
    if (divergence?.shown === false)
      basis.push(
        `${SIDE_NAME[side]} can come to rest without ${divergence.leftOut.join(', ')}: no closed flow of its other internal steps`,
      );
  }
  if (segments > 1) basis.push(`traces were cut into up to ${segments} segments`);
  basis.push('all of it in exact integers, accepted by the independent checker');
  basis.push(
    rebuilt
      ? 'that these inequalities follow from the two programs was checked a second time, from the programs alone'
      : 'that these inequalities follow from the two programs was not checked a second time',
  );
  return basis;
}

function shown({ divergenceFree, deterministic }: SideConditions): SystemReport['conditions'] {
  const unsure = (because: string): Condition => ({ holds: 'not shown', because });
  return {
    divergenceFree: divergenceFree.shown
      ? { holds: true }
      : unsure(`internal steps may go on for ever by ${divergenceFree.leftOut.join(', ')}`),
    deterministic: deterministic.shown ? { holds: true } : unsure(deterministic.because),
  };
}
