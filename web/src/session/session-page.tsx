// A session to read: its turns from the last one up, its lanes, its map, and what is beside it.

import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { go, here, sessionAddress, useAddress, withWords } from '../address.js'
import { api } from '../api.js'
import { useKeys } from '../keys.js'
import { Link } from '../link.js'
import { useLive } from '../live.js'
import { Answer } from '../parts/states.js'
import { count } from '../parts/units.js'
import { useAsked } from '../use-asked.js'
import { EndView } from './end-view.js'
import { FindBar } from './find-bar.js'
import { type Reading, ReadingProvider } from './reading.js'
import { tellTitle, useTitle } from './session-title.js'
import { SidePanel, type SideTab } from './side-panel.js'
import { Transcript, type TranscriptHandle } from './transcript.js'
import type { Depth } from './turn-store.js'

const DEPTHS: readonly (readonly [Depth, string])[] = [
  ['prompts', 'Prompts'],
  ['answers', 'Answers'],
  ['tools', 'Tools'],
  ['all', 'Everything'],
]

export function SessionPage({ sessionKey }: { readonly sessionKey: string }) {
  const { words, place } = useAddress()
  const leaf = words.get('leaf') ?? ''
  const depth = DEPTHS.find(([name]) => name === words.get('depth'))?.[0] ?? 'answers'
  const isAtEnd = leaf === '' && place === ''
  // Asked first: it is answered at once, however long the session is.
  const end = useAsked(isAtEnd ? sessionKey : undefined, asking => api.end(sessionKey, { signal: asking.signal }))
  const outline = useAsked(`${sessionKey} ${leaf}`, asking => api.outline(sessionKey, { leaf }, asking))
  const named = /^\d{1,9}$/.test(words.get('line') ?? '') ? Number(words.get('line')) : undefined
  const [raw, setRaw] = useState(named)
  const [tab, setTab] = useState<SideTab>(named === undefined ? undefined : 'raw')
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const [hits, setHits] = useState<readonly number[]>([])
  const field = useRef<HTMLInputElement>(null)
  const transcript = useRef<TranscriptHandle>(null)
  const { value } = outline
  const title = useTitle(sessionKey)
  useEffect(() => tellTitle(sessionKey, value?.session.title), [sessionKey, value])
  useLive(({ changed }) => changed.includes(sessionKey) && outline.again())
  const setDepth = (next: Depth): void => go(withWords({ depth: next === 'answers' ? '' : next }), { replace: true })
  const [pickedTurns, setPickedTurns] = useState<ReadonlySet<number>>(new Set())
  const pick = useCallback((call: string) => setPicked(before => toggled(before, call)), [])
  const pickTurn = useCallback((number: number) => setPickedTurns(before => toggled(before, number)), [])
  const showRaw = useCallback((line: number) => {
    setRaw(line)
    setTab('raw')
  }, [])
  const reading = useMemo(
    (): Reading => ({
      sessionKey,
      leaf,
      project: value?.session.project,
      picked,
      pick,
      pickedTurns,
      pickTurn,
      showRaw,
    }),
    [sessionKey, leaf, value?.session.project, picked, pick, pickedTurns, pickTurn, showRaw],
  )
  const showTab = (wanted: SideTab): void => setTab(tab === wanted ? undefined : wanted)
  const goToTurn = useCallback((number: number) => transcript.current?.goTo(number), [])
  useKeys([
    { key: '/', does: 'find in this session', run: () => field.current?.focus() },
    ...DEPTHS.map(([name, label], at) => ({
      key: String(at + 1),
      does: `show ${label.toLowerCase()}`,
      run: () => setDepth(name),
    })),
    { key: 'c', does: 'show what the model will see', run: () => go(sessionAddress(sessionKey, 'context')) },
    { key: 'e', does: 'reshape', run: () => go(reshapeAddress(sessionKey, picked, pickedTurns)) },
    { key: 'm', does: 'map of all branches', run: () => showTab('map') },
    { key: ']', does: 'open or close the side panel', run: () => setTab(tab === undefined ? 'about' : undefined) },
    {
      key: 'y',
      does: 'copy a link to this place',
      run: () => void navigator.clipboard.writeText(window.location.href),
    },
    { key: 'u', does: 'back to all sessions', run: () => go(here('/')) },
  ])
  return (
    <ReadingProvider value={reading}>
      <div className="reader">
        <main id="main" className="reader-main">
          <h1 className="visually-hidden">{title}</h1>
          <div className="reader-bar">
            <fieldset aria-label="Depth" className="depths">
              {DEPTHS.map(([name, label]) => (
                <button
                  key={name}
                  type="button"
                  className="chip"
                  aria-pressed={depth === name}
                  onClick={() => setDepth(name)}
                >
                  {label}
                </button>
              ))}
            </fieldset>
            <FindBar sessionId={value?.session.id ?? sessionKey} field={field} onHits={setHits} onGo={goToTurn} />
            {picked.size + pickedTurns.size > 0 && (
              <Link className="button primary" href={reshapeAddress(sessionKey, picked, pickedTurns)}>
                Take out {pickedWords(picked.size, pickedTurns.size)}
              </Link>
            )}
            <button type="button" className="button quiet" aria-pressed={tab === 'map'} onClick={() => showTab('map')}>
              Map
            </button>
            <button
              type="button"
              className="button quiet"
              aria-pressed={tab !== undefined && tab !== 'map'}
              onClick={() => setTab(tab === undefined || tab === 'map' ? 'about' : undefined)}
            >
              Details
            </button>
          </div>
          {value === undefined && end.value && isAtEnd && <EndView end={end.value} progress={outline.progress} />}
          <Answer asked={value === undefined && end.value ? { ...outline, isWaiting: false } : outline}>
            {report => (
              <>
                {report.damagedLines > 0 && (
                  <p className="strip-note" role="note">
                    {count(report.damagedLines, 'line')} could not be read and{' '}
                    {report.damagedLines === 1 ? 'is' : 'are'} not shown.{' '}
                    <Link href={sessionAddress(sessionKey, 'check')}>Check this session</Link>
                  </p>
                )}
                {report.session.branch !== 1 && (
                  <p className="strip-note" role="note">
                    This is branch {report.session.branch}; the session resumes elsewhere.{' '}
                    <Link href={sessionAddress(sessionKey)}>Go to the active branch</Link>
                  </p>
                )}
                <Transcript key={`${sessionKey} ${leaf}`} ref={transcript} outline={report} depth={depth} hits={hits} />
              </>
            )}
          </Answer>
        </main>
        {tab !== undefined && value && (
          <SidePanel outline={value} tab={tab} raw={raw} onTab={setTab} onClose={() => setTab(undefined)} />
        )}
      </div>
    </ReadingProvider>
  )
}

function toggled<One>(before: ReadonlySet<One>, one: One): ReadonlySet<One> {
  const next = new Set(before)
  if (!next.delete(one)) next.add(one)
  return next
}

function pickedWords(calls: number, turns: number): string {
  return [...(calls > 0 ? [count(calls, 'call')] : []), ...(turns > 0 ? [count(turns, 'turn')] : [])].join(' and ')
}

function reshapeAddress(key: string, calls: ReadonlySet<string>, turns: ReadonlySet<number>): string {
  if (calls.size + turns.size === 0) return sessionAddress(key, 'reshape')
  return sessionAddress(key, 'reshape', { verb: 'take-out', calls: [...calls].join(','), turns: [...turns].join(',') })
}
