/**
 * Queries as INCA writes them:
 *
 *     (defquery "no-second-registration" "nofair"
 *       (omega-star-less
 *         (sequence (interval :initial t :open t :ends-with '((rendezvous "a1;dispatcher.register;e1")))
 *                   (interval :ends-with '((rendezvous "a1;dispatcher.register;e1"))
 *                             :forbid '((rendezvous "a1;dispatcher.unregister;e1"))))))
 *
 * Several sequences (or a `union` of them) are alternatives. A relation may also use `(* 2 "x")` and
 * `(- x y)`. The misspellings of the published tables are read as what they mean, with a warning.
 */
import { nearestNames } from '../../model/diagnostic.js';
import type { SourceText } from '../../model/source.js';
import type { EventPattern } from '../event.js';
import type { Complaints, Extent } from './complaints.js';
import { anyOf } from './events.js';
import { type Form, headOf, type ListForm, readForm, startOf } from './forms.js';
import { isPatternHead, isRelationHead, OperandReader } from './operands.js';
import type { Interval, IntervalQuery, LinearRelation } from './query.js';
import { checkSequence, type LocatedInterval } from './structure.js';

export function readDefquery(
  source: SourceText,
  range: Extent,
  complaints: Complaints,
): IntervalQuery | undefined {
  const form = readForm(source, range, complaints);
  return form && new DefqueryReader(complaints).query(form);
}

const FLAGS = ['initial', 'open', 'perpetual'] as const;
const LISTS = ['ends-with', 'require', 'forbid', 'constraints'] as const;
type Flag = (typeof FLAGS)[number];
type Option = Flag | (typeof LISTS)[number];
const isFlag = (option: Option): option is Flag => (FLAGS as readonly string[]).includes(option);

class DefqueryReader {
  private readonly operands: OperandReader;

  constructor(private readonly complaints: Complaints) {
    this.operands = new OperandReader(complaints);
  }

  query(form: Form): IntervalQuery | undefined {
    if (form.kind !== 'list' || headOf(form) !== 'defquery') {
      this.complaints.error('syntax', 'expected a form (defquery "name" "nofair" …)', startOf(form));
      return undefined;
    }
    const [, name, fairness, body, extra] = form.items;
    if (name?.kind !== 'string')
      this.complaints.error('syntax', 'expected the name of the query, a string', name ?? startOf(form));
    const fair = fairness?.kind === 'string' ? fairness.text : undefined;
    if (fair !== 'fair' && fair !== 'nofair')
      this.complaints.error(
        'bad-value',
        'expected "nofair" or "fair" after the name',
        fairness ?? startOf(form),
      );
    if (body === undefined || body.kind !== 'list' || headOf(body) !== 'omega-star-less') {
      this.complaints.error(
        'syntax',
        'expected a form (omega-star-less …)',
        body ? startOf(body) : startOf(form),
      );
      return undefined;
    }
    if (extra !== undefined)
      this.complaints.error('syntax', 'the query should end before this', startOf(extra));
    const sequences = this.sequences(body);
    if (name?.kind !== 'string') return undefined;
    return { name: name.text, fairness: fair === 'fair' ? 'fair' : 'nofair', sequences };
  }

  private sequences(form: ListForm): Interval[][] {
    const members = form.items.slice(1);
    if (members.length === 0)
      this.complaints.error('bad-structure', 'a query needs at least one sequence', form);
    return members.flatMap((member) => {
      if (member.kind === 'list' && headOf(member) === 'union') return this.sequences(member);
      if (member.kind === 'list' && headOf(member) === 'sequence') return [this.sequence(member)];
      this.complaints.error('syntax', 'expected a form (sequence …)', startOf(member));
      return [];
    });
  }

  private sequence(form: ListForm): Interval[] {
    const intervals: LocatedInterval[] = [];
    let sound = true;
    for (const item of form.items.slice(1)) {
      if (item.kind === 'list' && headOf(item) === 'interval') {
        intervals.push({ interval: this.interval(item), start: item.start, end: item.end });
      } else {
        this.complaints.error('syntax', 'expected a form (interval …)', startOf(item));
        sound = false;
      }
    }
    if (sound) checkSequence(intervals, form, this.complaints);
    if (sound && intervals.length > 0 && !intervals[0].interval.initial)
      this.complaints.notice(
        'bad-structure',
        'the first interval is not marked :initial t, so it may start anywhere in the execution',
        startOf(form.items[1]),
      );
    return intervals.map((located) => located.interval);
  }

