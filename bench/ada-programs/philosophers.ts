/**
 * Dining philosophers in the four versions of FLAVERS, section 7.2.3, and the one that gets stuck. The versions
 * differ in who keeps them from waiting for one another in a circle; the properties are the same questions.
 */
import { asText, type Example, type Family, from1To, separated } from './family.js';

interface Version {
  readonly name: string;
  readonly unit: string;
  readonly about: string;
  /** What the program's first comment says. */
  readonly story: readonly string[];
  readonly declarations?: (seats: number) => string[];
  readonly bodies?: (seats: number) => string[];
  readonly forks: boolean;
  readonly philosopher: (i: number, seats: number) => string[];
  /** Picking up and putting down the first fork, as events. */
  readonly up: (seats: number) => string;
  readonly down: (seats: number) => string;
}

/** Philosopher i has fork i on the left and fork i + 1 on the right, round the table. */
const leftOf = (i: number): number => i;
const rightOf = (i: number, seats: number): number => (i % seats) + 1;

const eating = (i: number, indent: string): string[] => [
  `${indent}null;  --@ event eats_${i}`,
  `${indent}null;  --@ event stops_${i}`,
];

const withForks = (first: number, second: number, i: number, indent = '         '): string[] => [
  `${indent}Fork_${first}.Pick_Up;`,
  `${indent}Fork_${second}.Pick_Up;`,
  ...eating(i, indent),
  `${indent}Fork_${first}.Put_Down;`,
  `${indent}Fork_${second}.Put_Down;`,
];

const looping = (name: string, statements: readonly string[], before: readonly string[] = []): string[] => [
  `   task body ${name} is`,
  '   begin',
  ...before,
  '      loop',
  ...statements,
  '      end loop;',
  `   end ${name};`,
];

const plain = (i: number): string[] => [`   task Philosopher_${i};`];
const byTask = { forks: true, up: () => 'fork_1.pick_up', down: () => 'fork_1.put_down' };

const stuck: Version = {
  ...byTask,
  name: 'philosophers-stuck',
  unit: 'Philosophers_Stuck',
  about: 'n philosophers who all take the left fork first, and so can get stuck',
  story: [
    '--  Each philosopher picks up the fork on the left and then the one on the right. When all of them hold the',
    '--  left fork, nobody can go on.',
  ],
  declarations: (seats) => from1To(seats).flatMap(plain),
  philosopher: (i, seats) => looping(`Philosopher_${i}`, withForks(leftOf(i), rightOf(i, seats), i)),
};

const standard: Version = {
  ...stuck,
  name: 'philosophers-standard',
  unit: 'Philosophers_Standard',
  about: 'n philosophers, the last of whom takes the right fork first',
  story: [
    '--  Each philosopher picks up the fork on the left and then the one on the right, except the last, who does it',
    '--  the other way round. So they cannot wait for one another in a circle.',
  ],
  philosopher: (i, seats) =>
    looping(
      `Philosopher_${i}`,
      i === seats ? withForks(rightOf(i, seats), leftOf(i), i) : withForks(leftOf(i), rightOf(i, seats), i),
    ),
};

const host: Version = {
  ...stuck,
  name: 'philosophers-host',
  unit: 'Philosophers_Host',
  about: 'n philosophers, of whom a host lets at most n - 1 to the table',
  story: [
    '--  A host lets all philosophers but one to the table, so that not all of them can hold a left fork.',
  ],
  declarations: (seats) => [
    '   task Host is',
    '      entry Enter;',
    '      entry Leave;',
    '   end Host;',
    '',
    ...from1To(seats).flatMap(plain),
  ],
  bodies: (seats) => [
    '',
    '   task body Host is',
    `      Guests : Integer range 0 .. ${seats - 1} := 0;`,
    '   begin',
    '      loop',
    '         select',
    `            when Guests < ${seats - 1} =>`,
    '               accept Enter;',
    '               Guests := Guests + 1;',
    '         or',
    '            when Guests > 0 =>',
    '               accept Leave;',
    '               Guests := Guests - 1;',
    '         end select;',
    '      end loop;',
    '   end Host;',
  ],
  philosopher: (i, seats) =>
    looping(`Philosopher_${i}`, [
      '         Host.Enter;',
      ...withForks(leftOf(i), rightOf(i, seats), i),
      '         Host.Leave;',
    ]),
};

