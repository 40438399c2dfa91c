// Calls of the client's tools with the results that they give: input, text for the model, details for the screen.
import { structuredPatch } from './structured-patch.js'

export interface ToolCall {
  readonly name: string
  readonly input: object
  readonly content: string | readonly object[]
  readonly toolUseResult?: unknown
  readonly isError?: boolean
  readonly saysNoError?: boolean
  /** How long it took. */
  readonly seconds?: number
  /** What a long command reported while it ran (2.1.11 to 2.1.76). */
  readonly reports?: readonly string[]
}

export function read(path: string, content: string): ToolCall {
  const lines = content.split('\n')
  const numbered = lines.map((line, index) => `${String(index + 1).padStart(6)}→${line}`).join('\n')
  const file = { filePath: path, content, numLines: lines.length, startLine: 1, totalLines: lines.length }
  return { name: 'Read', input: { file_path: path }, content: numbered, toolUseResult: { type: 'text', file } }
}

export function readMissing(path: string): ToolCall {
  return failed('Read', { file_path: path }, 'File does not exist.')
}

export function edit(path: string, original: string, oldString: string, newString: string): ToolCall {
  const changed = original.replace(oldString, () => newString)
  return {
    name: 'Edit',
    input: { file_path: path, old_string: oldString, new_string: newString },
    content: `The file ${path} has been updated successfully.`,
    toolUseResult: {
      filePath: path,
      oldString,
      newString,
      originalFile: original,
      structuredPatch: structuredPatch(original, changed),
      userModified: false,
      replaceAll: false,
    },
  }
}

export function write(path: string, content: string, original: string | null = null): ToolCall {
  const created = original === null
  return {
    name: 'Write',
    input: { file_path: path, content },
    content: created ? `File created successfully at: ${path}` : `The file ${path} has been updated successfully.`,
    toolUseResult: {
      type: created ? 'create' : 'update',
      filePath: path,
      content,
      structuredPatch: created ? [] : structuredPatch(original, content),
      originalFile: original,
    },
  }
}

export function bash(command: string, description: string, stdout: string, seconds = 1.2): ToolCall {
  return {
    name: 'Bash',
    input: { command, description },
    content: stdout,
    toolUseResult: { stdout, stderr: '', interrupted: false, isImage: false },
    saysNoError: true,
    seconds,
  }
}

export function bashFailed(command: string, description: string, exitCode: number, output: string): ToolCall {
  const words = `Exit code ${exitCode}\n${output}`
  return {
    name: 'Bash',
    input: { command, description },
    content: words,
    toolUseResult: `Error: ${words}`,
    isError: true,
    seconds: 2,
  }
}

export function grep(pattern: string, path: string, filenames: readonly string[]): ToolCall {
  const found = filenames.length === 1 ? 'Found 1 file' : `Found ${filenames.length} files`
  return {
    name: 'Grep',
    input: { pattern, path, output_mode: 'files_with_matches' },
    content: filenames.length === 0 ? 'No files found' : [found, ...filenames].join('\n'),
    toolUseResult: { mode: 'files_with_matches', filenames, numFiles: filenames.length },
  }
}

export function glob(pattern: string, path: string, filenames: readonly string[]): ToolCall {
  return {
    name: 'Glob',
    input: { pattern, path },
    content: filenames.length === 0 ? 'No files found' : filenames.join('\n'),
    toolUseResult: { filenames, durationMs: 14, numFiles: filenames.length, truncated: false },
  }
}

export interface Todo {
  readonly content: string
  readonly status: 'pending' | 'in_progress' | 'completed'
  readonly activeForm: string
}

export function todoWrite(oldTodos: readonly Todo[], newTodos: readonly Todo[]): ToolCall {
  return {
    name: 'TodoWrite',
    input: { todos: newTodos },
    content: 'Todos have been modified successfully.',
    toolUseResult: { oldTodos, newTodos },
  }
}

export function webFetch(url: string, question: string, result: string): ToolCall {
  return {
    name: 'WebFetch',
    input: { url, prompt: question },
    content: result,
    toolUseResult: { bytes: 18_422, code: 200, codeText: 'OK', result, durationMs: 2310, url },
    seconds: 2.4,
  }
}

export function mcp(server: string, tool: string, input: object, result: string): ToolCall {
  const content = [{ type: 'text', text: result }]
  return { name: `mcp__${server}__${tool}`, input, content, toolUseResult: content, seconds: 0.9 }
}

export function failed(name: string, input: object, why: string): ToolCall {
  return {
    name,
    input,
    content: `<tool_use_error>${why}</tool_use_error>`,
    toolUseResult: `Error: ${why}`,
    isError: true,
  }
}

export function rejected(name: string, input: object): ToolCall {
  return {
    name,
    input,
    content: "The user doesn't want to proceed with this tool use. The tool use was rejected.",
    toolUseResult: 'User rejected tool use',
    isError: true,
  }
}
