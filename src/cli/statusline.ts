// `rethread usage statusline`: asked by the client several times a minute, so it loads nothing that it does not need.

import { homedir } from 'node:os'
import { statusline } from '../actions/usage/index.js'
import { readSmallInput } from '../disk/read-session.js'
import { writeSmallOutput } from '../disk/small-output.js'
import { RethreadError } from '../format/error.js'
import { presentStatusline } from '../present/statusline.js'

/** The exit code. A status line that fails says so in its place. */
export async function runStatusline(configDir: string | undefined): Promise<number> {
  try {
    const input = new TextDecoder().decode(await readSmallInput())
    const report = await statusline(
      { env: process.env, home: homedir(), cwd: process.cwd(), ...(configDir === undefined ? {} : { configDir }) },
      { input },
    )
    writeSmallOutput(`${presentStatusline(report)}\n`)
    return 0
  } catch (error) {
    process.stderr.write(`rethread: ${error instanceof Error ? error.message : String(error)}\n`)
    return error instanceof RethreadError ? error.exitCode : 3
  }
}
