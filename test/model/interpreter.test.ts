import { describe, expect, it } from 'vitest';
import type { DataType } from '../../src/model/data.js';
import { at, binary, constant, own, read, shared } from '../../src/model/expression.js';
import { Interpreter } from '../../src/model/interpreter.js';
import { type Effect, ELSE, type Step } from '../../src/model/system.js';
import { byte, digit, moves, process, reachable, send, started, step, system, walk } from './small-system.js';

const x = { name: 'x', type: byte };
const set = (value: number): Effect => ({ kind: 'assign', place: shared(0), value: constant(value) });
const raise: Effect = {
  kind: 'assign',
  place: shared(0),
  value: binary('add', read(shared(0)), constant(1)),
};
const xIs = (value: number) => binary('equal', read(shared(0)), constant(value));
const first = (interpreter: Interpreter, state: Int32Array) =>
  interpreter.successor(state, interpreter.transitions(state)[0]);
const valueOfX = (interpreter: Interpreter, state: Int32Array) => state[interpreter.layout.shared[0]];

describe('values', () => {
  it('a byte wraps around, a digit faults', () => {
    const steps = [step(0, 0, { effects: [raise] })];
    const wrapping = started(
      system([process('p', steps)], { variables: [{ ...x, initial: [constant(255)] }] }),
    );
    expect(valueOfX(wrapping.interpreter, first(wrapping.interpreter, wrapping.state).state)).toBe(0);
    const faulting = started(
      system([process('p', steps)], { variables: [{ name: 'x', type: digit, initial: [constant(9)] }] }),
    );
    expect(first(faulting.interpreter, faulting.state).fault).toMatchObject({
      code: 'range',
      message: '10 is outside 0..9, the range of x',
    });
  });

  it('32-bit arithmetic wraps or faults as the system says', () => {
    const big = binary('multiply', constant(0x10000), constant(0x10000));
    const steps = [step(0, 0, { effects: [{ kind: 'assign', place: shared(0), value: big }] })];
    const wraps = started(system([process('p', steps)], { variables: [x], arithmetic: 'wrap' }));
    expect(first(wraps.interpreter, wraps.state).fault).toBeUndefined();
    const faults = started(system([process('p', steps)], { variables: [x], arithmetic: 'fault' }));
    expect(first(faults.interpreter, faults.state).fault?.code).toBe('overflow');
  });

  it('an index outside the array and a division by zero are faults, also in a guard', () => {
    const a = { name: 'a', type: { kind: 'array', length: 3, low: 1, element: byte } as const };
    const guard = binary('equal', read(shared(0, at(constant(4)))), constant(0));
    const { interpreter, state } = started(
      system([process('p', [step(0, 0, { guard })])], { variables: [a] }),
    );
    expect(first(interpreter, state).fault).toMatchObject({
      code: 'index',
      message: 'index 4 of a is outside 1..3',
    });
    const divide = step(0, 0, { guard: binary('divide', constant(1), constant(0)) });
    const other = started(system([process('p', [divide])]));
    expect(first(other.interpreter, other.state).fault?.code).toBe('division-by-zero');
  });

  it('a variable may start with any value', () => {
    const any = {
      name: 'b',
      type: { kind: 'array', length: 2, low: 0, element: { kind: 'boolean' } },
      initial: 'any',
    } as const;
    const interpreter = new Interpreter(system([process('p', [])], { variables: [any] }));
    expect(interpreter.initialStates()).toHaveLength(4);
  });

  it('records and arrays are laid out flat', () => {
    const pair = {
      kind: 'record',
      name: 'pair',
      fields: [
        { name: 'l', type: byte },
        { name: 'r', type: byte },
      ],
    } as DataType;
    const pairs = { name: 'q', type: { kind: 'array', length: 2, low: 0, element: pair } as const };
    const place = shared(0, at(constant(1)), { kind: 'field', field: 1 });
    const write = step(0, 1, { effects: [{ kind: 'assign', place, value: constant(7) }] });
    const { interpreter, state } = started(system([process('p', [write])], { variables: [pairs] }));
    const after = walk(interpreter, state, 1);
    expect([...after.subarray(interpreter.layout.shared[0], interpreter.layout.shared[0] + 4)]).toEqual([
      0, 0, 0, 7,
    ]);
  });

  it('a choice has one transition for each value', () => {
    const choose = step(0, 1, {
      action: { kind: 'choose', place: shared(0), low: constant(3), high: constant(5) },
    });
    const { interpreter, state } = started(system([process('p', [choose])], { variables: [x] }));
    const values = interpreter
      .transitions(state)
      .map((t) => valueOfX(interpreter, interpreter.successor(state, t).state));
    expect(values).toEqual([3, 4, 5]);
  });
});

