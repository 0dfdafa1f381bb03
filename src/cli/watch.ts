/** `--watch`: checks again whenever a file it read changes, and says what became different. */
import { printable } from '../report/printable.js';
import { describeVerdict } from '../report/verdict.js';
import type { Result } from '../verify/result.js';
import type { Checked } from './check.js';
import type { Io } from './io.js';
import { GONE, stampOf } from './stamp.js';

const MILLISECONDS_BETWEEN = 200;

/** Ends when the user stops it, with the exit code of the last check. */
export async function watch(checkOnce: () => Promise<Checked>, io: Io): Promise<number> {
  for (let last: Checked | undefined; ; ) {
    const checked = await checkOnce();
    if (last) io.out.write(`${differences(last.results, checked.results).join('\n')}\n`);
    last = checked;
    const size = [...checked.stamps.values()].filter((stamp) => stamp !== GONE).length;
    if (!io.stop.aborted) io.out.write(`watching ${size} ${size === 1 ? 'file' : 'files'}; Ctrl-C ends\n`);
    if (!(await changed(checked.stamps, io.stop))) return checked.code;
  }
}

/** For every property whose answer is another one than before. */
function differences(before: readonly Result[], after: readonly Result[]): string[] {
  const keyOf = ({ file, property }: Result) => `${file}: ${property}`;
  const told = (result: Result | undefined) => (result ? describeVerdict(result) : 'not asked');
  const old = new Map(before.map((result) => [keyOf(result), result]));
  const fresh = new Map(after.map((result) => [keyOf(result), result]));
  const lines = [...new Set([...old.keys(), ...fresh.keys()])].flatMap((key) => {
    const [was, is] = [told(old.get(key)), told(fresh.get(key))];
    return was === is ? [] : [`changed: ${printable(key)}: was ${was}, now ${is}`];
  });
  return lines.length > 0 ? lines : ['nothing changed in the answers'];
}

async function changed(stamps: ReadonlyMap<string, string>, stop: AbortSignal): Promise<boolean> {
  while (!stop.aborted) {
    for (const [file, stamp] of stamps) if (stampOf(file) !== stamp) return true;
    await new Promise((resolve) => setTimeout(resolve, MILLISECONDS_BETWEEN));
  }
  return false;
}
