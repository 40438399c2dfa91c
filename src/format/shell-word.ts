// A word to be pasted into a shell.

import { isSessionId } from './session-folder.js'

/**
 * Quoted where it has anything but plain characters. What is shown must be what runs, so a word with characters that a
 * terminal acts on or does not show is quoted the way that spells them out.
 */
export function shellWord(word: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word
  if (!UNSEEN.test(word)) return `'${word.replaceAll("'", `'\\''`)}'`
  const bytes = [...new TextEncoder().encode(word)]
  return `$'${bytes.map(byte => `\\x${byte.toString(16).padStart(2, '0')}`).join('')}'`
}

/** Anything but letters, marks, digits, punctuation, symbols and blanks; and of these what has no shape. */
const UNSEEN = /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]|\p{Default_Ignorable_Code_Point}|\u2800/u

/** A call of ours that goes to the same sessions as the call that it was suggested by. */
export function inConfigDir(call: string, configDir: string | undefined): string {
  const names = configDir !== undefined && call.startsWith('rethread ') && !call.includes(' --config-dir ')
  return names ? `${call} --config-dir ${shellWord(configDir)}` : call
}

/** A session as an argument of ours. A file may be called like a flag; its path is not, for it begins with a slash. */
export function sessionWord(id: string, path?: string): string {
  if (isSessionId(id) || (/^[A-Za-z0-9][\w.-]*$/.test(id) && id !== 'latest')) return id
  if (path !== undefined) return shellWord(path)
  return id === '' || id.startsWith('-') ? '<session>' : shellWord(id)
}