  private interval(form: ListForm): Interval {
    const interval: Interval = {
      initial: false,
      open: false,
      perpetual: false,
      require: [],
      constraints: [],
    };
    const given = new Set<Option>();
    const { items } = form;
    for (let i = 1; i < items.length; i++) {
      const item = items[i];
      const read = this.option(item);
      if (read === undefined) {
        // What follows an unknown option is its value.
        if (isKeyword(item) && i + 1 < items.length && !isKeyword(items[i + 1])) i++;
        continue;
      }
      const { option, hasValue } = read;
      if (given.has(option)) this.complaints.error('duplicate-name', `:${option} is given twice`, item);
      given.add(option);
      const value = hasValue ? undefined : items[i + 1];
      if (isFlag(option)) {
        if (value === undefined || isKeyword(value)) {
          interval[option] = true;
          if (!hasValue) this.slip(`:${option} without a value is read as :${option} t`, item);
        } else {
          interval[option] = this.flagValue(option, value);
          i++;
        }
        continue;
      }
      if (value === undefined || isKeyword(value)) {
        this.complaints.error('syntax', `:${option} needs a list '(…)`, item);
        continue;
      }
      i++;
      if (option === 'constraints') interval.constraints = this.relations(value);
      else this.addPatterns(interval, option, this.patterns(value));
    }
    return interval;
  }

  private addPatterns(
    interval: Interval,
    option: 'ends-with' | 'require' | 'forbid',
    patterns: EventPattern[],
  ): void {
    if (patterns.length === 0) return;
    if (option === 'require') interval.require = patterns;
    else if (option === 'forbid') interval.forbid = anyOf(patterns);
    else interval.endsWith = anyOf(patterns);
  }

  /** `hasValue`: the value was written together with the name. */
  private option(form: Form): { option: Option; hasValue: boolean } | undefined {
    if (form.kind !== 'symbol' || !form.text.startsWith(':')) {
      this.complaints.error('syntax', 'expected an option such as :forbid', startOf(form));
      return undefined;
    }
    const written = form.text.replace(/^:+/, '');
    const known = [...FLAGS, ...LISTS].find((name) => name === written.toLowerCase());
    if (known !== undefined) {
      if (form.text.startsWith('::')) this.slip(`${form.text} is read as :${known}`, form);
      return { option: known, hasValue: false };
    }
    if (written === 'intitial') {
      this.slip(`${form.text} is read as :initial`, form);
      return { option: 'initial', hasValue: false };
    }
    const joined = FLAGS.find((name) => `${name}t` === written);
    if (joined !== undefined) {
      this.slip(`${form.text} is read as :${joined} t`, form);
      return { option: joined, hasValue: true };
    }
    const near = nearestNames(written, [...FLAGS, ...LISTS], 1);
    this.complaints.error(
      'unknown-name',
      `an interval has no option ${form.text}`,
      form,
      near.length > 0 ? `did you mean :${near[0]}?` : `the options are :${[...FLAGS, ...LISTS].join(', :')}`,
    );
    return undefined;
  }

  private flagValue(option: Flag, form: Form): boolean {
    const text = form.kind === 'symbol' ? form.text.toLowerCase() : '';
    if (text === 't:') this.slip(`${form.kind === 'symbol' ? form.text : ''} is read as t`, form);
    else if (text !== 't' && text !== 'nil')
      this.complaints.error('bad-value', `:${option} is t or nil`, startOf(form));
    return text !== 'nil';
  }

  /** The members of a list option. A single pattern or relation without its own list is let pass. */
  private members(form: Form, isMember: (form: Form) => boolean): Form[] {
    if (isMember(form)) {
      this.slip('a single member is read as a list of one', form);
      return [form];
    }
    if (form.kind !== 'list') {
      this.complaints.error('syntax', "expected a list '(…)", form);
      return [];
    }
    if (!form.quoted) this.slip("the list should be quoted: '(…)", startOf(form));
    if (form.items.length === 0) this.complaints.error('syntax', 'this list is empty', form);
    return form.items;
  }

  private patterns(form: Form): EventPattern[] {
    const isPattern = (value: Form) =>
      value.kind === 'string' || (value.kind === 'list' && isPatternHead(headOf(value)));
    return this.members(form, isPattern).flatMap((member) => this.operands.pattern(member) ?? []);
  }

  private relations(form: Form): LinearRelation[] {
    const isRelation = (value: Form) => value.kind === 'list' && isRelationHead(headOf(value));
    return this.members(form, isRelation).flatMap((member) => this.operands.relation(member) ?? []);
  }

  private slip(message: string, at: Extent): void {
    this.complaints.warning('syntax', message, at);
  }
}

const isKeyword = (form: Form): boolean => form.kind === 'symbol' && form.text.startsWith(':');
