/**
 * Patterns as quantified regular expressions. Scopes are read first-Q.
 *
 * Each pattern is one expression for the text of a scope; the scope puts it in its place. The
 * response chains are the exact ones, not the shorter usual forms that let an answer be used up by
 * one request (those accept `P S P T` although no S and T follow the second P).
 */
import type { Pattern, PatternProperty } from './property.js';

/** `names` are as the notation spells them. */
export function regularExpressionOf(property: PatternProperty, names: string[]): string {
  return `for events { ${names.join(', ')} } show all executions satisfy ${inScope(property)}`;
}

function inScope(property: PatternProperty): string {
  const { scope } = property;
  if (property.kind === 'universality') return universality(property.P, property.N, property.scope);
  switch (scope.kind) {
    case 'globally':
      return body(property, []);
    case 'before':
      return `~[${scope.R}]* | (${body(property, [scope.R])}); ${scope.R}; .*`;
    case 'after':
      return `~[${scope.Q}]*; (${scope.Q}; (${body(property, [])}))?`;
    default: {
      const { Q, R } = scope;
      const closed = body(property, [R]);
      const last = scope.kind === 'between' ? `~[${R}]*` : `(${closed})`;
      return `~[${Q}]*; (${Q}; (${closed}); ${R}; ~[${Q}]*)*; (${Q}; ${last})?`;
    }
  }
}

/** The words over events other than `outside` (the closing event, if any) that satisfy the pattern. */
function body(pattern: Exclude<Pattern, { kind: 'universality' }>, outside: string[]): string {
  const not = (...events: string[]): string => {
    const all = [...events, ...outside];
    return all.length === 0 ? '.*' : `~[${all.join(',')}]*`;
  };
  const { P } = pattern;
  switch (pattern.kind) {
    case 'absence':
      return not(P);
    case 'existence':
      return `${not(P)}; ${P}; ${not()}`;
    case 'bounded-existence':
      return `((${not(P)}; ${P})?)^${pattern.most}; ${not(P)}`;
    case 'precedence': {
      const { S } = pattern;
      return `${not(P)} | ${not(S, P)}; ${S}; ${not()}`;
    }
    case 'response': {
      const { S } = pattern;
      return `${not(P)}; (${P}; ${not(S)}; ${S}; ${not(P)})*`;
    }
    case 'precedence-2-1': {
      const { S, T } = pattern;
      return `${not(P)} | ${not(P, S)}; ${S}; ${not(P, T)}; ${T}; ${not()}`;
    }
    case 'precedence-1-2': {
      const { S, T } = pattern;
      return `${not(P, S)}; (${P}; ${not()} | ${S}; ${not(T)})?`;
    }
    case 'response-2-1': {
      // Only the last S that a T follows matters, and the S after it that still waits for its T.
      const { S, T } = pattern;
      const idle = `${not(S)}; (${S}; ${not(T)})?`;
      const early = `${not(S, P)}; ${P}; ${idle}`;
      const late = `${not(S, P)}; ${S}; ${not(T, P)}; ${P}; ${not(T)}`;
      return `${idle} | ${not()}; ${S}; ${not(S, T)}; ${T}; (${early} | ${late})`;
    }
    case 'response-1-2': {
      // Only the last P matters.
      const { S, T, Z } = pattern;
      const pair =
        Z === undefined ? `${not(P, S)}; ${S}; ${not(P, T)}; ${T}` : `${not(P)}; ${S}; ${not(P, T, Z)}; ${T}`;
      return `${not(P)}; (${not()}; ${P}; ${pair}; ${not(P)})?`;
    }
  }
}

/** The fact may have become false before the scope opens, so the text of the scope is not enough. */
function universality(P: string, N: string, scope: PatternProperty['scope']): string {
  switch (scope.kind) {
    case 'globally':
      return `~[${N}]*`;
    case 'before':
      return `~[${scope.R}]* | ~[${N},${scope.R}]*; ${scope.R}; .*`;
    case 'after': {
      const { Q } = scope;
      return `~[${Q}]* | (~[${Q}]*; ${P})?; ~[${N},${Q}]*; ${Q}; ~[${N}]*`;
    }
    default: {
      // Between two scopes the fact keeps its value: after a scope it is true.
      const { Q, R } = scope;
      const opened = `(~[${Q}]*; ${P})?; ~[${N},${Q}]*; ${Q}; ~[${N},${R}]*`;
      const rest = scope.kind === 'between' ? `~[${Q}]*; (${Q}; ~[${R}]*)?` : `(~[${Q}]* | ${opened})`;
      return `(${opened}; ${R})*; ${rest}`;
    }
  }
}
