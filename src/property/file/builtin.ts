/** The questions that need no notation. */
import type { Question } from '../question.js';

const SENTENCES = {
  'deadlock-free': 'no reachable state is stuck with a process that has not ended',
  terminates: 'every execution ends, with all processes at an end',
  assertions: 'no assertion fails, nothing faults and no error location is reached',
} as const;

export function builtInQuestion(kind: keyof typeof SENTENCES): Question {
  return { name: kind, text: SENTENCES[kind], ask: { kind } };
}
