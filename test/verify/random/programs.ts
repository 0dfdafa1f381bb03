/** Small random programs in three languages, each from a seed alone. */
import { type Loaded, loadText } from '../../../src/verify/load.js';
import { randomModel } from '../../language/promela/random/model.js';
import { Chance } from '../../model/random-system.js';

export const LANGUAGES = ['fsp', 'promela', 'ada'] as const;
export type Language = (typeof LANGUAGES)[number];

const EVENTS = ['a', 'b', 'c', 'd'];

/** Two or three processes that synchronise on what they have in common. */
function fsp(chance: Chance): string {
  const processes = chance.between(2, 3);
  const bodies = Array.from({ length: processes }, (_, p) => {
    const states = chance.between(2, 4);
    const events = EVENTS.filter(() => chance.is(0.7));
    const name = (s: number) => (s === 0 ? `P${p}` : `S${p}_${s}`);
    const local = Array.from({ length: states }, (__, s) => {
      const used = new Set(
        Array.from({ length: chance.between(1, 2) }, () => chance.pick(events.length > 0 ? events : EVENTS)),
      );
      const next = () => (chance.is(0.06) ? 'STOP' : chance.is(0.06) ? 'END' : name(chance.below(states)));
      return `${name(s)} = (${[...used].map((event) => `${event} -> ${next()}`).join(' | ')})`;
    });
    return `${local.join(',\n')}.`;
  });
  const parts = Array.from({ length: processes }, (_, p) => `P${p}`);
  return `${bodies.join('\n')}\n||SYSTEM = (${parts.join(' || ')}).`;
}

/** A server task, callers, and sometimes a shared variable. */
function ada(chance: Chance): string {
  const callers = chance.between(1, 2);
  const entries = ['Open', 'Work', 'Shut'].slice(0, chance.between(1, 3));
  const times = () => (chance.is(0.4) ? 'loop' : `for I in 1 .. ${chance.between(1, 2)} loop`);
  const accept = () => `accept ${chance.pick(entries)};`;
  const choice = () => `select ${accept()} or ${chance.is(0.5) ? 'terminate;' : accept()} end select;`;
  const statements = (one: () => string) =>
    Array.from({ length: chance.between(1, 3) }, one).join('\n      ');
  const served = () => (chance.is(0.4) ? choice() : accept());
  const called = () => {
    if (chance.is(0.15)) return 'Shared := (Shared + 1) mod 3;';
    if (chance.is(0.1)) return 'if Shared = 1 then Server.Open; end if;';
    if (chance.is(0.1)) return 'pragma Assert (Shared < 2);';
    return `Server.${chance.pick(entries)};`;
  };
  const client = (i: number) =>
    `task C${i};\n   task body C${i} is\n   begin\n      ${times()}\n      ${statements(called)}\n      end loop;\n   end C${i};`;
  return `procedure P is
   Shared : Integer range 0 .. 3 := 0;
   task Server is
      ${entries.map((entry) => `entry ${entry};`).join(' ')}
   end Server;
   ${Array.from({ length: callers }, (_, i) => client(i + 1)).join('\n   ')}
   task body Server is
   begin
      ${times()}
      ${statements(served)}
      end loop;
   end Server;
begin
   null;
end P;
`;
}

export function randomProgram(language: Language, seed: number, asked: readonly string[] = []): Loaded {
  if (language === 'promela') {
    // One that needs no second file.
    let model = randomModel(seed);
    for (let next = 1; model.part !== undefined; next++) model = randomModel(seed + 100_000 * next);
    return loadText({ file: `${seed}.pml`, text: model.text }, 'promela');
  }
  const chance = new Chance(seed);
  if (language === 'fsp') return loadText({ file: `${seed}.lts`, text: fsp(chance) }, 'fsp');
  return loadText({ file: `${seed}.adb`, text: ada(chance) }, 'ada', { asked });
}
