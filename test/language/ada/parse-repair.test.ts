/**
 * One edit in the middle of a program of 24,000 lines with 204 task bodies: the parser tells it once and
 * still finds every task body. The first nine edits are those of a comparison of parsers, some of which lost
 * all bodies; the parser was made with these edits in view, so this shows no more than that they are repaired.
 */
import { describe, expect, it } from 'vitest';
import { gasStation } from '../../../bench/ada-programs/gas-station.js';
import { UnitParser } from '../../../src/language/ada/parse/unit.js';
import { parseAda } from '../../../src/language/ada/parse.js';
import { Problems } from '../../../src/language/ada/problems.js';
import { scan } from '../../../src/language/ada/scan.js';
import { Sources } from '../../../src/language/ada/sources.js';

const text = gasStation.write(3, 200).program;

/** Also where the text has mistakes. */
function taskBodies(program: string): { bodies: number; messages: string[] } {
  const sources = new Sources();
  const problems = new Problems(sources);
  const base = sources.add({ file: 'gas_station.adb', text: program });
  const [unit] = new UnitParser(scan(program, base, problems), problems).file();
  const { declaration } = unit;
  const declarations = declaration.kind === 'subprogram-body' ? declaration.declarations : [];
  const bodies = declarations.filter(({ kind }) => kind === 'task-body').length;
  return { bodies, messages: problems.diagnostics.map(({ message }) => message) };
}

/** The first of a text behind a place of the program, replaced. */
function edited(behind: string, found: string, replacement: string): string {
  const at = text.indexOf(found, text.indexOf(behind));
  expect(at).toBeGreaterThan(0);
  return text.slice(0, at) + replacement + text.slice(at + found.length);
}

const alternative = 'accept Prepay_100_2 do';
const customer = 'task body Customer_100 is';

// biome-ignore format: a table
const edits = [
  { edit: 'missing ;', program: edited(alternative, 'Activate;', 'Activate'), told: "';' is missing after this statement" },
  { edit: 'missing then', program: edited(alternative, ' then', ''), told: "'then' is missing after the condition of 'if'" },
  { edit: 'missing end loop;', program: edited(customer, '      end loop;\n', ''), told: "'end loop;' is missing for the loop at line 21345; found 'end Customer_100'" },
  { edit: 'acept for accept', program: edited(alternative, 'accept Charge', 'acept Charge'), told: "'acept' begins no alternative" },
  { edit: 'missing do', program: edited(alternative, 'Prepay_100_2 do', 'Prepay_100_2'), told: "'do' is missing after 'accept Prepay_100_2'" },
  { edit: 'missing is', program: edited(customer, 'Customer_100 is', 'Customer_100'), told: "'is' is missing after 'task body Customer_100'" },
  { edit: 'unbalanced (', program: edited(customer, '(Mood', '((Mood'), told: "')' is missing to close '('" },
  { edit: 'missing end select;', program: edited('or\n            terminate;\n         end select;\n      end loop;\n   end Operator', '         end select;\n', ''), told: "'end select;' is missing for the 'select' at line 3231; found 'end loop'" },
  { edit: '= for :=', program: edited(alternative, ':=', '='), told: "an assignment is written with ':='" },
  { edit: 'missing end if;', program: edited(alternative, '               end if;\n', ''), told: "'end if;' is missing for the 'if' at line 8899; found 'or'" },
  { edit: 'missing end of accept', program: edited(alternative, '               end Prepay_100_2;\n', ''), told: "'end Prepay_100_2;' is missing for the accept at line 8896; found 'or'" },
  { edit: 'missing begin', program: edited(customer, '   begin\n', ''), told: "'begin' is missing before the first statement" },
  { edit: 'missing end of body', program: edited(customer, '   end Customer_100;\n', ''), told: "'end Customer_100;' is missing for the task body at line 21342; found 'task'" },
];

describe('a gas station of 3 pumps and 200 customers', () => {
  it('has 24,474 lines and is Ada', () => {
    expect(text.split('\n').length - 1).toBe(24_474);
    expect(parseAda([{ file: 'gas_station.adb', text }]).diagnostics).toEqual([]);
  });

  it.each(edits)('$edit: one message, all task bodies', ({ program, told }) => {
    expect(taskBodies(program)).toEqual({ bodies: 204, messages: [told] });
  });
});
