/** Text output is passed over; see `input.ts` for input. */
import { asked } from '../lower/call.js';
import type { Context } from '../lower/context.js';
import { knownText } from '../lower/text.js';
import { DATA_ERROR, END_ERROR, NAME_ERROR, USE_ERROR } from '../lower/world.js';
import type { Entity } from '../resolve/entity.js';
import type { Scope } from '../resolve/scope.js';
import { unknownType } from '../resolve/type.js';
import type { Association } from '../syntax/index.js';
import { argumentsOf, procedure } from './builtin.js';
import { OPENING, opening } from './files.js';
import { INPUT, input } from './input.js';

const OUTPUT = [
  'put',
  'put_line',
  'new_line',
  'set_col',
  'set_line',
  'flush',
  'new_page',
  'close',
  'set_output',
  'set_input',
  'delete',
  'reset',
  'set_error',
  'set_line_length',
  'set_page_length',
  'skip_page',
  'set_exit_status',
];

/** Their instances are known: see `instance.ts`. */
const GENERICS = ['Integer_IO', 'Modular_IO', 'Enumeration_IO', 'Float_IO', 'Fixed_IO', 'Decimal_IO'];

/** What Text_IO and its instances offer. */
export function declareInput(scope: Scope): void {
  for (const key of OUTPUT) scope.declare(key, output(key, scope));
  for (const key of INPUT) scope.declare(key, input(key, scope));
  for (const key of OPENING) scope.declare(key, opening(key, scope));
  for (const name of ['File_Type', 'File_Mode', 'Count', 'Field'])
    scope.declare(name.toLowerCase(), { kind: 'type', name, type: unknownType(name, 'text') });
  for (const name of GENERICS)
    scope.declare(name.toLowerCase(), { kind: 'opaque', name, reason: name, library: true });
  declareInputErrors(scope);
}

export function declareInputErrors(scope: Scope): void {
  scope.declare('end_error', { kind: 'exception', name: 'End_Error', id: END_ERROR });
  scope.declare('data_error', { kind: 'exception', name: 'Data_Error', id: DATA_ERROR });
  scope.declare('name_error', { kind: 'exception', name: 'Name_Error', id: NAME_ERROR });
  scope.declare('use_error', { kind: 'exception', name: 'Use_Error', id: USE_ERROR });
}

const output = (key: string, scope: Scope): Entity =>
  procedure(key, scope, (context, given) => {
    print(context, key, given);
    return undefined;
  });

/** Arguments may call functions; what is shown counts only where a property asks for output. */
function print(context: Context, key: string, given: readonly Association[]): void {
  const shown = argumentsOf(context, given);
  if (!key.startsWith('put') || !asked(context, 'output')) return;
  const text = shown.map((value) => knownText(value) ?? '?').join('');
  context.draft.step({ event: { name: `output ${text}` }, kept: true, text: `output ${text}` });
}
