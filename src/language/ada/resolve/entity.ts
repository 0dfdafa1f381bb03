/** What a name can stand for. */

import type { Builtin } from '../library/builtin.js';
import type { Denotation } from '../lower/name.js';
import type { Value } from '../lower/value.js';
import type {
  ExpressionFunction,
  GenericDeclaration,
  NullProcedure,
  PackageBody,
  SubprogramBody,
} from '../syntax/index.js';
import type { Scope } from './scope.js';
import type { AdaType } from './type.js';
import type { EntryUnit, Formal, ProtectedObject, TaskObject, TaskUnit } from './unit.js';

export type Entity =
  | ObjectEntity
  | { kind: 'type'; name: string; type: AdaType }
  | { kind: 'literal'; name: string; type: AdaType; value: number }
  | { kind: 'package'; name: string; scope: Scope }
  | Subprogram
  | { kind: 'exception'; name: string; id: number }
  | Generic
  | { kind: 'entry'; name: string; entry: EntryUnit; of: TaskUnit | ProtectedObject }
  /** A loop, block, task body or subprogram, whose name may stand before what it declares. */
  | { kind: 'region'; name: string; scope: Scope; task?: TaskObject }
  /** Known to exist, not modelled; `library` where it is one of the predefined library. */
  | { kind: 'opaque'; name: string; reason: string; library?: boolean };

interface ObjectEntity {
  kind: 'object';
  name: string;
  type: AdaType;
  constant: boolean;
  value: Value;
}

export interface Subprogram {
  kind: 'subprogram';
  name: string;
  function: boolean;
  formals: Formal[];
  /** Where the type of its result stands. */
  declaration?: number;
  result?: AdaType;
  body?: SubprogramBody | ExpressionFunction | NullProcedure;
  /** Where the body's names are looked up. */
  scope: Scope;
  builtin?: Builtin;
  /** Calls are to this instead: a renaming. */
  renames?: Entity;
  /** Or to this entry or protected operation. */
  renamedMember?: Extract<Denotation, { kind: 'member' }>;
  /** An operation of this protected object. */
  object?: ProtectedObject;
}

export interface Generic {
  kind: 'generic';
  name: string;
  declaration: GenericDeclaration;
  body?: SubprogramBody | PackageBody;
  scope: Scope;
  /** Of the predefined library, as far as it is modelled. */
  library?: boolean;
}
