// Which file does a tool call read or change? Told by its input; what shell commands do to files is not known.

export interface CallOnFile {
  readonly name: string
  readonly input: Readonly<Record<string, unknown>>
}

/** Tools that change files, and the field that names the file. */
const EDITORS: Readonly<Record<string, string>> = {
  Edit: 'file_path',
  MultiEdit: 'file_path',
  Write: 'file_path',
  NotebookEdit: 'notebook_path',
  Update: 'file_path',
  str_replace_based_edit_tool: 'path',
}
const READERS: Readonly<Record<string, string>> = { Read: 'file_path', NotebookRead: 'notebook_path' }

/** Other tools need not be looked at. */
export function mayTouchFiles(name: string): boolean {
  return Object.hasOwn(EDITORS, name) || Object.hasOwn(READERS, name)
}

/** The file that a call changes; undefined for calls that change none. */
export function editedFile({ name, input }: CallOnFile): string | undefined {
  if (name === 'str_replace_based_edit_tool' && input['command'] === 'view') return undefined
  return Object.hasOwn(EDITORS, name) ? pathIn(input[EDITORS[name]!]) : undefined
}

export function readFile({ name, input }: CallOnFile): string | undefined {
  return Object.hasOwn(READERS, name) ? pathIn(input[READERS[name]!]) : undefined
}

function pathIn(path: unknown): string | undefined {
  return typeof path === 'string' && path !== '' ? path : undefined
}
