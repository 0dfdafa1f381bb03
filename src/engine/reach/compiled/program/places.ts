/** Where variables stand in memory, and assignment to them. */
import { boundsOf, type DataType, sizeOf } from '../../../../model/data.js';
import type { Expression, Place, Selector } from '../../../../model/expression.js';
import { PROCESS_TYPE } from '../../../../model/layout.js';
import type { Bounds } from '../packing/cells.js';
import * as w from '../wasm/code.js';
import { after, choose, when } from '../wasm/control.js';
import { asTruth, constantOf, evaluate, type Value } from './expression.js';
import { NotInLocals, readAt, writeAmong } from './overlay.js';
import { Unsupported } from './scene.js';
import { type Address, newLocal, type Site } from './site.js';

export interface Located extends Bounds {
  /** Checks; to be done before the address is used. */
  before: w.Statement[];
  address: Address;
  type: DataType;
  fails: boolean;
  /** The cells it may be: first and count. */
  cells: [number, number][];
}

/** A process named by its number: does it exist, and where. */
export interface Found {
  before: w.Statement[];
  exists: w.I32;
  address: Address;
  fails: boolean;
  slot?: number;
}

const BOOLEAN: DataType = { kind: 'boolean' };

export function processAt(expression: Expression, site: Site): Found {
  const { scene } = site;
  const { layout, slots, work } = scene;
  const number = evaluate(expression, site);
  const slot = constantOf(number);
  if (slot !== undefined) {
    if (slot < 0 || slot >= slots.length)
      return { before: [], exists: w.i32(0), address: { base: w.i32(0), offset: work }, fails: false, slot };
    const address = { base: w.i32(0), offset: work + 4 * layout.processes[slot] };
    const exists = slots[slot].fixed ? w.i32(1) : w.unequal(readAt(address, site), w.i32(0));
    return { before: [], exists, address, fails: false, slot };
  }
  if (site.overlay) throw new NotInLocals();
  const [p, base] = [newLocal(site, 'i32'), newLocal(site, 'i32')];
  const table = slotTable(site);
  const inside = w.lessUnsigned(w.get(p), w.i32(slots.length));
  return {
    before: [
      w.set(p, number.code),
      w.set(base, choose(inside, w.load32(w.shiftLeft(w.get(p), w.i32(2)), table), scene.here(w.i32(work)))),
    ],
    exists: choose(inside, w.unequal(w.load32(w.get(base)), w.i32(0)), w.i32(0)),
    address: { base: w.get(base), offset: 0 },
    fails: number.fails,
  };
}

/** The addresses of all process slots, as a table in memory. */
export function slotTable({ scene }: Site): number {
  return scene.once('slot table', () =>
    scene.table(
      scene.layout.processes.map((offset) => scene.work + 4 * offset),
      true,
    ),
  );
}

export function locate(place: Place, site: Site): Located {
  const { scene } = site;
  const { system, layout, work } = scene;
  if (place.scope === 'shared') {
    const start = layout.shared[place.variable];
    const variable = system.variables[place.variable];
    const address = { base: w.i32(0), offset: work + 4 * start };
    return select(place.path, variable.type, { before: [], address, fails: false, starts: [start] }, site);
  }
  if (place.scope === 'own') {
    const { self } = site;
    if (!self || self.gone) return nowhere(site);
    const within = layout.types[self.type].variables[place.variable];
    const variable = system.types[self.type].variables[place.variable];
    const address = { base: self.address.base, offset: self.address.offset + 4 * within };
    const starts =
      self.slot !== undefined
        ? [layout.processes[self.slot] + within]
        : scene.variableSlots
            .filter((p) => scene.slots[p].residents.includes(self.type))
            .map((p) => layout.processes[p] + within);
    return select(place.path, variable.type, { before: [], address, fails: false, starts }, site);
  }
  const process = processAt(place.process, site);
  const within = layout.types[place.type].variables[place.variable];
  const hosts = scene.slots.flatMap((slot, p) =>
    slot.residents.includes(place.type) && (process.slot === undefined || process.slot === p) ? [p] : [],
  );
  if (hosts.length === 0) return nowhere(site);
  const certain = process.slot !== undefined && scene.slots[process.slot].fixed;
  const { base, offset } = process.address;
  const ofType = w.equal(readAt({ base, offset: offset + 4 * PROCESS_TYPE }, site), w.i32(place.type + 1));
  const before = certain
    ? process.before
    : [...process.before, when(w.isZero(choose(process.exists, ofType, w.i32(0))), [site.fault.take()])];
  const variable = system.types[place.type].variables[place.variable];
  const from = {
    before,
    address: { base, offset: offset + 4 * within },
    fails: process.fails || !certain,
    starts: hosts.map((p) => layout.processes[p] + within),
  };
  return select(place.path, variable.type, from, site);
}

/** A place of a process that does not exist: looking for it is a fault. */
function nowhere(site: Site): Located {
  const address = { base: w.i32(0), offset: site.scene.work };
  return { before: [site.fault.take()], address, type: BOOLEAN, low: 0, high: 0, fails: true, cells: [] };
}

