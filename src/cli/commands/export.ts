import { createInterface } from 'node:readline/promises'
import { exportSessions } from '../../actions/export/index.js'
import type { FoundSecret } from '../../actions/redact/index.js'
import { exportLayouts } from '../../present/export/layouts.js'
import { presentExport } from '../../present/export/report.js'
import { secretLines } from '../../present/redact.js'
import { count } from '../../present/units.js'
import { turnRange, wrong } from '../arguments.js'
import { answer, placeWithTeam, type Run } from '../call.js'
import { explain } from '../output.js'

export const run: Run<'export'> = async call => {
  const { args, flags, output, doing } = call
  const place = await placeWithTeam(call)
  const isStream = flags.value('out') === '-'
  if (isStream && flags.has('json')) throw wrong('--json cannot be used with -o -')
  const canAsk = process.stdin.isTTY === true && process.stderr.isTTY === true && !flags.has('json')
  const redact = flags.value('redact') ?? (canAsk ? 'ask' : 'on')
  if (redact === 'ask' && !canAsk) throw wrong('--redact ask needs a terminal; use on or off')
  const turns = flags.value('turns')
  const report = await exportSessions(
    place,
    {
      layouts: exportLayouts(output),
      sessions: args,
      format: flags.value('to'),
      ...(isStream ? { write: pieces => output.pieces(pieces) } : { out: flags.value('out') }),
      overwrite: flags.has('force'),
      ...(turns === undefined ? {} : { turns: turnRange(turns, 'turns') }),
      leaf: flags.value('leaf'),
      depth: flags.value('depth'),
      agents: flags.has('agents'),
      title: flags.value('title'),
      redact: redact !== 'off',
      ...(redact === 'ask' ? { review: ask } : {}),
      paths: flags.has('paths'),
      names: flags.has('names'),
      images: flags.has('images'),
    },
    doing,
  )
  if (!isStream) await answer(call, report, presentExport)
  return report.written ? 0 : 1

  async function ask(secrets: readonly FoundSecret[]): Promise<'hide' | 'keep' | 'stop'> {
    output.progress(undefined)
    explain([`${count(secrets.length, 'secret')} found:`, ...secretLines(secrets, output)])
    const questions = createInterface({ input: process.stdin, output: process.stderr })
    try {
      const said = await questions.question('Replace them? [Y/n/q] ', doing.signal ? { signal: doing.signal } : {})
      const word = said.trim().toLowerCase()
      if (word === '' || word === 'y' || word === 'yes') return 'hide'
      return word === 'n' || word === 'no' ? 'keep' : 'stop'
    } finally {
      questions.close()
    }
  }
}
