import { Chance } from '../../../model/random-system.js';

/** Processes that do little but hand references on: in variables, records, arrays, messages and parameters. */
export function wanderingReferences(seed: number): string {
  const chance = new Chance(seed);
  const places = ['c', 'd', 'p.up', 'p.down', 'g[0]', 'g[n]', 'shared.down'];
  const place = () => chance.pick(places);
  const anything = () => chance.pick([...places, 'a', 'b', 'mine']);
  const statement = (): string =>
    chance.pick([
      () => `${place()} = ${anything()}`,
      () => `post ! ${anything()}, 1`,
      () => `post ? ${place()}, n`,
      () => `meet ! ${anything()}`,
      () => `meet ? ${place()}`,
      () => `${anything()} ! 1`,
      () => `${anything()} ? _`,
      () => `run ${chance.pick(['P', 'Q'])}(${anything()}, p)`,
    ])();
  const body = (most: number): string =>
    Array.from({ length: 2 + chance.below(most) }, () => `:: ${statement()}`).join(' ');
  const process = (name: string): string =>
    `proctype ${name}(chan c; Pair p) { chan d; chan mine = [1] of { byte }; byte n; do ${body(4)} :: break od }`;
  return `
    typedef Pair { chan up; chan down = [1] of { byte } }
    chan a = [1] of { byte }; chan b = [0] of { byte }; chan g[2] = [1] of { byte };
    chan post = [2] of { chan, byte }; chan meet = [0] of { chan };
    Pair shared;
    ${process('P')}
    ${process('Q')}
    init { chan c, d; chan mine = [0] of { byte }; Pair p; byte n; run P(a, p); run Q(b, shared); if ${body(3)} fi }`;
}
