// Where the files of a session lie in a config dir.
import type { Place, Writer } from './session-writer.js'

/** Paths relative to the config dir. */
export type Files = ReadonlyMap<string, Uint8Array>
export type FileList = readonly (readonly [path: string, content: string | Uint8Array])[]

export const encodeCwd = (cwd: string): string => cwd.replace(/[^A-Za-z0-9]/g, '-')
export const projectDir = (place: Place): string => `projects/${encodeCwd(place.cwd)}`
export const sessionPath = (place: Place): string => `${projectDir(place)}/${place.sessionId}.jsonl`
export const sideDir = (place: Place): string => `${projectDir(place)}/${place.sessionId}`

/** An agent's file: beside the session (2.0) or in its folder (2.1). */
export function agentPath(agent: Writer): string {
  const name = `agent-${agent.agent?.agentId ?? ''}.jsonl`
  return agent.generation.agents === 'beside'
    ? `${projectDir(agent.place)}/${name}`
    : `${sideDir(agent.place)}/subagents/${name}`
}

export const transcript = (writer: Writer): string => `${writer.lines.join('\n')}\n`

/** The session's own transcript and whatever lies around it. */
export function sessionFiles(writer: Writer, others: FileList = []): Files {
  return files([[sessionPath(writer.place), transcript(writer)], ...others])
}

export function files(list: FileList): Files {
  return new Map(list.map(([path, content]) => [path, bytesOf(content)] as const))
}

const bytesOf = (content: string | Uint8Array): Uint8Array =>
  typeof content === 'string' ? new TextEncoder().encode(content) : content
