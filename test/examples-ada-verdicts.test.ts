/**
 * The Ada programs of the papers, at sizes small enough to enumerate: every property has the verdict it is known
 * for, whichever way the states are searched; and in a program changed for the worse it is violated.
 */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type CheckOptions, check, type Result } from '../src/index.js';
import type { SourceText } from '../src/model/source.js';
import { loadText } from '../src/verify/load.js';

const FOLDER = resolve(import.meta.dirname, '../examples/ada');

interface Expected {
  file: string;
  verdicts: Record<string, Result['verdict']>;
}

const EXPECTED: Expected[] = JSON.parse(readFileSync(join(FOLDER, 'expected.json'), 'utf8'));

const textOf = (file: string): SourceText => ({ file, text: readFileSync(join(FOLDER, file), 'utf8') });

const propertiesOf = ({ file }: SourceText): SourceText => textOf(file.replace(/adb$/, 'prop'));

async function verdicts(
  program: SourceText,
  options: CheckOptions,
): Promise<Record<string, Result['verdict']>> {
  const properties = propertiesOf(program);
  const loaded = loadText(program, 'ada', { asked: [properties.text] });
  // A busy machine must not change an answer.
  const patient = { timeSeconds: 3600, ...options };
  return byName([
    ...(await check(loaded, patient)),
    ...(await check(loaded, { ...patient, properties: [properties] })),
  ]);
}

const byName = (results: Result[]): Record<string, Result['verdict']> =>
  Object.fromEntries(results.map(({ property, verdict }) => [property, verdict]));

/** Each with the programs that would take it too long. */
const WAYS: [string, CheckOptions, RegExp?][] = [
  ['compiled, breadth first', { engine: 'reach', search: 'breadth' }],
  [
    'compiled, depth first, every interleaving',
    { engine: 'reach', search: 'depth', reduction: 'none' },
    /^chiron_decomposed/,
  ],
  ['interpreted', { engine: 'reference' }, /^(chiron|gas)/],
];

describe.each(WAYS)('examples of ada, %s', (_, options, left) => {
  it.each(EXPECTED.filter(({ file }) => !left?.test(file)))('$file', async ({ file, verdicts: expected }) => {
    expect(await verdicts(textOf(file), options)).toEqual(expected);
  });
});

/** For these the paper used inequalities. */
const PROVED: Record<string, string[]> = {
  'simple.adb': ['deadlock-free', 'one_interval', 'two_intervals'],
  'simple_3.adb': ['deadlock-free', 'one_interval', 'two_intervals'],
  'relay.adb': ['deadlock-free', 'assertions', 'first_before_last'],
};

describe('examples of ada, by inequalities', () => {
  it.each(EXPECTED.filter(({ file }) => file in PROVED))('$file', async ({ file, verdicts: expected }) => {
    const found = await verdicts(textOf(file), { engine: 'inequality' });
    for (const [property, verdict] of Object.entries(found)) {
      const allowed = PROVED[file].includes(property) ? ['holds'] : ['inconclusive', expected[property]];
      expect(allowed, property).toContain(verdict);
    }
    expect(Object.keys(found).sort()).toEqual(Object.keys(expected).sort());
  });
});

interface Change {
  file: string;
  change: string;
  /** Each first occurrence of a text behind a place, and what stands there instead. */
  edits: [behind: string, found: string, replacement: string][];
  violated: string[];
}

const letEverybodyUp = (fork: number): Change['edits'] => [
  [
    `task body Fork_${fork} `,
    'accept Pick_Up;\n         accept Put_Down;',
    'select\n            accept Pick_Up;\n         or\n            accept Put_Down;\n         end select;',
  ],
];

const listenFirst = 'select Artist_1.Notify_Client_Event (What); else null; end select;\n';

