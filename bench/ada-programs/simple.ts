/**
 * The example with a cycle that no execution can enter (CYCLES, Fig. 1) and its n-fold version (section 4.1):
 * n customers, and n equal alternatives in the clerk's select.
 */
import { asText, type Example, type Family, from1To, separated } from './family.js';

export const simple: Family = {
  name: 'simple',
  about: 'a clerk, n customers and an inspector; a cycle that no execution can enter',
  sizes: [{ name: 'customers', least: 1 }],
  write: (customers: number): Example => {
    const unit = customers === 1 ? 'Simple' : `Simple_${customers}`;
    return { unit, program: program(unit, customers), properties };
  },
};

function program(unit: string, count: number): string {
  const customers = count === 1 ? ['Customer'] : from1To(count).map((i) => `Customer_${i}`);
  return asText([
    '--  A clerk greets every customer once and then either serves customers until one of them greets again,',
    '--  which none does, or is inspected once and serves on. So an inspection that is not the first thing after',
    '--  the greetings never happens.',
    `procedure ${unit} is`,
    '   task Clerk is',
    '      entry Serve;',
    '      entry Inspect;',
    '      entry Greet;',
    '   end Clerk;',
    '',
    ...customers.map((name) => `   task ${name};`),
    '   task Inspector;',
    '',
    '   task body Clerk is',
    '   begin',
    ...customers.map(() => '      accept Greet;'),
    '      loop',
    '         select',
    ...separated(
      '         or',
      customers.map(() => servingUntilGreeted),
    ),
    '         or',
    '            accept Inspect;',
    '            loop',
    '               accept Serve;',
    '            end loop;',
    '         end select;',
    '      end loop;',
    '   end Clerk;',
    ...customers.flatMap((name) => [
      '',
      `   task body ${name} is`,
      '   begin',
      '      Clerk.Greet;',
      '      loop',
      '         Clerk.Serve;',
      '      end loop;',
      `   end ${name};`,
    ]),
    '',
    '   task body Inspector is',
    '   begin',
    '      Clerk.Inspect;',
    '   end Inspector;',
    'begin',
    '   null;',
    `end ${unit};`,
  ]);
}

const servingUntilGreeted = [
  '            accept Serve;',
  '            loop',
  '               select',
  '                  accept Serve;',
  '               or',
  '                  accept Greet;',
  '                  exit;',
  '               end select;',
  '            end loop;',
];

const properties = asText([
  '// No inspection comes after a service (P1 to P3 of CYCLES, section 4.1). As one interval the question has',
  '// inequalities with a solution in which a cycle stands apart (P1), until that is ruled out (P3); as two',
  '// intervals it has no solution (P2).',
  'event serve = clerk.serve',
  'event inspect = clerk.inspect',
  '',
  'property one_interval:',
  '  query one_interval violated by: from the start until inspect with serve',
  '',
  'property two_intervals:',
  '  query two_intervals violated by: from the start until serve without inspect, then until inspect',
  '',
  '// The clerk may serve for ever, and then the inspector waits for ever.',
  'property inspected: existence of inspect',
]);
