/**
 * What the page does: shows one violation at a time, one moment of it at a time, by keyboard or by click.
 * The text of this function is the page's only script, so it uses nothing but its arguments. Its shapes
 * are the few parts of the browser's document that it needs.
 */
export interface Place {
  getAttribute(name: string): string | null;
  setAttribute(name: string, value: string): void;
  classList: { toggle(name: string, on: boolean): unknown };
  hidden?: boolean;
  querySelectorAll(selector: string): Iterable<Place>;
  closest?(selector: string): Place | null;
  scrollIntoView?(how: { block: 'nearest'; inline: 'nearest' }): void;
  addEventListener(kind: string, listener: (event: Happening) => void): void;
}

interface Happening {
  key?: string;
  ctrlKey?: boolean;
  altKey?: boolean;
  metaKey?: boolean;
  target: unknown;
  preventDefault(): void;
}

export function stepping(page: Place & { body: Place }): void {
  const all = (where: Place, selector: string): Place[] => Array.from(where.querySelectorAll(selector));
  const numberOf = (place: Place, name: string): number => Number(place.getAttribute(name));
  const violations = all(page, '.violation');
  const moments = violations.map((violation) => all(violation, '.moment'));
  const at = violations.map(() => 0);
  let shown = 0;

  const show = (): void => {
    violations.forEach((violation, i) => {
      violation.hidden = i !== shown;
    });
    for (const row of all(page, 'tr[data-show]')) {
      row.classList.toggle('shown', numberOf(row, 'data-show') === shown);
    }
    const violation = violations[shown];
    const moment = moments[shown][at[shown]];
    if (!violation || !moment) return;
    moments[shown].forEach((one, i) => {
      one.hidden = i !== at[shown];
    });
    for (const row of all(violation, '.moment-row')) {
      const here = row.getAttribute('data-moment') === moment.getAttribute('data-moment');
      row.classList.toggle('here', here);
      if (here) row.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
    }
    const marked = new Set(
      (moment.getAttribute('data-stretches') ?? '').split(' ').filter((word) => word !== ''),
    );
    let first = true;
    for (const piece of all(violation, '[data-stretches]:not(.moment)')) {
      const here = (piece.getAttribute('data-stretches') ?? '').split(' ').some((word) => marked.has(word));
      piece.classList.toggle('here', here);
      if (here && first) piece.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
      if (here) first = false;
    }
    violation.setAttribute('data-at', String(at[shown]));
  };

  /** Behind the last moment of a cycle comes its first. */
  const go = (to: number): void => {
    const count = moments[shown]?.length ?? 0;
    const again = violations[shown]?.getAttribute('data-again');
    const wrapped = to >= count && again ? Number(again) : to;
    at[shown] = Math.max(0, Math.min(count - 1, wrapped));
    show();
  };
  const turn = (to: number): void => {
    shown = Math.max(0, Math.min(violations.length - 1, to));
    show();
  };
  const actions: Record<string, () => void> = {
    next: () => go(at[shown] + 1),
    back: () => go(at[shown] - 1),
    first: () => go(0),
    last: () => go((moments[shown]?.length ?? 1) - 1),
    following: () => turn(shown + 1),
    previous: () => turn(shown - 1),
  };
  const keys: Record<string, string> = {
    ArrowRight: 'next',
    ArrowDown: 'next',
    j: 'next',
    ArrowLeft: 'back',
    ArrowUp: 'back',
    k: 'back',
    Home: 'first',
    End: 'last',
    n: 'following',
    p: 'previous',
  };

  page.addEventListener('keydown', (event) => {
    const action = actions[keys[event.key ?? '']];
    if (!action || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    action();
  });
  page.addEventListener('click', (event) => {
    const target = event.target as Place;
    const action = target.closest?.('[data-action]')?.getAttribute('data-action');
    const violation = target.closest?.('tr[data-show]');
    const row = target.closest?.('.moment-row[data-moment]');
    if (action && actions[action]) actions[action]();
    else if (violation) turn(numberOf(violation, 'data-show'));
    else if (row) {
      const wanted = row.getAttribute('data-moment');
      go(moments[shown].findIndex((moment) => moment.getAttribute('data-moment') === wanted));
    }
  });
  page.body.classList.toggle('stepping', true);
  show();
}
