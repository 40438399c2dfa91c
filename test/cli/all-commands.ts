// Every command that takes a session, with the flags that lead it through different parts of the program. Nothing is
// written.

type Call = (path: string) => readonly string[]

const READING: readonly (readonly string[])[] = [
  ['show'],
  ['show', '--json'],
  ['show', '--depth', 'all', '--agents'],
  ['turns', '--all'],
  ['tools'],
  ['tools', '--files'],
  ['graph'],
  ['stats', '--json'],
  ['context'],
  ['context', '--json'],
  ['context', '--json', '--client', '1.0.100'],
  ['check'],
  ['check', '--drift'],
  ['check', '--dialect', '004'],
  ['compactions'],
  ['files'],
  ['context', '--by', 'tool'],
  ['context', '--by', 'file'],
  ['context', '--by', 'turn'],
  ['show', '--depth', 'answers'],
]

const CHANGING: readonly (readonly string[])[] = [
  ['clone'],
  ['clone', '--linear'],
  ['strip', '--tools'],
  ['strip', '--results', '--mode', 'truncate'],
  ['strip', '--thinking'],
  ['strip', '--images'],
  ['strip', '--snapshots', '--bookkeeping'],
  ['strip', '--results', '--soft', '--in-place'],
  ['cut', '--turns', '1'],
  ['trim', '--budget', '10', '--protect-last', '0'],
  ['compress', '--bands', '0-100:10%', '--keep-tools'],
  ['compress', '--keep-last', '1'],
  ['repair', '--assume'],
  ['redact'],
  ['redact', '--paths', '--names'],
  ['move', '--to', '/elsewhere'],
  ['move', '--to', '/elsewhere', '--renamed'],
]

export const COMMANDS_ON_A_SESSION: readonly Call[] = [
  ...READING.map(
    ([name, ...flags]): Call =>
      path => [name!, path, ...flags],
  ),
  ...CHANGING.map(
    ([name, ...flags]): Call =>
      path => [name!, path, ...flags, '--dry-run'],
  ),
  path => ['explain', path, 'tool_use'],
  path => ['diff', path, path, '--client', '1.0.100'],
]
