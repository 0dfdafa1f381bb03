import { describe, expect, it } from 'vitest';
import { declaredQuestions } from '../../../src/property/file/index.js';
import { system } from './system.js';

const span = { file: 'model', line: 7, column: 1, endLine: 7, endColumn: 9 };

describe('what a program itself states', () => {
  it('becomes questions', () => {
    const other = { ...system, name: 'with watchers' };
    const read = declaredQuestions({
      system,
      declared: [
        { kind: 'safety', name: 'SAFE', span },
        { kind: 'progress', name: 'AGAIN', events: ['open', 'pay'], when: ['phil.1.eat'] },
        { kind: 'ltl', name: 'live', formula: '[] <> open', span },
        { kind: 'ltl', name: 'other', formula: '<> phil.1.eat', system: other },
      ],
    });
    if (!read.ok) throw new Error(read.diagnostics[0].message);
    expect(
      read.value.map(({ question, system: its }) => [
        question.name,
        question.text,
        question.ask.kind,
        its?.name,
      ]),
    ).toEqual([
      ['SAFE', 'the property SAFE of the program is never broken', 'assertions', undefined],
      ['AGAIN', 'progress {open, pay} when {phil.1.eat}', 'progress', undefined],
      ['live', '[] <> open', 'order', undefined],
      ['other', '<> phil.1.eat', 'order', 'with watchers'],
    ]);
    expect(read.value[0].question).toMatchObject({ span, ask: { kind: 'assertions', observer: 'SAFE' } });
    expect(read.value[1].question.ask).toEqual({
      kind: 'progress',
      events: {
        kind: 'or',
        parts: [
          { kind: 'name', name: 'open' },
          { kind: 'name', name: 'pay' },
        ],
      },
      when: { kind: 'name', name: 'phil.1.eat' },
    });
  });

  it('is pointed at where a formula cannot be read', () => {
    const read = declaredQuestions({
      system,
      declared: [
        { kind: 'ltl', name: 'broken', formula: '[] (', span },
        { kind: 'safety', name: 'SAFE' },
      ],
    });
    expect(read.ok).toBe(false);
    expect(read.diagnostics).toMatchObject([{ code: 'syntax', span }]);
  });
});