describe('choices whose bounds fault', () => {
  it('fault when they are taken', () => {
    const low = binary('divide', constant(1), constant(0));
    const choose = step(0, 1, { action: { kind: 'choose', place: shared(0), low, high: constant(5) } });
    const { interpreter, state } = started(system([process('p', [choose])], { variables: [x] }));
    expect(interpreter.transitions(state)).toHaveLength(1);
    expect(first(interpreter, state).fault?.code).toBe('division-by-zero');
  });
});

describe('else, timeout, priority, provided', () => {
  it('else is enabled only where nothing else of the process is', () => {
    const steps = [step(0, 1, { guard: xIs(0) }), step(0, 2, { priority: ELSE })];
    const type = process('p', steps);
    const at0 = started(system([type], { variables: [x] }));
    expect(at0.interpreter.transitions(at0.state).map((t) => t.participants[0].step)).toEqual([0]);
    const at1 = started(system([type], { variables: [{ ...x, initial: [constant(1)] }] }));
    expect(at1.interpreter.transitions(at1.state).map((t) => t.participants[0].step)).toEqual([1]);
  });

  it('the escape of an unless comes first', () => {
    const steps = [step(0, 1), step(0, 2, { priority: 1, guard: xIs(0) })];
    const { interpreter, state } = started(system([process('p', steps)], { variables: [x] }));
    expect(interpreter.transitions(state).map((t) => t.participants[0].step)).toEqual([1]);
  });

  it('timeout waits until nothing else in the system can move', () => {
    const waits = process('waits', [step(0, 1, { guard: { kind: 'timeout' } })]);
    const works = process('works', [step(0, 1)]);
    const { interpreter, state } = started(system([waits, works]));
    expect(moves(interpreter, state)).toEqual(['works']);
    const later = walk(interpreter, state, 1);
    expect(moves(interpreter, later)).toEqual(['waits']);
    expect(first(interpreter, later).fault).toBeUndefined();
  });

  it('timeout may also stand in a provided clause or beside a channel', () => {
    const waits = process('waits', [step(0, 1)], { provided: { kind: 'timeout' } });
    const { interpreter, state } = started(system([waits, process('works', [step(0, 1)])]));
    expect(moves(interpreter, state)).toEqual(['works']);
    expect(moves(interpreter, walk(interpreter, state, 1))).toEqual(['waits']);
    const bound = process('bound', [
      step(0, 1, {
        action: { kind: 'choose', place: shared(0), low: constant(1), high: { kind: 'timeout' } },
      }),
    ]);
    const choosing = started(system([bound], { variables: [x] }));
    expect(moves(choosing.interpreter, choosing.state)).toEqual(['bound']);
  });

  it('a process moves only while its provided clause is true', () => {
    const type = process('p', [step(0, 1)], { provided: xIs(1) });
    const other = process('q', [step(0, 1, { effects: [set(1)] })]);
    const { interpreter, state } = started(system([type, other], { variables: [x] }));
    expect(moves(interpreter, state)).toEqual(['q']);
    expect(moves(interpreter, walk(interpreter, state, 1))).toEqual(['p']);
  });
});

