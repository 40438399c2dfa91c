// The terminal while the finder has it: another screen, keys as they come, and everything as it was when it ends, however
// it ends.

const ENTER = '\u001b[?1049h\u001b[?25l\u001b[?7l'
const LEAVE = '\u001b[?7h\u001b[?25h\u001b[?1049l'

export interface TerminalScreen {
  size(): { readonly rows: number; readonly columns: number }
  draw(lines: readonly string[]): void
  /** The next drawing is a whole one. */
  forget(): void
  write(text: string): void
  enter(): void
  leave(): void
}

export function terminalScreen(stdin: NodeJS.ReadStream, stdout: NodeJS.WriteStream): TerminalScreen {
  let shown: readonly string[] = []
  let isIn = false
  const leave = (): void => {
    if (!isIn) return
    isIn = false
    process.off('exit', leave)
    stdin.setRawMode(false)
    stdin.pause()
    stdout.write(LEAVE)
  }
  return {
    size: () => ({ rows: Math.max(4, stdout.rows || 24), columns: Math.max(20, stdout.columns || 80) }),
    enter() {
      if (isIn) return
      isIn = true
      shown = []
      stdout.write(`${ENTER}\u001b[2J`)
      stdin.setRawMode(true)
      stdin.resume()
      process.on('exit', leave)
    },
    leave,
    forget() {
      shown = []
      stdout.write('\u001b[2J')
    },
    write: text => void stdout.write(text),
    /** Only what has changed is written: over a slow line that is felt. */
    draw(lines) {
      let text = ''
      lines.forEach((line, row) => {
        if (line !== shown[row]) text += `\u001b[${row + 1};1H\u001b[2K${line}`
      })
      for (let row = lines.length; row < shown.length; row++) text += `\u001b[${row + 1};1H\u001b[K`
      shown = lines
      if (text !== '') stdout.write(text)
    },
  }
}

/** Into the clipboard of the terminal that one sits at, also over ssh (OSC 52). */
export function copySequence(text: string): string {
  return `\u001b]52;c;${Buffer.from(text).toString('base64')}\u0007`
}
