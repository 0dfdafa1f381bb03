/** Code that puts the members of one group in order, in the state in memory. */
import type { Group, Valued } from '../../symmetry/index.js';
import type { Scene } from '../program/scene.js';
import * as w from '../wasm/code.js';
import { branch, choose, giveBack, loop, newLabel, statements, when } from '../wasm/control.js';
import type { FunctionBuilder } from '../wasm/module.js';

const NOWHERE = w.i32(0);
const MULTIPLIER = 0x9e3779b97f4a7c15n;
/** Names that are further apart are looked for one by one. */
const MOST_SPAN = 1 << 12;

const mixed = (value: w.I64): w.I64 =>
  w.multiply(w.xor(value, w.shiftRight(value, w.i64(29n))), w.i64(BigInt.asIntN(64, MULTIPLIER)));

/** A number of a thing, spread over 64 bits. */
const spread = (number: number): bigint => BigInt.asIntN(64, (BigInt(number) + 1n) * 0xbf58476d1ce4e5b9n);

export class Arranging {
  /** Finds the order; 1 where it is another one. */
  readonly sort: FunctionBuilder<'i32'>;
  /** Makes every member the one that it becomes. */
  readonly move: FunctionBuilder<'none'>;
  /** Addresses: what each member looks like, which member comes to each place, and where each member goes. */
  private readonly looks: number;
  private readonly order: number;
  readonly became: number;
  private readonly count: number;
  /** Cells of the members, those that always hold the same left out. */
  private readonly columns: number[][];
  private readonly addresses: number;
  private readonly valued: Valued[];
  private readonly whenAt: Group['whenAt'];

  constructor(
    private readonly scene: Scene,
    group: Group,
    number: number,
  ) {
    const { cells } = scene;
    const isFixed = (cell: number): boolean => cells[cell].low === cells[cell].high;
    this.count = group.members.length;
    this.columns = group.own[0]
      .map((_, i) => group.own.map((own) => own[i]))
      .filter((column) => !column.every(isFixed));
    this.valued = group.valued.filter(({ cell }) => !isFixed(cell));
    this.whenAt = group.whenAt;
    this.looks = scene.reserve(8 * this.count);
    this.order = scene.reserve(4 * this.count);
    this.became = scene.reserve(4 * this.count);
    this.addresses = scene.table(
      group.members.flatMap((_, m) => this.columns.map((column) => scene.work + 4 * column[m])),
    );
    this.sort = scene.module.function(`sort group ${number}`, [], 'i32');
    this.move = scene.module.function(`move group ${number}`, [], 'none');
    this.defineSort();
    this.defineMove();
  }

  private cell(cell: number): w.I32 {
    return w.load32(NOWHERE, this.scene.work + 4 * cell);
  }

  private holds({ within }: Valued): w.I32 {
    return within ? w.greaterSigned(this.cell(within.length), w.i32(within.slot)) : w.i32(1);
  }

  /** The member that goes by a name, or -1. */
  private memberBy(values: readonly number[], name: w.I32): w.I32 {
    const [low, high] = [Math.min(...values), Math.max(...values)];
    if (high - low >= MOST_SPAN)
      return values.reduce<w.I32>(
        (otherwise, value, member) => choose(w.equal(name, w.i32(value)), w.i32(member), otherwise),
        w.i32(-1),
      );
    const table = this.scene.once(`members ${values.join()}`, () =>
      this.scene.table(Array.from({ length: high - low + 1 }, (_, i) => values.indexOf(low + i))),
    );
    const at = w.subtract(name, w.i32(low));
    return choose(
      w.greaterUnsigned(at, w.i32(high - low)),
      w.i32(-1),
      w.load32(w.shiftLeft(at, w.i32(2)), table),
    );
  }

  private nameOf(values: readonly number[], member: w.I32): w.I32 {
    const table = this.scene.once(`names ${values.join()}`, () => this.scene.table([...values]));
    return w.load32(w.shiftLeft(member, w.i32(2)), table);
  }

  /** `for` every member. */
  private each(
    body: FunctionBuilder<'i32'> | FunctionBuilder<'none'>,
    what: (member: w.Local<'i32'>) => w.Statement[],
  ): w.Statement {
    const member = body.local('i32');
    const again = newLabel('each member');
    return statements([
      w.set(member, w.i32(0)),
      loop(again, [
        ...what(member),
        w.set(member, w.add(w.get(member), w.i32(1))),
        when(w.lessSigned(w.get(member), w.i32(this.count)), [branch(again)]),
      ]),
    ]);
  }

  /** Nobody will name it any more. */
  private isFree(member: w.Local<'i32'>): w.I32 {
    const { scene } = this;
    const cells = new Set(this.whenAt.flat().map(({ cell }) => cell));
    const tests = [...cells].map((cell) => {
      const width = scene.cells[cell].high + 1;
      const table = scene.table(
        this.whenAt.flatMap((conditions) => {
          const condition = conditions.find((one) => one.cell === cell);
          return Array.from({ length: width }, (_, at) => Number(condition?.locations.includes(at) ?? true));
        }),
      );
      const row = w.multiply(w.get(member), w.i32(width));
      return w.load32(w.shiftLeft(w.add(row, this.cell(cell)), w.i32(2)), table);
    });
    return tests.reduce<w.I32>((all, test) => w.and(all, test), w.i32(1));
  }