describe('meeting', () => {
  const sync = (symbol: number) => ({ action: { kind: 'synchronise', symbol } as const });

  it('all processes that know a symbol step together, and it is one event', () => {
    const three = ['a', 'b', 'c'].map((name) => process(name, [step(0, 1, sync(0))]));
    const { interpreter, state } = started(system(three, { symbols: [{ name: 'go' }] }));
    expect(moves(interpreter, state)).toEqual(['a+b+c']);
    expect(first(interpreter, state).events.map((e) => e.text)).toEqual(['go']);
  });

  it('a symbol does not happen while one that knows it is not ready', () => {
    const ready = process('ready', [step(0, 1, sync(0))]);
    const never = process('never', [], { alphabet: [0] });
    const { interpreter, state } = started(system([ready, never], { symbols: [{ name: 'go' }] }));
    expect(interpreter.transitions(state)).toEqual([]);
    expect(interpreter.unfinished(state)).toEqual([0]);
  });

  it('a hidden symbol happens without being an event', () => {
    const { interpreter, state } = started(
      system([process('a', [step(0, 1, sync(0))])], { symbols: [{ name: 'go', hidden: true }] }),
    );
    expect(first(interpreter, state).events).toEqual([]);
  });

  it('sender and receiver meet on a channel without buffer, and values go both ways', () => {
    const local = [{ name: 'v', type: byte }];
    const caller = process(
      'caller',
      [
        step(0, 1, {
          action: {
            ...send(1, constant(20)),
            meeting: { takeBack: [own(0)], partner: own(1) },
          } as Step['action'],
        }),
      ],
      { variables: [...local, { name: 'who', type: { kind: 'process' } }] },
    );
    const acceptor = process(
      'acceptor',
      [
        step(0, 1, {
          action: {
            kind: 'receive',
            channel: constant(1),
            patterns: [{ kind: 'store', place: own(0) }],
            position: 'first',
            meeting: { giveBack: [binary('add', read(own(0)), constant(1))] },
          },
          effects: [{ kind: 'assign', place: own(0), value: binary('multiply', read(own(0)), constant(2)) }],
        }),
      ],
      { variables: local },
    );
    const entry = { name: 'entry', capacity: 0, fields: [byte] };
    const { interpreter, state } = started(system([caller, acceptor], { channels: [entry] }));
    expect(moves(interpreter, state)).toEqual(['caller+acceptor']);
    const after = walk(interpreter, state, 1);
    const { processes, types } = interpreter.layout;
    expect(after[processes[0] + types[0].variables[0]]).toBe(41);
    expect(after[processes[0] + types[0].variables[1]]).toBe(1);
  });

  it('an accept with a body keeps its caller waiting until the end of the body', () => {
    // Start and end of the rendezvous are two meetings; the second is with the same caller only.
    const receive = (channel: number, rest: object) => ({
      kind: 'receive' as const,
      channel: constant(channel),
      patterns: [],
      position: 'first' as const,
      ...rest,
    });
    const caller = (name: string) =>
      process(name, [
        step(0, 1, { action: { kind: 'send', channel: constant(1), values: [], order: 'fifo' } }),
        step(1, 2, { action: receive(2, {}) }),
      ]);
    const server = process(
      'server',
      [
        step(0, 1, { action: receive(1, { meeting: { partner: own(0) } }) }),
        step(1, 2, { effects: [raise] }),
        step(2, 0, {
          action: {
            kind: 'send',
            channel: constant(2),
            values: [],
            order: 'fifo',
            meeting: { only: read(own(0)) },
          },
        }),
      ],
      { variables: [{ name: 'caller', type: { kind: 'process' } }], locations: [{ marks: ['end'] }, {}, {}] },
    );
    const channels = ['start', 'end'].map((name) => ({ name, capacity: 0, fields: [] }));
    const { interpreter, state } = started(
      system([caller('a'), caller('b'), server], { channels, variables: [x] }),
    );
    expect(moves(interpreter, state)).toEqual(['a+server', 'b+server']);
    const accepted = first(interpreter, state).state;
    expect(moves(interpreter, accepted)).toEqual(['server']);
    const body = first(interpreter, accepted).state;
    expect(moves(interpreter, body)).toEqual(['server+a']);
    expect(moves(interpreter, first(interpreter, body).state)).toEqual(['b+server']);
  });
});

