// Shell completions, made from the command table. Sessions are completed by asking `rethread ls`.

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

/**
 * Ids of the newest sessions, eight characters each. Only what looks like one: a shell expands the words that it is
 * given to choose from, so the name of a file must never become one as it is. No quotes, so that it fits into any.
 */
const IDS = 'rethread ls --limit 50 --json 2>/dev/null | grep -oE [0-9a-f]{8}-[0-9a-f-]{27}.jsonl | cut -c1-8'

function bash(): string {
  const cases = COMMANDS.map(command => {
    const sessions = takesSession(command) ? ` $(${IDS}) latest` : values(command)
    const choices = command.flags
      .filter(flag => flag.choices)
      .map(flag => `      [[ $prev == --${flag.name} ]] && words="${flag.choices!.join(' ')}"`)
    return [`    ${command.name})`, `      words="${words(flagsOf(command))}${sessions}"`, ...choices, '      ;;'].join(
      '\n',
    )
  })
  return `# rethread completions for bash
_rethread() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} words
  if (( COMP_CWORD == 1 )); then
    COMPREPLY=( $(compgen -W "${names} ${words(flagsOf(undefined))}" -- "$cur") )
    return
  fi
  case \${COMP_WORDS[1]} in
${cases.join('\n')}
  esac
  COMPREPLY=( $(compgen -W "$words" -- "$cur") )
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
  local -a ids=($(${IDS}) latest)
  compadd -a ids
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
          flag.value ? '-r' : '',
          flag.choices ? `-a '${flag.choices.join(' ')}'` : '',
          `-d '${quoted(flag.text)}'`,
        ]
          .filter(part => part !== '')
          .join(' '),
      ),
      ...(takesSession(command) ? [`complete -c rethread ${within} -a '(${IDS}) latest'`] : []),
      ...(values(command) === '' ? [] : [`complete -c rethread ${within} -a '${values(command).trim()}'`]),
    ]
  })
  return ['# rethread completions for fish', 'complete -c rethread -f', ...lines].join('\n')
}

/** Inside single quotes, and without the characters that zsh gives a meaning there. */
function quoted(text: string): string {
  return text.replaceAll("'", '’').replace(/[[\]:]/g, ' ')
}
