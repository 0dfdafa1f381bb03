/**
 * Sequence diagrams of the violations as files. A Mermaid file holds one diagram, so further ones get
 * a number; a Markdown file holds them all.
 */
import { extname } from 'node:path';
import { mermaid } from '../report/mermaid.js';
import { printable } from '../report/printable.js';
import type { Result } from '../verify/result.js';

export function diagramFiles(file: string, results: readonly Result[]): { file: string; text: string }[] {
  const violated = results.filter((result) => result.verdict === 'violated');
  const extension = extname(file);
  if (extension === '.md') {
    const parts = violated.map(
      (result) =>
        `## ${heading(result)}\n\n${escapeMarkdown(result.reason)}\n\n\`\`\`mermaid\n${mermaid(result.trace)}\`\`\`\n`,
    );
    return [{ file, text: parts.length > 0 ? parts.join('\n') : 'No property is violated.\n' }];
  }
  const stem = file.slice(0, file.length - extension.length);
  return violated.map((result, i) => ({
    file: i === 0 ? file : `${stem}-${i + 1}${extension}`,
    text: mermaid(result.trace),
  }));
}

function heading(result: Result): string {
  return escapeMarkdown(`${result.file}: ${result.property}`);
}

function escapeMarkdown(text: string): string {
  return printable(text).replace(/[\\`*_{}[\]<>()#+!|&~]/g, '\\$&');
}
