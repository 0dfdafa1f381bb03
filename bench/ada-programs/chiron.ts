/**
 * The user interface Chiron with two artists and n events, as CYCLES (section 4.2) and FLAVERS (section 7.2.4)
 * describe it: with one dispatcher that keeps all lists, and with a task for each event's list. Of three events
 * in a row both artists want the first, only the first artist the second, only the second artist the third.
 */
import { asText, type Example, type Family, from1To } from './family.js';

interface Version {
  readonly name: string;
  readonly unit: string;
  readonly about: string;
  readonly story: readonly string[];
  readonly declarations: (events: number) => string[];
  readonly dispatcher: (events: number) => string[];
  readonly properties: readonly string[];
}

const ARTISTS = [1, 2];

/** Remembers who has registered, in the order of registration: three bodies for the accept statements. */
const listBodies = (size: string, place: (index: string) => string, what: string) => ({
  register: [`${size} := ${size} + 1;`, `${place(size)} := Who;`],
  unregister: [
    `if ${place('1')} = Who then`,
    '   --  Close the gap.',
    `   ${place('1')} := ${place('2')};`,
    'end if;',
    `${size} := ${size} - 1;`,
  ],
  notify: [
    `for Index in 1 .. ${size} loop`,
    `   case ${place('Index')} is`,
    ...ARTISTS.map((i) => `      when Art_${i} => Artist_${i}.Notify_Client_Event (${what});`),
    '   end case;',
    'end loop;',
  ],
});

const indented = (by: number, lines: readonly string[]): string[] =>
  lines.map((line) => `${' '.repeat(by)}${line}`);

const accept = (profile: string, body: readonly string[]): string[] => [
  `            accept ${profile} do`,
  ...indented(15, body),
  `            end ${profile.split(' ')[0]};`,
];

/** A task that does for ever what is asked of it, until nobody is left who could ask. */
const serving = (alternatives: readonly string[][]): string[] => [
  '   begin',
  '      loop',
  '         select',
  ...alternatives.flatMap((lines) => [...lines, '         or']),
  '            terminate;',
  '         end select;',
  '      end loop;',
];

const central: Version = {
  name: 'chiron-central',
  unit: 'Chiron_Central',
  about: 'a user interface: two artists, n events, one dispatcher with all lists',
  story: ['--  The dispatcher keeps for each event the list of the artists that want to hear of it.'],
  declarations: () => [],
  dispatcher: () => {
    const lists = listBodies('Size (What)', (index) => `List (What) (${index})`, 'What');
    return [
      '   task body Dispatcher is',
      '      type Names is array (1 .. 2) of Artist;',
      '      Size : array (Event) of Integer range 0 .. 2 := (others => 0);',
      '      List : array (Event) of Names := (others => (others => Art_1));',
      ...serving([
        accept('Register_Event (Who : in Artist; What : in Event)', lists.register),
        accept('Unregister_Event (Who : in Artist; What : in Event)', lists.unregister),
        accept('Notify_Artists (What : in Event)', lists.notify),
      ]),
      '   end Dispatcher;',
    ];
  },
  properties: [],
};

const decomposed: Version = {
  name: 'chiron-decomposed',
  unit: 'Chiron_Decomposed',
  about: 'a user interface: two artists, n events, a dispatcher for each event',
  story: [
    '--  For each event there is a task with the list of the artists that want to hear of it. The dispatcher only',
    '--  passes on what it is asked.',
  ],
  declarations: (events) => [
    '',
    '   task type Event_Dispatcher (What : Event) is',
    '      entry Register (Who : in Artist);',
    '      entry Unregister (Who : in Artist);',
    '      entry Notify;',
    '   end Event_Dispatcher;',
    '',
    ...from1To(events).map((k) => `   Dispatch_E${k} : Event_Dispatcher (E${k});`),
  ],
  dispatcher: (events) => {
    const lists = listBodies('Size', (index) => `List (${index})`, 'What');
    const pass = (call: string): string[] => [
      'case What is',
      ...from1To(events).map((k) => `   when E${k} => Dispatch_E${k}.${call};`),
      'end case;',
    ];
    return [
      '   task body Event_Dispatcher is',
      '      Size : Integer range 0 .. 2 := 0;',
      '      List : array (1 .. 2) of Artist := (others => Art_1);',
      ...serving([
        accept('Register (Who : in Artist)', lists.register),
        accept('Unregister (Who : in Artist)', lists.unregister),
        accept('Notify', lists.notify),
      ]),
      '   end Event_Dispatcher;',
      '',
      '   task body Dispatcher is',
      ...serving([
        accept('Register_Event (Who : in Artist; What : in Event)', pass('Register (Who)')),
        accept('Unregister_Event (Who : in Artist; What : in Event)', pass('Unregister (Who)')),
        accept('Notify_Artists (What : in Event)', pass('Notify')),
      ]),
      '   end Dispatcher;',
    ];
  },
  properties: [
    '',
    '// p04 between dispatchers: what is passed on after e1 is received is e1.',
    'property p04_passed_on:',
    '  query p04_passed_on violated by:',
    '    from the start until note_e1 allowing earlier ones,',
    '    then until dispatch_e2.notify without dispatch_e1.notify',
  ],
};

