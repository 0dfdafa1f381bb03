import { describe, expect, it } from 'vitest';
import { Interpreter } from '../../../src/model/interpreter.js';
import { internal, type ProcessType, type System } from '../../../src/model/system.js';
import { automataGraph, controlGraph } from '../../../src/report/graph/control.js';
import { dot } from '../../../src/report/graph/dot.js';
import { flowchart } from '../../../src/report/graph/flowchart.js';
import { exploreStates, statesGraph } from '../../../src/report/graph/states.js';
import { svg } from '../../../src/report/graph/svg.js';

function processType(name: string, rest: Partial<ProcessType>): ProcessType {
  return {
    name,
    parameters: 0,
    variables: [],
    channels: [],
    locations: [{}, {}],
    initial: 0,
    steps: [],
    alphabet: [],
    ...rest,
  };
}

/** Two processes that tick alone and then meet once in `done`: 2 × 2 states, and one after the meeting. */
const system: System = {
  name: 'two "ticks"',
  sources: [],
  variables: [],
  channels: [],
  symbols: [{ name: 'done' }],
  types: [
    processType('TICK', {
      locations: [{ name: 'start' }, { name: 'ready' }, { name: 'over', marks: ['end'] }],
      steps: [
        { from: 0, to: 1, action: internal, effects: [], event: { name: 'tick' }, text: 'tick;' },
        { from: 1, to: 2, action: { kind: 'synchronise', symbol: 0 }, effects: [] },
      ],
      alphabet: [0],
    }),
  ],
  instances: [
    { name: 'a', type: 0, arguments: [] },
    { name: 'b', type: 0, arguments: [] },
  ],
  processBound: 2,
  arithmetic: 'wrap',
};

describe('the control view', () => {
  it('draws each process type with the text of its steps', () => {
    expect(dot(controlGraph(system))).toBe(`\
digraph "two \\"ticks\\"" {
  rankdir=LR;
  node [shape=ellipse, fontname="sans-serif", fontsize=11];
  edge [fontname="sans-serif", fontsize=10];
  subgraph cluster_0 {
    label="TICK";
    s0_0 [shape=point, label=""];
    s0_0 -> n0_0;
    n0_0 [label="start"];
    n0_1 [label="ready"];
    n0_2 [label="over", peripheries=2];
    n0_0 -> n0_1 [label="tick;"];
    n0_1 -> n0_2 [label="done"];
  }
}
`);
  });

  it('finds the type of a process by either name', () => {
    expect(controlGraph(system, 'b').groups.map((group) => group.name)).toEqual(['TICK']);
    expect(controlGraph(system, 'nobody').groups).toEqual([]);
  });
});

describe('the automata view', () => {
  it('draws each process with its events', () => {
    expect(flowchart(automataGraph(system, 'b'))).toBe(`\
flowchart LR
  subgraph g0["b"]
    s0_0(( )) --> n0_0
    n0_0(["start"])
    n0_1(["ready"])
    n0_2[["over"]]
    n0_0 -->|"tick"| n0_1
    n0_1 -->|"done"| n0_2
  end
  classDef bad fill:#f6c0c0
  classDef more stroke-dasharray:4
`);
    expect(automataGraph(system).groups.map((group) => group.name)).toEqual(['a', 'b']);
  });
});

describe('the states view', () => {
  it('walks all reachable states', async () => {
    const space = await exploreStates(new Interpreter(system), 100);
    expect(space).toEqual({
      initial: [0],
      states: 5,
      unexplored: new Set(),
      stuck: new Set(),
      ended: new Set([4]),
      transitions: [
        { from: 0, to: 1, label: 'tick', silent: false },
        { from: 0, to: 2, label: 'tick', silent: false },
        { from: 1, to: 3, label: 'tick', silent: false },
        { from: 2, to: 3, label: 'tick', silent: false },
        { from: 3, to: 4, label: 'done', silent: false },
      ],
    });
    expect(statesGraph('s', space).caption).toBeUndefined();
  });

  it('says where it was cut', async () => {
    const space = await exploreStates(new Interpreter(system), 3);
    expect(space.states).toBe(3);
    expect(space.unexplored).toEqual(new Set([1, 2]));
    const graph = statesGraph('s', space);
    expect(graph.caption).toBe('cut at 3 states: dashed ones have transitions that are not drawn');
    expect(dot(graph)).toContain('n0_1 [label="1", style=dashed];');
  });

  it('marks states that are stuck', async () => {
    const lonely = { ...system, types: [{ ...system.types[0], locations: [{}, {}, {}] }] };
    const space = await exploreStates(new Interpreter(lonely), 100);
    expect(space.stuck).toEqual(new Set([4]));
    expect(dot(statesGraph('s', space))).toContain('n0_4 [label="4", style=filled, fillcolor="#f6c0c0"];');
  });
});

describe('drawing', () => {
  const awkward = {
    name: 'g',
    groups: [
      {
        nodes: [{ label: 'a\\' }, { label: '"b"\n\u001b' }],
        edges: [{ from: 0, to: 1, labels: ['x < y && z', '&lt;'] }],
      },
    ],
  };

  it('escapes for Graphviz', () => {
    const text = dot(awkward);
    expect(text).toContain('[label="a\\\\"]');
    expect(text).toContain('[label="\\"b\\"\\\\n\\\\x1b"]');
    expect(text).toContain('[label="x < y && z\\n&amp;lt;"]');
  });

  it('escapes for Mermaid', () => {
    expect(flowchart(awkward)).toContain('|"x #60; y #38;#38; z<br/>#38;lt#59;"|');
  });

  it('draws one edge for many labels, and not too many of them', () => {
    const labels = Array.from({ length: 12 }, (_, i) => `l${i}`);
    const text = dot({
      name: 'g',
      groups: [{ nodes: [{ label: '0' }], edges: [{ from: 0, to: 0, labels }] }],
    });
    expect(text).toContain('[label="l0\\nl1\\nl2\\nl3\\nl4\\nl5\\nl6\\nand 5 more"]');
  });

  it('becomes SVG through Graphviz', async () => {
    const drawn = await svg(awkward);
    expect(drawn).toMatch(/<svg /);
    expect(drawn).toContain('>a\\</text>');
    expect(drawn).toContain('>x &lt; y &amp;&amp; z</text>');
    expect(drawn).toContain('>&amp;lt;</text>');
    expect(drawn).not.toContain('\u001b');
  });
});
