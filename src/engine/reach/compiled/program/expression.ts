/**
 * Expressions as WebAssembly. Every value carries the interval it must lie in, so that checks which
 * cannot fail leave no code; whatever can fault leaves by the site's fault exit.
 */
import type { Expression } from '../../../../model/expression.js';
import { messageSize, PROCESS_LOCATION, PROCESS_TYPE } from '../../../../model/layout.js';
import * as w from '../wasm/code.js';
import { after, choose, drop, when } from '../wasm/control.js';
import { call } from '../wasm/module.js';
import { arithmetic, evaluateBinary } from './arithmetic.js';
import { channelLength, findMessage, withRoom } from './channels.js';
import { defineEnabled } from './enabled.js';
import { NotInLocals, readAmong, readAt } from './overlay.js';
import { locate, processAt } from './places.js';
import { Unsupported } from './scene.js';
import { newLocal, type Site } from './site.js';

export interface Value {
  code: w.I32;
  low: number;
  high: number;
  /** Computing it may leave by the fault exit. */
  fails: boolean;
}

export const known = (value: number): Value => ({
  code: w.i32(value),
  low: value,
  high: value,
  fails: false,
});

export const truth = (code: w.I32, ...parts: Value[]): Value => ({
  code,
  low: 0,
  high: 1,
  fails: parts.some((part) => part.fails),
});

/** A value whose interval is a single number needs no computing, unless computing it can fault. */
function settled(value: Value): Value {
  return value.low === value.high && !value.fails ? known(value.low) : value;
}

export const constantOf = (value: Value): number | undefined =>
  value.low === value.high && !value.fails ? value.low : undefined;

export function evaluate(expression: Expression, site: Site): Value {
  return settled(evaluated(expression, site));
}

