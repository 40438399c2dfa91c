import { USAGE_REPORTS, type UsageReportName, usage } from '../../actions/usage/index.js'
import { presentUsage } from '../../present/usage.js'
import { usageCsv } from '../../present/usage-csv.js'
import { wrong } from '../arguments.js'
import { answer, endedWith, placeAsked, type Run } from '../call.js'

export const run: Run<'usage'> = async call => {
  const { args, flags, doing } = call
  const [report = 'daily'] = args
  if (report === 'statusline') return (await import('../statusline.js')).runStatusline(flags.value('config-dir'))
  if (!isReport(report))
    throw wrong(`unknown report ${JSON.stringify(report)}. One of ${USAGE_REPORTS.join(', ')}, statusline`)
  if (flags.has('team') && report === 'tool')
    throw wrong('the tool report reads files, and cannot be combined with --team')
  if (flags.has('csv') && flags.has('json')) throw wrong('--csv and --json cannot be combined')
  const explain = flags.value('explain')
  if (explain !== undefined && (flags.has('csv') || report === 'tool'))
    throw wrong(`--explain cannot be combined with ${report === 'tool' ? 'the tool report' : '--csv'}`)
  const [since, until, timezone] = [flags.value('since'), flags.value('until'), flags.value('timezone')]
  const [project, model, prices] = [flags.value('project'), flags.value('model'), flags.value('prices')]
  const place = await placeAsked(call)
  const value = await usage(
    place,
    {
      report,
      breakdown: flags.has('breakdown'),
      recordedCosts: flags.has('recorded-costs'),
      ...(since === undefined ? {} : { since }),
      ...(until === undefined ? {} : { until }),
      ...(timezone === undefined ? {} : { timezone }),
      ...(project === undefined ? {} : { project }),
      ...(model === undefined ? {} : { model }),
      ...(prices === undefined ? {} : { prices }),
      ...(explain === undefined ? {} : { explain }),
    },
    doing,
  )
  await answer(call, value, flags.has('csv') ? usageCsv : presentUsage)
  return endedWith(value.rows.length > 0 ? 0 : 1, value)
}

function isReport(word: string): word is UsageReportName {
  return (USAGE_REPORTS as readonly string[]).includes(word)
}
