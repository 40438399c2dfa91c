import { wrong } from '../arguments.js'
import type { Run } from '../call.js'
import { completions, SHELLS } from '../completions.js'

export const run: Run = async ({ args, output, flags }) => {
  const shell = SHELLS.find(one => one === args[0])
  if (!shell) throw wrong(`there are completions for ${SHELLS.join(', ')}. Expected: rethread completions bash`)
  const text = completions(shell)
  if (flags.has('json')) await output.json({ shell, text })
  else await output.text(text.split('\n'))
  return 0
}
