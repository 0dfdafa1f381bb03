/**
 * How long an Ada program of about 24,000 lines takes to parse, to parse and lower to the model as it is written,
 * and to do so and leave out of the model what makes no difference, in CPU time.
 * The measure is a throw-away parser by recursive descent that took 56 ms CPU (80 ms by the clock), warm, for
 * another gas station of this size. Both times are from busy machines: read the ratios as good to a factor of
 * about 1.5.
 */
import { readAda } from '../src/language/ada/index.js';
import { parseAda } from '../src/language/ada/parse.js';
import { gasStation } from './ada-programs/gas-station.js';

const PUMPS = 3;
const CUSTOMERS = 200;
const SKETCH = { processor: 56, clock: 80 };

const text = gasStation.write(PUMPS, CUSTOMERS).program;
const sources = [{ file: 'gas_station.adb', text }];

function measure(what: string, runs: number, read: () => ReturnType<typeof parseAda | typeof readAda>): void {
  const processor: number[] = [];
  const clock: number[] = [];
  for (let run = 0; run < runs; run++) {
    const [before, started] = [process.cpuUsage(), performance.now()];
    const reading = read();
    const { user, system } = process.cpuUsage(before);
    clock.push(performance.now() - started);
    processor.push((user + system) / 1000);
    if (!reading.ok) throw new Error(reading.diagnostics[0].message);
  }
  console.log(`${what}, ${told('CPU', processor, SKETCH.processor)}`);
  console.log(`${' '.repeat(what.length)}  ${told('clock', clock, SKETCH.clock)}`);
}

function told(measure: string, [first, ...others]: number[], sketch: number): string {
  const sorted = others.sort((a, b) => a - b);
  const [least, median] = [sorted[0], sorted[sorted.length >> 1]];
  const times = `first ${first.toFixed(0)} ms, least ${least.toFixed(0)} ms, median ${median.toFixed(0)} ms`;
  return `${measure}: ${times}; least / sketch (${sketch} ms): ${(least / sketch).toFixed(2)}`;
}

const lines = text.split('\n').length - 1;
console.log(`gas station with ${PUMPS} pumps and ${CUSTOMERS} customers: ${lines} lines`);
measure('parse', 15, () => parseAda(sources));
measure('parse and lower', 25, () => readAda(sources, { simplified: false }));
measure('parse, lower and simplify', 6, () => readAda(sources));
