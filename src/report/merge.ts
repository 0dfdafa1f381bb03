/** The reports of several shards as one, in the order in which a single run would have answered. */
import { type Diagnostic, InputError } from '../model/diagnostic.js';
import type { Report } from './report.js';

type Part = Omit<Report, 'sources'> & { file: string };

/** Throws an InputError where the parts do not belong together, or one of them is missing. */
export function mergeReports(parts: readonly Part[]): Omit<Report, 'sources'> {
  const wrong = mismatches(parts);
  if (wrong.length > 0) throw new InputError(wrong);
  const placed = parts.flatMap(({ results, shard }, part) =>
    results.map((result, i) => ({ result, position: shard?.positions[i] ?? 0, part, i })),
  );
  placed.sort((a, b) => a.position - b.position || a.part - b.part || a.i - b.i);
  const diagnostics = new Map(
    parts.flatMap((part) => part.diagnostics).map((diagnostic) => [JSON.stringify(diagnostic), diagnostic]),
  );
  return {
    version: parts[0].version,
    results: placed.map(({ result }) => result),
    diagnostics: [...diagnostics.values()],
  };
}

function mismatches(parts: readonly Part[]): Diagnostic[] {
  const messages: string[] = [];
  const versions = [...new Set(parts.map(({ version }) => version))];
  if (versions.length > 1) messages.push(`the reports are from different versions: ${versions.join(', ')}`);
  const sharded = parts.filter(({ shard }) => shard);
  if (sharded.length > 0 && sharded.length < parts.length) {
    const whole = parts.find(({ shard }) => !shard)!;
    messages.push(`${whole.file} is a whole report, not a shard like the others`);
  }
  const counts = [...new Set(sharded.map(({ shard }) => shard!.count))];
  if (counts.length > 1)
    messages.push(`the shards are of different runs: of ${counts.join(' and of ')} parts`);
  if (counts.length === 1) {
    const { run } = sharded[0].shard!;
    const stranger = sharded.find(({ shard }) => shard!.run !== run);
    if (stranger)
      messages.push(
        `${stranger.file} is of another run than ${sharded[0].file}: other programs, properties or options`,
      );
    const given = sharded.map(({ shard }) => shard!.index);
    const twice = sharded.find(({ shard }, i) => given.indexOf(shard!.index) < i);
    if (twice)
      messages.push(
        `shard ${twice.shard!.index}/${counts[0]} is given twice, the second time by ${twice.file}`,
      );
    const missing = Array.from({ length: counts[0] }, (_, i) => i + 1).filter(
      (index) => !given.includes(index),
    );
    if (missing.length > 0) {
      const named = missing.map((index) => `${index}/${counts[0]}`).join(', ');
      messages.push(`not all shards are there: ${named} ${missing.length === 1 ? 'is' : 'are'} missing`);
    }
  }
  return messages.map((message) => ({ code: 'bad-value', severity: 'error', message }));
}
