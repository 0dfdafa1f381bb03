/** Declarations, then statements with handlers; on the way out the tasks declared here are waited for. */

import type { Master } from '../resolve/unit.js';
import type { Block, Declaration } from '../syntax/index.js';
import { type Context, within } from './context.js';
import { declareAll } from './declare.js';
import { withHandlers } from './exception.js';
import { lowerStatements } from './statement.js';
import { activate, waitForTasks } from './task.js';

export function lowerBlock(
  given: Context,
  declarations: readonly Declaration[],
  block: Block,
  name: string,
): void {
  const { onBegin } = given;
  const context: Context = { ...given, onBegin: undefined, mainProgram: undefined };
  if (declarations.length === 0) {
    onBegin?.(context);
    withHandlers(context, block.handlers, (inside) => lowerStatements(inside, block.statements));
    return;
  }
  const master: Master = {
    name,
    outermost: given.mainProgram === true,
    parent: context.master,
    tasks: [],
    task: context.task,
  };
  const owner = within(
    { ...context, master },
    {
      leave: (outside) => waitForTasks({ ...outside, master }),
      raise: (outside) => {
        waitForTasks({ ...outside, master });
        return false;
      },
    },
  );
  const created = declareAll(owner, declarations);
  activate(owner, created);
  onBegin?.(owner);
  withHandlers(owner, block.handlers, (inside) => lowerStatements(inside, block.statements));
  waitForTasks(owner);
}
