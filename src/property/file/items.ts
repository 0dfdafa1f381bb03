/**
 * Cuts a property text (without comments) into its items. A line that starts with `property`, `assumption`
 * or `event` always begins one, so that a mistake in one item never hides the next. Notations that say
 * what they are at their start (`ltl`, `(defquery`, `for events`, `query`, and the words for the
 * built-in questions on a line of their own) may stand without a header; they begin an item where the
 * one before is not empty and has no bracket open. A definition of an event ends with its line, unless
 * a bracket is open or the pattern visibly goes on; whatever follows it is an item.
 */
export interface Item {
  kind: 'property' | 'assumption' | 'event' | 'unnamed';
  start: number;
  end: number;
}

const HEADED = /[ \t\r]*(property|assumption|event)(?=[ \t]+["A-Za-z_]|[ \t]*:)/y;
const HEADER =
  /\s*(?:(?:property|assumption)\s+(?:"[^"\n]*"|[^\s:"]+)(?:\s+(?:follows\s+from|using|assuming)\s[^:\n]*)*\s*:|event\b)/y;
const UNHEADED =
  /[ \t\r]*(?:ltl\b|\(\s*defquery\b|for\s+events\b|query\b|automaton\s*\{|(?:deadlock-free|terminates|assertions)[ \t\r]*(?:;[ \t\r]*)?(?:\n|$))/y;

export function itemsOf(text: string): Item[] {
  const items: Item[] = [];
  let current: Item | undefined;
  let depth = 0;
  for (let line = 0; line < text.length; ) {
    const newline = text.indexOf('\n', line);
    const end = newline < 0 ? text.length : newline + 1;
    const headed = at(HEADED, text, line);
    if (headed !== undefined || current === undefined || (depth === 0 && begins(text, current, line))) {
      if (current !== undefined) items.push(finished(text, current, line));
      const kind = headed === undefined ? 'unnamed' : (headed.trim() as 'property' | 'assumption' | 'event');
      current = { kind, start: line, end: text.length };
      depth = 0;
    }
    depth = Math.max(0, depth + openedBy(text, line, end));
    line = end;
  }
  if (current !== undefined) items.push(finished(text, current, text.length));
  return items.filter((item) => item.start < item.end);
}

function at(sticky: RegExp, text: string, offset: number): string | undefined {
  sticky.lastIndex = offset;
  return sticky.exec(text)?.[0];
}

function begins(text: string, current: Item, line: number): boolean {
  if (current.kind === 'event') {
    return at(/[ \t\r]*[^\s|&]/y, text, line) !== undefined && !goesOn(text, line);
  }
  if (at(UNHEADED, text, line) === undefined) return false;
  const header = current.kind === 'unnamed' ? '' : (at(HEADER, text, current.start) ?? '');
  return current.start + header.length < line && /\S/.test(text.slice(current.start + header.length, line));
}

/** Does the text before this offset end where something must follow? */
function goesOn(text: string, offset: number): boolean {
  let last = offset - 1;
  while (last > 0 && /\s/.test(text[last])) last--;
  return /[|&=!]$|\bnot$/.test(text.slice(Math.max(0, last - 3), last + 1));
}

/** Brackets opened and not closed between two offsets, outside strings. */
function openedBy(text: string, start: number, end: number): number {
  let opened = 0;
  let inString = false;
  for (let i = start; i < end; i++) {
    const character = text[i];
    if (inString) {
      if (character === '\\') i++;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '(' || character === '[' || character === '{') opened++;
    else if (character === ')' || character === ']' || character === '}') opened--;
  }
  return opened;
}

/** Without the blanks around it, nor a semicolon at its end. */
function finished(text: string, item: Item, end: number): Item {
  let from = item.start;
  let to = end;
  while (to > from && /[\s;]/.test(text[to - 1])) to--;
  while (from < to && /\s/.test(text[from])) from++;
  return { ...item, start: from, end: to };
}
