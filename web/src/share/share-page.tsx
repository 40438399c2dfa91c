// Sharing a session: what goes into the page, what secrets are in it, and the page itself, as it will be.

import { useId, useState } from 'react'
import { go, sessionAddress } from '../address.js'
import { api } from '../api.js'
import { useKeys } from '../keys.js'
import { Answer } from '../parts/states.js'
import { count } from '../parts/units.js'
import { useSessionOutline } from '../session/use-session-outline.js'
import { safeLine } from '../text/safe-text.js'
import { useAsked } from '../use-asked.js'

const FORMATS = [
  ['html', 'Web page'],
  ['md', 'Markdown'],
  ['json', 'JSON'],
  ['txt', 'Text'],
] as const

export default function SharePage({ sessionKey }: { readonly sessionKey: string }) {
  const outline = useSessionOutline(sessionKey)
  const [to, setTo] = useState<(typeof FORMATS)[number][0]>('html')
  const [depth, setDepth] = useState('tools')
  const [redact, setRedact] = useState(true)
  const [paths, setPaths] = useState(false)
  const [names, setNames] = useState(false)
  const [from, setFrom] = useState('')
  const [until, setUntil] = useState('')
  const [a, b, c, d] = [useId(), useId(), useId(), useId()]
  useKeys([{ key: 'u', does: 'back to the transcript', run: () => go(sessionAddress(sessionKey)) }])
  const words = {
    to,
    depth,
    from,
    until,
    redact: redact ? '' : 'off',
    paths: paths ? 'yes' : '',
    names: names ? 'yes' : '',
  }
  const review = useAsked(`${sessionKey} ${JSON.stringify(words)}`, asking =>
    api.review(sessionKey, { ...words, to: 'json' }, { signal: asking.signal }),
  )
  const numbers = outline.value?.turns.number ?? []
  return (
    <main id="main" className="page share-page">
      <h1 className="visually-hidden">Share</h1>
      <div className="reshape-columns">
        <section className="options" aria-label="Options">
          <p className="form-row">
            <label htmlFor={a}>Format</label>
            <select id={a} className="field" value={to} onChange={event => setTo(event.target.value as typeof to)}>
              {FORMATS.map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </p>
          <p className="form-row">
            <label htmlFor={b}>Include</label>
            <select id={b} className="field" value={depth} onChange={event => setDepth(event.target.value)}>
              <option value="prompts">prompts</option>
              <option value="answers">prompts and answers</option>
              <option value="tools">tool calls, too</option>
              <option value="all">everything</option>
            </select>
          </p>
          <p className="form-row">
            <label htmlFor={c}>From turn</label>
            <input
              id={c}
              className="field"
              inputMode="numeric"
              pattern="[0-9]*"
              value={from}
              placeholder={String(numbers[0] ?? 1)}
              onChange={event => setFrom(event.target.value.replace(/\D/g, ''))}
            />
            <label htmlFor={d}>to turn</label>
            <input
              id={d}
              className="field"
              inputMode="numeric"
              pattern="[0-9]*"
              value={until}
              placeholder={String(numbers.at(-1) ?? 1)}
              onChange={event => setUntil(event.target.value.replace(/\D/g, ''))}
            />
          </p>
          <label className="check">
            <input type="checkbox" checked={redact} onChange={event => setRedact(event.target.checked)} /> Replace
            secrets
          </label>
          <label className="check">
            <input type="checkbox" checked={paths} onChange={event => setPaths(event.target.checked)} /> Replace home
            directories
          </label>
          <label className="check">
            <input type="checkbox" checked={names} onChange={event => setNames(event.target.checked)} /> Replace user
            names
          </label>
          <p className="write">
            <a className="button primary" href={api.exportAddress(sessionKey, words)} download>
              Download
            </a>
          </p>
          <Answer asked={review} what="looking for secrets">
            {({ secrets, redacted }) => (
              <section aria-label="Secrets" className={!redacted && secrets.length > 0 ? 'notice bad' : 'notice'}>
                <h2>
                  {!redact
                    ? 'Secrets are not looked for'
                    : secrets.length === 0
                      ? 'No secrets found'
                      : `${count(secrets.length, 'secret')} ${redacted ? 'replaced' : 'found'}`}
                </h2>
                <ul className="secrets">
                  {secrets.slice(0, 50).map(one => (
                    <li key={`${one.path} ${one.line} ${one.field} ${one.placeholder} ${one.context}`}>
                      <span className="strong">{safeLine(one.kind)}</span>{' '}
                      <span className="muted">{one.line === null ? '' : `line ${one.line}`}</span>{' '}
                      <code>{safeLine(one.context)}</code>
                    </li>
                  ))}
                </ul>
              </section>
            )}
          </Answer>
        </section>
        <section aria-label="Preview" className="preview">
          {to === 'html' ? (
            // The export itself, in a frame of its own that can reach nothing.
            <iframe
              title="Preview"
              sandbox="allow-scripts"
              src={api.exportAddress(sessionKey, { ...words, as: 'preview' })}
            />
          ) : (
            <TextPreview address={api.exportAddress(sessionKey, { ...words, as: 'preview' })} />
          )}
        </section>
      </div>
    </main>
  )
}

const MOST = 200_000

function TextPreview({ address }: { readonly address: string }) {
  const text = useAsked(address, async ({ signal }) => (await fetch(address, signal ? { signal } : {})).text())
  return (
    <Answer asked={text}>
      {value => (
        <pre tabIndex={0} className="out">
          {value.slice(0, MOST)}
        </pre>
      )}
    </Answer>
  )
}
