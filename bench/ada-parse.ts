/**
 * How long the Ada parser takes for a program of about 24,000 lines, in CPU time. The measure is a throw-away
 * parser by recursive descent that took 56 ms CPU (80 ms by the clock), warm, for another gas station of this
 * size. Both times are from busy machines: read the ratio as good to a factor of about 1.5.
 */
import { parseAda } from '../src/language/ada/parse.js';
import { gasStation } from './ada-programs/gas-station.js';

const PUMPS = 3;
const CUSTOMERS = 200;
const RUNS = 15;
const SKETCH = 56;

const text = gasStation.write(PUMPS, CUSTOMERS).program;
const times: number[] = [];
for (let run = 0; run < RUNS; run++) {
  const before = process.cpuUsage();
  const reading = parseAda([{ file: 'gas_station.adb', text }]);
  const { user, system } = process.cpuUsage(before);
  if (!reading.ok) throw new Error(reading.diagnostics[0].message);
  times.push((user + system) / 1000);
}

const first = times[0];
const sorted = times.slice(1).sort((a, b) => a - b);
const median = sorted[sorted.length >> 1];
console.log(
  `gas station with ${PUMPS} pumps and ${CUSTOMERS} customers: ${text.split('\n').length - 1} lines`,
);
console.log(
  `parse, CPU: first ${first.toFixed(0)} ms, least ${sorted[0].toFixed(0)} ms, median ${median.toFixed(0)} ms`,
);
console.log(`least / sketch (${SKETCH} ms CPU): ${(sorted[0] / SKETCH).toFixed(2)}`);