const familyOf = (version: Version): Family => ({
  name: version.name,
  about: version.about,
  sizes: [{ name: 'events', least: 2 }],
  write: (events: number): Example => ({
    unit: version.unit,
    program: program(version, events),
    properties: asText([...properties, ...version.properties]),
  }),
});

export const chiron: Family[] = [central, decomposed].map(familyOf);

const program = (version: Version, events: number): string =>
  asText([
    '--  Artists draw what an application shows, and register for the events that they want to hear of. When the',
    '--  application changes something, its wrapper tells the dispatcher, and the dispatcher tells the artists.',
    ...version.story,
    'with Ada.Numerics.Discrete_Random;',
    '',
    `procedure ${version.unit} is`,
    `   type Event is (${from1To(events)
      .map((k) => `E${k}`)
      .join(', ')});`,
    `   type Artist is (${ARTISTS.map((i) => `Art_${i}`).join(', ')});`,
    '   package Any_Event is new Ada.Numerics.Discrete_Random (Event);',
    '   package Coin is new Ada.Numerics.Discrete_Random (Boolean);',
    '',
    '   task Dispatcher is',
    '      entry Register_Event (Who : in Artist; What : in Event);',
    '      entry Unregister_Event (Who : in Artist; What : in Event);',
    '      entry Notify_Artists (What : in Event);',
    '   end Dispatcher;',
    ...version.declarations(events),
    ...ARTISTS.flatMap((i) => [
      '',
      `   task Artist_${i} is`,
      '      entry Start_Artist;',
      '      entry Notify_Client_Event (What : in Event);',
      '      entry Terminate_Artist;',
      `   end Artist_${i};`,
    ]),
    '',
    '   task Artist_Manager is',
    '      entry Start_Artists;',
    '      entry Stop_Artists;',
    '   end Artist_Manager;',
    '',
    '   task ADT_Wrapper;',
    '   task Client_Initialiser;',
    '',
    ...version.dispatcher(events),
    ...ARTISTS.flatMap(artist),
    ...rest,
    'begin',
    '   null;',
    `end ${version.unit};`,
  ]);

/** An artist does not want one event in three: the one that is for the other artist alone. */
const artist = (i: number): string[] => [
  '',
  `   task body Artist_${i} is`,
  '   begin',
  '      accept Start_Artist;',
  ...indented(6, asking(i, 'Register_Event')),
  '      loop',
  '         select',
  '            accept Notify_Client_Event (What : in Event);',
  '         or',
  '            accept Terminate_Artist do',
  ...indented(15, asking(i, 'Unregister_Event')),
  '            end Terminate_Artist;',
  '            exit;',
  '         end select;',
  '      end loop;',
  `   end Artist_${i};`,
];

/** The dispatcher may be calling this very artist, so the artist must not just wait for the dispatcher. */
const asking = (i: number, entry: string): string[] => [
  'for Wanted in Event loop',
  `   --  Every third event, from E${i === 1 ? 3 : 2} on, is for the other artist alone.`,
  `   if Event'Pos (Wanted) mod 3 /= ${i === 1 ? 2 : 1} then`,
  '      loop',
  '         select',
  `            Dispatcher.${entry} (Art_${i}, Wanted);`,
  '            exit;',
  '         else',
  '            --  The dispatcher is busy, perhaps with calling this artist: listen.',
  '            select',
  '               accept Notify_Client_Event (What : in Event);',
  '            or',
  '               delay 0.001;',
  '            end select;',
  '         end select;',
  '      end loop;',
  '   end if;',
  'end loop;',
];

