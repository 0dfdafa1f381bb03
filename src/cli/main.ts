#!/usr/bin/env node
/** Starts the program: in its prepared form where there is one, from its files as they are otherwise. */
import { preparedCode } from './prepared.js';

const { runProgram } = preparedCode()?.program() ?? (await import('./program.js'));
await runProgram();
