/** Library packages without source: what they offer as far as it is modelled; everything else in them is opaque. */
import { Scope } from '../resolve/scope.js';
import { CHARACTER, INTEGER } from '../resolve/standard.js';
import { integerType, unknownType } from '../resolve/type.js';
import { silent } from './instance.js';
import { declareInput } from './text.js';

/** Undefined for a package that is not known here. */
export function libraryPackage(key: string, parent: Scope): Scope | undefined {
  const scope = new Scope(parent, key);
  const type = (name: string, reason: string): void =>
    scope.declare(name.toLowerCase(), { kind: 'type', name, type: unknownType(name, reason) });
  switch (key) {
    case 'ada':
    case 'gnat':
    case 'system':
    case 'interfaces':
    case 'ada.numerics':
    case 'ada.strings':
    case 'ada.containers':
      if (key === 'system')
        scope.declare('any_priority', { kind: 'type', name: 'Any_Priority', type: INTEGER });
      return scope;
    case 'ada.text_io':
    case 'text_io':
    case 'ada.integer_text_io':
    case 'ada.float_text_io':
    case 'ada.long_integer_text_io':
    case 'ada.wide_text_io':
    case 'gnat.io':
      declareInput(scope);
      return scope;
    case 'ada.calendar':
    case 'calendar':
      type('Time', 'time');
      return scope;
    case 'ada.real_time':
      type('Time', 'time');
      type('Time_Span', 'time');
      return scope;
    case 'ada.numerics.float_random':
      type('Generator', 'chance');
      for (const name of ['reset', 'save']) scope.declare(name, silent(name, scope));
      return scope;
    case 'ada.strings.unbounded':
      type('Unbounded_String', 'text');
      return scope;
    case 'ada.task_identification':
      type('Task_Id', 'task identification');
      return scope;
    case 'ada.exceptions':
      type('Exception_Occurrence', 'an exception occurrence');
      type('Exception_Id', 'an exception occurrence');
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
      return undefined;
  }
}
