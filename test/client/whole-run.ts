// Around a run of the client suite: nothing can be reached before it, and its tables are written after it.

import { expectIsolated } from './isolated.js'
import { forgetResults, writeResults } from './results.js'
import { writeRules } from './rules-document.js'
import { RECORD } from './sample.js'

export default async function wholeRun(): Promise<() => void> {
  await expectIsolated()
  forgetResults()
  return RECORD ? writeRules : writeResults
}
