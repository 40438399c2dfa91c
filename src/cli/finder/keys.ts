// What a terminal sends for a key: letters as they are, the others as sequences, which may come in pieces over a slow line.

export type KeyName =
  | 'up'
  | 'down'
  | 'page-up'
  | 'page-down'
  | 'first'
  | 'last'
  | 'enter'
  | 'escape'
  | 'backspace'
  | 'delete-word'
  | 'delete-line'
  | 'interrupt'
  | 'suspend'
  | 'redraw'
  | 'resume'
  | 'clone'
  | 'trim'
  | 'copy'

export type Key = { readonly kind: 'text'; readonly text: string } | { readonly kind: 'key'; readonly name: KeyName }

const CONTROLS: Readonly<Record<string, KeyName>> = {
  '\u0003': 'interrupt',
  '\u0004': 'clone',
  '\u0008': 'backspace',
  '\u007f': 'backspace',
  '\n': 'down',
  '\u000b': 'up',
  '\u000c': 'redraw',
  '\r': 'enter',
  '\u000e': 'down',
  '\u0010': 'up',
  '\u0012': 'resume',
  '\u0014': 'trim',
  '\u0015': 'delete-line',
  '\u0017': 'delete-word',
  '\u0019': 'copy',
  '\u001a': 'suspend',
}

const SEQUENCES: Readonly<Record<string, KeyName>> = {
  '[A': 'up',
  '[B': 'down',
  OA: 'up',
  OB: 'down',
  '[5~': 'page-up',
  '[6~': 'page-down',
  '[H': 'first',
  '[F': 'last',
  '[1~': 'first',
  '[4~': 'last',
  OH: 'first',
  OF: 'last',
}

const ESCAPE = '\u001b'
/** Of a sequence: its parameters, or the one letter behind `O`. */
const SEQUENCE = /^(?:\[[0-9;?<]*[ -/]*[@-~]|O[A-Za-z])/
const BEGUN = /^(?:$|\[[0-9;?<]*[ -/]*$|O$)/

export interface KeyDecoder {
  push(data: string): readonly Key[]
  /** Nothing more has come for a while: an escape that was waited with is one. */
  flush(): readonly Key[]
  readonly isWaiting: boolean
}

export function keyDecoder(): KeyDecoder {
  let held = ''
  const key = (name: KeyName): Key => ({ kind: 'key', name })
  return {
    get isWaiting() {
      return held !== ''
    },
    push(data) {
      const keys: Key[] = []
      let rest = held + data
      // What is pasted holds line ends that nobody typed.
      const isPasted = data.length > 8 && !data.includes(ESCAPE)
      held = ''
      while (rest !== '') {
        if (rest.startsWith(ESCAPE)) {
          const behind = rest.slice(1)
          const sequence = SEQUENCE.exec(behind)?.[0]
          if (sequence !== undefined) {
            const name = SEQUENCES[sequence]
            if (name) keys.push(key(name))
            rest = behind.slice(sequence.length)
            continue
          }
          if (BEGUN.test(behind)) {
            held = rest
            break
          }
          keys.push(key('escape'))
          rest = behind
          continue
        }
        const letter = String.fromCodePoint(rest.codePointAt(0)!)
        rest = rest.slice(letter.length)
        const name = CONTROLS[letter]
        if (isPasted && /\s/.test(letter)) keys.push({ kind: 'text', text: ' ' })
        else if (name) keys.push(key(name))
        else if (letter >= ' ') keys.push({ kind: 'text', text: letter })
      }
      return keys
    },
    flush() {
      const isEscape = held !== ''
      held = ''
      return isEscape ? [key('escape')] : []
    },
  }
}
