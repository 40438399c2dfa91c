import { explainSession } from '../../actions/explain.js'
import { locate } from '../../actions/place.js'
import { InputError } from '../../format/error.js'
import { presentExplanation } from '../../present/explain.js'
import { openOptions, type Run } from '../call.js'

export const run: Run = async call => {
  const { flags, output, args, place } = call
  const session = await locate(args[0]!, place)
  if (session.kind !== 'file') throw new InputError('usage', 'explain takes a session file, not standard input')
  const client = flags.value('client')
  const explanation = await explainSession(session, args[1]!, {
    ...openOptions(call),
    now: output.now,
    client,
    configDir: place.configDir,
  })
  output.progress(undefined)
  if (flags.has('json')) await output.json(explanation)
  else await output.text(presentExplanation(explanation, output))
  return explanation.explained ? 0 : 1
}
