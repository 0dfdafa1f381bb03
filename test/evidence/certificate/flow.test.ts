import { describe, expect, it } from 'vitest';
import { knownOf } from '../../../src/engine/flow/data/surroundings.js';
import { proveByFlow } from '../../../src/engine/flow/index.js';
import { reach } from '../../../src/engine/reach/reference/index.js';
import { certify } from '../../../src/evidence/certificate/certify.js';
import type { FlowCertificate } from '../../../src/evidence/certificate/flow/certificate.js';
import { checkFlow } from '../../../src/evidence/certificate/flow/check.js';
import { findFlowCertificate } from '../../../src/evidence/certificate/flow/find.js';
import { finiteObservers } from '../../../src/evidence/certificate/flow/observers.js';
import type { System } from '../../../src/model/system.js';
import { bindProperties, parseProperties } from '../../../src/property/index.js';
import type { Observer } from '../../../src/property/observer.js';
import { example } from '../../engine/flow/example.js';
import { randomRendezvous } from '../../engine/flow/graph/random-rendezvous.js';
import { Chance } from '../../model/random-system.js';

const always = () => true;
const budget = { now: () => 0 };

const PROVED: [string, string][] = [
  ['atm', 'valid_before_transaction'],
  ['atm_corrected', 'eaten_at_second_wrong'],
  ['readers_writers', 'exclusive_write'],
  ['readers_writers', 'no_write_while_reading'],
  ['gas_station', 'customer_1_start_stop'],
  ['gas_station', 'correct_change'],
  ['philosophers_manager', 'mutual_exclusion'],
  ['philosophers_host', 'no_fork_up_twice'],
];

async function certified(program: string, property: string) {
  const { system, question } = example(program);
  const asked = question(property);
  const { certificate } = await proveByFlow(system, asked, budget);
  if (certificate === undefined) throw new Error('there is no certificate');
  return { system, asked, certificate: JSON.parse(JSON.stringify(certificate)) as FlowCertificate };
}

/** The same observer, made by somebody who numbers its states from the other end. */
function numberedOtherwise(observer: Observer): Observer {
  const other = (state: number): number => 1000 - state;
  return {
    acceptance: observer.acceptance,
    atoms: observer.atoms,
    initial: observer.initial.map(other),
    successors: (state, letter) => observer.successors(other(state), letter).map(other),
    bad: (state) => observer.bad(other(state)),
    badAtEnd: (state) => observer.badAtEnd(other(state)),
    accepting: (state) => observer.accepting(other(state)),
  };
}

const DAMAGES: [string, (certificate: FlowCertificate, chance: Chance) => boolean][] = [
  [
    'a tuple is missing somewhere',
    ({ observers }, chance) => {
      const places = chance.pick(observers).at.filter((numbers) => numbers.length > 0);
      const at = chance.pick(places);
      at.splice(chance.below(at.length), 1);
      return true;
    },
  ],
  [
    'a tuple is another one',
    ({ observers }, chance) => {
      const tuple = chance.pick(chance.pick(observers).tuples);
      const at = chance.below(tuple.length);
      tuple[at] = (tuple[at] ?? 0) + 1000;
      return true;
    },
  ],
  [
    'two places are not together',
    ({ together }, chance) => {
      const some = together.filter((others) => others.length > 0);
      const others = chance.pick(some);
      others.splice(chance.below(others.length), 1);
      return true;
    },
  ],
  [
    'a value is not possible',
    ({ places }, chance) => {
      const sets = places.flatMap(({ values }) =>
        values.flatMap(([, set]) => (set && set.length > 0 ? [set] : [])),
      );
      if (sets.length === 0) return false;
      const set = chance.pick(sets);
      set.splice(chance.below(set.length), 1);
      return true;
    },
  ],
  [
    'a variable has no value at all',
    ({ places }, chance) => {
      const some = places.filter(({ values }) => values.length > 0);
      if (some.length === 0) return false;
      const { values } = chance.pick(some);
      values.splice(chance.below(values.length), 1);
      return true;
    },
  ],
  [
    'another location',
    (certificate, chance) => {
      const place = chance.pick(certificate.places);
      place.location += 1000;
      return true;
    },
  ],
];

