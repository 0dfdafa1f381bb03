/**
 * Names that try to be something else: in labels, file names (which are process names too), printed texts,
 * comments, properties. Each report is read back strictly, so that a name that got out of its place shows.
 */
import { describe, expect, it } from 'vitest';
import { heddle } from '../cli/stage.js';
import { AUT, files, NAMES, PROMELA } from './hostile-programs.js';
import { readMarkup, textOf } from './html/reading.js';

const check = (...more: string[]) => heddle(['check', AUT, PROMELA, ...more], files);

/** What a terminal would obey, or a reader be misled by. */
const OBEYED = /[^\n\t\P{Cc}]|[\u202a-\u202e\u2066-\u2069\u200b-\u200f]|\p{Cs}/u;

describe('hostile names', () => {
  it('are shown as they are, made visible, to people', async () => {
    const { code, out, err } = await check();
    expect(code).toBe(1);
    expect(`${out}${err}`).not.toMatch(OBEYED);
    expect(out).toContain('</script><script>alert(1)</script>');
    expect(out).toContain('\\u{202e}evil');
  });

  it('stay inside their strings in json', async () => {
    const { out } = await check('--reporter', 'json');
    expect(out).not.toMatch(OBEYED);
    const [first] = JSON.parse(out).results;
    expect(first.trace.steps.map(({ label }: { label: string }) => label)).toEqual(
      NAMES.map((name) => name.replace(/\n/g, ' ').replace(/\ud800$/, '\ufffd')),
    );
  });

  it('stay inside their strings in sarif, and are escaped in addresses', async () => {
    const { out } = await check('--reporter', 'sarif');
    expect(out).not.toMatch(OBEYED);
    const [run] = JSON.parse(out).runs;
    const uris = [...out.matchAll(/"uri": "([^"]*)"/g)].map(([, uri]) => uri);
    expect(uris.length).toBeGreaterThan(5);
    for (const uri of uris) expect(uri).toMatch(/^(?:file:\/\/)?[\w./%~!*'()-]+$/);
    expect(run.results).toHaveLength(2);
  });

  it('add no element and no attribute to junit', async () => {
    const { out } = await check('--reporter', 'junit');
    expect(out).not.toMatch(OBEYED);
    const found = readMarkup(out);
    expect([...new Set(found.map(({ tag }) => tag))].sort()).toEqual([
      'failure',
      'testcase',
      'testsuite',
      'testsuites',
    ]);
    expect(found.filter(({ tag }) => tag === 'failure')).toHaveLength(2);
    expect(found.flatMap(({ attributes }) => Object.keys(attributes))).not.toContain('onload');
  });

  it('add no element, no script and no attribute to html', async () => {
    const { read } = await check('--html', 'out.html');
    const page = read('out.html');
    expect(page).not.toMatch(OBEYED);
    const found = readMarkup(page);
    expect(found.filter(({ tag }) => tag === 'script')).toHaveLength(1);
    expect(found.map(({ tag }) => tag)).not.toContain('img');
    const attributes = new Set(found.flatMap((one) => Object.keys(one.attributes)));
    expect([...attributes].filter((name) => /^on|^style$|^src$|^href$/.test(name))).toEqual([]);
    expect(textOf(page)).toContain('&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(textOf(page)).toContain('&lt;/script&gt;&lt;script&gt;alert(4)&lt;/script&gt;');
  });

  it('stay what they are when reports are merged', async () => {
    const whole = await check('--reporter', 'json');
    const merged = await heddle(['merge', 'r.json', '--html', 'out.html'], { 'r.json': whole.out });
    expect(merged.code).toBe(1);
    expect(merged.out).not.toMatch(OBEYED);
    expect(readMarkup(merged.read('out.html')).filter(({ tag }) => tag === 'script')).toHaveLength(1);
  });

  it('add no line and no statement to mermaid', async () => {
    const { read } = await check('--mermaid', 'out.mmd');
    for (const line of read('out.mmd').trimEnd().split('\n').slice(2)) {
      expect(line).toMatch(
        /^ {2}(?:participant P\d+ as|P\d+->>P\d+:|Note over P\d+(?:,P\d+)?:) (?:[\p{L}\p{M}\p{N} _.,()=!?/*'|]|#\d+;)+$/u,
      );
    }
    expect(read('out.mmd')).not.toMatch(OBEYED);
  });

  it.each(['control', 'automata', 'states'])('add no node and no edge to a drawing of %s', async (view) => {
    const { out } = await heddle(['graph', AUT, '--view', view], files);
    expect(out).not.toMatch(OBEYED);
    const lines = out.trimEnd().split('\n').slice(1, -1);
    const text = String.raw`"(?:[^"\\\n]|\\.)*"`;
    const statement = new RegExp(
      String.raw`^ *(?:rankdir=LR;|(?:node|edge) \[.*\];|label=${text};|subgraph cluster_\d+ \{|\}|[ns]\d+_\d+(?: -> n\d+_\d+)?(?: \[(?:[a-z]+=(?:${text}|[\w.]+)(?:, )?)+\])?;)$`,
    );
    for (const line of lines) expect(line).toMatch(statement);
    const nodes = lines.filter((line) => /^ *n\d+_\d+ \[/.test(line));
    expect(nodes).toHaveLength(NAMES.length + 1);
    const { out: svg } = await heddle(['graph', AUT, '--view', view, '--format', 'svg'], files);
    expect(svg).not.toMatch(/<(?:script|img)|<svg[^>]*onload/);
  });

  it('are refused as properties with their place, and harmlessly', async () => {
    const { code, err } = await check('--property', 'p.prop');
    expect(code).toBe(3);
    expect(err).not.toMatch(OBEYED);
  });
});
