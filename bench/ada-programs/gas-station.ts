/**
 * The gas station (FLAVERS, section 7.2.2) as one would write it without arrays of tasks: a task for each
 * customer and pump, and one operator with an entry for each pair, which makes a very large select.
 */
import { asText, type Example, type Family, from1To, separated } from './family.js';

export const gasStation: Family = {
  name: 'gas-station',
  about: 'customers pay an operator in advance, use a pump and get their change',
  sizes: [
    { name: 'pumps', least: 1 },
    { name: 'customers', least: 2 },
  ],
  write: (pumps: number, customers: number): Example => ({
    unit: 'Gas_Station',
    program: program(pumps, customers),
    properties: properties(pumps, customers),
  }),
};

const VISITS = 2;

/** Which customer and which pump. */
interface Pair {
  readonly customer: number;
  readonly pump: number;
}

function program(pumps: number, customers: number): string {
  const pairs = from1To(customers).flatMap((customer) =>
    from1To(pumps).map((pump): Pair => ({ customer, pump })),
  );
  return asText([
    '--  Customers pay the operator in advance for a pump, use it and get their change. The operator activates a',
    '--  pump when the first customer has paid for it, and again as long as others have paid too.',
    'with Ada.Numerics.Discrete_Random;',
    '',
    'procedure Gas_Station is',
    `   subtype Pump_Number is Integer range 1 .. ${pumps};`,
    `   subtype Queue_Length is Integer range 0 .. ${customers};`,
    '   package Chance is new Ada.Numerics.Discrete_Random (Pump_Number);',
    '',
    '   task Operator is',
    ...pairs.flatMap(({ customer, pump }) => [
      `      entry Prepay_${customer}_${pump};`,
      `      entry Charge_${customer}_${pump};`,
    ]),
    '   end Operator;',
    ...from1To(pumps).flatMap((pump) => pumpDeclaration(pump, customers)),
    ...from1To(customers).flatMap(customerDeclaration),
    '',
    '   task body Operator is',
    ...from1To(pumps).map((pump) => `      Queue_${pump} : Queue_Length := 0;`),
    '   begin',
    '      loop',
    '         select',
    ...separated('         or', pairs.flatMap(operatorAlternatives)),
    '         or',
    '            terminate;',
    '         end select;',
    '      end loop;',
    '   end Operator;',
    ...from1To(pumps).flatMap((pump) => pumpBody(pump, customers)),
    ...from1To(customers).flatMap((customer) => customerBody(customer, pumps)),
    'begin',
    '   null;',
    'end Gas_Station;',
  ]);
}

const pumpDeclaration = (pump: number, customers: number): string[] => [
  '',
  `   task Pump_${pump} is`,
  '      entry Activate;',
  ...from1To(customers).flatMap((customer) => [
    `      entry Start_${customer};`,
    `      entry Finish_${customer};`,
  ]),
  `   end Pump_${pump};`,
];

const customerDeclaration = (customer: number): string[] => [
  '',
  `   task Customer_${customer} is`,
  '      entry Change (From : in Pump_Number);',
  `   end Customer_${customer};`,
];

function operatorAlternatives({ customer, pump }: Pair): string[][] {
  const queue = `Queue_${pump}`;
  return [
    [
      `            --  Customer ${customer} pays for pump ${pump}.`,
      `            when ${queue} < Queue_Length'Last =>`,
      `               accept Prepay_${customer}_${pump} do`,
      `                  ${queue} := ${queue} + 1;`,
      `               end Prepay_${customer}_${pump};`,
      `               if ${queue} = 1 then`,
      `                  Pump_${pump}.Activate;`,
      '               end if;',
    ],
    [
      `            --  Pump ${pump} says what customer ${customer} took.`,
      `            when ${queue} > 0 =>`,
      `               accept Charge_${customer}_${pump} do`,
      `                  ${queue} := ${queue} - 1;`,
      `               end Charge_${customer}_${pump};`,
      `               Customer_${customer}.Change (From => ${pump});`,
      `               if ${queue} > 0 then`,
      `                  Pump_${pump}.Activate;`,
      '               end if;',
    ],
  ];
}

