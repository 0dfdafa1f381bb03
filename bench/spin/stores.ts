/** Other ways of keeping states. */
import { memoryOf } from '../measured.js';
import { TRIVIAL } from './models.js';
import { explore, slotsFor } from './ours.js';
import { type Model, type Peer, SAFETY, USUAL } from './pan.js';
import { cells, judge, judgeWorst, Row, say } from './table.js';

const COLLAPSE = ['-O3', '-DCOLLAPSE', ...SAFETY];
const BITSTATE = ['-O2', '-DBITSTATE', ...SAFETY];
/** So many bits for bitstate search, as a power of two, and bits set for each state. */
const BITS = 27;
const FUNCTIONS = ['-k3'];

/** Four bytes a slot, exactly, against pan's COLLAPSE; memory also against its usual build. */
export async function compactStore(
  models: Model[],
  rounds: number,
  peer: Peer,
  folder: string,
): Promise<void> {
  if (models.length === 0) return;
  const settings = { store: 'dense' } as const;
  const floor = await memoryOf(rounds, () => explore(TRIVIAL, 'breadth', folder, settings));
  const peerFloor = await memoryOf(rounds, () => peer.run(TRIVIAL, COLLAPSE, 4));
  say(`\nCompact, exact (\`--store dense\`) against pan -DCOLLAPSE: CPU seconds, ratios pan / ours\n`);
  say(cells('model', 'states', 'ours', 'collapse', 'time', 'RSS/state', '... -O2', 'bytes/state'));
  const values: { name: string; time: number; perState: number; usual: number; bytes: number }[] = [];
  let differences = 0;
  for (const one of models) {
    const row = new Row(one.name);
    let bytes = 0;
    for (let round = 0; round < rounds; round++) {
      const ours = await explore(one, 'breadth', folder, settings);
      const theirs = await peer.run(one, COLLAPSE, slotsFor(ours.states));
      bytes = ours.bytes;
      row.add('ours', ours);
      row.add('collapse', theirs);
      if (theirs.states !== ours.states || theirs.transitions !== ours.transitions) differences++;
      if (round === 0) row.add('usual', await peer.run(one, USUAL, slotsFor(ours.states)));
    }
    const states = row.states('ours');
    const above = (column: string, least: number) => (row.memory(column) - least) / states;
    const time = row.ratio('collapse', 'ours');
    const perState = above('collapse', peerFloor) / above('ours', floor);
    const usual = above('usual', peerFloor) / above('ours', floor);
    values.push({ name: one.name, time, perState, usual, bytes: bytes / states });
    say(
      cells(
        one.name,
        states,
        row.cpu('ours').toFixed(2),
        row.cpu('collapse').toFixed(2),
        ...[time, perState, usual, bytes / states].map((value) => value.toFixed(2)),
      ),
    );
  }
  const of = (value: (one: (typeof values)[number]) => number) =>
    values.map((one) => ({ name: one.name, value: value(one) }));
  judgeWorst(
    { what: 'compact against COLLAPSE, time', least: 4 },
    of(({ time }) => time),
  );
  judgeWorst(
    { what: 'compact against COLLAPSE, memory a state', least: 4 },
    of(({ perState }) => perState),
  );
  judgeWorst(
    { what: 'compact against -O2, memory a state', least: 8 },
    of(({ usual }) => usual),
  );
  judgeWorst(
    { what: 'compact, bytes a state', most: 9 },
    of(({ bytes }) => bytes),
  );
  judge({ what: 'compact, runs with other numbers of states or transitions than pan', most: 0 }, differences);
}

export async function bitstate(models: Model[], rounds: number, peer: Peer, folder: string): Promise<void> {
  if (models.length === 0) return;
  say(
    `\nBitstate with 2^${BITS} bits and three for each state: CPU seconds, ratio pan / ours, states visited\n`,
  );
  say(cells('model', 'ours', 'pan', 'time', 'our states', "pan's", 'short of it'));
  const values: { name: string; time: number; short: number }[] = [];
  for (const one of models) {
    const row = new Row(one.name);
    for (let round = 0; round < rounds; round++) {
      row.add('ours', await explore(one, 'breadth', folder, { store: 'bitstate', bits: BITS }));
      row.add('pan', await peer.run(one, BITSTATE, BITS, FUNCTIONS));
    }
    const [ours, theirs] = [row.states('ours'), row.states('pan')];
    const value = { name: one.name, time: row.ratio('pan', 'ours'), short: (100 * (theirs - ours)) / theirs };
    values.push(value);
    say(
      cells(
        one.name,
        row.cpu('ours').toFixed(2),
        row.cpu('pan').toFixed(2),
        value.time.toFixed(2),
        ours,
        theirs,
        `${value.short.toFixed(3)} %`,
      ),
    );
  }
  judgeWorst(
    { what: 'bitstate, time', least: 2 },
    values.map(({ name, time }) => ({ name, value: time })),
  );
  judgeWorst(
    { what: 'bitstate, per cent of states short of pan', most: 0.1 },
    values.map(({ name, short }) => ({ name, value: short })),
  );
}
