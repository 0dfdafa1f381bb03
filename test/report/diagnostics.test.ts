import { describe, expect, it } from 'vitest';
import type { Diagnostic } from '../../src/model/diagnostic.js';
import { showDiagnostics } from '../../src/report/diagnostics.js';
import { SourceLines } from '../../src/report/report.js';
import { plainStyle } from '../../src/report/style.js';

function show(text: string, diagnostic: Partial<Diagnostic>, width = 100): string {
  const whole: Diagnostic = { code: 'syntax', severity: 'error', message: 'wrong', ...diagnostic };
  return showDiagnostics([whole], new SourceLines([{ file: 'm.lts', text }]), { ...plainStyle, width });
}

function at(line: number, column: number, endColumn: number, endLine = line) {
  return { file: 'm.lts', line, column, endLine, endColumn };
}

describe('a diagnostic', () => {
  it('shows place, message, source line, underline and hint', () => {
    const text = 'FORK = (get -> put -> FORK).\nPHIL = (get -> FORKK).\n';
    expect(
      show(text, { message: 'no process is called FORKK', span: at(2, 16, 21), hint: 'did you mean FORK?' }),
    ).toBe(
      [
        'm.lts:2:16: error: no process is called FORKK',
        '  2 | PHIL = (get -> FORKK).',
        '    |                ^^^^^',
        '  hint: did you mean FORK?',
        '',
      ].join('\n'),
    );
  });

  it('needs no place', () => {
    expect(show('', { code: 'bad-option', severity: 'warning', message: 'odd' })).toBe('warning: odd\n');
  });

  it('needs no source text', () => {
    expect(show('', { span: { ...at(3, 4, 5), file: 'gone.lts' } })).toBe('gone.lts:3:4: error: wrong\n');
  });

  it('puts one caret under an empty span, also at the end of the line', () => {
    expect(show('abc', { span: at(1, 4, 4) })).toBe('m.lts:1:4: error: wrong\n  1 | abc\n    |    ^\n');
  });

  it('underlines to the end of the line when the span goes on below', () => {
    expect(show('ab cd\nef', { span: at(1, 4, 2, 2) })).toContain('\n    |    ^^\n');
  });

  it('sets tabs so that the underline stands below the text', () => {
    expect(show('\tx\ty', { span: at(1, 4, 5) })).toBe(
      'm.lts:1:4: error: wrong\n  1 |     x   y\n    |         ^\n',
    );
  });

  it('counts wide characters as the terminal does', () => {
    expect(show('漢 x', { span: at(1, 3, 4) })).toContain('\n    |    ^\n');
  });

  it('escapes control characters in the source line, the name and the message', () => {
    const shown = show('a\u001b[31mb', { message: 'bad \u0007', span: at(1, 7, 8) });
    expect(shown).toBe('m.lts:1:7: error: bad \\x07\n  1 | a\\x1b[31mb\n    |          ^\n');
  });

  it('crops a long line around the place', () => {
    const shown = show(`${'a'.repeat(500)}X${'b'.repeat(500)}`, { span: at(1, 501, 502) }, 60);
    const [, source, underline] = shown.split('\n');
    expect(source.length).toBeLessThanOrEqual(60);
    expect(source[underline.indexOf('^')]).toBe('X');
    expect(source).toMatch(/^ {2}1 \| …a+Xb+…$/);
  });

  it('crops only at the right when the place is near the beginning', () => {
    const [, source, underline] = show(`abX${'c'.repeat(500)}`, { span: at(1, 3, 4) }, 60).split('\n');
    expect(source).toMatch(/^ {2}1 \| abXc+…$/);
    expect(source[underline.indexOf('^')]).toBe('X');
  });

  it('crops only at the left when the place is at the end', () => {
    const [, source, underline] = show(`${'a'.repeat(5000)}X`, { span: at(1, 5001, 5002) }, 60).split('\n');
    expect(source).toMatch(/^ {2}1 \| …a+X$/);
    expect(source[underline.indexOf('^')]).toBe('X');
  });

  it('does not fall over a line of ten million characters', () => {
    const shown = show('('.repeat(10_000_000), { span: at(1, 5_000_000, 10_000_001) });
    expect(shown.length).toBeLessThan(300);
  });

  it('colours the severity when colours are wanted', () => {
    const sources = new SourceLines([]);
    const diagnostic: Diagnostic = { code: 'syntax', severity: 'error', message: 'wrong' };
    expect(showDiagnostics([diagnostic], sources, { ...plainStyle, color: true })).toBe(
      '\u001b[31merror\u001b[0m: wrong\n',
    );
  });
});
