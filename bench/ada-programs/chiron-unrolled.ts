/**
 * Chiron (FLAVERS, section 7.2.4) written out event by event, so that what happens can be read from the control
 * flow: an entry for each artist and event, and for each event two places and a length of its own. While an
 * artist changes what it is registered for, nobody is told anything; it registers for E1 first and unregisters
 * from it last, and listens only in between.
 */
import { asText, type Example, type Family, from1To, separated } from './family.js';

const ARTISTS = [1, 2];

/** Of three events in a row both artists want the first, only artist 1 the second, only artist 2 the third. */
const wants = (artist: number, event: number): boolean => (event - 1) % 3 !== (artist === 1 ? 2 : 1);
const wantedBy = (artist: number, events: number): number[] =>
  from1To(events).filter((event) => wants(artist, event));

const indented = (by: number, lines: readonly string[]): string[] =>
  lines.map((line) => `${' '.repeat(by)}${line}`);

/** Puts an artist at the end of the list of an event unless it is there already. */
const register = (artist: number, k: number): string[] => [
  `if Size_${k} = 0 then`,
  `   First_${k} := Art_${artist};`,
  `   Size_${k} := 1;`,
  `elsif Size_${k} = 1 then`,
  `   if First_${k} /= Art_${artist} then`,
  `      Second_${k} := Art_${artist};`,
  `      Size_${k} := 2;`,
  '   end if;',
  `elsif First_${k} /= Art_${artist} and Second_${k} /= Art_${artist} then`,
  `   null;  --@ event list_${k}_overflows`,
  'end if;',
];

const unregister = (artist: number, k: number): string[] => [
  `if Size_${k} = 2 then`,
  `   if First_${k} = Art_${artist} then`,
  '      --  Close the gap: the other one is left.',
  `      First_${k} := Art_${3 - artist};`,
  '   end if;',
  `   Size_${k} := 1;`,
  `elsif Size_${k} = 1 and First_${k} = Art_${artist} then`,
  `   Size_${k} := 0;`,
  'end if;',
];

/** Tells the artist at a place of the list. */
const tell = (place: string, k: number): string[] => [
  `if ${place}_${k} = Art_1 then`,
  `   Artist_1.Notify_Client_Event (E${k});`,
  'else',
  `   Artist_2.Notify_Client_Event (E${k});`,
  'end if;',
];

const notify = (k: number): string[] => [
  `if Size_${k} /= 0 then`,
  ...indented(3, tell('First', k)),
  'end if;',
  `if Size_${k} = 2 then`,
  ...indented(3, tell('Second', k)),
  'end if;',
];

const accept = (entry: string, body: readonly string[]): string[] => [
  `            accept ${entry} do`,
  ...indented(15, body),
  `            end ${entry};`,
];

const when = (condition: string, lines: readonly string[]): string[] => [
  `            when ${condition} =>`,
  ...indented(3, lines),
];

const changes: string[][] = [
  when('Changing < 2', ['            accept Begin_Changes;', '            Changing := Changing + 1;']),
  when('Changing > 0', ['            accept End_Changes;', '            Changing := Changing - 1;']),
];

const lists = (k: number): string[] => [
  `      Size_${k}   : Integer range 0 .. 2 := 0;`,
  `      First_${k}  : Artist := Art_1;`,
  `      Second_${k} : Artist := Art_1;`,
];

const alternatives = (k: number): string[][] => [
  ...ARTISTS.filter((i) => wants(i, k)).flatMap((i) => [
    accept(`Register_${i}_E${k}`, register(i, k)),
    accept(`Unregister_${i}_E${k}`, unregister(i, k)),
  ]),
  when('Changing = 0', accept(`Notify_E${k}`, notify(k))),
];

const entries = (k: number): string[] => [
  ...ARTISTS.filter((i) => wants(i, k)).flatMap((i) => [
    `      entry Register_${i}_E${k};`,
    `      entry Unregister_${i}_E${k};`,
  ]),
  `      entry Notify_E${k};`,
];

