/** Random Promela models of like processes, some of which are told apart in one way or another. */

/** Statements that do not tell processes apart, and some that do. */
const ALIKE = [
  'a[_pid] = 1',
  'a[_pid] = b',
  'a[x] = 0',
  'turn = _pid',
  'turn == _pid',
  'turn != _pid',
  'x = _pid',
  'x = turn',
  'x == turn',
  'a[turn] == b',
  'b = (b + 1) % 3',
  'b > 0',
  'n++; n--',
  'q ! _pid, b',
  'q ! x, a[_pid]',
  'q ? x, _',
  'q ? eval(_pid), _',
  'q ?? turn, 1',
  'nfull(q)',
  'm ! x',
  'm ? x',
  'm ! _pid',
  'held[_pid] = turn',
  'held[turn] == _pid',
  'x = held[x]',
  'c[_pid] ! b',
  'c[turn] ! 1',
  'c[_pid] ? b',
  'empty(c[x])',
  'atomic { a[_pid] = 2; b > 1; turn = x }',
  'd_step { a[_pid] = 0; x = _pid; turn = x }',
  'assert(a[_pid] < 3)',
  'assert(b != 2 || turn != _pid)',
  'assert(a[turn] != 2 || x == _pid)',
  'select(x : 0 .. 2)',
  'if :: turn == x -> b = 0 :: else -> skip fi',
];

const TOLD_APART = [
  'a[(_pid + 1) % 3] = 1',
  'turn < _pid',
  'a[0] = 1',
  'turn = 2',
  'x = x + 1; x = x % 3',
  'q !! x, b',
  'x > 0',
  '_pid == 1 -> a[1] = 2',
  'select(x : 0 .. 1)',
  'c[1] ! b',
  'a[_pid] = _pid',
];

export function likeProcesses(seed: number): string {
  let random = seed;
  const below = (n: number): number => {
    random = (Math.imul(random, 1_664_525) + 1_013_904_223) >>> 0;
    return (random >>> 10) % n;
  };
  const one = (list: readonly string[]): string => list[below(list.length)];
  const statement = (): string => (below(14) === 0 ? one(TOLD_APART) : one(ALIKE));
  const sequence = (): string => Array.from({ length: 1 + below(3) }, statement).join('; ');
  const options = Array.from({ length: 1 + below(3) }, () => `:: ${sequence()}`).join('\n      ');
  const watcher =
    below(3) === 0
      ? `active proctype watcher() { byte y; ${sequence().replaceAll('_pid', 'turn').replaceAll('x', 'y')} }`
      : '';
  const each = (text: (i: number) => string, between: string): string => [0, 1, 2].map(text).join(between);
  const starter = [
    `active proctype starter() { ${each((i) => `a[${i}] = 2`, '; ')} }`,
    `active proctype server() { do ${each((i) => `:: turn == ${i} -> c[${i}] ! 1; turn = 3`, ' ')} od }`,
    `active proctype server() { do ${each((i) => `:: atomic { q ? ${i}, _ -> a[${i}] = 1 }`, ' ')} :: break od; a[0] = 1 }`,
    `active proctype server() { do ${each((i) => `:: held[${i}] == ${(i + 1) % 3} -> a[${i}] = 1; held[${i}] = 3`, ' ')} od }`,
  ][below(8)];
  return `
  byte a[4], held[4], turn = ${below(4) === 0 ? 1 : 3}, b, n;
  chan q = [2] of { byte, byte };
  chan m = [0] of { byte };
  chan c[4] = [1] of { byte };
  active [3] proctype like() {
    byte x = 3;
    ${below(2) === 0 ? `${sequence()};` : ''}
    ${below(3) === 0 ? `do\n      ${options}\n      :: break\n    od` : `if\n      ${options}\n    fi`}
    ${below(2) === 0 ? `; ${sequence()}` : ''}
  }
  ${watcher}
  ${starter ?? ''}`;
}