describe('buffered channels', () => {
  const channel = { name: 'c', capacity: 3, fields: [byte] };
  const content = (interpreter: Interpreter, state: Int32Array) => {
    const start = interpreter.layout.channels[0];
    return [...state.subarray(start + 1, start + 1 + state[start])];
  };
  const put = (value: number, order: 'fifo' | 'sorted' = 'fifo') => ({
    action: { ...send(1, constant(value)), order } as Step['action'],
  });
  const chain = (...actions: object[]) => actions.map((action, i) => step(i, i + 1, action));

  it('keep messages in order, refuse more than they hold', () => {
    const type = process('p', chain(put(3), put(1), put(2), put(9)));
    const { interpreter, state } = started(system([type], { channels: [channel] }));
    const full = walk(interpreter, state, 3);
    expect(content(interpreter, full)).toEqual([3, 1, 2]);
    expect(interpreter.transitions(full)).toEqual([]);
  });

  it('sorted sending inserts, equal messages behind', () => {
    const type = process('p', chain(put(3, 'sorted'), put(1, 'sorted'), put(2, 'sorted')));
    const { interpreter, state } = started(system([type], { channels: [channel] }));
    expect(content(interpreter, walk(interpreter, state, 3))).toEqual([1, 2, 3]);
  });

  const take = (value: number, position: 'first' | 'any', keep = false) => ({
    action: {
      kind: 'receive',
      channel: constant(1),
      patterns: [{ kind: 'match', value: constant(value) }],
      position,
      keep,
    } as Step['action'],
  });

  it.each([
    { receive: take(1, 'first'), left: undefined },
    { receive: take(3, 'first'), left: [1] },
    { receive: take(1, 'any'), left: [3] },
    { receive: take(3, 'first', true), left: [3, 1] },
  ])('receives the first, any, or peeks: case %#', ({ receive, left }) => {
    const { interpreter, state } = started(
      system([process('p', chain(put(3), put(1), receive))], { channels: [channel] }),
    );
    const sent = walk(interpreter, state, 2);
    if (left === undefined) expect(interpreter.transitions(sent)).toEqual([]);
    else expect(content(interpreter, walk(interpreter, sent, 1))).toEqual(left);
  });

  it('a process has channels of its own, which others use by reference', () => {
    const owner = process(
      'owner',
      chain({ action: { kind: 'send', channel: read(own(0)), values: [constant(5)], order: 'fifo' } }),
      {
        variables: [{ name: 'c', type: { kind: 'channel' } }],
        channels: [{ type: channel, variable: 0 }],
      },
    );
    const { interpreter, state } = started(system([owner, owner]));
    expect(interpreter.transitions(state)).toHaveLength(2);
    const references = [0, 1].map(
      (p) => state[interpreter.layout.processes[p] + interpreter.layout.types[p].variables[0]],
    );
    expect(new Set(references).size).toBe(2);
  });
});

describe('channels of a process', () => {
  const channel = { name: 'c', capacity: 1, fields: [byte] };

  it('may be the elements of an array, and a later variable may start with a reference to one', () => {
    const owner = process('owner', [], {
      variables: [
        { name: 'c', type: { kind: 'array', length: 2, low: 0, element: { kind: 'channel' } } },
        { name: 'd', type: { kind: 'channel' }, initial: [read(own(0, at(constant(1))))] },
      ],
      channels: [
        { type: channel, variable: 0 },
        { type: channel, variable: 0, element: 1 },
      ],
    });
    const { interpreter, state } = started(system([owner]));
    const start = interpreter.layout.processes[0] + interpreter.layout.types[0].variables[0];
    expect([...state.subarray(start, start + 3)]).toEqual([1, 2, 2]);
  });

  it('a message of the wrong length is a fault', () => {
    const action = { ...send(1, constant(1), constant(2)) };
    const { interpreter, state } = started(
      system([process('p', [step(0, 1, { action })])], { channels: [channel] }),
    );
    expect(first(interpreter, state).fault?.message).toBe('2 fields are sent to c, which has 1');
  });
});