const rest = [
  '',
  '   task body Artist_Manager is',
  '   begin',
  '      accept Start_Artists;',
  ...ARTISTS.map((i) => `      Artist_${i}.Start_Artist;`),
  '      accept Stop_Artists;',
  ...ARTISTS.map((i) => `      Artist_${i}.Terminate_Artist;`),
  '   end Artist_Manager;',
  '',
  '   --  The application changes something, or has done enough.',
  '   task body ADT_Wrapper is',
  '      Changes : Any_Event.Generator;',
  '      Mood    : Coin.Generator;',
  '   begin',
  '      while Coin.Random (Mood) loop',
  '         Dispatcher.Notify_Artists (Any_Event.Random (Changes));',
  '      end loop;',
  '   end ADT_Wrapper;',
  '',
  '   task body Client_Initialiser is',
  '   begin',
  '      Artist_Manager.Start_Artists;',
  '      Artist_Manager.Stop_Artists;',
  '   end Client_Initialiser;',
];

const properties = [
  '// The numbers are those of FLAVERS, Table IX. To register is to be registered once more than unregistered,',
  '// which is right because of p01.',
  'event reg_1 = "artist_1->dispatcher.register_event"(Art_1, E1)',
  'event unreg_1 = "artist_1->dispatcher.unregister_event"(Art_1, E1)',
  'event reg_2 = "artist_2->dispatcher.register_event"(Art_2, E1)',
  'event unreg_2 = "artist_2->dispatcher.unregister_event"(Art_2, E1)',
  'event any_reg_1 = "artist_1->dispatcher.register_event"',
  'event any_unreg_1 = "artist_1->dispatcher.unregister_event"',
  'event any_reg_2 = "artist_2->dispatcher.register_event"',
  'event any_unreg_2 = "artist_2->dispatcher.unregister_event"',
  'event note_e1 = "adt_wrapper->dispatcher.notify_artists"(E1)',
  'event note_e2 = "adt_wrapper->dispatcher.notify_artists"(E2)',
  'event note = "adt_wrapper->dispatcher.notify_artists"',
  'event tell_1_e1 = "*->artist_1.notify_client_event(E1)"',
  'event tell_2_e1 = "*->artist_2.notify_client_event(E1)"',
  'event tell_e1 = "*->artist_*.notify_client_event(E1)"',
  'event tell_e2 = "*->artist_*.notify_client_event(E2)"',
  '',
  '// Artist 1 registers for e1 only when it is not registered, and unregisters only when it is.',
  'property p01a:',
  '  query p01a violated by:',
  '    from the start until reg_1 allowing earlier ones, then until reg_1 without unreg_1',
  'property p01b:',
  '  query p01b violated by:',
  '    from the start for a while counting reg_1 = unreg_1, then until unreg_1 without reg_1',
  '',
  '// When artist 1 is registered for e1 and e1 is received, artist 1 is told before the next event is received.',
  'property p02:',
  '  query p02 violated by:',
  '    from the start until note_e1 allowing earlier ones counting reg_1 = 1 + unreg_1,',
  '    then until note without tell_1_e1',
  '',
  '// Nobody is told e1 before it is received.',
  'property p03: note_e1 precedes tell_e1',
  '',
  '// After e1 is received, nobody is told e2 before that is received too.',
  'property p04:',
  '  query p04 violated by:',
  '    from the start until note_e1 allowing earlier ones, then until tell_e2 without note_e2',
  '',
  '// When nobody is registered for e1, nobody is told e1.',
  'property p05:',
  '  query p05 violated by:',
  '    from the start until tell_e1 allowing earlier ones counting reg_1 = unreg_1 and reg_2 = unreg_2',
  '',
  '// Artist 1 is not told e1 when it is not registered for it.',
  'property p06:',
  '  query p06 violated by:',
  '    from the start until tell_1_e1 allowing earlier ones counting reg_1 = unreg_1',
  '',
  '// When artist 1 registered for e1 before artist 2, it is told before artist 2.',
  'property p07:',
  '  query p07 violated by:',
  '    from the start until reg_2 allowing earlier ones counting reg_1 = 1 + unreg_1,',
  '    then until tell_2_e1 without unreg_1 or unreg_2 or tell_1_e1 counting note_e1 <= 1',
  '',
  '// No list gets longer than there are artists: its length stays in its range.',
  'property p08: assertions',
  '',
  '// No artist ends while it is registered for something.',
  'property p09_artist_1:',
  '  query p09_artist_1 violated by:',
  '    from the start until artist_1.terminate_artist.end counting any_reg_1 > any_unreg_1',
  'property p09_artist_2:',
  '  query p09_artist_2 violated by:',
  '    from the start until artist_2.terminate_artist.end counting any_reg_2 > any_unreg_2',
  '',
  '// Nobody may be registered when e1 is received.',
  'property heard: tell_e1 responds to note_e1',
];