  private defineSort(): void {
    const { sort: body, looks, order, became, columns, valued } = this;
    const names = new Map(valued.map((one) => [one.cell, one]));
    const [look, member, other] = [body.local('i64'), body.local('i32'), body.local('i32')];
    const [place, free, isOther] = [body.local('i32'), body.local('i32'), body.local('i32')];
    const [queue, places] = [this.scene.reserve(4 * this.count), this.scene.reserve(4 * this.count)];
    const long = (index: w.Local<'i32'>): w.I32 => w.shiftLeft(w.get(index), w.i32(3));
    const word = (index: w.Local<'i32'>): w.I32 => w.shiftLeft(w.get(index), w.i32(2));
    const width = columns.length;

    /** What it holds itself, but for names. */
    const itself = this.each(body, (m) => [
      w.set(look, w.i64(0n)),
      ...columns.flatMap((column, c) => {
        if (column.some((cell) => names.has(cell))) return [];
        const address = w.load32(w.multiply(w.get(m), w.i32(4 * width)), this.addresses + 4 * c);
        const bits = w.xor(w.extendUnsigned(w.load32(address)), w.i64(spread(c)));
        return [w.set(look, mixed(w.add(w.get(look), mixed(bits))))];
      }),
      w.store64(long(m), w.get(look), looks),
    ]);
    /** Where it is named: by those who are nobody in particular, and then by members, as these look now. */
    const adds = (to: w.Local<'i32'>, what: w.I64): w.Statement =>
      w.store64(long(to), w.add(w.load64(long(to), looks), what), looks);
    const owners = new Map(
      columns.flatMap((column, c) => column.map((cell, m) => [cell, { c, m }] as const)),
    );
    const named = (one: Valued, what: w.Statement[]): w.Statement =>
      when(this.holds(one), [
        w.set(member, this.memberBy(one.values, this.cell(one.cell))),
        when(w.atLeastSigned(w.get(member), w.i32(0)), what),
      ]);
    const loose = valued.filter(({ cell }) => !owners.has(cell));
    const held = valued.filter(({ cell }) => owners.has(cell));
    const byNobody = loose.map((one, i) => named(one, [adds(member, mixed(w.i64(spread(1000 + i))))]));
    const before = this.scene.reserve(8 * this.count);
    const remembered =
      held.length > 0 ? [w.copyMemory(w.i32(before), w.i32(looks), w.i32(8 * this.count))] : [];
    const byMembers = held.map((one) => {
      const { c, m } = owners.get(one.cell)!;
      const holder = w.load64(NOWHERE, before + 8 * m);
      return named(one, [
        w.set(other, w.i32(m)),
        w.set(look, mixed(w.add(holder, w.i64(spread(2000 + c))))),
        adds(other, mixed(w.add(w.load64(long(member), before), w.i64(spread(3000 + c))))),
        adds(member, w.get(look)),
      ]);
    });

    /** Each of those that are free goes, in turn, before those that look greater; they share their places. */
    const sorting = this.each(body, (m) => {
      const again = newLabel('before');
      const previous = w.load32(w.shiftLeft(w.subtract(w.get(place), w.i32(1)), w.i32(2)), queue);
      return [
        w.store32(word(m), w.get(m), order),
        w.store32(word(m), w.get(m), became),
        when(this.isFree(m), [
          w.set(look, w.load64(long(m), looks)),
          w.set(place, w.get(free)),
          w.store32(word(free), w.get(m), places),
          loop(again, [
            when(w.greaterSigned(w.get(place), w.i32(0)), [
              w.set(other, previous),
              when(w.greaterUnsigned(w.load64(long(other), looks), w.get(look)), [
                w.store32(word(place), w.get(other), queue),
                w.set(place, w.subtract(w.get(place), w.i32(1))),
                w.set(isOther, w.i32(1)),
                branch(again),
              ]),
            ]),
          ]),
          w.store32(word(place), w.get(m), queue),
          w.set(free, w.add(w.get(free), w.i32(1))),
        ]),
      ];
    });
    const turned = this.each(body, (m) => [
      when(w.lessSigned(w.get(m), w.get(free)), [
        w.set(place, w.load32(word(m), places)),
        w.set(other, w.load32(word(m), queue)),
        w.store32(word(place), w.get(other), order),
        w.store32(word(other), w.get(place), became),
      ]),
    ]);
    body.define(
      [
        w.set(isOther, w.i32(0)),
        w.set(free, w.i32(0)),
        itself,
        ...byNobody,
        ...remembered,
        ...byMembers,
        sorting,
        turned,
      ],
      w.get(isOther),
    );
  }

  private defineMove(): void {
    const { move: body, order, became, columns, addresses, valued, scene } = this;
    const width = columns.length;
    const copy = scene.reserve(4 * width * this.count);
    const member = body.local('i32');
    const from = body.local('i32');
    const at = (m: w.Local<'i32'>, c: number): w.I32 =>
      w.load32(w.multiply(w.get(m), w.i32(4 * width)), addresses + 4 * c);
    const row = (m: w.Local<'i32'>): w.I32 => w.multiply(w.get(m), w.i32(4 * width));
    const renaming = valued.map((one) =>
      when(this.holds(one), [
        w.set(member, this.memberBy(one.values, this.cell(one.cell))),
        when(w.atLeastSigned(w.get(member), w.i32(0)), [
          w.store32(
            NOWHERE,
            this.nameOf(one.values, w.load32(w.shiftLeft(w.get(member), w.i32(2)), became)),
            scene.work + 4 * one.cell,
          ),
        ]),
      ]),
    );
    const copying = this.each(body, (m) =>
      columns.map((_, c) => w.store32(row(m), w.load32(at(m, c)), copy + 4 * c)),
    );
    const placing = this.each(body, (m) => [
      w.set(from, w.load32(w.shiftLeft(w.get(m), w.i32(2)), order)),
      ...columns.map((_, c) => w.store32(at(m, c), w.load32(row(from), copy + 4 * c))),
    ]);
    body.define([...renaming, copying, placing, giveBack()]);
  }
}
