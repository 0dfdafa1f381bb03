/**
 * A tree of elements and its text. Tags and attributes are ours; every text and every attribute value is
 * made printable and escaped here, in one place, so that no name of a model can become markup.
 */
import { printable } from '../printable.js';

export interface Element {
  tag: string;
  attributes: Attributes;
  children: Content[];
}

export type Content = Element | string;
type Attributes = Record<string, string | number | boolean | undefined>;

export function element(tag: string, attributes: Attributes = {}, ...children: Content[]): Element {
  return { tag, attributes, children };
}

const EMPTY = new Set(['meta', 'br', 'rect', 'line', 'circle', 'path']);
/** Their content is not markup; only texts of this folder may stand in them. */
const VERBATIM = new Set(['script', 'style']);

export function render(content: Content): string {
  if (typeof content === 'string') return escapeText(content);
  const { tag, attributes, children } = content;
  const start = `<${tag}${Object.entries(attributes).map(attribute).join('')}>`;
  if (EMPTY.has(tag)) return start.replace(/>$/, '/>');
  if (VERBATIM.has(tag)) return `${start}${children.map(verbatim).join('')}</${tag}>`;
  return `${start}${children.map(render).join('')}</${tag}>`;
}

function attribute([name, value]: [string, string | number | boolean | undefined]): string {
  if (value === undefined || value === false) return '';
  return value === true ? ` ${name}=""` : ` ${name}="${escapeText(String(value))}"`;
}

function verbatim(content: Content): string {
  if (typeof content !== 'string' || /<[/!]/.test(content)) throw new Error('this could end its element');
  return content;
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
};

function escapeText(text: string): string {
  return printable(text).replace(/[&<>"'`]/g, (character) => ENTITIES[character]);
}
