/** Text input and output: output is passed over; input may be any value, or none that fits, or at its end. */
import { target } from '../lower/apply.js';
import { assign, chooseAny } from '../lower/assign.js';
import { asked } from '../lower/call.js';
import type { Context } from '../lower/context.js';
import { canFail } from '../lower/exception.js';
import { evaluate } from '../lower/expression.js';
import { knownText } from '../lower/text.js';
import { unknown } from '../lower/value.js';
import { DATA_ERROR, END_ERROR } from '../lower/world.js';
import type { Entity } from '../resolve/entity.js';
import type { Scope } from '../resolve/scope.js';
import { CHARACTER } from '../resolve/standard.js';
import { type AdaType, isScalar, unknownType } from '../resolve/type.js';
import type { Association } from '../syntax/index.js';

const OUTPUT = [
  'put',
  'put_line',
  'new_line',
  'set_col',
  'set_line',
  'flush',
  'new_page',
  'close',
  'open',
  'create',
  'set_output',
  'set_input',
  'skip_line',
  'delete',
  'reset',
  'set_error',
  'set_line_length',
  'set_page_length',
  'skip_page',
  'set_exit_status',
];
const INPUT = ['get', 'get_line', 'get_immediate', 'look_ahead', 'read'];

/** What Text_IO and its instances offer. */
export function declareInput(scope: Scope): void {
  for (const key of OUTPUT) scope.declare(key, output(key, scope));
  for (const key of INPUT) scope.declare(key, input(key, scope));
  for (const name of ['File_Type', 'File_Mode', 'Count', 'Field'])
    scope.declare(name.toLowerCase(), { kind: 'type', name, type: unknownType(name, 'text') });
  declareInputErrors(scope);
}

export function declareInputErrors(scope: Scope): void {
  scope.declare('end_error', { kind: 'exception', name: 'End_Error', id: END_ERROR });
  scope.declare('data_error', { kind: 'exception', name: 'Data_Error', id: DATA_ERROR });
}

function output(key: string, scope: Scope): Entity {
  return {
    kind: 'subprogram',
    name: key,
    function: false,
    formals: [],
    scope,
    builtin: {
      anyArguments: true,
      call: (context, given) => {
        print(context, key, given);
        return undefined;
      },
    },
  };
}

/** Arguments may call functions; what is shown counts only where a property asks for output. */
function print(context: Context, key: string, given: readonly Association[]): void {
  const shown = given.flatMap(({ value }) =>
    value && value.kind !== 'range' && value.kind !== 'subtype' ? [evaluate(context, value)] : [],
  );
  if (!key.startsWith('put') || !asked(context, 'output')) return;
  const text = shown.map((value) => knownText(value) ?? '?').join('');
  context.draft.step({ event: { name: `output ${text}` }, kept: true, text: `output ${text}` });
}

function input(key: string, scope: Scope): Entity {
  return {
    kind: 'subprogram',
    name: key,
    function: false,
    formals: [],
    scope,
    builtin: {
      anyArguments: true,
      call: (context, given, expected) => {
        canFail(context, END_ERROR, 'the input ends');
        for (const { value } of given) {
          if (!value || value.kind === 'range' || value.kind === 'subtype') continue;
          const variable = target(context, value);
          if (key === 'get' && !isText(variable.type)) canFail(context, DATA_ERROR, 'the input is no number');
          if (variable.kind === 'stored' && isScalar(variable.type))
            chooseAny(context, variable, 'input', 'input', true);
          else assign(context, variable, unknown('input'));
        }
        return unknown('input', expected);
      },
    },
  };
}

const isText = (type: AdaType | undefined): boolean => type === CHARACTER || type?.kind === 'array';
