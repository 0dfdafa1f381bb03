/**
 * Small models, one for each construct and each rule that decides how many states there are, with what
 * SPIN 6.5.2 finds for them: `spin -o1 -o2 -o3 -a`, compiled with -DSAFETY -DNOREDUCE -DNOCLAIM, run with -c0.
 */
import { atomic } from './atomic.js';
import { channels } from './channels.js';
import { control } from './control.js';
import { data } from './data.js';
import { escapes } from './escapes.js';
import type { SmallModel } from './model.js';
import { processes } from './processes.js';

export const smallModels: SmallModel[] = [
  ...atomic,
  ...channels,
  ...control,
  ...data,
  ...escapes,
  ...processes,
];
