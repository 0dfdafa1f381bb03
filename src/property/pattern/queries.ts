/**
 * Patterns as interval queries, each denoting one way to violate; all must be impossible. Scopes are
 * read every-Q.
 *
 * They are exact but for `S, T without Z respond to P`: a query cannot say that every pair of S and T
 * has a Z inside, so it blames the first pair after P, and denotes more than the violations (`P S Z S T`).
 */
import { patternOfName } from '../event.js';
import { anyOf } from '../interval/events.js';
import type { Interval } from '../interval/query.js';
import type { PatternProperty } from './property.js';

interface Wanted {
  open?: boolean;
  perpetual?: boolean;
  until?: string;
  with?: string;
  without?: (string | undefined)[];
  moreThan?: { count: number; of: string };
}

/** The sequences that denote the violations. */
export function violationsOf(property: PatternProperty): Interval[][] {
  const sequences = property.kind === 'universality' ? universality(property) : inScope(property);
  return sequences.map((sequence) => sequence.map((wanted, i) => interval(wanted, i === 0)));
}

function inScope(property: Exclude<PatternProperty, { kind: 'universality' }>): Wanted[][] {
  const { scope, P } = property;
  const R = 'R' in scope ? scope.R : undefined;
  /** Does a scope need its R: yes; it has none; or both ways count. */
  const closes = scope.kind === 'before' || scope.kind === 'between';
  const opening: Wanted[] = 'Q' in scope ? [{ until: scope.Q, open: scope.kind !== 'after' }] : [];

  const closing: Wanted[] = closes ? [{ until: R }] : [];
  /** The scope goes on to its end without this event. */
  const never = (event: string): Wanted[][] => {
    const toEnd: Wanted[] = [{ without: [event, R] }, { perpetual: true, without: [event, R] }];
    const toClosing: Wanted[] = [{ until: R, without: [event] }];
    if (scope.kind === 'after-until') return [toClosing, toEnd];
    return [closes ? toClosing : toEnd];
  };
  const within = (...violations: Wanted[][]): Wanted[][] => violations.map((v) => [...opening, ...v]);

  switch (property.kind) {
    case 'absence':
      return within([closes ? { until: R, with: P } : { until: P, without: [R] }]);
    case 'existence':
      return within(...never(P));
    case 'bounded-existence': {
      const moreThan = { count: property.most, of: P };
      return within([closes ? { until: R, moreThan } : { moreThan, without: [R] }]);
    }
    case 'precedence':
      return within([{ until: P, without: [property.S, R] }, ...closing]);
    case 'response': {
      const asked = { until: P, open: true, without: [R] };
      return within(...never(property.S).map((rest) => [asked, ...rest]));
    }
    case 'precedence-2-1': {
      const { S, T } = property;
      return within(
        [{ until: P, without: [S, R] }, ...closing],
        [{ until: S, without: [P, R] }, { until: P, without: [T, R] }, ...closing],
      );
    }
    case 'precedence-1-2': {
      const { S, T } = property;
      return within([
        { until: S, without: [P, R] },
        closes ? { until: R, with: T } : { until: T, without: [R] },
      ]);
    }
    case 'response-2-1': {
      const { S, T } = property;
      const asked = [
        { until: S, open: true, without: [R] },
        { until: T, without: [R] },
      ];
      return within(...never(P).map((rest) => [...asked, ...rest]));
    }
    case 'response-1-2': {
      const { S, T, Z } = property;
      const asked = { until: P, open: true, without: [R] };
      const begun = { until: S, without: [R] };
      const disturbed =
        Z === undefined ? [] : [[asked, begun, { until: T, with: Z, without: [R] }, ...closing]];
      return within(
        ...never(S).map((rest) => [asked, ...rest]),
        ...never(T).map((rest) => [asked, begun, ...rest]),
        ...disturbed,
      );
    }
  }
}

/** N in the scope; or an N before it with no P up to where it opens. */
function universality({ P, N, scope }: Extract<PatternProperty, { kind: 'universality' }>): Wanted[][] {
  switch (scope.kind) {
    case 'globally':
      return [[{ until: N }]];
    case 'before':
      return [[{ until: scope.R, with: N }]];
    case 'after':
      return [
        [{ until: scope.Q }, { until: N }],
        [
          { until: N, open: true, without: [scope.Q] },
          { until: scope.Q, without: [P] },
        ],
      ];
    default: {
      const { Q, R } = scope;
      const opening = { until: Q, open: true };
      const falseAtOpening = [
        { until: N, open: true },
        { until: Q, open: true, without: [P] },
      ];
      if (scope.kind === 'after-until') return [[opening, { until: N, without: [R] }], falseAtOpening];
      return [
        [opening, { until: R, with: N }],
        [...falseAtOpening, { until: R }],
      ];
    }
  }
}

function interval(wanted: Wanted, initial: boolean): Interval {
  const forbidden = (wanted.without ?? []).filter((event) => event !== undefined).map(patternOfName);
  return {
    initial,
    open: wanted.open ?? false,
    perpetual: wanted.perpetual ?? false,
    ...(wanted.until !== undefined && { endsWith: patternOfName(wanted.until) }),
    require: wanted.with === undefined ? [] : [patternOfName(wanted.with)],
    ...(forbidden.length > 0 && { forbid: anyOf(forbidden) }),
    constraints:
      wanted.moreThan === undefined
        ? []
        : [
            {
              relation: '>',
              left: { constant: 0, events: [patternOfName(wanted.moreThan.of)] },
              right: { constant: wanted.moreThan.count, events: [] },
            },
          ],
  };
}