const artist = (i: number, events: number): string[] => {
  const wanted = wantedBy(i, events);
  return [
    '',
    `   task body Artist_${i} is`,
    '   begin',
    '      loop',
    '         select',
    '            accept Start_Artist;',
    '         or',
    '            terminate;',
    '         end select;',
    '         Dispatcher.Begin_Changes;',
    ...wanted.map((k) => `         Dispatcher.Register_${i}_E${k};`),
    '         Dispatcher.End_Changes;',
    '         loop',
    '            select',
    '               accept Notify_Client_Event (What : in Event);',
    '            or',
    '               accept Terminate_Artist do',
    '                  --  The dispatcher may be calling this very artist, which must not just wait for it.',
    '                  loop',
    '                     select',
    '                        Dispatcher.Begin_Changes;',
    '                        exit;',
    '                     else',
    '                        select',
    '                           accept Notify_Client_Event (What : in Event);',
    '                        or',
    '                           delay 0.001;',
    '                        end select;',
    '                     end select;',
    '                  end loop;',
    ...[...wanted].reverse().map((k) => `                  Dispatcher.Unregister_${i}_E${k};`),
    '                  Dispatcher.End_Changes;',
    '               end Terminate_Artist;',
    '               exit;',
    '            end select;',
    '         end loop;',
    '      end loop;',
    `   end Artist_${i};`,
  ];
};

const program = (events: number): string =>
  asText([
    '--  Artists draw what an application shows, and register for the events that they want to hear of. When the',
    '--  application changes something, its wrapper tells the dispatcher, and the dispatcher tells the artists.',
    '--  For each event the dispatcher has a list of at most two artists.',
    'with Ada.Numerics.Discrete_Random;',
    '',
    'procedure Chiron_Unrolled is',
    `   type Event is (${from1To(events)
      .map((k) => `E${k}`)
      .join(', ')});`,
    '   type Artist is (Art_1, Art_2);',
    '   package Any_Event is new Ada.Numerics.Discrete_Random (Event);',
    '   package Coin is new Ada.Numerics.Discrete_Random (Boolean);',
    '',
    '   task Dispatcher is',
    '      entry Begin_Changes;',
    '      entry End_Changes;',
    ...from1To(events).flatMap(entries),
    '   end Dispatcher;',
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
    '   task body Dispatcher is',
    '      Changing : Integer range 0 .. 2 := 0;',
    ...from1To(events).flatMap(lists),
    '   begin',
    '      loop',
    '         select',
    ...separated('         or', [...changes, ...from1To(events).flatMap(alternatives)]),
    '         or',
    '            terminate;',
    '         end select;',
    '      end loop;',
    '   end Dispatcher;',
    ...ARTISTS.flatMap((i) => artist(i, events)),
    '',
    '   task body Artist_Manager is',
    '   begin',
    '      loop',
    '         select',
    '            accept Start_Artists;',
    '         or',
    '            terminate;',
    '         end select;',
    ...ARTISTS.map((i) => `         Artist_${i}.Start_Artist;`),
    '         accept Stop_Artists;',
    ...ARTISTS.map((i) => `         Artist_${i}.Terminate_Artist;`),
    '      end loop;',
    '   end Artist_Manager;',
    '',
    '   --  The application changes something, or has done enough.',
    '   task body ADT_Wrapper is',
    '      Changes : Any_Event.Generator;',
    '      Mood    : Coin.Generator;',
    '   begin',
    '      while Coin.Random (Mood) loop',
    '         case Any_Event.Random (Changes) is',
    ...from1To(events).map((k) => `            when E${k} => Dispatcher.Notify_E${k};`),
    '         end case;',
    '      end loop;',
    '   end ADT_Wrapper;',
    '',
    '   task body Client_Initialiser is',
    '   begin',
    '      Artist_Manager.Start_Artists;',
    '      Artist_Manager.Stop_Artists;',
    '   end Client_Initialiser;',
    'begin',
    '   null;',
    'end Chiron_Unrolled;',
  ]);

const told = (i: number, k: number): string => `"dispatcher->artist_${i}.notify_client_event"(E${k})`;

