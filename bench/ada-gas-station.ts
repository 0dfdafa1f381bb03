/**
 * The gas station as one would write it without arrays of tasks: a task for each customer and pump, and one
 * operator with an entry for each pair, which makes a very large select. It is a legal Ada program.
 */

/** Which customer and which pump. */
interface Pair {
  readonly customer: number;
  readonly pump: number;
}

export function gasStation(pumps: number, customers: number): string {
  const pumpNumbers = Array.from({ length: pumps }, (_, i) => i + 1);
  const customerNumbers = Array.from({ length: customers }, (_, i) => i + 1);
  const pairs = customerNumbers.flatMap((customer) => pumpNumbers.map((pump): Pair => ({ customer, pump })));
  const lines = [
    '--  Customers pay the operator in advance, use a pump and get their change.',
    'procedure Gas_Station is',
    `   subtype Pump_Number is Positive range 1 .. ${pumps};`,
    `   subtype Queue_Length is Natural range 0 .. ${customers};`,
    '   type Counter is mod 256;',
    '   Next : Pump_Number := 1;',
    '',
    '   task Operator is',
    ...pairs.flatMap(({ customer, pump }) => [
      `      entry Prepay_${customer}_${pump};`,
      `      entry Charge_${customer}_${pump};`,
    ]),
    '   end Operator;',
    ...pumpNumbers.flatMap((pump) => pumpDeclaration(pump, customerNumbers)),
    ...customerNumbers.flatMap(customerDeclaration),
    '',
    '   task body Operator is',
    ...pumpNumbers.map((pump) => `      Queue_${pump} : Queue_Length := 0;`),
    '   begin',
    '      loop',
    '         select',
    ...pairs.flatMap((pair, i) => [...(i === 0 ? [] : ['         or']), ...operatorAlternatives(pair)]),
    '         or',
    '            terminate;',
    '         end select;',
    '      end loop;',
    '   end Operator;',
    ...pumpNumbers.flatMap((pump) => pumpBody(pump, customerNumbers)),
    ...customerNumbers.flatMap((customer) => customerBody(customer, pumpNumbers)),
    'begin',
    '   null;',
    'end Gas_Station;',
    '',
  ];
  return lines.join('\n');
}

function pumpDeclaration(pump: number, customers: number[]): string[] {
  return [
    '',
    `   task Pump_${pump} is`,
    '      entry Activate;',
    ...customers.flatMap((customer) => [`      entry Start_${customer};`, `      entry Finish_${customer};`]),
    `   end Pump_${pump};`,
  ];
}

function customerDeclaration(customer: number): string[] {
  return ['', `   task Customer_${customer} is`, '      entry Change;', `   end Customer_${customer};`];
}

function operatorAlternatives({ customer, pump }: Pair): string[] {
  const queue = `Queue_${pump}`;
  return [
    `            --  Customer ${customer} pays for pump ${pump}.`,
    `            when ${queue} < Queue_Length'Last =>`,
    `               accept Prepay_${customer}_${pump} do`,
    `                  ${queue} := ${queue} + 1;`,
    `               end Prepay_${customer}_${pump};`,
    `               if ${queue} = 1 then`,
    `                  Pump_${pump}.Activate;`,
    '               end if;',
    '         or',
    `            --  Pump ${pump} says what customer ${customer} took.`,
    `            accept Charge_${customer}_${pump} do`,
    `               ${queue} := ${queue} - 1;`,
    `            end Charge_${customer}_${pump};`,
    `            Customer_${customer}.Change;`,
    `            if ${queue} > 0 then`,
    `               Pump_${pump}.Activate;`,
    '            end if;',
  ];
}

function pumpBody(pump: number, customers: number[]): string[] {
  return [
    '',
    `   task body Pump_${pump} is`,
    '      Sold : Counter := 0;',
    '   begin',
    '      loop',
    '         select',
    '            accept Activate;',
    '         or',
    '            terminate;',
    '         end select;',
    '         select',
    ...customers.flatMap((customer, i) => [
      ...(i === 0 ? [] : ['         or']),
      `            accept Start_${customer};`,
      `            accept Finish_${customer} do`,
      `               Operator.Charge_${customer}_${pump};`,
      '               Sold := Sold + 1;',
      `            end Finish_${customer};`,
    ]),
    '         end select;',
    '      end loop;',
    `   end Pump_${pump};`,
  ];
}

function customerBody(customer: number, pumps: number[]): string[] {
  return [
    '',
    `   task body Customer_${customer} is`,
    '      Chosen : Pump_Number;',
    '      Taken : Counter := 0;',
    '   begin',
    '      for Visit in 1 .. 3 loop',
    '         --  Each visit takes the next pump.',
    '         Chosen := Next;',
    "         Next := (if Next = Pump_Number'Last then 1 else Next + 1);",
    ...pumps.flatMap((pump) => [
      `         ${pump === 1 ? 'if' : 'elsif'} Chosen = ${pump} then`,
      `            Operator.Prepay_${customer}_${pump};`,
      `            Pump_${pump}.Start_${customer};`,
      '            delay 0.001;',
      '            Taken := Taken + 1;',
      `            Pump_${pump}.Finish_${customer};`,
    ]),
    '         end if;',
    '         accept Change;',
    '         delay 0.001 * Visit;',
    '      end loop;',
    `   end Customer_${customer};`,
  ];
}
