/**
 * `heddle.config.json`: what to check, and the options of `heddle check` under their own names
 * (`maxStates` for `--max-states`). What the command line says comes before it. A value is read exactly as
 * the option would read it, so the file knows every option that the command knows, but for those that
 * belong to one call: where to write, what to watch, which shard.
 */
import { dirname, isAbsolute, join, relative } from 'node:path';
import { type Command, InvalidArgumentError, type Option } from 'commander';
import { type Diagnostic, InputError, nearestNames } from '../../model/diagnostic.js';
import { isFile, readSource } from '../files.js';
import { type Located, type Member, readLocated } from './located.js';

/** Options that make sense only for one call. */
const OF_A_CALL = new Set([
  'config',
  'output',
  'mermaid',
  'html',
  'certificate',
  'watch',
  'shard',
  'color',
  'help',
  'cache',
]);

/** Puts the settings of the file into the command where nothing was said, and gives the files it names. */
export function applySettings(command: Command, path: string, cwd: string): string[] {
  const settings = new Settings(command, folderOf(path, cwd), cwd);
  settings.take(readLocated(readSource(path)));
  return settings.files;
}

/** Names in the file count from where the file stands. */
const folderOf = (path: string, cwd: string): string =>
  relative(cwd, dirname(isAbsolute(path) ? path : join(cwd, path)));

class Settings {
  files: string[] = [];
  private readonly wrong: Diagnostic[] = [];
  private readonly options: Map<string, Option>;

  constructor(
    private readonly command: Command,
    private readonly folder: string,
    private readonly cwd: string,
  ) {
    const usable = command.options.filter((option) => !OF_A_CALL.has(option.attributeName()));
    this.options = new Map(usable.map((option) => [option.attributeName(), option]));
  }

  take(document: Located): void {
    if (document.kind !== 'object') this.say(document, 'the configuration must be an object');
    else {
      const seen = new Set<string>();
      for (const member of document.members) {
        if (seen.has(member.name))
          this.sayName(member, `"${member.name}" stands here twice`, 'duplicate-name');
        else this.member(member);
        seen.add(member.name);
      }
    }
    if (this.wrong.length > 0) throw new InputError(this.wrong);
  }

  private member(member: Member): void {
    const { name, value } = member;
    if (name === '$schema') return;
    if (name === 'files') {
      this.files = this.texts(value).map((file) => this.located(file));
      return;
    }
    const option = this.options.get(name);
    if (!option) {
      const near = nearestNames(name, [...this.options.keys(), 'files'], 1);
      const hint = near.length > 0 ? `did you mean "${near[0]}"?` : undefined;
      this.sayName(member, `there is no setting "${name}"`, 'unknown-name', hint);
      return;
    }
    const read = this.read(option, value);
    const byHand = this.command.getOptionValueSource(name) === 'cli';
    if (read !== undefined && !byHand) this.command.setOptionValueWithSource(name, read, 'config');
  }

  private read(option: Option, value: Located): unknown {
    if (option.isBoolean()) {
      if (value.kind === 'boolean') return value.value;
      this.say(value, 'this must be true or false');
      return undefined;
    }
    if (REPEATED.has(option.attributeName())) {
      const texts = this.texts(value);
      return texts.map((text) => (option.attributeName() === 'property' ? this.propertyOf(text) : text));
    }
    if (value.kind !== 'text' && value.kind !== 'number') {
      this.say(
        value,
        `this must be ${option.argChoices ? 'one of the names below' : 'a text or a number'}`,
        choicesHint(option),
      );
      return undefined;
    }
    return this.parsed(option, value, String(value.value));
  }

  private parsed(option: Option, value: Located, text: string): unknown {
    if (option.argChoices && !option.argChoices.includes(text)) {
      this.say(value, `'${text}' is not among the choices`, choicesHint(option));
      return undefined;
    }
    try {
      return option.parseArg ? option.parseArg(text, undefined as never) : text;
    } catch (error) {
      if (!(error instanceof InvalidArgumentError)) throw error;
      this.say(value, error.message, undefined, 'bad-value');
      return undefined;
    }
  }

  /** A list of texts; one alone may stand without the brackets. */
  private texts(value: Located): string[] {
    const items = value.kind === 'list' ? value.items : [value];
    return items.flatMap((item) => {
      if (item.kind === 'text') return [item.value];
      this.say(item, 'this must be a text');
      return [];
    });
  }

  private located(name: string): string {
    return this.folder === '' || isAbsolute(name) ? name : join(this.folder, name);
  }

  /** A file beside the configuration, or the property itself. */
  private propertyOf(text: string): string {
    const path = this.located(text);
    return isFile(isAbsolute(path) ? path : join(this.cwd, path)) ? path : text;
  }

  private say(value: Located, message: string, hint?: string, code: Diagnostic['code'] = 'wrong-kind'): void {
    this.wrong.push({ code, severity: 'error', message, span: value.span, hint });
  }

  private sayName({ nameSpan }: Member, message: string, code: Diagnostic['code'], hint?: string): void {
    this.wrong.push({ code, severity: 'error', message, span: nameSpan, hint });
  }
}

const REPEATED = new Set(['property', 'ltl', 'assumeEquivalent', 'exclude', 'define']);

const choicesHint = ({ argChoices }: Option): string | undefined =>
  argChoices && `choose from ${argChoices.join(', ')}`;
