// The dialect of source document 004: flat messages, toolName/toolArguments, compact_system, numeric times, marks.
import { type Files, files, sessionPath } from '../session-files.js'
import type { Fields, Place } from '../session-writer.js'

export function dialectFlat(place: Place): Files {
  const { sessionId } = place
  let number = 0
  let millis = Date.parse(place.startedAt)
  const rows: string[] = []
  const put = (fields: Fields, parentUuid: string | null, extra: Fields = {}): string => {
    number += 1
    millis += 5000
    const uuid = `flat-${String(number).padStart(3, '0')}`
    // Two of three rows have an ISO time, the third a number.
    const timestamp = number % 3 === 0 ? millis : new Date(millis).toISOString()
    rows.push(JSON.stringify({ type: 'user', ...fields, uuid, parentUuid, timestamp, sessionId, ...extra }))
    return uuid
  }
  const side = { isSidechain: true }
  const asked = put({ message: 'When do I water the tomatoes?', userType: 'human' }, null)
  const thought = put({ type: 'assistant', subtype: 'thinking', message: 'Look at the plan first.' }, asked)
  const said = put({ type: 'assistant', subtype: 'response', message: 'I will look at the plan.' }, thought)
  const toolArguments = { file_path: `${place.cwd}/plan.txt` }
  const use = put({ type: 'assistant', subtype: 'tool_use', toolName: 'Read', toolArguments }, said)
  const result = put({ type: 'system', message: 'tomatoes: every second evening' }, use)
  const delegated = put({ type: 'assistant', message: "I'll ask: 'Check the rain'", subtype: 'response' }, result)
  const task = put({ message: 'Check the rain', userType: 'external', ...side }, delegated)
  const grep = { type: 'assistant', subtype: 'tool_use', toolName: 'Grep', toolArguments: { pattern: 'rain' }, ...side }
  const sideUse = put(grep, task)
  const sideResult = put({ type: 'system', message: '2 mm on Tuesday', ...side }, sideUse)
  const sideEnd = put({ type: 'assistant', message: 'Hardly any rain this week.', ...side }, sideResult)
  // The main thread resumes on the last row of the sidechain.
  const told = put(
    { type: 'assistant', subtype: 'response', message: 'Every second evening; rain will not help.' },
    sideEnd,
  )
  const aborted = { type: 'assistant', subtype: 'tool_use', toolName: 'Bash', message: 'Operation cancelled by user' }
  const stopped = put(aborted, told, { isAborted: true })
  const removed = put({ message: '[Content removed]', userType: 'human' }, stopped, { isDeleted: true })
  const command = put({ subtype: 'command', message: '/compact', userType: 'human' }, removed)
  const begin = put({ type: 'compact_system', message: 'conversation_compacting' }, command)
  const metadata = { preservedMessages: 2, totalMessages: 15 }
  put({ type: 'compact_system', message: 'conversation_compacted', metadata }, begin)
  const orphan = { message: 'And the beans?', userType: 'human', logicalParentUuid: told }
  const beans = put(orphan, 'flat-from-before')
  put({ type: 'compact_system', message: 'conversation_restored' }, beans)
  put({ type: 'assistant', subtype: 'response', message: 'Beans on Sundays.', isMeta: false }, beans)
  return files([[sessionPath(place), `${rows.join('\n')}\n`]])
}