describe('atomic regions', () => {
  it('a process inside goes on alone; where it blocks, others move', () => {
    const inside = process('inside', [step(0, 1), step(1, 2, { guard: xIs(1) }), step(2, 3)], {
      locations: [{}, { region: 'atomic' }, { region: 'atomic' }, { marks: ['end'] }],
    });
    const other = process('other', [step(0, 1, { effects: [set(1)] })]);
    const { interpreter, state } = started(system([inside, other], { variables: [x] }));
    expect(moves(interpreter, state)).toEqual(['inside', 'other']);
    const blocked = first(interpreter, state).state;
    expect(moves(interpreter, blocked)).toEqual(['other']);
    const raisedFirst = interpreter.successor(state, interpreter.transitions(state)[1]).state;
    expect(moves(interpreter, walk(interpreter, raisedFirst, 3))).toEqual([]);
  });

  it.each([
    { yields: false, next: ['sender'] },
    { yields: true, next: ['sender', 'other'] },
  ])('a sender in an atomic region goes on after a meeting unless it yields: $yields', ({ yields, next }) => {
    const action: Step['action'] = {
      kind: 'send',
      channel: constant(1),
      values: [],
      order: 'fifo',
      meeting: { yields },
    };
    const sender = process('sender', [step(0, 1, { action }), step(1, 2)], {
      locations: [{}, { region: 'atomic' }, { marks: ['end'] }],
    });
    const take: Step['action'] = { kind: 'receive', channel: constant(1), patterns: [], position: 'first' };
    const receiver = process('receiver', [step(0, 1, { action: take })]);
    const other = process('other', [step(0, 1)]);
    const { interpreter, state } = started(
      system([sender, receiver, other], { channels: [{ name: 'c', capacity: 0, fields: [] }] }),
    );
    expect(moves(interpreter, state)).toEqual(['sender+receiver', 'other']);
    expect(moves(interpreter, first(interpreter, state).state)).toEqual(next);
  });

  it('an indivisible sequence is one transition and may not block or run for ever', () => {
    const region = { region: 'indivisible' } as const;
    const type = process('p', [step(0, 1, { effects: [raise] }), step(1, 2, { effects: [raise] })], {
      locations: [{}, region, { marks: ['end'] }],
    });
    const once = started(system([type], { variables: [x] }));
    expect(valueOfX(once.interpreter, walk(once.interpreter, once.state, 1))).toBe(2);
    const blocks = process('p', [step(0, 1), step(1, 2, { guard: xIs(9) })], { locations: [{}, region, {}] });
    const stuck = started(system([blocks], { variables: [x] }));
    expect(first(stuck.interpreter, stuck.state).fault?.code).toBe('blocked');
    const loops = process('p', [step(0, 1), step(1, 1)], { locations: [{}, region] });
    const endless = started(system([loops]));
    expect(first(endless.interpreter, endless.state).fault?.code).toBe('endless');
  });

  it('a guarded atomic object: a bounded buffer never holds more than it may', () => {
    const count = { name: 'count', type: digit, object: 'buffer' };
    const change = (by: number): Effect => ({
      kind: 'assign',
      place: shared(0),
      value: binary('add', read(shared(0)), constant(by)),
    });
    const producer = process('put', [
      step(0, 0, { guard: binary('less', read(shared(0)), constant(2)), effects: [change(1)] }),
    ]);
    const consumer = process('get', [
      step(0, 0, { guard: binary('greater', read(shared(0)), constant(0)), effects: [change(-1)] }),
    ]);
    const interpreter = new Interpreter(system([producer, producer, consumer], { variables: [count] }));
    const values = [...reachable(interpreter).values()].map((state) => valueOfX(interpreter, state));
    expect(values.sort()).toEqual([0, 1, 2]);
  });
});

