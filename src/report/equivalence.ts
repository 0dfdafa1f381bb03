/** The comparison of two programs, for people and for programs. */
import type { Condition, Difference, EquivalenceResult, SystemReport } from '../verify/equivalence.js';
import { jsonText, statisticsObject, traceObject } from './json.js';
import { printable } from './printable.js';
import { showCount, showStatistics } from './quantity.js';
import type { SourceLines } from './report.js';
import { tellTrace } from './story.js';
import { paint, type Style, symbolsOf } from './style.js';
import { adviceFor } from './verdict.js';

const NAMES_SHOWN = 12;

const RELATION_NAME: Record<EquivalenceResult['relation'], string> = {
  trace: 'traces',
  failures: 'traces and stable failures',
  strong: 'strong bisimulation',
  branching: 'branching bisimulation',
  weak: 'weak bisimulation',
};

export function prettyEquivalence(result: EquivalenceResult, sources: SourceLines, style: Style): string {
  const lines = [verdictLine(result, style)];
  lines.push(`  visible: ${names(result.visible)}`);
  lines.push(...systemLines('specification', result.spec, style));
  lines.push(...systemLines('implementation', result.impl, style));
  if (result.verdict === 'equivalent') {
    lines.push('  rests on:');
    for (const link of result.basis) lines.push(paint(style, 'faint', `    ${printable(link)}`));
  }
  for (const notice of result.notices) lines.push(`  note: ${printable(notice)}`);
  if (result.verdict === 'inconclusive') {
    lines.push(`  why: ${printable(result.reason)}`);
    const advice = adviceFor(result.limit);
    if (advice) lines.push(`  try: ${advice}`);
  }
  if (result.verdict === 'different') lines.push(...differenceLines(result, sources, style));
  return `${lines.map((line) => line.trimEnd()).join('\n')}\n`;
}

function verdictLine(result: EquivalenceResult, style: Style): string {
  const symbols = symbolsOf(style);
  const relation = `${RELATION_NAME[result.relation]}${result.divergence ? ' with divergence' : ''}`;
  const [symbol, color, text] = {
    equivalent: [symbols.holds, 'green', result.refines ? 'refines' : 'equivalent'] as const,
    different: [symbols.violated, 'red', result.refines ? 'does not refine' : 'different'] as const,
    inconclusive: [symbols.inconclusive, 'yellow', 'inconclusive'] as const,
  }[result.verdict];
  const files = `${printable(result.spec.file)} ${style.unicode ? '≟' : '=?'} ${printable(result.impl.file)}`;
  const how = `(${result.engine}: ${showStatistics(result.statistics)})`;
  return `${paint(style, color, `${symbol} ${text}`)}  ${files}: ${paint(style, 'bold', relation)}  ${paint(style, 'faint', how)}`;
}

function names(all: readonly string[]): string {
  if (all.length === 0) return 'nothing';
  const shown = all.slice(0, NAMES_SHOWN).map(printable).join(', ');
  return all.length > NAMES_SHOWN ? `${shown} and ${all.length - NAMES_SHOWN} more` : shown;
}

function systemLines(
  title: string,
  report: { file: string } & Partial<SystemReport>,
  style: Style,
): string[] {
  const lines: string[] = [];
  const { hidden = [], states, transitions, minimal, conditions } = report;
  if (states !== undefined) {
    const size = `${showCount(states)} states, ${showCount(transitions ?? 0)} transitions`;
    lines.push(`  ${title}: ${size}, ${showCount(minimal ?? states)} modulo branching bisimulation`);
  } else if (conditions || hidden.length > 0) lines.push(`  ${title}: no state was visited`);
  if (hidden.length > 0) lines.push(`    internal: ${names(hidden)}`);
  if (conditions) {
    lines.push(`    ${conditionLine('free of divergence', conditions.divergenceFree)}`);
    lines.push(`    ${conditionLine('deterministic', conditions.deterministic)}`);
  }
  return lines.map((line) => (line.startsWith('    ') ? paint(style, 'faint', line) : line));
}

function conditionLine(name: string, condition: Condition): string {
  if (condition.holds === true) return name;
  if (condition.holds === 'not shown') return `not shown to be ${name}: ${printable(condition.because)}`;
  const { word, because } = condition;
  const where = word.length === 0 ? 'at the start' : `after ${wordText(word)}`;
  return `not ${name}: ${where} ${printable(because)}`;
}

function wordText(word: readonly string[]): string {
  return word.map(printable).join(' · ');
}

function differenceLines(
  result: Extract<EquivalenceResult, { verdict: 'different' }>,
  sources: SourceLines,
  style: Style,
): string[] {
  const { evidence } = result;
  const lines = [`  why: ${printable(result.reason)}`];
  if (evidence.kind === 'words') return lines;
  if (evidence.kind === 'formula') return [...lines, `    ${printable(evidence.formula)}`];
  const { word, side, trace } = evidence;
  lines.push(`    ${word.length === 0 ? 'nothing visible' : wordText(word)}`);
  const otherName = side === 'spec' ? 'implementation' : 'specification';
  lines.push(`  the ${otherName}: ${obstacle(evidence)}`);
  const sideName = side === 'spec' ? 'specification' : 'implementation';
  lines.push('', `  How the ${sideName} does it:`);
  lines.push(...tellTrace(trace, sources, style).map((line) => `    ${line}`));
  return lines;
}

function obstacle(evidence: Extract<Difference, { other: unknown }>): string {
  const { word } = evidence;
  const { reached, offered } = evidence.other;
  if (evidence.kind === 'failure' && reached === word.length) {
    if (evidence.refusal.length === 0) return 'after this it never comes to rest';
    const [only] = evidence.refusal;
    const which = evidence.refusal.length === 1 ? printable(only) : `one of ${names(evidence.refusal)}`;
    return `wherever it comes to rest after this, ${which} is possible`;
  }
  const where = reached === 0 ? 'at the start' : `after ${wordText(word.slice(0, reached))}`;
  return offered.length === 0
    ? `nothing visible is possible ${where}`
    : `${where} only ${names(offered)} possible`;
}

/** Described by `docs/schema/equivalence.schema.json`. */
export function jsonEquivalence(result: EquivalenceResult, version: string): string {
  const { spec, impl, relation, refines, divergence, visible, engine, inequalities, notices } = result;
  return jsonText({
    schema: 1,
    heddle: version,
    verdict: result.verdict,
    strength: result.verdict === 'equivalent' ? result.strength : undefined,
    reason: result.verdict === 'equivalent' ? undefined : result.reason,
    limit: result.verdict === 'inconclusive' ? result.limit : undefined,
    relation,
    refines,
    divergence,
    visible,
    spec: systemObject(spec),
    impl: systemObject(impl),
    evidence: result.verdict === 'different' ? evidenceObject(result.evidence) : undefined,
    engine,
    basis: result.verdict === 'equivalent' ? result.basis : undefined,
    inequalities,
    statistics: statisticsObject(result.statistics),
    notices,
  });
}

function systemObject(report: { file: string } & Partial<SystemReport>): object {
  const { file, hidden, states, transitions, minimal, conditions } = report;
  return { file, hidden, states, transitions, minimal, conditions };
}

function evidenceObject(evidence: Extract<EquivalenceResult, { verdict: 'different' }>['evidence']): object {
  if (evidence.kind === 'words' || evidence.kind === 'formula') return evidence;
  return { ...evidence, trace: traceObject(evidence.trace) };
}