const properties = (events: number): string =>
  asText([
    '// The numbers are those of FLAVERS, Table IX.',
    ...ARTISTS.flatMap((i) => [
      `event reg_${i} = "artist_${i}->dispatcher.register_${i}_e1"`,
      `event unreg_${i} = "artist_${i}->dispatcher.unregister_${i}_e1"`,
      `event any_reg_${i} = "artist_${i}->dispatcher.register_${i}_e*"`,
      `event any_unreg_${i} = "artist_${i}->dispatcher.unregister_${i}_e*"`,
      `event tell_${i}_e1 = ${told(i, 1)}`,
    ]),
    'event note_e1 = "adt_wrapper->dispatcher.notify_e1"',
    'event note_e2 = "adt_wrapper->dispatcher.notify_e2"',
    `event note_other = ${from1To(events)
      .slice(1)
      .map((k) => `"adt_wrapper->dispatcher.notify_e${k}"`)
      .join(' | ')}`,
    ...[1, 2].map((k) => `event tell_e${k} = ${ARTISTS.map((i) => told(i, k)).join(' | ')}`),
    '',
    '// Artist 1 registers for e1 only when it is not registered, and unregisters only when it is.',
    'property p01:',
    '  for events {reg_1, unreg_1}',
    '  show all executions satisfy (reg_1; unreg_1)*; reg_1?',
    '',
    '// When artist 1 is registered for e1 and e1 is received, artist 1 is told before the next event is received.',
    'property p02:',
    '  for events {reg_1, unreg_1, note_e1, note_other, tell_1_e1}',
    '  show no executions satisfy .*; reg_1; ~[unreg_1]*; note_e1; ~[tell_1_e1]*; [note_e1, note_other]; .*',
    '',
    '// Nobody is told e1 before it is received.',
    'property p03:',
    '  for events {note_e1, tell_e1}',
    '  show all executions satisfy (note_e1; .*)?',
    '',
    '// After e1 is received, nobody is told e2 before that is received too.',
    'property p04:',
    '  for events {note_e1, note_e2, tell_e2}',
    '  show no executions satisfy .*; note_e1; ~[note_e2]*; tell_e2; .*',
    '',
    '// When nobody is registered for e1, nobody is told e1.',
    'property p05: automaton {',
    '  events {reg_1, unreg_1, reg_2, unreg_2, tell_e1}',
    '  start none',
    '  accepting none, first, second, both',
    '  none -reg_1-> first -unreg_1-> none',
    '  none -reg_2-> second -unreg_2-> none',
    '  first -reg_2-> both -unreg_2-> first',
    '  second -reg_1-> both -unreg_1-> second',
    '  first -tell_e1-> first',
    '  second -tell_e1-> second',
    '  both -tell_e1-> both',
    '}',
    '',
    '// Artist 1 is not told e1 when it is not registered for it.',
    'property p06:',
    '  for events {reg_1, unreg_1, tell_1_e1}',
    '  show no executions satisfy ~[reg_1]*; tell_1_e1; .* | .*; unreg_1; ~[reg_1]*; tell_1_e1; .*',
    '',
    '// When artist 1 registered for e1 before artist 2, it is told before artist 2.',
    'property p07:',
    '  for events {reg_1, unreg_1, reg_2, unreg_2, note_e1, tell_1_e1, tell_2_e1}',
    '  show no executions satisfy',
    '    (.*; unreg_2)?; ~[reg_2]*; reg_1; ~[unreg_1, reg_2]*; reg_2; ~[unreg_1, unreg_2]*;',
    '    note_e1; ~[tell_1_e1]*; tell_2_e1; .*',
    '',
    '// No list gets longer than there are artists.',
    'property p08:',
    '  for events {list_1_overflows}',
    '  show no executions satisfy list_1_overflows; .*',
    '',
    '// The program does not end while an artist is registered for something.',
    ...ARTISTS.flatMap((i) => [
      `property p09_artist_${i}:`,
      `  for events {any_reg_${i}, any_unreg_${i}}`,
      `  show all executions satisfy ${matched(i, wantedBy(i, events).length)}`,
    ]),
  ]);

/** As many registrations as the other way round, at most `depth` at a time. */
const matched = (i: number, depth: number): string =>
  from1To(depth).reduce((inner) => `(any_reg_${i}; ${inner === '' ? '' : `${inner}; `}any_unreg_${i})*`, '');

export const chironUnrolled: Family = {
  name: 'chiron-unrolled',
  about: 'a user interface: two artists, n events, all lists written out',
  sizes: [{ name: 'events', least: 2 }],
  write: (events: number): Example => ({
    unit: 'Chiron_Unrolled',
    program: program(events),
    properties: properties(events),
  }),
};
