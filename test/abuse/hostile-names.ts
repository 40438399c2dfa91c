// Names that lead somewhere else for whoever makes them part of a path, a call or a pattern. Each is the JSON text of a
// string: an escape is a name too.

export interface Somewhere {
  /** A folder outside of everything, absolute, with `secret.txt` in it; each folder on the way has one called `outside`. */
  readonly outside: string
  readonly home: string
  readonly configDir: string
  /** The id of another session, which has the same side files. */
  readonly other: string
}

export function hostileNames({ outside, home, configDir, other }: Somewhere): readonly string[] {
  const secret = `${outside}/secret.txt`
  const ups = Array.from({ length: 9 }, (_, at) => at + 1)
  const up = (count: number, step = '../'): string => step.repeat(count)
  const decoded = [
    // Up, by as many folders as there may be above.
    ...ups.map(count => `${up(count)}outside/secret.txt`),
    ...ups.map(count => `${up(count)}outside/`),
    ...ups.map(count => `./${up(count, './../')}outside/secret.txt`),
    ...ups.map(count => `${up(count, '..//')}outside//secret.txt`),
    ...ups.map(count => `b1.txt/${up(count + 1)}outside/secret.txt`),
    ...ups.map(count => `tool-results/${up(count + 1)}outside/secret.txt`),
    ...ups.map(count => `${up(count, '..\\')}outside\\secret.txt`),
    ...ups.map(count => `${up(count, '..\\/')}outside/secret.txt`),
    ...[50, 300].map(count => `${up(count)}${secret.slice(1)}`),
    // The same, written otherwise.
    ...[
      '%2e%2e%2f',
      '%2e%2e/',
      '..%2f',
      '%252e%252e%252f',
      '..%5c',
      '%c0%ae%c0%ae/',
      '..%c0%af',
      '%u002e%u002e%u2215',
    ].flatMap(step => [4, 6].map(count => `${up(count, step)}outside/secret.txt`)),
    ...[
      '&#46;&#46;/',
      '\\u002e\\u002e/',
      '\\x2e\\x2e/',
      '{..}/',
      "'../'",
      '"../"',
      '....//',
      '..;/',
      '.\\./',
      '..\u0000/',
    ].flatMap(step => [4, 6].map(count => `${up(count, step)}outside/secret.txt`)),
    ...[
      '․․/',
      '．．／',
      '‥/',
      '…/',
      '..⁄',
      '..∕',
      '.\u200b./',
      '\u202e/..',
      '.\u0307./',
      '..\ufeff/',
      '。。/',
      '..\u00a0/',
    ].flatMap(step => [4, 6].map(count => `${up(count, step)}outside/secret.txt`)),
    // From the top.
    ...[secret, `/${secret}`, `//${secret}`, `/.${secret}`, `${outside}/./secret.txt`, `${outside}/x/../secret.txt`],
    ...[outside, `${outside}/`, `${outside}/folder`, `${outside}/fifo`, `${outside}/link`, `${outside}/agent-0a.jsonl`],
    ...[`file://${secret}`, `file:${secret}`, `FILE://localhost${secret}`, `\\\\?\\C:${secret}`, `C:${secret}`],
    ...['\\\\server\\share\\secret.txt', 'C:\\outside\\secret.txt', 'c:outside', `/proc/self/root${secret}`],
    ...[
      '~/outside/secret.txt',
      '$HOME/outside/secret.txt',
      `$\{HOME}/outside/secret.txt`,
      '%HOME%\\outside\\secret.txt',
    ],
    ...[`${home}/outside/secret.txt`, '~root/outside', '/proc/self/cwd/outside/secret.txt', '/dev/fd/0', '/dev/stdin'],
    ...['/etc/passwd', '/proc/self/environ', '/dev/zero', '/', '//', `${outside}/secret.txt\u0000.txt`],
    // Cut short, or made long.
    ...[`b1.txt\u0000${secret}`, `\u0000${secret}`, `${up(4)}outside/secret.txt\u0000`, 'b1.txt\u0000', '\u0000'],
    ...['a'.repeat(255), 'a'.repeat(300), 'ä'.repeat(140), 'a/'.repeat(2100)],
    // What belongs to others.
    ...[other, `${other}/tool-results/b1.txt`, `../${other}/tool-results/b1.txt`, `../../${other}/tool-results/b1.txt`],
    ...[`../${other}/0123456789abcdef@v1`, `${other}/0123456789abcdef@v1`, `../${other}/1.json`, `${other}.jsonl`],
    ...[`../${other}.jsonl`, `../../${other}.jsonl`, `${configDir}/projects/-p/${other}/tool-results/b1.txt`],
    ...[`${configDir}/.credentials.json`, ...ups.map(count => `${up(count)}.credentials.json`)],
    ...['../../plans/plan.md', 'plan', '../CLAUDE.md', '../../CLAUDE.md', `${configDir}/CLAUDE.md`, 'memory'],
    ...['memory/MEMORY.md', '../memory/MEMORY.md', '.ssh/id_rsa', '.git/config', '.', '..', '...', '....', './', '../'],
    // Links that lie in the session's own folders, and what they lead to.
    ...[
      'link.txt',
      'links/secret.txt',
      'links',
      'loop',
      'nowhere',
      'fifo',
      'link@v1',
      './link.txt',
      'links/../link.txt',
    ],
    // Flags and calls, where a name becomes a word of one.
    ...['--help', '-rf', '--', '-', '--dangerously-skip-permissions', `--config-dir=${outside}`, `--out=${secret}`],
    ...[`-o${secret}`, `--rules=${secret}`, `$(touch ${outside}/made)`, `\`touch ${outside}/made\``],
    ...[`; touch ${outside}/made`, `| tee ${outside}/made`, `&& rm -rf ${outside}`, `\n touch ${outside}/made`],
    ...[`' ; touch ${outside}/made '`, `" ; touch ${outside}/made "`, `> ${outside}/made`, `< ${secret}`, `@${secret}`],
    // Patterns, and names with a meaning.
    ...['*', '**/*', '?', '[a-z]*', '{a,b}', '(.*)+$', '$&', '$1', '__proto__', 'constructor', 'toString', 'undefined'],
    ...[
      'CON',
      'NUL',
      'aux.txt',
      'COM1',
      'b1.txt:stream',
      'b1.txt::$DATA',
      'b1.txt.',
      'b1.txt ',
      'B1.TXT',
      '',
      ' ',
      '\t',
    ],
    ...[' ..', '.. ', '..\t', '\n', '\r\n', '..\n', '\u001b]52;c;eA==\u0007', '\u2028', '\\', '\\..\\', '/..', '/.'],
    ...['agent-0a.jsonl', '0a', '0a/../../../outside/agent-0a', 'null', 'true', '0', '-1', '1e999'],
  ].map(name => JSON.stringify(name))
  // The same by escapes of JSON, and text that is no text.
  const escaped = [
    ...ups.map(count => `"${up(count, '\\u002e\\u002e\\u002f')}outside\\u002fsecret.txt"`),
    ...ups.map(count => `"${up(count, '..\\/')}outside\\/secret.txt"`),
    ...['"\\ud800"', '"\\udfff..\\/"', '"..\\u005c..\\u005coutside"', `"\\u002f${secret.slice(1)}"`, '"\\u0000"'],
    `"${[...secret].map(letter => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}"`,
  ]
  return [...new Set([...decoded, ...escaped])]
}
