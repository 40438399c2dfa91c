// Shell completions, made from the command table. Sessions are completed by asking `rethread completions sessions`, which
// prints an id and a title a line. Titles are words of others: no shell may expand them, so they are read line by line.

import { COMMANDS, type CommandRow, type Flag, flagsOf } from './table.js'

export const SHELLS = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof SHELLS)[number]

export function completions(shell: Shell): string {
  return { bash, zsh, fish }[shell]()
}

/** What may stand behind a command that takes no session. */
function values({ args }: CommandRow): string {
  if (args.includes('shell')) return ` ${SHELLS.join(' ')}`
  return args.includes('command') ? ` ${names}` : ''
}

const takesSession = (command: CommandRow): boolean => command.args.includes('session')
const names = COMMANDS.map(command => command.name).join(' ')
const words = (flags: readonly Flag[]): string =>
  flags.flatMap(flag => [`--${flag.name}`, ...(flag.short ? [`-${flag.short}`] : [])]).join(' ')

const SESSIONS = 'rethread completions sessions 2>/dev/null'

/** Flags whose value is the name of a file or a folder. */
const isFile = (flag: Flag): boolean => flag.value === 'FILE' || flag.value === 'DIR' || flag.value === 'PROGRAM'

function bash(): string {
  const cases = COMMANDS.map(command => {
    const choices = flagsOf(command)
      .filter(flag => flag.choices)
      .map(flag => `      [[ $prev == --${flag.name} ]] && words="${flag.choices!.join(' ')}" sessions=`)
    const files = flagsOf(command).filter(isFile)
    return [
      `    ${command.name})`,
      `      words="${words(flagsOf(command))}${takesSession(command) ? ' latest' : values(command)}"`,
      ...(takesSession(command) ? ['      sessions=1'] : []),
      ...choices,
      ...(files.length === 0
        ? []
        : [`      case $prev in ${files.map(flag => `--${flag.name}`).join('|')}) return ;; esac`]),
      '      ;;',
    ].join('\n')
  })
  return `# rethread completions for bash
_rethread_sessions() {
  local id title
  while IFS=$'\\t' read -r id title; do
    [[ $id == "$1"* ]] || continue
    # With the titles only where they are listed, not where one is put in.
    if [[ \${COMP_TYPE-} == 63 ]]; then COMPREPLY+=("$id  $title"); else COMPREPLY+=("$id"); fi
  done < <(${SESSIONS})
  if (( \${#COMPREPLY[@]} == 1 )); then COMPREPLY=("\${COMPREPLY[0]%%  *}"); fi
}
_rethread() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} words= sessions=
  COMPREPLY=()
  if (( COMP_CWORD == 1 )); then
    COMPREPLY=( $(compgen -W "${names} ${words(flagsOf(undefined))}" -- "$cur") )
    return
  fi
  case $cur in */*|.*|~*) return ;; esac # a path: bash completes it
  case \${COMP_WORDS[1]} in
${cases.join('\n')}
  esac
  COMPREPLY=( $(compgen -W "$words" -- "$cur") )
  if [[ -n $sessions && $cur != -* ]]; then _rethread_sessions "$cur"; fi
}
complete -o default -F _rethread rethread`
}

function zsh(): string {
  const commands = COMMANDS.map(command => `    '${command.name}:${quoted(command.summary)}'`)
  const cases = COMMANDS.map(command => {
    const flags = flagsOf(command).map(flag => {
      const value = flag.value ? `:${flag.value}:${flag.choices ? `(${flag.choices.join(' ')})` : '_files'}` : ''
      return `        '--${flag.name}[${quoted(flag.text)}]${value}'`
    })
    const words = values(command)
    const rest = takesSession(command)
      ? ["        '*:session:_rethread_sessions'"]
      : words === ''
        ? []
        : [`        '*:word:(${words.trim()})'`]
    return [`      ${command.name})`, '        _arguments \\', [...flags, ...rest].join(' \\\n'), '        ;;'].join(
      '\n',
    )
  })
  return `#compdef rethread
_rethread_sessions() {
  if [[ $PREFIX == (*/*|.*|\\~*) ]]; then
    _files
    return
  fi
  local -a ids titles
  local id title
  while IFS=$'\\t' read -r id title; do
    ids+=("$id")
    titles+=("$id  $title")
  done < <(${SESSIONS})
  ids+=(latest)
  titles+=('latest  newest session of this directory')
  compadd -l -d titles -a ids
  _files -g '*.jsonl'
}
_rethread() {
  local -a commands=(
${commands.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  case $words[2] in
${cases.join('\n')}
  esac
}
compdef _rethread rethread`
}

function fish(): string {
  const lines = COMMANDS.flatMap(command => {
    const within = `-n '__fish_seen_subcommand_from ${command.name}'`
    return [
      `complete -c rethread -n __fish_use_subcommand -a ${command.name} -d '${quoted(command.summary)}'`,
      ...flagsOf(command).map(flag =>
        [
          `complete -c rethread ${within} -l ${flag.name}`,
          flag.short ? `-s ${flag.short}` : '',
          flag.value ? (isFile(flag) ? '-r -F' : '-r') : '',
          flag.choices ? `-a '${flag.choices.join(' ')}'` : '',
          `-d '${quoted(flag.text)}'`,
        ]
          .filter(part => part !== '')
          .join(' '),
      ),
      ...(takesSession(command) ? [`complete -c rethread ${within} -a '(${SESSIONS}) latest'`] : []),
      ...(values(command) === '' ? [] : [`complete -c rethread ${within} -a '${values(command).trim()}'`]),
    ]
  })
  const paths = `complete -c rethread -n 'string match -q "*/*" -- (commandline -ct)' -F`
  return ['# rethread completions for fish', 'complete -c rethread -f', paths, ...lines].join('\n')
}

/** Inside single quotes, and without the characters that zsh gives a meaning there. */
function quoted(text: string): string {
  return text.replaceAll("'", '’').replace(/[[\]:]/g, ' ')
}
