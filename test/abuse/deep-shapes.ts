// Sessions with values that are nested as deep as asked, whole and broken off, wherever anything may stand.

const SESSION = '11111111-1111-4111-8111-111111111111'

function uuid(n: number): string {
  return `22222222-2222-4222-8222-${String(n).padStart(12, '0')}`
}

/** `"@@"` in it becomes `deep`. */
function line(n: number, fields: object, deep = ''): string {
  const entry = {
    parentUuid: n > 1 ? uuid(n - 1) : null,
    isSidechain: false,
    userType: 'external',
    cwd: '/p',
    sessionId: SESSION,
    version: '2.1.100',
    uuid: uuid(n),
    timestamp: `2026-01-01T00:00:${String(n).padStart(2, '0')}.000Z`,
    ...fields,
  }
  return `${JSON.stringify(entry).replace('"@@"', () => deep)}\n`
}

function user(n: number, content: unknown, deep = '', more: object = {}): string {
  return line(n, { type: 'user', message: { role: 'user', content }, ...more }, deep)
}

function answer(n: number, content: readonly unknown[], deep = '', more: object = {}): string {
  const message = { id: `m${n}`, type: 'message', role: 'assistant', model: 'claude-opus-4-5', content }
  const usage = { input_tokens: 10, output_tokens: 5 }
  return line(n, { type: 'assistant', message: { ...message, stop_reason: null, usage }, ...more }, deep)
}

const call = (name: string, input: unknown) => ({ type: 'tool_use', id: 't1', name, input })
const result = (content: unknown) => ({ type: 'tool_result', tool_use_id: 't1', content })
const PROMPT = user(1, 'hello')
const DONE = answer(4, [{ type: 'text', text: 'done' }])

export const BROKEN_OFF: Readonly<Record<string, (depth: number) => string>> = {
  'records in records, broken off': depth => `${PROMPT}${'{"type":"user","a":'.repeat(depth)}\n`,
  'the same without a line end': depth => `${PROMPT}${'{"type":"user","a":'.repeat(depth)}`,
  'lists, broken off': depth => `${PROMPT}{"type":"user","uuid":"x","a":${'['.repeat(depth)}\n${user(2, 'more')}`,
  'an input, broken off': depth =>
    `${PROMPT}{"type":"assistant","uuid":"${uuid(2)}","message":{"role":"assistant","content":[{"type":"text","text":"kept"},{"type":"tool_use","id":"t","name":"x","input":${'{"a":'.repeat(depth)}\n`,
  'a result, broken off': depth =>
    `${PROMPT}{"type":"user","uuid":"${uuid(2)}","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":${'['.repeat(depth)}\n`,
}

export const WHOLE: Readonly<Record<string, (deep: string) => string>> = {
  'an input': deep => PROMPT + answer(2, [call('Read', '@@')], deep) + user(3, [result('ok')]) + DONE,
  'edits of an input': deep =>
    PROMPT +
    answer(2, [call('MultiEdit', { file_path: '/p/a', edits: ['@@'] })], deep) +
    user(3, [result('ok')]) +
    DONE,
  'todos of an input': deep =>
    PROMPT + answer(2, [call('TodoWrite', { todos: ['@@'] })], deep) + user(3, [result('ok')]) + DONE,
  'a result': deep => PROMPT + answer(2, [call('Read', {})]) + user(3, [result('@@')], deep) + DONE,
  'a result without call': deep => PROMPT + user(2, [result([{ type: 'text', text: 'x', y: '@@' }])], deep),
  'the tool’s own result': deep =>
    PROMPT + answer(2, [call('Read', {})]) + user(3, [result('ok')], deep, { toolUseResult: '@@' }) + DONE,
  'a call without result': deep => PROMPT + answer(2, [call('Read', {})], deep, { cwd: '@@', gitBranch: 'x' }),
  'the content of a prompt': deep => PROMPT + user(2, '@@', deep),
  'a block of a prompt': deep => user(1, [{ type: 'text', text: 'hello' }, '@@'], deep),
  'an attachment': deep =>
    PROMPT + line(2, { type: 'attachment', attachment: { type: 'todo_reminder', content: '@@' } }, deep) + user(3, 'x'),
  'a snapshot': deep =>
    `${PROMPT}{"type":"file-history-snapshot","messageId":"${uuid(1)}","snapshot":{"messageId":"${uuid(1)}","trackedFileBackups":${deep}}}\n`,
  'a list on a line': deep => `${PROMPT}[${deep},{"type":"zzz","x":${deep}}]\n`,
  'an unknown type': deep => `${PROMPT}{"type":"zzz","x":${deep}}\n`,
}

export const DEEP: Readonly<Record<string, (depth: number) => string>> = {
  objects: depth => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`,
  lists: depth => `${'['.repeat(depth)}1${']'.repeat(depth)}`,
}
