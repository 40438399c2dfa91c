// Writes what the docs show: command outputs, the command reference, the JSON shapes, the pictures. `npm run docs`
// writes the files; a test renders them again and compares.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { commandReference } from './docs/command-reference.js'
import { findingsReference } from './docs/findings-reference.js'
import { jsonReference } from './docs/json-reference.js'
import { messagesReference } from './docs/messages-reference.js'
import { withOutputs } from './docs/outputs.js'
import { pictures } from './docs/pictures.js'
import { sampleHome } from './docs/sample-home.js'
import { secretsReference } from './docs/secrets-reference.js'

/** Every generated or partly generated file with its text; paths are relative to the project's folder. */
export async function renderDocs(root: string): Promise<ReadonlyMap<string, string>> {
  const home = sampleHome(root)
  try {
    return new Map([
      ['docs/commands.md', commandReference()],
      ['docs/findings.md', findingsReference()],
      ['docs/json.md', jsonReference()],
      ['docs/messages.md', messagesReference()],
      ['docs/secrets.md', secretsReference()],
      ...withOutputs(root, home.path),
      ...(await pictures(root, home.path)),
    ])
  } finally {
    home.remove()
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const root = process.cwd()
  for (const [path, text] of await renderDocs(root)) {
    writeFileSync(join(root, path), text)
    console.log(path)
  }
}
