import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { element, render } from '../../../src/report/html/markup.js';
import { html } from '../../../src/report/html/page.js';
import { deadlockTrace, holds, inconclusive, sources, step, trace, undecided, violated } from '../sample.js';
import { elementsOf, textOf } from './reading.js';

const page = (...results: (typeof holds)[]): string =>
  html({ version: '1.2.3', results, diagnostics: [], sources });

describe('markup', () => {
  it.each([
    ['<b>', '&lt;b&gt;'],
    ['"\'`&', '&quot;&#39;&#96;&amp;'],
    ['\u001b\u202e', '\\x1b\\u{202e}'],
  ])('writes %j as %j, in texts and in attributes', (text, written) => {
    expect(render(element('p', { title: text }, text))).toBe(`<p title="${written}">${written}</p>`);
  });

  it('refuses a script that could end its element', () => {
    expect(() => render(element('script', {}, 'if (a </script>'))).toThrow();
  });
});

describe('the page', () => {
  it('says all answers, and tells the violation moment by moment', () => {
    const text = page(violated, holds, inconclusive);
    const rows = elementsOf(text, 'tr').filter(({ inside }) => inside.includes('answers'));
    expect(rows.map((row) => row.attributes['data-show'])).toEqual([undefined, '0', undefined, undefined]);
    expect(rows.map(({ content }) => textOf(content)).slice(2)).toEqual([
      'phil.lts EATING holds (exhaustive) reach: 1,234 states, 5,678 transitions, 1.3 s &#96;.&#96; is read as any event',
      'big.lts live inconclusive (time limit) reach not all states were visited',
    ]);
    const told = elementsOf(text, 'article').map(({ content }) => textOf(content));
    expect(told).toHaveLength(4);
    expect(told[0]).toBe('At the start');
    expect(told[1]).toContain('Step 1 of 2 phil.0 and fork.0 : 0.get');
    expect(told[3]).toContain('Nothing can move In a circle, each waits for the next: phil.0');
    expect(told[3]).toContain('phil.0 waits for 1.get needs phil.1');
  });

  it('tells a candidate like a violation, under its verdict', () => {
    const text = page(holds, undecided, violated);
    const rows = elementsOf(text, 'tr').filter(({ inside }) => inside.includes('answers'));
    expect(rows.map((row) => row.attributes['data-show'])).toEqual([undefined, undefined, '0', '1']);
    expect(textOf(rows[2].content)).toContain('phil.lts candidate inconclusive');
    const [first, second] = elementsOf(text, 'section')
      .filter(({ attributes }) => attributes.class === 'violation')
      .map(({ content }) => textOf(content));
    expect(first).toContain('a candidate was found, but it depends on');
    expect(first).toContain('Step 1 of 2 phil.0 and fork.0 : 0.get');
    expect(second).toContain('Step 1 of 2 phil.0 and fork.0 : 0.get');
  });

  it('shows the source and marks the stretches of each moment', () => {
    const text = page(violated);
    const moments = elementsOf(text, 'article').map(({ attributes }) => attributes['data-stretches']);
    expect(moments).toEqual(['', '0 1', '', '2']);
    const pieces = elementsOf(text, 'span').filter(
      ({ attributes }) => attributes['data-stretches'] !== undefined,
    );
    expect(pieces.map(({ attributes, content }) => [attributes['data-stretches'], textOf(content)])).toEqual([
      ['1', 'get'],
      ['0', 'right.get'],
      ['2', 'left.get'],
    ]);
  });

  it('draws a row for every moment, arrows for messages, crosses for those who wait for ever', () => {
    const text = page(violated);
    expect(elementsOf(text, 'g').map(({ attributes }) => attributes['data-moment'])).toEqual([
      '0',
      '1',
      '2',
      '3',
    ]);
    const paths = elementsOf(text, 'path').filter(({ inside }) => inside.includes('chart'));
    expect(paths.map(({ attributes }) => attributes.class)).toEqual(['message', 'message', 'stuck', 'stuck']);
  });

  it('says where a cycle begins again', () => {
    const names = ['P'];
    const steps = ['a', 'b', 'c'].map((label) => step(names, [0], label));
    const ending = { kind: 'cycle', waiting: [], circle: [] } as const;
    const text = page({
      ...violated,
      trace: trace(names, steps, { cycleFrom: 1, ending: { ...ending, waiting: [], circle: [] } }),
    });
    const [section] = elementsOf(text, 'section').filter(
      ({ attributes }) => attributes.class === 'violation',
    );
    expect(section.attributes['data-again']).toBe('2');
    expect(textOf(text)).toContain('Step 2 of 3, again and again');
  });

  it('leaves out the middle of a very long execution', () => {
    const names = ['P'];
    const steps = Array.from({ length: 5_000 }, (_, i) => step(names, [0], `s${i}`));
    const text = page({ ...violated, trace: trace(names, steps) });
    expect(elementsOf(text, 'article')).toHaveLength(1_501);
    expect(textOf(text)).toContain('3500 steps left out');
  });

  it('allows no script and no style but its own, by digest, and loads nothing', () => {
    const text = page(violated, holds);
    const [policy] = elementsOf(text, 'meta').filter((meta) => meta.attributes['http-equiv'] !== undefined);
    const digest = (tag: string) =>
      createHash('sha256').update(elementsOf(text, tag)[0].content).digest('base64');
    expect(policy.attributes.content).toBe(
      `default-src &#39;none&#39;; script-src &#39;sha256-${digest('script')}&#39;; style-src &#39;sha256-${digest('style')}&#39;; base-uri &#39;none&#39;; form-action &#39;none&#39;`,
    );
    expect(text).not.toMatch(/ (?:src|href|action|style|on\w+)=|url\(|@import|https?:/);
  });

  it('tells wrong inputs', () => {
    const diagnostics = [
      { code: 'syntax', severity: 'error', message: 'expected <', hint: 'a & b' },
    ] as const;
    expect(html({ version: '1', results: [], diagnostics, sources })).toContain(
      'error: expected &lt; (a &amp; b)',
    );
  });

  it('has no chart where it is so at the start', () => {
    expect(
      textOf(
        page({
          ...violated,
          trace: { ...deadlockTrace, steps: [], ending: { kind: 'goes on', waiting: [], circle: [] } },
        }),
      ),
    ).toContain('It is so at the start.');
  });
});
