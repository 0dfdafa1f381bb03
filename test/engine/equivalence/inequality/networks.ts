/** Small systems of automata that synchronise, and pairs of them that are alike or nearly so. */
import type { Loaded } from '../../../../src/index.js';
import { internal, type ProcessType, type System } from '../../../../src/model/system.js';
import { Chance, randomSmall, type Small, similar } from '../enumerative/oracle.js';

/** Steps of an automaton; `tau` is a step of its own. Its alphabet may hold more than its steps show. */
interface Part {
  small: Small;
  alphabet?: string[];
}

export function systemOf(parts: Part[]): System {
  const symbols: string[] = [];
  const symbolOf = (name: string): number => {
    const known = symbols.indexOf(name);
    return known >= 0 ? known : symbols.push(name) - 1;
  };
  const types = parts.map(({ small, alphabet = [] }, i): ProcessType => {
    const names = [...small.edges.map(({ label }) => label).filter((label) => label !== 'tau'), ...alphabet];
    return {
      name: `P${i}`,
      parameters: 0,
      variables: [],
      channels: [],
      locations: Array.from({ length: small.states }, () => ({})),
      initial: 0,
      steps: small.edges.map(({ from, label, to }) => ({
        from,
        to,
        action: label === 'tau' ? internal : { kind: 'synchronise', symbol: symbolOf(label) },
        effects: [],
      })),
      alphabet: [...new Set(names.map(symbolOf))],
    };
  });
  return {
    name: 'random',
    sources: [],
    variables: [],
    channels: [],
    symbols: symbols.map((name) => ({ name })),
    types,
    instances: types.map(({ name }, type) => ({ name, type, arguments: [] })),
    processBound: types.length,
    arithmetic: 'wrap',
  };
}

export function loadedOf(system: System): Loaded {
  return { file: 'random', language: 'none', program: { system, declared: [] }, diagnostics: [] };
}

const VISIBLE = ['a', 'b', 'c'];

/** Visible are a, b and c; what is called s or t, and `tau`, is not. */
export function randomPair(seed: number): { spec: System; impl: System; kind: string } {
  const chance = new Chance(seed);
  const small = (labels: string[], tau: number, states = 4) => randomSmall(chance, { states, labels, tau });
  const kinds = ['alike', 'in a context', 'apart', 'chain'] as const;
  const kind = kinds[seed % kinds.length];
  switch (kind) {
    case 'alike': {
      const spec = small(VISIBLE, 20);
      return {
        kind,
        spec: systemOf([{ small: spec }]),
        impl: systemOf([{ small: similar(chance, spec, VISIBLE) }]),
      };
    }
    case 'in a context': {
      const spec = small(['a', 'b', 's'], 10);
      const context = { small: small(['b', 'c', 's'], 10, 3), alphabet: ['b', 's'] };
      const impl = similar(chance, spec, ['a', 'b', 's']);
      const alphabet = ['b', 's'];
      return {
        kind,
        spec: systemOf([{ small: spec, alphabet }, context]),
        impl: systemOf([{ small: impl, alphabet }, context]),
      };
    }
    case 'apart':
      return {
        kind,
        spec: systemOf([{ small: small(['a', 'b'], 0, 3) }]),
        impl: systemOf([{ small: small(['a', 's', 't'], 0, 3) }, { small: small(['b', 's', 't'], 0, 3) }]),
      };
    case 'chain':
      return { kind, ...chain(chance) };
  }
}

/** Cells end to end against a buffer; sometimes of another size, with another start, or with a step changed. */
function chain(chance: Chance): { spec: System; impl: System } {
  const cells = chance.between(1, 4);
  const places = chance.is(0.7) ? cells : chance.between(1, 4);
  const buffer: Small = { states: places + 1, edges: [] };
  for (let held = 0; held < places; held++)
    buffer.edges.push({ from: held, label: 'a', to: held + 1 }, { from: held + 1, label: 'b', to: held });
  const pass = (i: number) => (i === 0 ? 'a' : i === cells ? 'b' : `s${i}`);
  const parts = Array.from({ length: cells }, (_, i): Part => {
    const edges = [
      { from: 0, label: pass(i), to: 1 },
      { from: 1, label: pass(i + 1), to: 0 },
    ];
    const alphabet = [pass(i), pass(i + 1)];
    if (chance.is(0.1)) edges.push({ from: chance.below(2), label: 'tau', to: chance.below(2) });
    return { small: { states: 2, edges }, alphabet };
  });
  return { spec: systemOf([{ small: buffer }]), impl: systemOf(parts) };
}