const dictionary: Version = {
  ...byTask,
  name: 'philosophers-dictionary',
  unit: 'Philosophers_Dictionary',
  about: 'n philosophers, of whom the one with the dictionary does not eat',
  story: [
    '--  The philosophers pass a dictionary round. Who has it reads, picks up no fork, and waits until the neighbour',
    '--  takes it; so not all of them can hold a left fork.',
  ],
  declarations: (seats) =>
    separated(
      '',
      from1To(seats).map((i) => [
        `   task Philosopher_${i} is`,
        '      entry Take_Dictionary;',
        `   end Philosopher_${i};`,
      ]),
    ),
  philosopher: (i, seats) => {
    const pass = `Philosopher_${i === 1 ? seats : i - 1}.Take_Dictionary;`;
    return looping(
      `Philosopher_${i}`,
      [
        '         select',
        '            accept Take_Dictionary;',
        `            ${pass}`,
        '         or',
        '            --  Hungry before the dictionary comes.',
        '            delay 0.001;',
        ...withForks(leftOf(i), rightOf(i, seats), i, '            '),
        '         end select;',
      ],
      i === seats ? ['      --  This one has the dictionary first.', `      ${pass}`] : [],
    );
  },
};

const managed = (seats: number, entry: string): string =>
  `"manager.${entry}(1)" | "manager.${entry}(${seats})"`;

const manager: Version = {
  name: 'philosophers-manager',
  unit: 'Philosophers_Manager',
  about: 'n philosophers who get both forks at once from a manager',
  story: ['--  A manager has all the forks and gives a philosopher both at once.'],
  forks: false,
  up: (seats) => managed(seats, 'take'),
  down: (seats) => managed(seats, 'give_back'),
  declarations: (seats) => [
    `   type Seat is range 1 .. ${seats};`,
    '',
    '   task Manager is',
    '      entry Take (Seat);',
    '      entry Give_Back (Seat);',
    '   end Manager;',
    '',
    ...from1To(seats).flatMap(plain),
  ],
  bodies: (seats) => [
    '',
    '   task body Manager is',
    '      --  A fork has the number of the seat to the right of it.',
    '      Used : array (Seat) of Boolean := (others => False);',
    '   begin',
    '      loop',
    '         select',
    ...separated(
      '         or',
      from1To(seats).flatMap((i) => {
        const forks = [leftOf(i), rightOf(i, seats)];
        return [
          [
            `            when not (Used (${forks[0]}) or Used (${forks[1]})) =>`,
            `               accept Take (${i});`,
            ...forks.map((fork) => `               Used (${fork}) := True;`),
          ],
          [
            `            accept Give_Back (${i});`,
            ...forks.map((fork) => `            Used (${fork}) := False;`),
          ],
        ];
      }),
    ),
    '         end select;',
    '      end loop;',
    '   end Manager;',
  ],
  philosopher: (i) =>
    looping(`Philosopher_${i}`, [
      `         Manager.Take (${i});`,
      ...eating(i, '         '),
      `         Manager.Give_Back (${i});`,
    ]),
};

const familyOf = (version: Version): Family => ({
  name: version.name,
  about: version.about,
  sizes: [{ name: 'philosophers', least: 2 }],
  write: (seats: number): Example => ({
    unit: version.unit,
    program: program(version, seats),
    properties: properties(version, seats),
  }),
});

export const philosophers: Family[] = [stuck, standard, host, dictionary, manager].map(familyOf);

const program = (version: Version, seats: number): string =>
  asText([
    ...version.story,
    `procedure ${version.unit} is`,
    ...(version.forks
      ? from1To(seats).flatMap((i) => [
          `   task Fork_${i} is`,
          '      entry Pick_Up;',
          '      entry Put_Down;',
          `   end Fork_${i};`,
          '',
        ])
      : []),
    ...(version.declarations?.(seats) ?? []),
    ...(version.bodies?.(seats) ?? []),
    ...(version.forks
      ? from1To(seats).flatMap((i) => [
          '',
          ...looping(`Fork_${i}`, ['         accept Pick_Up;', '         accept Put_Down;']),
        ])
      : []),
    ...from1To(seats).flatMap((i) => ['', ...version.philosopher(i, seats)]),
    'begin',
    '   null;',
    `end ${version.unit};`,
  ]);

const properties = (version: Version, seats: number): string =>
  asText([
    `event up = ${version.up(seats)}`,
    `event down = ${version.down(seats)}`,
    '',
    '// Neighbours do not eat at the same time.',
    'property mutual_exclusion:',
    '  for events {eats_1, stops_1, eats_2, stops_2}',
    '  show all executions satisfy (eats_1; stops_1 | eats_2; stops_2)*',
    '',
    '// The first fork is not picked up again before it has been put down.',
    'property no_fork_up_twice:',
    '  for events {up, down}',
    '  show all executions satisfy (down*; up; down)*; down*; up?',
    '',
    '// Nothing keeps the others from eating all the time.',
    'property first_eats_again_and_again: ltl always eventually eats_1',
  ]);
