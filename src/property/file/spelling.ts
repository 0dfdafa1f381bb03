/**
 * Other spellings of a model's events. Where `caller->acceptor.entry(values)` is a meeting and
 * `acceptor.entry.end` its end, users of INCA write `caller;acceptor.entry;value;value` (alone, or in `call(…)` or
 * `accept(…)`) and `caller;acceptor.entry-end`; users of FLAVERS begin the name of an entry with that of the
 * program. Capitals do not matter in these.
 */
import type { EventPattern } from '../event.js';
import type { Vocabulary } from './vocabulary.js';

const END = '-end';

/** What the text means under another spelling; undefined where it means nothing. */
export function respelt(text: string, vocabulary: Vocabulary): EventPattern | undefined {
  const half = /^(?:call|accept)\((.*)\)$/.exec(text)?.[1] ?? text;
  const [caller, entry, ...values] = half.split(';');
  let name: string | undefined;
  if (entry === undefined) name = withoutProgram(text, vocabulary);
  else if (entry.endsWith(END)) name = endOf(caller, entry.slice(0, -END.length), vocabulary);
  else {
    const shown = values.length > 0 ? `(${values.join(',')})` : '';
    name = vocabulary.like(`${caller}->${entry}${shown}`);
  }
  return name === undefined ? undefined : { kind: 'name', name };
}

function withoutProgram(text: string, vocabulary: Vocabulary): string | undefined {
  const program = `${vocabulary.program}.`.toLowerCase();
  return text.toLowerCase().startsWith(program) ? vocabulary.like(text.slice(program.length)) : undefined;
}

/** The end does not say who called, so nobody else may. */
function endOf(caller: string, entry: string, vocabulary: Vocabulary): string | undefined {
  const calls = vocabulary.names.filter((name) => name.toLowerCase().endsWith(`->${entry}`.toLowerCase()));
  const meant = calls.length === 1 && calls[0].toLowerCase() === `${caller}->${entry}`.toLowerCase();
  return meant ? vocabulary.like(`${entry}.end`) : undefined;
}
