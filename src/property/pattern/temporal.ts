/**
 * Patterns as LTL. Scopes are read every-Q. Events are read as atoms that hold at the position where
 * the event occurs.
 *
 * Bounded existence counts occurrences: k + 1 of them, one nested in the other, do not fit in the
 * scope. For universality the past would tell whether the fact is true when the scope opens; without
 * it, the formula is said of each N instead: from it, no scope opens before a P.
 */
import type { Pattern, PatternProperty } from './property.js';

export function temporalFormulaOf(property: PatternProperty): string {
  const { scope } = property;
  if (property.kind === 'universality') return universality(property.P, property.N, scope);
  switch (scope.kind) {
    case 'globally':
      return unbounded(property);
    case 'before':
      return `<>${scope.R} -> (${bounded(property, scope.R, 'U')})`;
    case 'after':
      return LASTING.has(property.kind)
        ? `[](${scope.Q} -> (${unbounded(property)}))`
        : `!${scope.Q} W (${scope.Q} && (${unbounded(property)}))`;
    case 'between':
      return `[]((${scope.Q} && !${scope.R} && <>${scope.R}) -> (${bounded(property, scope.R, 'U')}))`;
    case 'after-until':
      return `[]((${scope.Q} && !${scope.R}) -> (${bounded(property, scope.R, 'W')}))`;
  }
}

/**
 * What holds from the first Q to the end holds from every later position too. Said of each Q, these
 * have far smaller automata than when the first Q is singled out.
 */
const LASTING: ReadonlySet<Pattern['kind']> = new Set([
  'absence',
  'bounded-existence',
  'response',
  'response-2-1',
  'response-1-2',
]);

type Framed = Exclude<Pattern, { kind: 'universality' }>;

/** From here to the end of the execution. */
function unbounded(pattern: Framed): string {
  const { P } = pattern;
  switch (pattern.kind) {
    case 'absence':
      return `[]!${P}`;
    case 'existence':
      return `<>${P}`;
    case 'bounded-existence': {
      let more = `<>${P}`;
      for (let i = 0; i < pattern.most; i++) more = `<>(${P} && X ${more})`;
      return `!${more}`;
    }
    case 'precedence':
      return `!${P} W ${pattern.S}`;
    case 'response':
      return `[](${P} -> <>${pattern.S})`;
    case 'precedence-2-1':
      return `!${P} W (${pattern.S} && !${P} && X (!${P} W ${pattern.T}))`;
    case 'precedence-1-2':
      return `!(${pattern.S} && X <>${pattern.T}) W ${P}`;
    case 'response-2-1':
      return `[]((${pattern.S} && X <>${pattern.T}) -> X <>(${pattern.T} && <>${P}))`;
    case 'response-1-2': {
      const { S, T, Z } = pattern;
      const pair = Z === undefined ? `${S} && X <>${T}` : `${S} && !${Z} && X (!${Z} U ${T})`;
      return `[](${P} -> <>(${pair}))`;
    }
  }
}

/**
 * From here up to R, not included. `U`: R is known to come; `W`: the scope may also go to the end.
 * The inner `!R U …` demand something that must come inside the scope, so they are strong in both.
 */
function bounded(pattern: Framed, R: string, until: 'U' | 'W'): string {
  const { P } = pattern;
  switch (pattern.kind) {
    case 'absence':
      return `!${P} ${until} ${R}`;
    case 'existence':
      return `!${R} U (${P} && !${R})`;
    case 'bounded-existence': {
      let more = `(!${R} U (${P} && !${R}))`;
      for (let i = 0; i < pattern.most; i++) more = `(!${R} U (${P} && !${R} && X ${more}))`;
      return `!${more}`;
    }
    case 'precedence':
      return `!${P} ${until} (${pattern.S} || ${R})`;
    case 'response':
      return `(${P} -> (!${R} U (${pattern.S} && !${R}))) ${until} ${R}`;
    case 'precedence-2-1':
      return `!${P} ${until} (${R} || (${pattern.S} && !${P} && X (!${P} ${until} ${pattern.T})))`;
    case 'precedence-1-2':
      return `!(${pattern.S} && !${R} && X (!${R} U (${pattern.T} && !${R}))) ${until} (${R} || ${P})`;
    case 'response-2-1': {
      const { S, T } = pattern;
      const pair = `${S} && !${R} && X (!${R} U (${T} && !${R}))`;
      return `((${pair}) -> X (!${R} U (${T} && !${R} && (!${R} U (${P} && !${R}))))) ${until} ${R}`;
    }
    case 'response-1-2': {
      const { S, T, Z } = pattern;
      const pair =
        Z === undefined
          ? `${S} && !${R} && X (!${R} U (${T} && !${R}))`
          : `${S} && !${R} && !${Z} && X ((!${R} && !${Z}) U (${T} && !${R}))`;
      return `(${P} -> (!${R} U (${pair}))) ${until} ${R}`;
    }
  }
}

function universality(P: string, N: string, scope: PatternProperty['scope']): string {
  switch (scope.kind) {
    case 'globally':
      return `[]!${N}`;
    case 'before':
      return `<>${scope.R} -> (!${N} U ${scope.R})`;
    case 'after':
      return `[](${scope.Q} -> []!${N}) && [](${N} -> !(!${P} U ${scope.Q}))`;
    case 'between': {
      const opens = `(${scope.Q} && !${scope.R} && <>${scope.R})`;
      return `[](${opens} -> (!${N} U ${scope.R})) && [](${N} -> !(!${P} U ${opens}))`;
    }
    case 'after-until': {
      const opens = `(${scope.Q} && !${scope.R})`;
      return `[](${opens} -> (!${N} W ${scope.R})) && [](${N} -> !(!${P} U ${opens}))`;
    }
  }
}
