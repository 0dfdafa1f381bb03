/** An Ada program in several files: which of those that lie beside each other are parts of it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { check } from '../../src/verify/check.js';
import { loadFile } from '../../src/verify/load.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'heddle-ada-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

async function verdictOf(file: string, texts: Record<string, string>): Promise<string> {
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(folder, name), text);
  const [result] = await check(loadFile(join(folder, file)), { deadlock: true });
  return result.verdict;
}

const server = (accepts: string): string =>
  `package body Server is task body T is begin ${accepts} end T; end Server;`;
const program = {
  'main.adb': 'with Server; procedure Main is begin Server.T.E; end Main;',
  'server.ads': 'package Server is task T is entry E; end T; end Server;',
  'server.adb': server('accept E;'),
};

describe('the file that is given', () => {
  it('says what is started, whoever names it', async () => {
    const stuck =
      'procedure Stuck is task T is entry E; end T; task body T is begin accept E; end T; begin null; end;';
    const texts = {
      'stuck.adb': stuck,
      'driver.adb': 'with Stuck; procedure Driver is begin null; end Driver;',
    };
    expect(await verdictOf('stuck.adb', texts)).toBe('violated');
    expect(await verdictOf('driver.adb', texts)).toBe('holds');
  });

  it('has its units whatever is wrong in others', async () => {
    const broken = { 'a.adb': 'procedure A is begin if end A;', 'z.ads': 'package Z is' };
    expect(await verdictOf('main.adb', { ...program, ...broken })).toBe('holds');
  });

  it('has the body that a compiler takes where there are several', async () => {
    const old = { 'old_server.adb': server('accept E; accept E;') };
    expect(await verdictOf('main.adb', { ...program, ...old })).toBe('holds');
  });

  it('is not told by the names of programs beside it', async () => {
    const gate = (name: string, body: string, statements: string): string => `procedure ${name} is
       protected Gate is entry Pass; procedure Open; private entry Wait; Is_Open : Boolean := False; end Gate;
       protected body Gate is
          entry Pass when Is_Open is begin ${body} end Pass;
          entry Wait when Is_Open is begin null; end Wait;
          procedure Open is begin Is_Open := True; end Open;
       end Gate;
    begin ${statements} end ${name};`;
    const texts = {
      'other.adb': gate('Other', 'requeue Wait;', 'Gate.Open; Gate.Pass;'),
      'own.adb': gate('Own', 'null;', 'select Gate.Pass; then abort Gate.Open; delay 1.0; end select;'),
    };
    expect(await verdictOf('own.adb', texts)).toBe('holds');
  });
});