interface Start {
  before: w.Statement[];
  address: Address;
  fails: boolean;
  starts: number[];
}

function select(path: Selector[], whole: DataType, from: Start, site: Site): Located {
  const before = [...from.before];
  let { base, offset } = from.address;
  let { fails } = from;
  let type = whole;
  let within: number | undefined = 0;
  for (const selector of path) {
    if (selector.kind === 'index' && type.kind === 'array') {
      const index = evaluate(selector.index, site);
      const size = sizeOf(type.element);
      const fixed = constantOf(index);
      if (fixed !== undefined && fixed >= type.low && fixed < type.low + type.length) {
        offset += 4 * (fixed - type.low) * size;
        if (within !== undefined) within += (fixed - type.low) * size;
      } else {
        within = undefined;
        fails ||= index.fails;
        const i = newLocal(site, 'i32');
        const from = type.low === 0 ? index.code : w.subtract(index.code, w.i32(type.low));
        before.push(w.set(i, from));
        if (index.low < type.low || index.high >= type.low + type.length) {
          fails = true;
          before.push(when(w.atLeastUnsigned(w.get(i), w.i32(type.length)), [site.fault.take()]));
        }
        before.push(w.set(i, w.add(base, w.multiply(w.get(i), w.i32(4 * size)))));
        base = w.get(i);
      }
      type = type.element;
    } else if (selector.kind === 'field' && type.kind === 'record') {
      let skipped = 0;
      for (let i = 0; i < selector.field; i++) skipped += sizeOf(type.fields[i].type);
      offset += 4 * skipped;
      if (within !== undefined) within += skipped;
      type = type.fields[selector.field].type;
    } else throw new Unsupported('it selects a part from a value that has none');
  }
  if (type.kind === 'array' || type.kind === 'record')
    throw new Unsupported('it uses a composite value whole');
  const cells = from.starts.map((start): [number, number] =>
    within === undefined ? [start, sizeOf(whole)] : [start + within, 1],
  );
  return { before, address: { base, offset }, type, fails, cells, ...boundsOfCells(cells, site) };
}

function boundsOfCells(ranges: [number, number][], { scene }: Site): Bounds {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const [first, count] of ranges) {
    for (let i = 0; i < count; i++) {
      low = Math.min(low, scene.cells[first + i].low);
      high = Math.max(high, scene.cells[first + i].high);
    }
  }
  return low <= high ? { low, high } : { low: 0, high: 0 };
}

/** A value brought into a scalar type, or the fault exit where the type says so. */
export function fitTo(type: DataType, value: Value, site: Site): w.I32 {
  if (type.kind === 'boolean') return asTruth(value).code;
  const { low, high } = boundsOf(type);
  if (value.low >= low && value.high <= high) return value.code;
  if (type.kind === 'range' && type.overflow === 'wrap') return wrapped(value, low, high, site);
  const local = newLocal(site, 'i32');
  const outside = w.or(w.lessSigned(w.get(local), w.i32(low)), w.greaterSigned(w.get(local), w.i32(high)));
  return after([w.set(local, value.code), when(outside, [site.fault.take()])], w.get(local));
}

function wrapped(value: Value, low: number, high: number, site: Site): w.I32 {
  const count = high - low + 1;
  if (Number.isInteger(Math.log2(count))) {
    if (count === 2 ** 32) return value.code;
    const offset = low === 0 ? value.code : w.subtract(value.code, w.i32(low));
    const kept = w.and(offset, w.i32(count - 1));
    return low === 0 ? kept : w.add(kept, w.i32(low));
  }
  const rest = newLocal(site, 'i64');
  const distance = w.subtract(w.extendSigned(value.code), w.i64(BigInt(low)));
  const before = [
    w.set(rest, w.remainderSigned(distance, w.i64(BigInt(count)))),
    when(w.lessSigned(w.get(rest), w.i64(0n)), [w.set(rest, w.add(w.get(rest), w.i64(BigInt(count))))]),
  ];
  return after(before, w.lowHalf(w.add(w.get(rest), w.i64(BigInt(low)))));
}

/** A value brought into a type, so that it can be used any number of times. */
function kept(type: DataType, value: Value, site: Site): { code: w.Statement[]; fitted: Value } {
  const { low, high } = type.kind === 'boolean' ? { low: 0, high: 1 } : boundsOf(type);
  const within = value.low >= low && value.high <= high;
  if (within && constantOf(value) !== undefined) return { code: [], fitted: value };
  const local = newLocal(site, 'i32');
  return {
    code: [w.set(local, fitTo(type, value, site))],
    fitted: {
      code: w.get(local),
      low: within ? value.low : low,
      high: within ? value.high : high,
      fails: false,
    },
  };
}

export function assign(place: Place, value: Value, site: Site): w.Statement[] {
  const target = locate(place, site);
  // The value is computed before the place is looked for: its code may use the same locals once only.
  const { code, fitted } = kept(target.type, value, site);
  return [...code, ...target.before, ...writeAmong(target.address, target.cells, fitted, site)];
}
