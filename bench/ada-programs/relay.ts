/** Relay(n) of CYCLES, section 4.4: n runners hand a number on through a resource that has very many cycles. */
import { asText, type Example, type Family } from './family.js';

export const relay: Family = {
  name: 'relay',
  about: 'n runners take turns by a number that a resource keeps',
  sizes: [{ name: 'runners', least: 2 }],
  write: (runners: number): Example => ({
    unit: 'Relay',
    program: program(runners),
    properties: properties(runners),
  }),
};

const numbered = (count: number): number[] => Array.from({ length: count }, (_, i) => i);

const program = (runners: number): string =>
  asText([
    '--  A resource keeps a number. Each runner looks at it again and again; when it is its own, it puts the',
    '--  number of the next runner there.',
    'procedure Relay is',
    `   type Turn is range 0 .. ${runners - 1};`,
    '',
    '   task Resource is',
    '      entry Set (Next : in Turn);',
    '      entry Get (Now : out Turn);',
    '   end Resource;',
    '',
    ...numbered(runners).map((i) => `   task Runner_${i};`),
    '',
    '   task body Resource is',
    `      Kept : Turn := ${runners - 1};`,
    '   begin',
    '      loop',
    '         select',
    '            accept Set (Next : in Turn) do',
    '               Kept := Next;',
    '            end Set;',
    '         or',
    '            accept Get (Now : out Turn) do',
    '               Now := Kept;',
    '            end Get;',
    '         end select;',
    '      end loop;',
    '   end Resource;',
    ...numbered(runners).flatMap((i) => runner(i, runners)),
    'begin',
    '   null;',
    'end Relay;',
  ]);

const runner = (i: number, runners: number): string[] => [
  '',
  `   task body Runner_${i} is`,
  '      Seen : Turn;',
  '   begin',
  '      loop',
  '         Resource.Get (Seen);',
  `         if Seen = ${i} then`,
  `            Resource.Set (${(i + 1) % runners});`,
  '         end if;',
  '      end loop;',
  `   end Runner_${i};`,
];

function properties(runners: number): string {
  const sets = numbered(runners).map((i) => `set_${i}`);
  const last = sets[runners - 1];
  // Set_0, or set_0 then set_1, and so on: what can have been done of a round that is not complete.
  const begun = sets
    .slice(0, -1)
    .reduceRight((rest, set) => (rest === '' ? `${set}?` : `(${set}; ${rest})?`), '');
  return asText([
    ...sets.map((name, i) => `event ${name} = "*->resource.set(${i})"`),
    '',
    '// The last number is not set before the first one has been.',
    'property first_before_last:',
    `  query first_before_last violated by: from the start until ${last} without set_0`,
    '',
    '// The same in words.',
    `property first_precedes_last: set_0 precedes ${last}`,
    '',
    '// The numbers are set in turn.',
    'property in_turn:',
    `  for events {${sets.join(', ')}}`,
    `  show all executions satisfy (${sets.join('; ')})*; ${begun}`,
    '',
    '// The others may look at the number for ever while the runner whose turn it is does nothing.',
    'property handed_on: existence of set_0',
  ]);
}
