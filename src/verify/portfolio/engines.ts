/**
 * The engines that the conductor knows. Each is loaded when it is first needed. Adding one is one entry
 * here: what it cannot speak of, and how it is called.
 */
import type { Answer } from '../../engine/answer.js';
import type { Budget } from '../../engine/budget.js';
import type { InequalityOptions } from '../../engine/inequality/index.js';
import type { StoreSettings } from '../../engine/reach/compiled/store/settings.js';
import type { Reduction, SearchOrder } from '../../engine/reach/reference/index.js';
import { abstention } from '../../engine/values/abstention.js';
import type { Evidence } from '../../evidence/certificate/evidence.js';
import type { System } from '../../model/system.js';
import type { Ask, Question } from '../../property/question.js';

/** What a user or the plan says about how an engine works. Plain data. */
export interface Settings {
  order?: SearchOrder;
  reduction?: Reduction;
  store?: StoreSettings;
  cycles?: InequalityOptions['cycles'];
  /** Of the flow engine: only these constraints. */
  constraints?: string[];
}

/** `engine`: where another one had to step in. `evidence`: for a `holds`, what others can check. */
export type EngineAnswer = Answer & { engine?: string; evidence?: Evidence };

export interface Engine {
  /** It proves without visiting states: it has a place beside a search that takes long. */
  proves?: boolean;
  /** It answers at once or not at all: it needs no thread and waits for nobody. */
  atOnce?: boolean;
  /** Its calls may take long and cannot be asked to stop. */
  needsThread?: boolean;
  /** Why it has nothing to say about this, if that can be seen at once. */
  abstains?(system: System, ask: Ask): string | undefined;
  run(system: System, question: Question, budget: Budget, settings: Settings): Promise<EngineAnswer>;
  together?: Together;
}

/** One use of an engine that answers several questions. */
interface Together {
  /** The questions, by their indices, in groups of those that get the answers they would get alone. */
  groups(system: System, asks: readonly Ask[], settings: Settings): Promise<number[][]>;
  /** `settled` is told of an answer that is there before the others. */
  run(
    system: System,
    questions: readonly Question[],
    budget: Budget,
    settings: Settings,
    settled: (question: number, answer: EngineAnswer) => void,
  ): Promise<EngineAnswer[]>;
}

export type EngineName = 'reach' | 'inequality' | 'flow' | 'values' | 'reference';

export const ENGINES: Record<EngineName, Engine> = {
  values: {
    proves: true,
    atOnce: true,
    abstains: abstention,
    run: async (system, { ask }) => {
      const reason = abstention(system, ask);
      if (reason !== undefined) return { verdict: 'inconclusive', reason, statistics: {}, notices: [] };
      const { proveByValues } = await import('../../engine/values/index.js');
      return proveByValues(system);
    },
  },
  inequality: {
    proves: true,
    needsThread: true,
    abstains: (_, ask) => {
      if (ask.kind === 'deadlock-free' || ask.kind === 'assertions') return undefined;
      if (ask.kind === 'order' && ask.queries) return undefined;
      return ask.kind === 'order'
        ? 'the property is not written as intervals'
        : `it has no inequalities for '${ask.kind}'`;
    },
    run: async (system, question, budget, { cycles }) => {
      const { prove } = await import('../../engine/inequality/index.js');
      const { certificate, ...answer } = await prove(system, question, budget, { cycles });
      return { ...answer, ...(certificate ? { evidence: { kind: 'inequality', certificate } } : {}) };
    },
  },
  flow: {
    proves: true,
    abstains: (_, ask) => {
      if (ask.kind !== 'order') return `it does not answer '${ask.kind}'`;
      const endless = ask.observers.some(({ acceptance }) => acceptance === 'infinite');
      return endless && !ask.queries ? 'the property is about what goes on for ever' : undefined;
    },
    run: async (system, question, budget, { constraints, order }) => {
      const { proveByFlow } = await import('../../engine/flow/index.js');
      const search = order === 'depth' ? 'first' : 'shortest';
      const { certificate, ...answer } = await proveByFlow(system, question, budget, { constraints, search });
      return { ...answer, ...(certificate ? { evidence: { kind: 'flow', certificate } } : {}) };
    },
  },
  reach: {
    run: async (system, question, budget, settings) => {
      const { reachCompiled } = await import('../../engine/reach/compiled/index.js');
      const { order, store, reduction } = settings;
      const answer = await reachCompiled(system, question, budget, order, store, reduction);
      if (answer.verdict !== 'unsupported') return answer;
      return interpreted(system, question, budget, settings, answer.reason);
    },
    together: {
      groups: async (system, asks, { reduction = 'none' }) => {
        const { searchedTogether } = await import('../../engine/reach/compiled/grouping.js');
        return searchedTogether(system, asks, reduction);
      },
      run: async (system, questions, budget, settings, settled) => {
        const { reachCompiledTogether } = await import('../../engine/reach/compiled/index.js');
        const { order, store, reduction } = settings;
        const found = await reachCompiledTogether(
          system,
          questions,
          budget,
          order,
          store,
          reduction,
          settled,
        );
        const answers: EngineAnswer[] = [];
        for (const [i, answer] of found.entries()) {
          if (answer.verdict !== 'unsupported') answers.push(answer);
          else {
            const share = shareOf(budget, found.length - i);
            answers.push(await interpreted(system, questions[i], share, settings, answer.reason));
          }
        }
        return answers;
      },
    },
  },
  reference: {
    run: async (system, question, budget, { order, reduction }) => {
      const { reach } = await import('../../engine/reach/reference/index.js');
      // The slow search is there to compare with: it leaves out nothing unless it is told what.
      return reach(system, question, budget, {
        order,
        reduction: reduction === undefined || reduction === 'auto' ? 'none' : reduction,
      });
    },
  },
};

/** What cannot be compiled is searched slowly, if that is the same search. */
async function interpreted(
  system: System,
  question: Question,
  budget: Budget,
  settings: Settings,
  why: string,
): Promise<EngineAnswer> {
  if (settings.store && !isPlain(settings.store)) {
    const reason = `only the compiled search has stores and workers, and ${why}`;
    return { verdict: 'inconclusive', reason, statistics: {}, notices: [] };
  }
  const slow = await ENGINES.reference.run(system, question, budget, settings);
  const notices = [...slow.notices, `searched on the interpreter: ${why}`];
  return { ...slow, engine: 'reference', notices };
}

/** The budget for one of so many that come one after the other. */
function shareOf(budget: Budget, parts: number): Budget {
  const { deadline, now } = budget;
  return deadline === undefined ? budget : { ...budget, deadline: now() + (deadline - now()) / parts };
}

/** States are kept, exactly, in the usual form, by one thread. */
export const isPlain = ({ compression, store, workers }: StoreSettings): boolean =>
  compression === 'auto' && store === 'exact' && workers === 1;
