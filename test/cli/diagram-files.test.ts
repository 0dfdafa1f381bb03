import { describe, expect, it } from 'vitest';
import { diagramFiles } from '../../src/cli/diagram-files.js';
import { holds, violated } from '../report/sample.js';

describe('diagram files', () => {
  it('gives each further violation a number', () => {
    const files = diagramFiles('out/run.mmd', [violated, holds, violated]);
    expect(files.map(({ file }) => file)).toEqual(['out/run.mmd', 'out/run-2.mmd']);
    for (const { text } of files) expect(text).toMatch(/^sequenceDiagram\n/);
  });

  it('puts them all into one Markdown file', () => {
    const files = diagramFiles('run.md', [violated, { ...violated, property: 'a_<b>' }]);
    expect(files).toHaveLength(1);
    expect(files[0].text.match(/```mermaid\n/g)).toHaveLength(2);
    expect(files[0].text).toContain('## phil.lts: a\\_\\<b\\>\n');
  });

  it('writes nothing where nothing is violated', () => {
    expect(diagramFiles('run.mmd', [holds])).toEqual([]);
    expect(diagramFiles('run.md', [holds])).toEqual([{ file: 'run.md', text: 'No property is violated.\n' }]);
  });
});
