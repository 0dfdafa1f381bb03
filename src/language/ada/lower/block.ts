/** Declarations, then statements with handlers; on the way out the tasks declared here are waited for. */

import type { Master } from '../resolve/unit.js';
import type { Block, Declaration } from '../syntax/index.js';
import { type Context, within } from './context.js';
import { finalizeAll } from './controlled.js';
import { declareAll } from './declare.js';
import { withHandlers } from './exception.js';
import { lowerStatements } from './statement.js';
import { activate, neverActivated, waitForTasks } from './task.js';

export function lowerBlock(
  given: Context,
  declarations: readonly Declaration[],
  block: Block,
  name: string,
): void {
  const { onBegin, onEnd } = given;
  const context: Context = { ...given, onBegin: undefined, onEnd: undefined, mainProgram: undefined };
  if (declarations.length === 0) {
    onBegin?.(context);
    withHandlers(context, block.handlers, (inside) => lowerStatements(inside, block.statements));
    return;
  }
  const master: Master = {
    name,
    outermost: given.mainProgram === true && context.master.outermost,
    parent: context.master,
    tasks: [],
    task: context.task,
  };
  const end = (outside: Context): void => {
    if (master.tasks.length > 0 || master.pool) onEnd?.(outside);
    waitForTasks(outside);
    finalizeAll({ ...outside, frames: context.frames }, master);
  };
  let declaring = true;
  const owner = within(
    { ...context, master },
    {
      leave: (outside) => end({ ...outside, master }),
      raise: (inside, _raised, frames) => {
        const outside: Context = { ...inside, frames, master };
        if (declaring) neverActivated(outside, master);
        end(outside);
        return false;
      },
    },
  );
  const created = declareAll(owner, declarations);
  declaring = false;
  // An exception of the activation is one of the statements, whose handlers see it.
  withHandlers(owner, block.handlers, (inside) => {
    activate(inside, created);
    onBegin?.(inside);
    lowerStatements(inside, block.statements);
  });
  end(owner);
}
