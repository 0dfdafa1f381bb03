/** Which of the observer's atoms the events of a transition satisfy. */
import type { EventLabel } from '../../../../model/system.js';
import * as w from '../wasm/code.js';
import { call } from '../wasm/module.js';
import { constantOf, evaluate } from './expression.js';
import { memo } from './memo.js';
import type { Party } from './moves.js';
import { increaseBits } from './registers.js';
import type { Site } from './site.js';
import { evaluateOnly } from './taking.js';

export function showEvents(parties: Party[], site: Site): w.Statement[] {
  const { scene } = site;
  const { observation } = scene;
  const code: w.Statement[] = [];
  const { action } = parties[0].step;
  if (action.kind === 'synchronise' && observation) {
    const symbol = scene.system.symbols[action.symbol];
    if (!symbol.hidden) code.push(...seen(site, observation.maskOf(symbol.name)));
  }
  for (const { ref, step } of parties) {
    if (step.event) code.push(...shown(step.event, { ...site, self: ref }));
  }
  return code;
}

function shown(label: EventLabel, site: Site): w.Statement[] {
  const { scene } = site;
  const { observation } = scene;
  const listed = label.arguments ?? [];
  if (!observation) return evaluateOnly(listed, site);
  const fixed = observation.maskOfLabel(label);
  if (fixed !== undefined) return [...evaluateOnly(listed, site), ...seen(site, fixed)];
  const values = listed.map(({ value }) => evaluate(value, site));
  const constants = values.map(constantOf);
  if (constants.every((value) => value !== undefined))
    return seen(site, observation.maskOf(label.name, observation.textsOf(label, constants)));
  const answer = values.reduce<w.I32>(
    (node, value) => call(memo(scene), node, value.code),
    w.i32(observation.firstNode(label)),
  );
  return [increaseBits(scene.registers.events, answer)];
}

const seen = (site: Site, mask: number): w.Statement[] =>
  mask === 0 ? [] : [increaseBits(site.scene.registers.events, w.i32(mask))];