const CHANGES: Change[] = [
  {
    file: 'simple.adb',
    change: 'the customer greets again',
    edits: [['task body Customer', 'Clerk.Serve;', 'Clerk.Serve; Clerk.Greet;']],
    violated: ['one_interval', 'two_intervals'],
  },
  {
    file: 'relay.adb',
    change: 'runner 1 begins',
    edits: [['task body Resource', ':= 2', ':= 1']],
    violated: ['first_before_last', 'first_precedes_last', 'in_turn'],
  },
  {
    file: 'atm.adb',
    change: 'a transaction after a wrong PIN',
    edits: [
      ['task body Customer', 'accept Invalid;', 'accept Invalid; Machine.Transaction;'],
      ['task body Machine', 'Customer.Invalid;', 'Customer.Invalid; accept Transaction;'],
    ],
    violated: ['valid_before_transaction'],
  },
  {
    file: 'atm_corrected.adb',
    change: 'wrong PINs are not counted',
    edits: [['task body Machine', 'Wrong := Wrong + 1;', 'null;']],
    violated: ['terminates'],
  },
  {
    file: 'readers_writers.adb',
    change: 'the controller forgets the writer',
    edits: [['task body Control', 'Writer_Present := True;', 'null;']],
    violated: ['exclusive_write'],
  },
  {
    file: 'readers_writers.adb',
    change: 'a writer does not wait for readers',
    edits: [['task body Control', ' and Active_Readers = 0', '']],
    violated: ['no_write_while_reading', 'no_write_while_reading_2'],
  },
  {
    file: 'readers_writers.adb',
    change: 'no writer comes first',
    edits: [['task body Control', 'accept Start_Write;\n      accept Stop_Write;', '']],
    violated: ['write_first'],
  },
  {
    file: 'gas_station.adb',
    change: 'pump 1 takes customer 2 as well',
    edits: [['task body Pump_1', 'accept Start_1;', 'accept Start_1; accept Start_2;']],
    violated: ['mutual_exclusion', 'pump_1_start_stop', 'deadlock-free'],
  },
  {
    file: 'gas_station.adb',
    change: 'customer 1 starts twice',
    edits: [
      ['task body Pump_1', 'accept Start_1;', 'accept Start_1; accept Start_1;'],
      ['task body Customer_1', 'Pump_1.Start_1;', 'Pump_1.Start_1; Pump_1.Start_1;'],
    ],
    violated: ['customer_1_start_stop'],
  },
  {
    file: 'gas_station.adb',
    change: 'the change of the other pump; customers who always come back',
    edits: [
      ['task body Operator', 'Customer_1.Change (From => 1)', 'Customer_1.Change (From => 2)'],
      ['task body Customer_2', 'for Visit in 1 .. 2 loop', 'loop'],
    ],
    violated: ['correct_change', 'terminates'],
  },
  {
    file: 'philosophers_standard.adb',
    change: 'two may have the second fork',
    edits: letEverybodyUp(2),
    violated: ['mutual_exclusion'],
  },
  {
    file: 'philosophers_standard.adb',
    change: 'two may have the first fork',
    edits: letEverybodyUp(1),
    violated: ['no_fork_up_twice'],
  },
  {
    file: 'philosophers_host.adb',
    change: 'the host lets everybody in',
    edits: [
      ['task body Host', '0 .. 2', '0 .. 3'],
      ['task body Host', 'Guests < 2', 'Guests < 3'],
    ],
    violated: ['deadlock-free'],
  },
  {
    file: 'philosophers_dictionary.adb',
    change: 'there is no dictionary',
    edits: [['task body Philosopher_3', 'Philosopher_2.Take_Dictionary;', '']],
    violated: ['deadlock-free'],
  },
  {
    file: 'philosophers_manager.adb',
    change: 'the manager gives forks that are used',
    edits: [['task body Manager', 'when not (Used (1) or Used (2)) =>', '']],
    violated: ['mutual_exclusion', 'no_fork_up_twice'],
  },
  {
    file: 'chiron_central.adb',
    change: 'artist 1 registers twice',
    edits: [
      [
        'task body Artist_1',
        'Dispatcher.Register_Event (Art_1, Wanted);',
        'Dispatcher.Register_Event (Art_1, Wanted); Dispatcher.Register_Event (Art_1, Wanted);',
      ],
    ],
    violated: ['p01a', 'p08'],
  },
  {
    file: 'chiron_central.adb',
    change: 'artist 1 unregisters twice',
    edits: [
      [
        'task body Artist_1',
        'Dispatcher.Unregister_Event (Art_1, Wanted);',
        'Dispatcher.Unregister_Event (Art_1, Wanted); Dispatcher.Unregister_Event (Art_1, Wanted);',
      ],
    ],
    violated: ['p01b'],
  },
  {
    file: 'chiron_central.adb',
    change: 'the first of the list is left out',
    edits: [['task body Dispatcher', 'Index in 1', 'Index in 2']],
    violated: ['p02', 'p07'],
  },
  {
    file: 'chiron_central.adb',
    change: 'artist 1 is told when artist 2 registers',
    edits: [
      [
        'task body Dispatcher',
        'Size (What) := Size (What) + 1;',
        'Size (What) := Size (What) + 1;\nif Who = Art_2 then select Artist_1.Notify_Client_Event (What); else null; end select; end if;',
      ],
    ],
    violated: ['p03', 'p06'],
  },
  {
    file: 'chiron_central.adb',
    change: 'artist 1 is told another event',
    edits: [
      ['task body Dispatcher', 'Artist_1.Notify_Client_Event (What)', 'Artist_1.Notify_Client_Event (E2)'],
    ],
    violated: ['p04'],
  },
  {
    file: 'chiron_central.adb',
    change: 'artist 1 is told everything',
    edits: [['task body Dispatcher', 'for Index', `${listenFirst}for Index`]],
    violated: ['p05', 'p06'],
  },
  {
    file: 'chiron_central.adb',
    change: 'artist 1 stays registered for the second event',
    edits: [['accept Terminate_Artist do', 'Wanted in Event', 'Wanted in E1 .. E1']],
    violated: ['p09_artist_1'],
  },
  {
    file: 'chiron_central.adb',
    change: 'artist 2 unregisters when it has said that it has ended',
    edits: [
      [
        'task body Artist_2',
        'accept Terminate_Artist do',
        'accept Terminate_Artist do null; end Terminate_Artist;',
      ],
      ['task body Artist_2', '            end Terminate_Artist;\n            exit;', '            exit;'],
    ],
    violated: ['p09_artist_2'],
  },
  {
    file: 'chiron_decomposed.adb',
    change: 'e1 is passed on as e2',
    edits: [['task body Dispatcher', 'Dispatch_E1.Notify', 'Dispatch_E2.Notify']],
    violated: ['p02', 'p04_passed_on'],
  },
  {
    file: 'chiron_unrolled.adb',
    change: 'only a full list is told',
    edits: [['accept Notify_E1 do', 'Size_1 /= 0', 'Size_1 = 2']],
    violated: ['p02'],
  },
  {
    file: 'chiron_unrolled.adb',
    change: 'who comes second is put first',
    edits: [['accept Register_2_E1 do', 'Second_1 := Art_2;', 'First_1 := Art_2; Second_1 := Art_1;']],
    violated: ['p07'],
  },
  {
    file: 'chiron_unrolled.adb',
    change: 'artist 1 is told another event',
    edits: [
      ['accept Notify_E1 do', 'Artist_1.Notify_Client_Event (E1)', 'Artist_1.Notify_Client_Event (E2)'],
    ],
    violated: ['p02', 'p04'],
  },
  {
    file: 'chiron_unrolled.adb',
    change: 'artist 1 registers twice',
    edits: [
      [
        'task body Artist_1',
        'Dispatcher.Register_1_E1;',
        'Dispatcher.Register_1_E1; Dispatcher.Register_1_E1;',
      ],
    ],
    violated: ['p01', 'p09_artist_1'],
  },
];

function changed({ file, edits }: Change): SourceText {
  let { text } = textOf(file);
  for (const [behind, found, replacement] of edits) {
    const at = text.indexOf(found, text.indexOf(behind));
    expect(text.includes(behind) && at > 0).toBe(true);
    text = text.slice(0, at) + replacement + text.slice(at + found.length);
  }
  return { file, text };
}

/** The definitions of a file of properties, and only those properties that are named. */
function only({ file, text }: SourceText, names: readonly string[]): SourceText {
  const [definitions, ...properties] = text.split(/^(?=property )/m);
  const named = properties.filter((property) =>
    names.some((name) => property.startsWith(`property ${name}:`)),
  );
  return { file, text: [definitions, ...named].join('') };
}

describe('a program changed for the worse', () => {
  it.each(CHANGES)('$file, $change: $violated', async (change) => {
    const program = changed(change);
    const properties = only(propertiesOf(program), change.violated);
    const loaded = loadText(program, 'ada', { asked: [properties.text] });
    const deadlock = change.violated.includes('deadlock-free');
    const found = byName(await check(loaded, { engine: 'reach', properties: [properties], deadlock }));
    expect(found).toEqual(Object.fromEntries(change.violated.map((property) => [property, 'violated'])));
  });
});
