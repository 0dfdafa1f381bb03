/** Everything of the language that random models must contain, under the names that are counted. */
export const constructs = [
  'macro', 'macro with parameters', 'undef', 'if directive', 'elif directive', 'ifdef', 'ifndef', 'include',
  'inline', 'inline with declaration', 'inline in inline', 'typedef', 'typedef with values', 'typedef in typedef', 'mtype', 'mtype set', 'array', 'array with values', 'array of records', 'local record', 'late record', 'late array', 'unsigned',
  'bit', 'bool', 'byte', 'short', 'int', 'pid', 'wrap around', 'hidden', 'local', 'show',
  'active', 'active n', 'provided', 'init', 'run', 'run with arguments', 'run with channel', 'run with record', 'run elsewhere', 'parameter of active', 'result of run',
  'rendezvous', 'buffered channel', 'channel array', 'own channel', 'own channel array', 'channel in typedef', 'several fields', 'field chan', 'record field',
  'send', 'sorted send', 'receive', 'random receive', 'poll', 'random poll', 'peek', 'random peek',
  'eval', 'eval of expression', 'wildcard', 'match constant', 'parenthesised message',
  'full', 'empty', 'nfull', 'nempty', 'len', 'xr', 'xs',
  'if', 'do', 'for', 'for in array', 'for in channel', 'for in records', 'select', 'select up to value', 'else', 'loop in d_step', 'goto in d_step', 'timeout', 'unless', 'atomic', 'd_step',
  'goto', 'break', 'skip', 'block', 'assert', 'printf', 'printm', 'late declaration', 'conditional expression',
  'arithmetic', 'bit operation', 'shift',
  '_pid', '_last', '_nr_pr', 'np_', 'remote label', 'remote variable', 'remote without number', 'remote of none', 'enabled', 'poll in ltl', 'enabled in ltl',
  'priority', 'set_priority', 'get_priority', 'pc_value',
  'end label', 'progress label', 'accept label', 'never', 'atomic in never', 'timeout in never', 'trace', 'trace of channels', 'notrace', 'ltl', 'several ltl', 'temporal words',
] as const; // biome-ignore format: a table

export type Construct = (typeof constructs)[number];