function evaluated(expression: Expression, site: Site): Value {
  const { scene } = site;
  const { layout } = scene;
  switch (expression.kind) {
    case 'constant':
      if (expression.value !== (expression.value | 0))
        throw new Unsupported('it has a constant beyond 32 bits');
      return known(expression.value);
    case 'read': {
      const place = locate(expression.place, site);
      const { low, high, fails, address } = place;
      const there = { code: w.load32(address.base, address.offset), low, high, fails };
      const value = readAmong(address, place.cells, there, site);
      return place.before.length === 0 ? value : { ...value, code: after(place.before, value.code), fails };
    }
    case 'unary': {
      const value = evaluate(expression.operand, site);
      if (expression.operator === 'not') return truth(w.isZero(value.code), value);
      if (expression.operator === 'complement')
        return { ...value, code: w.xor(value.code, w.i32(-1)), low: ~value.high, high: ~value.low };
      return arithmetic(w.subtract, known(0), value, -value.high, -value.low, site);
    }
    case 'binary':
      return evaluateBinary(expression.operator, expression.left, expression.right, site);
    case 'conditional': {
      const test = evaluate(expression.test, site);
      const [yes, no] = [evaluate(expression.whenTrue, site), evaluate(expression.whenFalse, site)];
      const decided = constantOf(test);
      if (decided !== undefined) return decided !== 0 ? yes : no;
      return {
        code: choose(test.code, yes.code, no.code),
        low: Math.min(yes.low, no.low),
        high: Math.max(yes.high, no.high),
        fails: test.fails || yes.fails || no.fails,
      };
    }
    case 'self':
      return site.self
        ? { code: site.self.number, low: 0, high: layout.processes.length - 1, fails: false, ...slotOf(site) }
        : known(-1);
    case 'processCount': {
      const fixed = scene.slots.filter((slot) => slot.fixed).length;
      const living = scene.variableSlots.map((p) =>
        w.unequal(readAt({ base: w.i32(0), offset: scene.work + 4 * layout.processes[p] }, site), w.i32(0)),
      );
      const code = living.reduce<w.I32>((sum, one) => w.add(sum, one), w.i32(fixed));
      return { code, low: fixed, high: fixed + living.length, fails: false };
    }
    case 'alone': {
      if (!scene.atomic) return known(0);
      const alone = readAt({ base: w.i32(0), offset: scene.work + 4 * layout.exclusive }, site);
      return { code: w.unequal(alone, w.i32(0)), low: 0, high: 1, fails: false };
    }
    case 'lastProcess':
      if (layout.lastProcess < 0) throw new Unsupported('it asks for the last process without keeping it');
      return {
        code: w.subtract(
          readAt({ base: w.i32(0), offset: scene.work + 4 * layout.lastProcess }, site),
          w.i32(1),
        ),
        low: -1,
        high: layout.processes.length - 1,
        fails: false,
      };
    case 'timeout':
      return scene.usesTimeout ? truth(w.getGlobal(scene.registers.timeout)) : known(0);
    case 'channel': {
      const result = newLocal(site, 'i32');
      let [high, fails] = [0, false];
      const code = withRoom(expression.channel, site, (room, failing) => {
        fails ||= failing;
        const length = channelLength(room, site);
        high = Math.max(high, room.type.capacity, messageSize(room.type), 1);
        if (expression.question === 'fields') return [w.set(result, w.i32(messageSize(room.type)))];
        if (expression.question === 'length') return [w.set(result, length)];
        if (expression.question === 'empty') return [w.set(result, w.isZero(length))];
        return [w.set(result, w.atLeastSigned(length, w.i32(room.type.capacity)))];
      });
      return { code: after(code, w.get(result)), low: 0, high, fails: fails || high === 0 };
    }
    case 'poll': {
      const position = newLocal(site, 'i32');
      let [used, fails] = [false, false];
      const code = withRoom(
        expression.channel,
        site,
        (room, failing) => {
          const found = findMessage(room, expression.patterns, expression.position, position, site);
          used = true;
          fails ||= failing || found.fails;
          return found.code;
        },
        (type) => messageSize(type) >= expression.patterns.length,
      );
      const found = w.atLeastSigned(w.get(position), w.i32(0));
      return { ...truth(after(code, found)), fails: fails || !used };
    }
    case 'at': {
      const process = processAt(expression.process, site);
      const table = site.scene.system.types[expression.type].locations.map((_, l) =>
        expression.locations.includes(l),
      );
      const { base, offset } = process.address;
      const location = readAt({ base, offset: offset + 4 * PROCESS_LOCATION }, site);
      const type = readAt({ base, offset: offset + 4 * PROCESS_TYPE }, site);
      const there = isOneOf(location, table, site);
      const here = choose(
        process.exists,
        choose(w.equal(type, w.i32(expression.type + 1)), there, w.i32(0)),
        w.i32(0),
      );
      return { ...truth(after(process.before, here)), fails: process.fails };
    }
    case 'location': {
      const process = processAt(expression.process, site);
      const { base, offset } = process.address;
      const location = readAt({ base, offset: offset + 4 * PROCESS_LOCATION }, site);
      const before = [...process.before, when(w.isZero(process.exists), [site.fault.take()])];
      return {
        code: after(before, location),
        low: 0,
        high: Math.max(...scene.system.types.map((type) => type.locations.length)) - 1,
        fails: true,
      };
    }
    case 'exists': {
      const process = processAt(expression.process, site);
      return { ...truth(after(process.before, process.exists)), fails: process.fails };
    }
    case 'enabled': {
      const process = evaluate(expression.process, site);
      if (site.overlay) throw new NotInLocals();
      if (site.inner) return truth(after([drop(process.code)], w.i32(0)), process);
      return truth(call(defineEnabled(scene), process.code), process);
    }
  }
}

const slotOf = ({ self }: Site): Partial<Value> =>
  self?.slot === undefined ? {} : { low: self.slot, high: self.slot };

/** Is the location one of those marked in the table? */
export function isOneOf(location: w.I32, marked: boolean[], site: Site): w.I32 {
  const numbers = marked.flatMap((is, l) => (is ? [l] : []));
  if (numbers.length === 0) return w.i32(0);
  if (numbers.length === 1) return w.equal(location, w.i32(numbers[0]));
  if (marked.length <= 32) {
    const bits = numbers.reduce((mask, l) => mask | (1 << l), 0);
    return w.and(w.shiftRight(w.i32(bits), location), w.i32(1));
  }
  const table = site.scene.table(marked.map(Number));
  return w.load32(w.shiftLeft(location, w.i32(2)), table);
}

/** 0 or 1. */
export function asTruth(value: Value): Value {
  if (value.low >= 0 && value.high <= 1) return value;
  if (!value.fails && (value.low > 0 || value.high < 0)) return known(1);
  return truth(w.unequal(value.code, w.i32(0)), value);
}
