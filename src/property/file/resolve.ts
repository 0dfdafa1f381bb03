/**
 * What the names in a property stand for: first what the property file defines, then the events of
 * the model. A definition may use others; its own name inside it means the event of the model.
 */
import { type Diagnostic, nearestNames, type Reading } from '../../model/diagnostic.js';
import type { Span } from '../../model/source.js';
import type { System } from '../../model/system.js';
import { DEEPEST_NESTING } from '../cursor.js';
import { type EventPattern, patternOfName } from '../event.js';
import { rendezvousText } from '../interval/events.js';
import type { EventDefinition } from './definition.js';
import { respelt } from './spelling.js';
import { Vocabulary } from './vocabulary.js';

/** Where a name or text of a pattern stands, if that is known. */
export type Locate = (text: string) => Span | undefined;

/** A definition that refers to others grows with each, in size and in depth; beyond this it is refused. */
const MOST_PARTS = 10_000;
/** A short list of events is a better hint than a guess. */
const FEW_EVENTS = 12;

type Resolved = { pattern: EventPattern; parts: number; height: number } | 'broken';

export class EventResolver {
  readonly diagnostics: Diagnostic[] = [];
  private readonly definitions: Map<string, EventDefinition>;
  private readonly resolved = new Map<string, Resolved | 'open'>();
  private readonly reported = new Set<string>();
  private depth = 0;

  constructor(
    definitions: readonly EventDefinition[],
    readonly vocabulary: Vocabulary,
  ) {
    this.definitions = new Map(definitions.map((definition) => [definition.name, definition]));
  }

  /** Is this a definition, or something the model can show? */
  knows(name: string): boolean {
    return (
      this.definitions.has(name) ||
      this.vocabulary.canMatch(patternOfName(name)) ||
      respelt(name, this.vocabulary) !== undefined
    );
  }

  /** Every name that means something. */
  names(): string[] {
    return [...new Set([...this.definitions.keys(), ...this.vocabulary.names])];
  }

  /** Undefined when a name in it means nothing; that is then in `diagnostics`. */
  resolve(pattern: EventPattern, locate: Locate = () => undefined): EventPattern | undefined {
    const resolved = this.inside(pattern, locate, undefined);
    return resolved === 'broken' ? undefined : resolved.pattern;
  }

  /** Definitions that no property used are looked at too, but only warned about. */
  checkUnused(definitions: readonly EventDefinition[]): void {
    const before = this.diagnostics.length;
    for (const definition of definitions) {
      if (!this.resolved.has(definition.name)) this.definition(definition);
    }
    for (const diagnostic of this.diagnostics.slice(before)) diagnostic.severity = 'warning';
  }

  private inside(pattern: EventPattern, locate: Locate, own: string | undefined): Resolved {
    const meeting = rendezvousText(pattern);
    if (meeting !== undefined) return this.leaf(pattern, meeting, locate);
    switch (pattern.kind) {
      case 'and':
      case 'or':
      case 'not': {
        const before = pattern.kind === 'not' ? [pattern.part] : pattern.parts;
        this.depth++;
        const parts = before.map((part) => this.inside(part, locate, own));
        this.depth--;
        const sound = parts.filter((part) => part !== 'broken');
        if (sound.length < parts.length) return 'broken';
        const inner = sound.map((part) => part.pattern);
        return {
          pattern:
            pattern.kind === 'not' ? { kind: 'not', part: inner[0] } : { kind: pattern.kind, parts: inner },
          parts: sound.reduce((sum, part) => sum + part.parts, 1),
          height: sound.reduce((most, part) => Math.max(most, part.height), 0) + 1,
        };
      }
      case 'name': {
        const definition = pattern.name === own ? undefined : this.definitions.get(pattern.name);
        if (definition !== undefined) return this.definition(definition);
        return this.leaf(patternOfName(pattern.name), pattern.name, locate);
      }
      case 'glob':
        return this.leaf(pattern, pattern.glob, locate);
      case 'call':
        return this.leaf(pattern, pattern.name, locate);
      default:
        return this.leaf(pattern, pattern.text, locate);
    }
  }

  private definition(definition: EventDefinition): Resolved {
    const { name, span } = definition;
    const known = this.resolved.get(name);
    if (known === 'open') {
      const message = `the definition of "${name}" needs itself`;
      this.diagnostics.push({ code: 'bad-structure', severity: 'error', message, span });
      return 'broken';
    }
    if (known !== undefined) return known;
    this.resolved.set(name, 'open');
    this.depth++;
    let resolved: Resolved =
      this.depth > DEEPEST_NESTING
        ? this.tooLarge(definition)
        : this.inside(definition.pattern, (text) => definition.places.get(text) ?? span, name);
    this.depth--;
    if (resolved !== 'broken' && (resolved.parts > MOST_PARTS || resolved.height > DEEPEST_NESTING)) {
      resolved = this.tooLarge(definition);
    }
    this.resolved.set(name, resolved);
    return resolved;
  }

  private tooLarge({ name, span }: EventDefinition): 'broken' {
    const message = `the definition of "${name}", with the others put in, is too large`;
    this.diagnostics.push({ code: 'too-large', severity: 'error', message, span });
    return 'broken';
  }

  private leaf(pattern: EventPattern, text: string, locate: Locate): Resolved {
    if (this.vocabulary.canMatch(pattern)) return { pattern, parts: 1, height: 1 };
    const whole = pattern.kind === 'name' || rendezvousText(pattern) !== undefined;
    const other = whole ? respelt(text, this.vocabulary) : undefined;
    if (other !== undefined) return { pattern: other, parts: 1, height: 1 };
    const span = locate(text);
    const key = JSON.stringify([text, span]);
    if (!this.reported.has(key)) {
      this.reported.add(key);
      this.diagnostics.push(this.unknown(pattern, text, span));
    }
    return 'broken';
  }

  private unknown(pattern: EventPattern, text: string, span: Span | undefined): Diagnostic {
    const { names } = this.vocabulary;
    const message =
      pattern.kind === 'name'
        ? `the model has no event "${text}"`
        : pattern.kind === 'call' && names.includes(text)
          ? `the model has no event "${text}" with such arguments`
          : `no event of the model matches "${text}"`;
    return {
      code: 'unknown-event',
      severity: 'error',
      message,
      ...(span && { span }),
      hint: this.hint(text),
    };
  }

  private hint(text: string): string {
    const { names } = this.vocabulary;
    const quoted = (list: readonly string[]) => list.map((name) => `"${name}"`);
    const near = nearestNames(text, this.names()).filter((name) => name !== text);
    if (near.length > 0) return `did you mean ${quoted(near).join(' or ')}?`;
    if (names.length === 0) return 'this model shows no events at all';
    if (names.length <= FEW_EVENTS) return `its events are ${quoted(names).join(', ')}`;
    return `it has ${names.length} events, among them ${quoted(names.slice(0, FEW_EVENTS)).join(', ')}`;
  }
}

/** A pattern with definitions put in and names checked against the model. */
export function resolvePattern(
  pattern: EventPattern,
  definitions: readonly EventDefinition[],
  system: System,
  locate?: Locate,
): Reading<EventPattern> {
  const resolver = new EventResolver(definitions, new Vocabulary(system));
  const value = resolver.resolve(pattern, locate);
  const { diagnostics } = resolver;
  return value === undefined ? { ok: false, diagnostics } : { ok: true, value, diagnostics };
}
