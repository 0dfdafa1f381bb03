/** Everything of the language that random models must contain, under the names that are counted. */
export const constructs = [
  'macro', 'macro with parameters', 'undef', 'if directive', 'elif directive', 'ifdef', 'ifndef', 'include',
  'inline', 'typedef', 'typedef in typedef', 'mtype', 'mtype set', 'array', 'array of records', 'unsigned',
  'bit', 'bool', 'byte', 'short', 'int', 'pid', 'wrap around', 'hidden', 'local', 'show',
  'active', 'active n', 'provided', 'init', 'run', 'run with arguments', 'run with channel', 'result of run',
  'rendezvous', 'buffered channel', 'channel array', 'own channel', 'several fields', 'field chan', 'record field',
  'send', 'sorted send', 'receive', 'random receive', 'poll', 'random poll', 'peek', 'random peek',
  'eval', 'wildcard', 'match constant', 'parenthesised message',
  'full', 'empty', 'nfull', 'nempty', 'len', 'xr', 'xs',
  'if', 'do', 'for', 'for in array', 'for in channel', 'select', 'else', 'timeout', 'unless', 'atomic', 'd_step',
  'goto', 'break', 'skip', 'block', 'assert', 'printf', 'printm', 'late declaration', 'conditional expression',
  'arithmetic', 'bit operation', 'shift',
  '_pid', '_last', '_nr_pr', 'np_', 'remote label', 'remote variable', 'enabled', 'pc_value',
  'end label', 'progress label', 'accept label', 'never', 'trace', 'notrace', 'ltl', 'several ltl', 'temporal words',
] as const; // biome-ignore format: a table

export type Construct = (typeof constructs)[number];
