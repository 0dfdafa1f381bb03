/** Packages of the predefined library without source: what they offer as far as it is modelled. */
import { assertion } from '../lower/assertion.js';
import { evaluate } from '../lower/expression.js';
import { ASSERTION_ERROR } from '../lower/world.js';
import type { Entity } from '../resolve/entity.js';
import { Scope } from '../resolve/scope.js';
import { CHARACTER, INTEGER, NATURAL } from '../resolve/standard.js';
import { integerType, unknownType } from '../resolve/type.js';
import type { Association, Expression as Tree } from '../syntax/index.js';
import { declareTestAndSet } from './atomic.js';
import { procedure } from './builtin.js';
import { declareCommandLine } from './command-line.js';
import { declareExceed } from './exceed.js';
import { declareExceptions } from './exceptions.js';
import { silent } from './instance.js';
import { declareInput, declareInputErrors } from './text.js';

const ROOTS = ['ada', 'gnat', 'interfaces', 'system', 'standard'];
/** Names of Ada 83 that stand for themselves. */
const ALONE = [
  'text_io',
  'calendar',
  'direct_io',
  'sequential_io',
  'io_exceptions',
  'machine_code',
  'unchecked_conversion',
  'unchecked_deallocation',
];

export const isPredefined = (key: string): boolean =>
  ROOTS.includes(key.split('.')[0]) || ALONE.includes(key);

/** Types that are any value, by package, with what their values are called. */
const TYPES: Record<string, [reason: string, ...names: string[]]> = {
  'ada.calendar': ['time', 'Time'],
  calendar: ['time', 'Time'],
  'ada.real_time': ['time', 'Time', 'Time_Span', 'Seconds_Count'],
  'ada.numerics.float_random': ['chance', 'Generator'],
  'ada.strings.unbounded': ['text', 'Unbounded_String', 'String_Access'],
  'ada.exceptions': ['an exception occurrence', 'Exception_Occurrence', 'Exception_Id'],
  'ada.task_identification': ['task identification', 'Task_Id'],
};

/** Procedures that nothing here depends on; packages listed here have no others than these and what is modelled. */
const SILENT: Record<string, string[]> = {
  'ada.calendar': [],
  calendar: [],
  'ada.real_time': [],
  'ada.numerics.float_random': ['reset', 'save'],
  'ada.dynamic_priorities': ['set_priority'],
  'ada.exceptions': ['save_occurrence'],
  'ada.task_identification': [],
};

/** Procedures that set what they are given to something that is not known. */
const OPAQUE: Record<string, string[]> = {
  'ada.calendar': ['split'],
  calendar: ['split'],
  'ada.real_time': ['split'],
};

/** `Ada.Assertions.Assert`, which no policy switches off. */
const assertProcedure = (scope: Scope): Entity =>
  procedure('Assert', scope, (context, given) => {
    const isCheck = ({ choices: [choice] }: Association, i: number): boolean =>
      choice ? choice.kind === 'identifier' && choice.key === 'check' : i === 0;
    for (const message of given.filter((each, i) => !isCheck(each, i)))
      evaluate(context, message.value as Tree);
    const check = given.find(isCheck);
    if (check) assertion(context, check.value as Tree);
    return undefined;
  });

/** Without `library` for a unit that is not of the predefined library. */
export function libraryPackage(key: string, parent: Scope): Scope {
  const scope = new Scope(parent, key);
  if (!isPredefined(key)) return scope;
  scope.library = key in SILENT ? 'listed' : 'open';
  const [reason, ...names] = TYPES[key] ?? [''];
  for (const name of names)
    scope.declare(name.toLowerCase(), { kind: 'type', name, type: unknownType(name, reason, true) });
  for (const name of OPAQUE[key] ?? [])
    scope.declare(name, { kind: 'opaque', name, reason: name, library: true });
  for (const name of SILENT[key] ?? []) scope.declare(name, silent(name, scope));
  switch (key) {
    case 'system':
      for (const name of ['Any_Priority', 'Priority', 'Interrupt_Priority'])
        scope.declare(name.toLowerCase(), { kind: 'type', name, type: INTEGER });
      scope.library = 'listed';
      return scope;
    case 'ada':
    case 'gnat':
    case 'interfaces':
    case 'ada.numerics':
    case 'ada.strings':
      scope.library = 'listed';
      return scope;
    case 'ada.containers':
      scope.declare('count_type', { kind: 'type', name: 'Count_Type', type: NATURAL });
      scope.library = 'listed';
      return scope;
    case 'ada.text_io':
    case 'text_io':
    case 'ada.integer_text_io':
    case 'ada.float_text_io':
    case 'ada.long_integer_text_io':
    case 'ada.long_float_text_io':
    case 'ada.wide_text_io':
    case 'ada.wide_wide_text_io':
    case 'ada.text_io.unbounded_io':
    case 'ada.strings.unbounded.text_io':
    case 'gnat.io':
      declareInput(scope);
      scope.library = 'listed';
      return scope;
    case 'ada.command_line':
      declareCommandLine(scope);
      return scope;
    case 'system.model_bounds':
      declareExceed(scope);
      return scope;
    case 'system.atomic_operations.test_and_set':
      declareTestAndSet(scope);
      return scope;
    case 'ada.io_exceptions':
    case 'io_exceptions':
      declareInputErrors(scope);
      return scope;
    case 'ada.assertions':
      scope.declare('assertion_error', {
        kind: 'exception',
        name: 'Assertion_Error',
        id: ASSERTION_ERROR,
      });
      scope.declare('assert', assertProcedure(scope));
      return scope;
    case 'ada.exceptions':
      declareExceptions(scope);
      return scope;
    case 'ada.characters.latin_1':
      for (const [name, code] of [
        ['lf', 10],
        ['cr', 13],
        ['esc', 27],
        ['nul', 0],
        ['ht', 9],
      ] as const)
        scope.declare(name, { kind: 'literal', name, type: CHARACTER, value: code });
      return scope;
    case 'interfaces.c':
      scope.declare('int', { kind: 'type', name: 'int', type: integerType('int', -0x80000000, 0x7fffffff) });
      return scope;
    default:
      return scope;
  }
}
