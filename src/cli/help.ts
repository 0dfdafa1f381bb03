/** What `--help` adds below the options: examples, and what the exit codes mean. */
const exitCodes = `
Exit codes:
  0  every property holds
  1  some property is violated
  2  some answer is inconclusive, none is violated
  3  the input or the command line is wrong
  4  a limit of time, memory or states was hit, or the run was interrupted
  5  a defect in Heddle
`;

export const programHelp = `
Examples:
  $ heddle check philosophers.lts
  $ heddle check --deadlock --reporter json philosophers.lts
  $ heddle simulate --seed 1 philosophers.lts
  $ heddle graph --view states --format svg --output states.svg philosophers.lts
  $ heddle equiv buffer.lts cells.lts
  $ heddle minimise --modulo branching cells.lts
${exitCodes}`;

export const checkHelp = `
Durations: 500ms, 60s, 5m, 2h. Sizes: 512m, 4g (powers of 1024).
Answers are kept in the user's cache folder (HEDDLE_CACHE, XDG_CACHE_HOME) and found again by content;
where CI is set, none are kept.
Ctrl-C ends the search and reports what is known; a second one ends at once.

Examples:
  $ heddle check philosophers.lts
  $ heddle check --deadlock *.lts
  $ heddle check --property order.prop --time 5m --memory 4g philosophers.lts
  $ heddle check --ltl '[] (request -> <> grant)' server.lts
  $ heddle check --reporter sarif --output heddle.sarif philosophers.lts
  $ heddle check --mermaid counterexample.mmd philosophers.lts
  $ heddle check --html report.html philosophers.lts
  $ heddle check --shard 1/4 --reporter json --output 1.json 'models/**/*.pml'
  $ heddle check --watch philosophers.lts
${exitCodes}`;

export const certifyHelp = `
The checker shares no code with the engines that found the answers.

Examples:
  $ heddle check --certificate philosophers.cert philosophers.lts
  $ heddle certify philosophers.cert philosophers.lts

Exit codes:
  0  every property of the certificate is shown to hold
  1  some evidence is refused: it shows nothing about this program
  2  some property has no evidence, or none that can be traced to the program
  3  the input or the command line is wrong
  4  interrupted, or out of time
  5  a defect in Heddle
`;

export const simulateHelp = `
With --interactive, type the number of a step, r (random), u (undo), v (values) or q (quit).

Examples:
  $ heddle simulate philosophers.lts
  $ heddle simulate --seed 7 --steps 20 philosophers.lts
  $ heddle simulate --interactive philosophers.lts

Exit codes:
  0  the execution was shown, whatever it ends in
  3  the input or the command line is wrong
  4  interrupted
  5  a defect in Heddle
`;

export const graphHelp = `
Views:
  control   locations and steps of the process types, in the words of the program
  automata  every process that exists at the start, with the events it takes part in
  states    the reachable states of the whole program, up to --max-states
  flowgraph the automata as the inequality engine sees them: one copy for each interval of a property,
            with the flow of a solution in bold
  tfg       the trace-flow graph of the flow engine: what may follow what (dashed: in other processes), with
            the states of the property that may hold after each node
Format aut (Aldebaran) is for the states view.

Examples:
  $ heddle graph philosophers.lts
  $ heddle graph --view automata --process FORK --format mermaid philosophers.lts
  $ heddle graph --view states --format svg --output states.svg philosophers.lts

Exit codes:
  0  drawn
  3  the input or the command line is wrong
  4  interrupted; the drawing is cut
  5  a defect in Heddle
`;

export const exportHelp = `
An execution that violates the property satisfies all of these inequalities in whole numbers; the other
way round need not be so. Several ways to violate it are joined by sequence variables.

Examples:
  $ heddle export --to lp --deadlock philosophers.lts
  $ heddle export --to mps --property order.prop --output order.mps philosophers.lts

Exit codes:
  0  written
  2  the inequalities do not cover this program or this property
  3  the input or the command line is wrong
  5  a defect in Heddle
`;

export const equivHelp = `
Relations:
  trace      the same sequences of visible events
  failures   and the same events refused after them
  weak       weak bisimulation: each step of one is answered by the other, internal steps aside
  branching  branching bisimulation: the same, and internal steps pass through equivalent states
  strong     strong bisimulation: internal steps count as well
Engines: inequality proves without visiting states, for systems of any size; enumerative visits all states
of both; auto takes the latter where the states are few, otherwise first the one and then the other.
Names for --visible: a name (also for all that begins with it and a dot), name(1), or a pattern with *.

Examples:
  $ heddle equiv buffer.lts cells.lts
  $ heddle equiv --visible in,out --relation branching buffer.lts cells.lts
  $ heddle equiv --refines --relation failures buffer.lts cells.lts
  $ heddle equiv --engine inequality buffer.lts cells.lts

Exit codes:
  0  equivalent (with --refines: it refines)
  1  different
  2  neither was shown
  3  the input or the command line is wrong
  4  a limit of time, memory or states was hit, or the run was interrupted
  5  a defect in Heddle
`;

export const minimiseHelp = `
Examples:
  $ heddle minimise --modulo strong philosophers.lts
  $ heddle minimise --modulo branching --visible in,out --output small.aut cells.lts
  $ heddle minimise --modulo trace --format lts cells.lts

Exit codes:
  0  written
  3  the input or the command line is wrong
  4  a limit of time, memory or states was hit, or the run was interrupted
  5  a defect in Heddle
`;

export const mergeHelp = `
The exit code is that of the whole run: as if one machine had checked everything.

Examples:
  $ heddle check --shard 1/2 --reporter json --output 1.json philosophers.lts cells.lts
  $ heddle check --shard 2/2 --reporter json --output 2.json philosophers.lts cells.lts
  $ heddle merge 1.json 2.json
${exitCodes}`;

export const replayHelp = `
Examples:
  $ heddle replay h1.q1YqUrJSSlTSUUoHUjmJSVBOUaVSLQA
  $ heddle replay h1.q1YqUrJSSlTSUUoHUjmJSVBOUaVSLQA philosophers.lts

Exit codes:
  0  the execution violates nothing any more, or is none of the program
  1  it violates the property
  3  the token, the program or the command line is wrong
  5  a defect in Heddle
`;
