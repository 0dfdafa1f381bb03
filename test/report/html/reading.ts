/** Reads the markup that the reporters write, strictly: anything else than what they write is an error. */
const EMPTY = new Set(['meta', 'br', 'rect', 'line', 'circle', 'path']);

export interface Found {
  tag: string;
  attributes: Record<string, string>;
  content: string;
  /** The classes of the elements around it. */
  inside: string[];
}

/** Every element in the order of its beginning; throws where tags do not match or a text has a bare `<`. */
export function readMarkup(text: string): Found[] {
  const found: (Found & { from: number })[] = [];
  const open: (Found & { from: number })[] = [];
  const token =
    /<!doctype html>|<\?xml version="1\.0" encoding="UTF-8"\?>|<\/([a-zA-Z][a-zA-Z0-9-]*)>|<([a-zA-Z][a-zA-Z0-9-]*)((?: [a-zA-Z][a-zA-Z0-9-]*="[^"<>]*")*)(\/?)>|[^<]+|</y;
  while (token.lastIndex < text.length) {
    const from = token.lastIndex;
    const match = token.exec(text);
    if (!match || match[0] === '<') throw new Error(`no markup at ${from}: ${text.slice(from, from + 60)}`);
    const [whole, closing, tag, attributes, slash] = match;
    if (closing) {
      const opened = open.pop();
      if (opened?.tag !== closing) throw new Error(`</${closing}> ends <${opened?.tag}>`);
      opened.content = text.slice(opened.from, from);
    } else if (tag) {
      const inside = open.flatMap((outer) => outer.attributes.class?.split(' ') ?? []);
      const pairs = [...attributes.matchAll(/ ([a-zA-Z0-9-]+)="([^"]*)"/g)].map(([, name, value]) => [
        name,
        value,
      ]);
      const one = { tag, attributes: Object.fromEntries(pairs), content: '', inside, from: token.lastIndex };
      found.push(one);
      if (tag === 'script' || tag === 'style') {
        const end = text.indexOf(`</${tag}>`, token.lastIndex);
        one.content = text.slice(token.lastIndex, end);
        token.lastIndex = end + tag.length + 3;
      } else if (!EMPTY.has(tag) && slash !== '/') open.push(one);
    } else if (/&(?!(?:amp|lt|gt|quot|#\d+);)/.test(whole)) throw new Error(`a bare & in ${whole}`);
  }
  if (open.length > 0) throw new Error(`<${open.at(-1)!.tag}> is not closed`);
  return found;
}

export const elementsOf = (text: string, tag: string): Found[] =>
  readMarkup(text).filter((found) => found.tag === tag);

export const textOf = (markup: string): string =>
  markup
    .replace(/<script>.*?<\/script>|<style>.*?<\/style>|<title>.*?<\/title>/gs, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
