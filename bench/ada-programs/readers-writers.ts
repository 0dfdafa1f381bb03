/** Readers and writers (FLAVERS, section 7.2.1): a controller keeps writers apart from everybody else. */
import { asText, type Example, type Family, from1To } from './family.js';

export const readersWriters: Family = {
  name: 'readers-writers',
  about: 'n readers and n writers ask a controller for access',
  sizes: [{ name: 'readers and writers', least: 1 }],
  write: (clients: number): Example => ({
    unit: 'Readers_Writers',
    program: program(clients),
    properties: properties(clients),
  }),
};

const program = (clients: number): string =>
  asText([
    '--  Many may read at once, but who writes is alone. There is nothing to read before the first writer was there.',
    'procedure Readers_Writers is',
    '   task Control is',
    '      entry Start_Read;',
    '      entry Stop_Read;',
    '      entry Start_Write;',
    '      entry Stop_Write;',
    '   end Control;',
    '',
    ...from1To(clients).map((i) => `   task Reader_${i};`),
    ...from1To(clients).map((i) => `   task Writer_${i};`),
    '',
    '   task body Control is',
    `      Active_Readers : Integer range 0 .. ${clients} := 0;`,
    '      Writer_Present : Boolean := False;',
    '   begin',
    '      accept Start_Write;',
    '      accept Stop_Write;',
    '      loop',
    '         select',
    '            when not Writer_Present =>',
    '               accept Start_Read;',
    '               Active_Readers := Active_Readers + 1;',
    '         or',
    '            accept Stop_Read;',
    '            Active_Readers := Active_Readers - 1;',
    '         or',
    '            when not Writer_Present and Active_Readers = 0 =>',
    '               accept Start_Write;',
    '               Writer_Present := True;',
    '         or',
    '            accept Stop_Write;',
    '            Writer_Present := False;',
    '         end select;',
    '      end loop;',
    '   end Control;',
    ...from1To(clients).flatMap((i) => client(`Reader_${i}`, 'Read')),
    ...from1To(clients).flatMap((i) => client(`Writer_${i}`, 'Write')),
    'begin',
    '   null;',
    'end Readers_Writers;',
  ]);

const client = (name: string, does: string): string[] => [
  '',
  `   task body ${name} is`,
  '   begin',
  '      loop',
  `         Control.Start_${does};`,
  `         Control.Stop_${does};`,
  '      end loop;',
  `   end ${name};`,
];

function properties(clients: number): string {
  const reading = from1To(clients).reduce(
    (inner) => (inner === '' ? '(rstart; rstop)*' : `(rstart; ${inner}; rstop)*`),
    '',
  );
  return asText([
    'event rstart = control.start_read',
    'event rstop = control.stop_read',
    'event wstart = control.start_write',
    'event wstop = control.stop_write',
    '',
    '// While somebody writes, nobody else begins.',
    'property exclusive_write:',
    '  for events {wstart, wstop, rstart, rstop}',
    '  show all executions satisfy',
    '    (~[wstart]*; wstart; ~[wstart, rstart, wstop]*; wstop)*;',
    '    ~[wstart]*; (wstart; ~[wstart, rstart, wstop]*)?',
    '',
    '// Nobody begins to write while somebody reads: every reader that began has stopped.',
    'property no_write_while_reading:',
    '  for events {wstart, rstart, rstop}',
    `  show all executions satisfy (${reading}; wstart*)*`,
    '',
    'property write_first: wstart precedes rstart',
    '// Readers may take turns for ever, and then no writer gets in.',
    'property writers_get_in: ltl always eventually wstart',
  ]);
}