const pumpBody = (pump: number, customers: number): string[] => [
  '',
  `   task body Pump_${pump} is`,
  '   begin',
  '      loop',
  '         select',
  '            accept Activate;',
  '         or',
  '            terminate;',
  '         end select;',
  '         select',
  ...separated(
    '         or',
    from1To(customers).map((customer) => [
      `            --  Customer ${customer} comes and fills up.`,
      `            accept Start_${customer};`,
      `            accept Finish_${customer} do`,
      `               Operator.Charge_${customer}_${pump};`,
      `            end Finish_${customer};`,
    ]),
  ),
  '         end select;',
  '      end loop;',
  `   end Pump_${pump};`,
];

const customerBody = (customer: number, pumps: number): string[] => [
  '',
  `   task body Customer_${customer} is`,
  '      Mood : Chance.Generator;',
  '   begin',
  `      for Visit in 1 .. ${VISITS} loop`,
  '         --  Which pump is chance.',
  '         case Chance.Random (Mood) is',
  ...from1To(pumps).flatMap((pump) => [
    `            when ${pump} =>`,
    `               Operator.Prepay_${customer}_${pump};`,
    `               Pump_${pump}.Start_${customer};`,
    '               --  Fills the tank.',
    '               delay 0.001;',
    `               Pump_${pump}.Finish_${customer};`,
  ]),
  '         end case;',
  '         accept Change (From : in Pump_Number);',
  '         --  Drives until the tank is empty.',
  '         delay 0.001;',
  '      end loop;',
  `   end Customer_${customer};`,
];

function properties(pumps: number, customers: number): string {
  const starts = from1To(customers).map((customer) => `c${customer}_start`);
  const stops = from1To(customers).map((customer) => `c${customer}_stop`);
  const otherChange = from1To(pumps)
    .slice(1)
    .map((pump) => `c1_change_p${pump}`);
  return asText([
    '// Customers at pump 1, and what customer 1 pays and gets back.',
    ...from1To(customers).flatMap((customer) => [
      `event c${customer}_start = pump_1.start_${customer}`,
      `event c${customer}_stop = pump_1.finish_${customer}`,
    ]),
    'event c1_prepay_p1 = operator.prepay_1_1',
    'event c2_prepay_p1 = operator.prepay_2_1',
    ...from1To(pumps).map((pump) => `event c1_change_p${pump} = "operator->customer_1.change(${pump})"`),
    '',
    '// Customers 1 and 2 do not use pump 1 at the same time.',
    'property mutual_exclusion:',
    '  for events {c1_start, c1_stop, c2_start, c2_stop}',
    '  show all executions satisfy (c1_start; c1_stop | c2_start; c2_stop)*',
    '',
    '// Customer 1 starts and stops by turns; pump 1 is started and stopped by turns. With the same of customer 2',
    '// these two say what mutual exclusion says.',
    'property customer_1_start_stop:',
    '  for events {c1_start, c1_stop}',
    '  show all executions satisfy (c1_start; c1_stop)*',
    '',
    'property pump_1_start_stop:',
    `  for events {${[...starts, ...stops].join(', ')}}`,
    `  show all executions satisfy ([${starts.join(', ')}]; [${stops.join(', ')}])*`,
    '',
    '// Who paid for pump 1 gets the change of pump 1.',
    'property correct_change:',
    `  for events {c1_prepay_p1, ${['c1_change_p1', ...otherChange].join(', ')}}`,
    `  show all executions satisfy (c1_prepay_p1; c1_change_p1${otherChange.length > 0 ? ` | [${otherChange.join(', ')}]` : ''})*`,
    '',
    'property terminates: terminates',
    '',
    '// Customer 2 may be the first at the pump although customer 1 paid first.',
    'property first_come_first_served:',
    '  for events {c1_prepay_p1, c2_prepay_p1, c1_start, c2_start}',
    '  show no executions satisfy c1_prepay_p1; c2_prepay_p1; c2_start; .*',
  ]);
}
