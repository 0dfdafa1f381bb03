/** Entry queues: first come, first served, or any waiting caller; and rendezvous that are one step. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readAda } from '../../../src/language/ada/index.js';
import type { System } from '../../../src/model/system.js';
import { behaviours } from './behaviours.js';

const micro = (name: string): string => readFileSync(new URL(`./micro/${name}.adb`, import.meta.url), 'utf8');

function system(text: string, options: Parameters<typeof readAda>[1]): System {
  const reading = readAda([{ file: 'main.adb', text }], options);
  if (!reading.ok) throw new Error(reading.diagnostics.map(({ message }) => message).join('; '));
  return reading.value.system;
}

describe('two callers wait at an entry whose queue the program asks for', () => {
  const text = micro('queue_order');

  it('are served in the order in which they came', () => {
    expect(behaviours(system(text, { asked: ['output'], queues: 'fifo' }))).toEqual(['first second .']);
  });

  it('are served in any order where queues have none', () => {
    expect(behaviours(system(text, { asked: ['output'], queues: 'any' }))).toEqual([
      'first second .',
      'second first .',
    ]);
  });
});

describe('a rendezvous', () => {
  const program = (body: string): string => `
    procedure Main is
      task Server is entry Get (X : out Integer); entry Go; end Server;
      task body Server is
      begin
        accept Get (X : out Integer) do ${body} end Get;
      end Server;
      task Other;
      task body Other is begin Server.Go; end Other;
      V : Integer;
    begin
      Server.Get (V);
    end Main;`;
  const answers = ({ channels, types }: System): number =>
    types
      .flatMap((type) => type.steps)
      .filter(
        ({ action }) =>
          action.kind === 'send' &&
          action.channel.kind === 'constant' &&
          channels[action.channel.value - 1].name.startsWith('answer'),
      ).length;

  it('whose body only works out its results is one step', () => {
    expect(answers(system(program('X := 1;'), {}))).toBe(0);
  });

  it('has an end of its own where a property names that', () => {
    expect(answers(system(program('X := 1;'), { asked: ['absence of server.get.end'] }))).toBe(1);
  });

  it('has an end of its own where its body waits', () => {
    expect(answers(system(program('accept Go; X := 1;'), {}))).toBe(1);
  });
});
