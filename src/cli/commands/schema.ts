import { schemaOf } from '../../actions/schema/index.js'
import type { Run } from '../call.js'

/** The answer is JSON with or without --json. */
export const run: Run<'schema'> = async ({ args, output }) => {
  await output.json(schemaOf(args[0]))
  return 0
}
