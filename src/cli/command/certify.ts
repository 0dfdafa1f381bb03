/** The options of `heddle certify`. */
import { Argument, type Command, Option } from 'commander';
import { type CertifyCommand, runCertify } from '../certify.js';
import { certifyHelp } from '../help.js';
import { parseDuration } from '../option-values.js';
import { color, type Definition } from './definition.js';

export const defineCertify: Definition = (command: Command, { io, version, outcome }) => {
  command
    .description(
      'Checks a certificate against a program, with a checker that shares no code with the engines.',
    )
    .addArgument(new Argument('<certificate>', 'file that check --certificate wrote'))
    .addArgument(new Argument('<program>', 'the program it is about'))
    .addOption(
      new Option('--reporter <name>', 'form of the report').choices(['pretty', 'json']).default('pretty'),
    )
    .addOption(new Option('--time <duration>', 'time limit').argParser(parseDuration).default(60, '60s'))
    .addOption(color())
    .addHelpText('after', certifyHelp)
    .action(async (certificate: string, program: string, options: CertifyCommand) => {
      outcome.code = await runCertify(certificate, program, options, io, version);
    });
};
