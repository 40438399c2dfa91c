import {
  type Band,
  type CompressWish,
  compress,
  type DividingWish,
  type SummarizerWish,
} from '../../actions/compress.js'
import { shareOf } from '../../actions/own-presets.js'
import { presentCompress } from '../../present/compress.js'
import { byteCount, type Flags, wholeNumber, wrong } from '../arguments.js'
import { openOptions, type Run } from '../call.js'
import { writingFlags } from '../writing-flags.js'

export const run: Run = async call => {
  const { flags, place, output } = call
  const report = await compress(
    place,
    {
      ...writingFlags('compress', call),
      wish: wishOf(flags),
      keepTools: flags.has('keep-tools'),
      summarizer: summarizerOf(flags),
    },
    {
      ...openOptions(call),
      onSummaries: ({ done, of, secondsLeft }) => {
        const left = secondsLeft === undefined ? '' : `, about ${secondsLeft} s left`
        output.progress(done < of ? `summarising: ${done} of ${of}${left}` : undefined)
      },
    },
  )
  output.progress(undefined)
  if (flags.has('json')) await output.json(report)
  else await output.text(presentCompress(report, output))
  return report.refused.length > 0 ? 1 : 0
}

const WISHES = ['keep-last', 'keep-last-calls', 'oldest', 'budget', 'bands']

function wishOf(
  flags: Flags,
): CompressWish | DividingWish | { readonly kind: 'bands'; readonly bands: readonly Band[] } {
  const given = WISHES.filter(flag => flags.has(flag))
  if (given.length !== 1)
    throw wrong(
      'compress needs exactly one of --keep-last 5, --keep-last-calls 20, --oldest 60%, --budget 40k or --bands 0-50:10%',
    )
  const by = flags.value('by')
  if (by !== undefined && given[0] !== 'oldest') throw wrong('--by requires --oldest')
  const value = flags.value(given[0]!)!
  switch (given[0]) {
    case 'keep-last':
      return { kind: 'keep-last', turns: Math.max(1, wholeNumber('keep-last', value)) }
    case 'keep-last-calls':
      return { kind: 'keep-last-calls', calls: wholeNumber('keep-last-calls', value) }
    case 'oldest': {
      const share = shareOf(value)
      if (share === undefined) throw wrong(`--oldest must be a percentage such as 60%, not ${JSON.stringify(value)}`)
      return by === 'calls' || by === 'tokens' ? { kind: 'oldest', share, by } : { kind: 'oldest', share }
    }
    case 'budget':
      return { kind: 'budget', tokens: byteCount('budget', value) }
    default:
      return { kind: 'bands', bands: value.split(',').map(bandOf) }
  }
}

/** `0-50:10%`: of the turns from the oldest to the middle, a tenth of the words. */
function bandOf(text: string): Band {
  const found = /^(\d{1,3})-(\d{1,3}):(\d{1,3})%?$/.exec(text.trim())
  const [from, to, share] = (found ?? []).slice(1).map(Number)
  if (
    from === undefined ||
    to === undefined ||
    share === undefined ||
    from >= to ||
    to > 100 ||
    share < 1 ||
    share > 99
  )
    throw wrong(`--bands must be a list such as 0-50:10%,50-80:35%, not ${JSON.stringify(text)}`)
  return { from: from / 100, to: to / 100, share: share / 100 }
}

function summarizerOf(flags: Flags): SummarizerWish {
  const kind = flags.value('summarizer') ?? 'extractive'
  const model = flags.value('model')
  const command = flags.value('command')
  if (model !== undefined && kind !== 'claude' && kind !== 'anthropic')
    throw wrong('--model requires --summarizer claude or --summarizer anthropic')
  if ((command !== undefined) !== (kind === 'command'))
    throw wrong('--summarizer command and --command PROGRAM must be used together')
  const seconds = flags.value('timeout')
  const at = flags.value('concurrency')
  const ways = {
    timeoutMs: 1000 * (seconds === undefined ? 180 : Math.max(1, wholeNumber('timeout', seconds))),
    concurrency: at === undefined ? 3 : Math.max(1, Math.min(16, wholeNumber('concurrency', at))),
  }
  if (kind === 'command') return { kind, command: command!, ...ways }
  if (kind === 'claude' || kind === 'anthropic') return { kind, model, ...ways }
  return { kind: 'extractive', ...ways }
}
