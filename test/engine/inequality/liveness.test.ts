import { describe, expect, it } from 'vitest';
import { event, hanging, interval, queryOf, router } from '../../../bench/cycles-systems.js';
import { prove } from '../../../src/engine/inequality/index.js';
import { publishedInequalities } from '../../../src/engine/inequality/published.js';
import { unfold } from '../../../src/engine/inequality/unfold.js';
import { reach } from '../../../src/engine/reach/reference/index.js';
import { violates } from '../../../src/evidence/judge.js';
import { Interpreter } from '../../../src/model/interpreter.js';
import { never, unlimited } from './ask.js';
import { equationsOf, printed } from './equations.js';

describe('the systems of LIVENESS for the automata of its Fig. 1', () => {
  const network = unfold(hanging);

  it('Fig. 2: a finite trace', () => {
    expect(printed(publishedInequalities(network, { kind: 'finite' }))).toEqual(
      equationsOf([
        '1 + x1 = x1 + x2',
        'x2 = f2',
        '1 + x3 = x3 + x4',
        'x4 = f4',
        '1 + x5 = x5 + x6 + x9',
        'x6 + x7 = x7 + x8',
        'x9 = x10',
        'x8 + x10 = f8',
        'x1 = x5',
        'x3 = x6 + x7',
        'x2 + x9 <= 1',
        'x4 + x8 + x10 <= 1',
      ]),
    );
  });

  it('Fig. 3: a prefix with a b and then an a', () => {
    const either = { kind: 'or' as const, parts: [event('a'), event('b')] };
    const intervals = [
      interval({ initial: true, open: true, endsWith: event('b') }),
      interval({ endsWith: event('a'), forbid: either }),
    ];
    const system = publishedInequalities(network, { kind: 'prefix', intervals, onlyEndIsImplicit: false });
    expect(printed(system)).toEqual(
      equationsOf([
        '1 + x1,1 = x1,1 + x1,2 + c1,1',
        'x1,2 = c1,2',
        '1 + x1,3 = x1,3 + x1,4 + c1,3',
        'x1,4 = 0',
        '1 + x1,5 = x1,5 + x1,6 + x1,9',
        'x1,6 + x1,7 = x1,7 + x1,8 + c1,6',
        'x1,9 = x1,10',
        'x1,8 + x1,10 = 0',
        'x1,1 = x1,5',
        'x1,3 = x1,6 + x1,7',
        'x1,3 >= 1',
        'c1,1 + x2,1 = x2,1 + x2,2 + c2,1',
        'c1,2 + x2,2 = 0',
        'c1,3 + x2,3 = x2,3 + x2,4 + c2,3',
        'x2,4 = c2,4',
        'x2,5 = x2,5 + x2,6 + x2,9 + c2,5',
        'c1,6 + x2,6 + x2,7 = x2,7 + x2,8',
        'x2,9 = x2,10',
        'x2,8 + x2,10 = 0',
        'x2,1 = x2,5',
        'x2,3 = x2,6 + x2,7',
        'x2,1 = 1',
        'x2,3 = 0',
        'x1,2 + x1,9 + x2,2 + x2,9 <= 1',
        'x1,4 + x1,8 + x1,10 + x2,4 + x2,8 + x2,10 <= 1',
      ]),
    );
  });

  it('Fig. 4: a potentially infinite trace', () => {
    expect(printed(publishedInequalities(network, { kind: 'infinite' }))).toEqual(
      equationsOf([
        '1 + x1,1 = x1,1 + x1,2 + c1,1',
        'x1,2 = f2',
        '1 + x1,3 = x1,3 + x1,4 + c1,3',
        'x1,4 = f4',
        '1 + x1,5 = x1,5 + x1,6 + x1,9 + c1,5',
        'x1,6 + x1,7 = x1,7 + x1,8 + c1,6',
        'x1,9 = x1,10',
        'x1,8 + x1,10 = f8',
        'x1,1 = x1,5',
        'x1,3 = x1,6 + x1,7',
        'x2,1 = x2,1',
        'x2,3 = x2,3',
        'x2,5 = x2,5',
        'x2,7 = x2,7',
        'x2,1 = x2,5',
        'x2,3 = x2,7',
        'x1,2 + x1,9 <= 1',
        'x1,4 + x1,8 + x1,10 <= 1',
        'x2,1 >= c1,1',
        'x2,3 >= c1,3',
        'x2,5 >= c1,5',
        'x2,7 >= c1,6',
      ]),
    );
  });
});

describe('the packet router', () => {
  const system = router();
  const header = (own: string, other: string) => [
    interval({ initial: true, open: true, endsWith: event(`h${own}`) }),
    interval({ endsWith: event(`p${other}`), forbid: event(`p${own}`) }),
  ];
  const withoutHeader = [interval({ initial: true }), interval({ perpetual: true, forbid: event('ha') })];

  it('never sends the header of one customer and then the packet of the other', async () => {
    const query = queryOf('mixed', header('a', 'b'), header('b', 'a'));
    expect(await reach(system, never(query), unlimited)).toMatchObject({ verdict: 'holds' });
    expect(await prove(system, never(query), unlimited)).toMatchObject({
      verdict: 'holds',
      strength: 'proved',
    });
  });

  it('may starve customer a: an endless execution in which it does nothing', async () => {
    const question = never(queryOf('finitely many ha', withoutHeader));
    const answer = await prove(system, question, unlimited);
    if (answer.verdict !== 'violated') throw new Error(answer.verdict);
    expect(answer.run.cycleFrom).toBeDefined();
    expect(violates(new Interpreter(system), question.ask, answer.run)).toBe(true);
    const processes = answer.run.steps
      .slice(answer.run.cycleFrom)
      .flatMap((s) => s.participants.map((p) => p.process));
    expect(processes).not.toContain(0);
  });

  it('does not under fairness', async () => {
    const query = { ...queryOf('finitely many ha', withoutHeader), fairness: 'fair' as const };
    expect(await prove(system, never(query), unlimited)).toMatchObject({
      verdict: 'holds',
      strength: 'proved',
    });
  });

  it('lets a customer who has acquired it send its header, fair or not', async () => {
    const query = queryOf('ra without ha', [
      interval({ initial: true, open: true, endsWith: event('ra') }),
      interval({ forbid: event('ha') }),
      interval({ perpetual: true, forbid: event('ha') }),
    ]);
    expect(await reach(system, never(query), unlimited)).toMatchObject({ verdict: 'holds' });
    expect(await prove(system, never(query), unlimited)).toMatchObject({
      verdict: 'holds',
      strength: 'proved',
    });
  });
});
