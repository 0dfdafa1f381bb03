/** Subprograms that are modelled here and not by a body. */

import type { Context } from '../lower/context.js';
import type { Value } from '../lower/value.js';
import type { AdaType } from '../resolve/type.js';
import type { Association } from '../syntax/index.js';

export interface Builtin {
  /** Takes whatever it is given. */
  anyArguments?: boolean;
  call(context: Context, given: readonly Association[], expected?: AdaType): Value | undefined;
}
