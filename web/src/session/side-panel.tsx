// What is beside the transcript: the session's own facts, the files that it touched, and any entry as it stands.

import type { OutlineReport } from '../../../src/actions/read/index.js'
import { isTeam, sessionAddress } from '../address.js'
import { api } from '../api.js'
import { Link } from '../link.js'
import { CopyButton } from '../parts/copy-button.js'
import { Answer } from '../parts/states.js'
import { bytes, count, dateAndTime, figure } from '../parts/units.js'
import { Code } from '../text/code.js'
import { safeLine, sentence } from '../text/safe-text.js'
import { useAsked } from '../use-asked.js'
import { BranchMap } from './branch-map.js'
import { useReading } from './reading.js'
import { More } from './tool-view.js'

export type SideTab = 'about' | 'files' | 'map' | 'raw' | undefined

interface SideProps {
  readonly outline: OutlineReport
  readonly tab: Exclude<SideTab, undefined>
  /** The line that was asked for last. */
  readonly raw: number | undefined
  readonly onTab: (tab: SideTab) => void
  readonly onClose: () => void
}

const TABS = [
  ['about', 'About'],
  ['files', 'Files'],
  ['map', 'Map'],
] as const

export function SidePanel({ outline, tab, raw, onTab, onClose }: SideProps) {
  return (
    <aside className="side" aria-label="Details">
      <div className="side-head">
        <fieldset aria-label="Details" className="chips">
          {TABS.map(([name, label]) => (
            <button key={name} type="button" className="chip" aria-pressed={tab === name} onClick={() => onTab(name)}>
              {label}
            </button>
          ))}
          {raw !== undefined && (
            <button type="button" className="chip" aria-pressed={tab === 'raw'} onClick={() => onTab('raw')}>
              Line {raw}
            </button>
          )}
        </fieldset>
        <button type="button" className="button quiet small" onClick={onClose}>
          Close
        </button>
      </div>
      {tab === 'raw' && raw !== undefined && <RawEntry line={raw} />}
      {tab === 'about' && <AboutSession outline={outline} />}
      {tab === 'files' && <Files />}
      {tab === 'map' && <BranchMap />}
    </aside>
  )
}

function AboutSession({ outline }: { readonly outline: OutlineReport }) {
  const { sessionKey } = useReading()
  const { session } = outline
  const resume = useAsked(isTeam ? undefined : `resume ${sessionKey}`, asking =>
    api.resume(sessionKey, { signal: asking.signal }),
  )
  return (
    <div className="side-body">
      <dl className="facts-list">
        <Fact name="Project" value={session.project} />
        <Fact name="Branch" value={session.gitBranch} />
        <Fact name="Model" value={outline.model} />
        <Fact name="Started" value={dateAndTime(session.startedAt)} />
        <Fact name="Ended" value={dateAndTime(session.endedAt)} />
        <Fact
          name="Turns"
          value={`${session.turns} on this branch, ${count(session.branches, 'branch', 'branches')}`}
        />
        <Fact name="File" value={`${bytes(outline.bytes)}, ${count(outline.lines, 'line')}`} />
        <Fact name="Subagents" value={outline.agents === 0 ? undefined : figure(outline.agents)} />
        <Fact name="Id" value={session.id} />
      </dl>
      {!isTeam && (
        <Answer asked={resume}>
          {plan => (
            <section aria-label="Resume">
              <h3>Resume</h3>
              {plan.resumes ? (
                <>
                  <pre tabIndex={0} className="code">
                    {safeLine(plan.command.join(' '))}
                  </pre>
                  <p className="actions">
                    <CopyButton
                      text={`cd ${shellWord(plan.directory)} && ${plan.command.join(' ')}`}
                      label="Copy with directory"
                    />
                  </p>
                </>
              ) : (
                plan.reasons.map(reason => (
                  <p key={reason} className="bad-text">
                    {sentence(reason)}
                  </p>
                ))
              )}
            </section>
          )}
        </Answer>
      )}
      <section aria-label="Branches">
        <h3>Branches</h3>
        <ul>
          {outline.branches.map(({ number, state, turns }) => (
            <li key={number}>
              <Link href={sessionAddress(sessionKey, '', number === 1 ? {} : { leaf: String(number) })}>
                Branch {number}
              </Link>{' '}
              <span className="muted">
                {state}, {count(turns, 'turn')}
              </span>
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}

function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}

function Fact({ name, value }: { readonly name: string; readonly value: string | null | undefined }) {
  if (!value) return null
  return (
    <>
      <dt>{name}</dt>
      <dd>{safeLine(value)}</dd>
    </>
  )
}

function Files() {
  const { sessionKey, project } = useReading()
  const files = useAsked(`files ${sessionKey}`, asking => api.files(sessionKey, { signal: asking.signal }))
  return (
    <Answer asked={files}>
      {({ files: list }) =>
        list.length === 0 ? (
          <p className="waiting">No file was read or changed.</p>
        ) : (
          <ul className="side-body">
            {list.map(file => (
              <li key={file.path} className="file-row">
                <span className="ellipsis" title={safeLine(file.path)}>
                  {safeLine(
                    project && file.path.startsWith(`${project}/`) ? file.path.slice(project.length + 1) : file.path,
                  )}
                </span>
                <span className="nowrap muted">
                  {file.did === 'created' ? 'new ' : ''}
                  {file.added > 0 && <span className="good">+{file.added} </span>}
                  {file.removed > 0 && <span className="bad-text">−{file.removed} </span>}
                  {file.reads > 0 && `read ${file.reads}×`}
                </span>
              </li>
            ))}
          </ul>
        )
      }
    </Answer>
  )
}

function RawEntry({ line }: { readonly line: number }) {
  const { sessionKey } = useReading()
  const entry = useAsked(`raw ${sessionKey} ${line}`, asking =>
    api.rawLine(sessionKey, line, { signal: asking.signal }),
  )
  return (
    <Answer asked={entry}>
      {({ json, bytes: size, type }) => (
        <div className="side-body">
          <p className="muted">
            {safeLine(type ?? 'unknown type')} · {bytes(size)} <CopyButton text={json.text} />
          </p>
          <Code text={laidOut(json.text, json.moreCharacters === 0)} language="json" />
          <More lines={0} characters={json.moreCharacters} />
        </div>
      )}
    </Answer>
  )
}

/** Easier to read; a piece of JSON stays as it is. */
function laidOut(json: string, isWhole: boolean): string {
  try {
    return isWhole ? JSON.stringify(JSON.parse(json), undefined, 2) : json
  } catch {
    return json
  }
}