describe('processes that come and go', () => {
  const child = process(
    'child',
    [step(0, 1, { effects: [raise] }), step(1, 1, { effects: [{ kind: 'exit' }] })],
    {
      parameters: 1,
      variables: [{ name: 'n', type: byte }],
    },
  );
  const spawn: Effect = { kind: 'spawn', type: 1, arguments: [constant(7)] };
  const parents = (steps: Step[], bound: number) =>
    system([process('parent', steps), child], {
      variables: [x],
      instances: [{ name: 'parent', type: 0, arguments: [] }],
      processBound: bound,
    });

  it('spawn starts a process with its arguments; exit frees its number', () => {
    const { interpreter, state } = started(parents([step(0, 1, { effects: [spawn] })], 2));
    const born = walk(interpreter, state, 1);
    expect(interpreter.living(born)).toEqual([0, 1]);
    expect(born[interpreter.layout.processes[1] + interpreter.layout.types[1].variables[0]]).toBe(7);
    const gone = walk(interpreter, born, 2);
    expect(interpreter.living(gone)).toEqual([0]);
    expect(gone.subarray(interpreter.layout.processes[1]).every((value) => value === 0)).toBe(true);
  });

  it('more processes than the bound is a fault that names the bound', () => {
    const { interpreter, state } = started(parents([step(0, 0, { effects: [spawn] })], 2));
    const parent = interpreter.successor(state, interpreter.transitions(state)[0]).state;
    const again = interpreter.transitions(parent).find((t) => t.participants[0].process === 0);
    expect(interpreter.successor(parent, again!).fault).toMatchObject({
      code: 'process-bound',
      message: 'more than 2 processes at once',
    });
  });

  it('others can see where a process stands and whether it exists', () => {
    const sees = process('sees', [
      step(0, 1, { guard: { kind: 'at', process: constant(1), type: 1, locations: [1] } }),
      step(1, 2, { guard: binary('equal', { kind: 'processCount' }, constant(2)) }),
    ]);
    const moving = process('moves', [step(0, 1)]);
    const { interpreter, state } = started(system([sees, moving]));
    expect(moves(interpreter, state)).toEqual(['moves']);
    expect(moves(interpreter, walk(interpreter, state, 3))).toEqual([]);
  });
});

describe('assertions and output', () => {
  it('a failed assertion is reported and the state is complete', () => {
    const type = process('p', [
      step(0, 1, { effects: [{ kind: 'assert', condition: xIs(1), message: 'x is 1' }, set(5)] }),
    ]);
    const { interpreter, state } = started(system([type], { variables: [x] }));
    const outcome = first(interpreter, state);
    expect(outcome.fault).toMatchObject({ code: 'assertion', message: 'x is 1' });
    expect(valueOfX(interpreter, outcome.state)).toBe(5);
  });

  it('prints with arguments and shows events with arguments', () => {
    const colour = {
      kind: 'enumeration',
      name: 'colour',
      literals: ['red', 'green'],
      first: 1,
    } satisfies DataType as DataType;
    const print: Effect = {
      kind: 'print',
      text: 'x is %d, %e',
      arguments: [{ value: read(shared(0)) }, { value: constant(2), type: colour }],
    };
    const event = {
      name: 'put',
      arguments: [{ value: read(shared(0)) }, { value: constant(1), type: colour }],
    };
    const { interpreter, state } = started(
      system([process('p', [step(0, 1, { effects: [set(4), print], event })])], { variables: [x] }),
    );
    const outcome = first(interpreter, state);
    expect(outcome.output).toEqual(['x is 4, green']);
    expect(outcome.events).toEqual([{ name: 'put', arguments: ['4', 'red'], text: 'put(4,red)' }]);
  });

  it('keeps the process that moved last where expressions ask for it', () => {
    const type = process('p', [step(0, 1)]);
    const watcher = process('w', [
      step(0, 1, { guard: binary('equal', { kind: 'lastProcess' }, constant(1)) }),
    ]);
    const { interpreter, state } = started(system([watcher, type], { keepsLastProcess: true }));
    expect(moves(interpreter, state)).toEqual(['p']);
    expect(moves(interpreter, walk(interpreter, state, 1))).toEqual(['w']);
  });

  it('knows whether another process has an enabled step', () => {
    const type = process('p', [step(0, 1)]);
    const watcher = process('w', [
      step(0, 1, {
        guard: { kind: 'unary', operator: 'not', operand: { kind: 'enabled', process: constant(0) } },
      }),
    ]);
    const { interpreter, state } = started(system([type, watcher]));
    expect(moves(interpreter, state)).toEqual(['p']);
    // The answer is of the state that is asked about, not of the one before.
    expect(moves(interpreter, walk(interpreter, state, 1))).toEqual(['w']);
    expect(moves(interpreter, state)).toEqual(['p']);
  });
});