describe('the checker of fixed points', () => {
  it.each(PROVED)('%s: %s is accepted, and 30 damaged forms of it are refused', async (program, property) => {
    const { system, asked, certificate } = await certified(program, property);
    const check = (one: FlowCertificate) =>
      certify(system, asked, { kind: 'flow', certificate: one }, always);
    expect(check(certificate)).toMatchObject({ outcome: 'accepted' });
    const chance = new Chance(7);
    for (let damaged = 0; damaged < 30; ) {
      const copy: FlowCertificate = JSON.parse(JSON.stringify(certificate));
      const [name, damage] = DAMAGES[damaged % DAMAGES.length];
      if (damage(copy, chance)) expect(check(copy), name).toMatchObject({ outcome: 'refused' });
      damaged++;
    }
  });

  it.each(PROVED)('%s: %s is accepted whatever numbers states have', async (program, property) => {
    const { system, asked, certificate } = await certified(program, property);
    const observers = finiteObservers(asked.ask)!.map(numberedOtherwise);
    expect(checkFlow(system, observers, certificate)).toMatchObject({ valid: true });
  });

  it('refuses states of a property that are not reached as it says', async () => {
    const { asked, certificate, system } = await certified('atm_corrected', 'eaten_at_second_wrong');
    const [observer] = certificate.observers;
    for (const way of [[0, 0, 7], [0, -1, 0], [1000, 0, 0], [0, '0', 0], observer.reached[0]]) {
      const reached = [...observer.reached, way] as typeof observer.reached;
      const forged = { ...certificate, observers: [{ ...observer, reached }] };
      expect(certify(system, asked, { kind: 'flow', certificate: forged }, always).outcome).toBe('refused');
    }
  });

  it('refuses a fixed point of another property, or of another program', async () => {
    const { asked, certificate, system } = await certified('atm_corrected', 'eaten_at_second_wrong');
    const other = example('atm');
    const there = other.question('eaten_at_second_wrong');
    expect(certify(other.system, there, { kind: 'flow', certificate }, always).outcome).toBe('refused');
    const valid = example('atm_corrected').question('valid_before_transaction');
    expect(certify(system, valid, { kind: 'flow', certificate }, always).outcome).toBe('refused');
    const later = () => false;
    expect(certify(system, asked, { kind: 'flow', certificate }, later).outcome).toBe('refused');
  });

  it('finds none where a search of all states finds a violation', async () => {
    const text =
      'property p: for events {e, f, g} show all executions satisfy (~[e])*; (e; ~[e, g]*; g; ~[e]*)*; (e; ~[e, g]*)?';
    const questionOf = (system: System) => {
      const read = parseProperties({ file: 'p.prop', text });
      if (!read.ok) throw new Error(read.diagnostics[0].message);
      const bound = bindProperties(read.value, system);
      return bound.ok ? bound.value[0] : undefined;
    };
    let found = 0;
    for (let seed = 1; seed <= 80; seed++) {
      const system = randomRendezvous(seed);
      const question = questionOf(system);
      if (question === undefined) continue;
      const truth = await reach(system, question, { now: () => 0, states: 20_000 }, {});
      if (truth.verdict === 'inconclusive') continue;
      const observers = finiteObservers(question.ask)!;
      const tasks = system.instances.map((_, process) => process);
      const cells = [...knownOf(system).layout.shared];
      for (const followed of [
        { cells: [], tasks: [] },
        { cells: [], tasks },
        { cells, tasks },
      ]) {
        const certificate = findFlowCertificate(system, observers, followed, always);
        if ('reason' in certificate) continue;
        found++;
        expect(truth.verdict, `seed ${seed}`).toBe('holds');
        expect(checkFlow(system, observers, certificate)).toMatchObject({ valid: true });
      }
    }
    expect(found).toBeGreaterThan(20);
  });
});
