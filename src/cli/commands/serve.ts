import { spawn } from 'node:child_process'
import { type Place, placeToTry } from '../../actions/session/index.js'
import { peekText } from '../../disk/peek.js'
import { openingPage } from '../../disk/running-server.js'
import { wrong } from '../arguments.js'
import { BUILT_APP, type Run } from '../call.js'
import { complain } from '../output.js'

const USUAL_PORT = 4180

export const run: Run<'serve'> = async ({ flags, place, doing, output, leaves }) => {
  const isTeam = flags.has('team')
  if (flags.has('allow-in-place') && (flags.has('read-only') || isTeam))
    throw wrong(`${isTeam ? '--team' : '--read-only'} and --allow-in-place cannot be used together`)
  const rights = flags.has('read-only') || isTeam ? 'read' : flags.has('allow-in-place') ? 'in-place' : 'new-sessions'
  const tokenFile = flags.value('token-file')
  if (tokenFile !== undefined && !isTeam) throw wrong('--token-file needs --team')
  const token = tokenFile === undefined ? undefined : readToken(tokenFile)
  const { serve, runningServer } = await leaves.server()
  const { isJoined, withTeam } = await import('../../actions/team/index.js')
  if (isTeam) withTeam(place) // says what is missing where no store was joined
  const team = isTeam ? 'only' : isJoined(place) ? 'beside' : 'none'
  const port = flags.number('port', portOf)
  const running = port === undefined && token === undefined ? await runningServer(place, rights, team) : undefined
  if (running !== undefined) {
    await say(running, flags.has('json'))
    if (!flags.has('no-open')) openBrowser(place, running)
    return 0
  }
  const tried = isTeam ? { place, areSamples: false, leave: () => {} } : placeToTry(place)
  try {
    const server = await served(port)
    // A token that others have chosen is known to whoever needs it; it has no place in a log.
    await say(token === undefined ? server.url : new URL(server.url).origin, flags.has('json'))
    if (tried.areSamples && !flags.has('json')) complain('no sessions found: these are copies of the samples')
    if (!flags.has('no-open')) openBrowser(place, server.url)
    await ended(doing.signal)
    await server.close()
    return 0
  } finally {
    tried.leave()
  }

  async function served(asked: number | undefined) {
    const { place: shown, areSamples } = tried
    const options = { place: shown, user: place, team, token, rights, app: BUILT_APP, areSamples, complain } as const
    if (asked !== undefined) return serve({ ...options, port: asked })
    // The usual port keeps bookmarks and the browser's own memory of the page; any other one will do.
    return serve({ ...options, port: USUAL_PORT }).catch(() => serve({ ...options, port: 0 }))
  }

  async function say(url: string, json: boolean): Promise<void> {
    output.progress(undefined)
    if (json) await output.json({ url })
    else await output.text([url])
  }
}

const MOST_OF_A_TOKEN = 1000
const TOKEN = /^[A-Za-z0-9_-]{32,200}$/

function readToken(path: string): string {
  const text = peekText(path, MOST_OF_A_TOKEN)
  if (text === undefined) throw wrong(`--token-file: cannot read ${path}`)
  const token = text.trim()
  if (TOKEN.test(token)) return token
  throw wrong(`${path} must contain a token of 32 or more letters, digits, - and _`)
}

function portOf(flag: string, value: string): number {
  const port = Number(value)
  if (/^\d{1,5}$/.test(value) && port <= 65_535) return port
  throw wrong(`--${flag} must be a port number, not ${JSON.stringify(value)}`)
}

/** Until Ctrl-C, or until it is asked to end. */
function ended(signal: AbortSignal | undefined): Promise<void> {
  return new Promise(resolve => {
    const end = (): void => resolve()
    signal?.addEventListener('abort', end, { once: true })
    process.once('SIGTERM', end)
    process.once('SIGHUP', end)
  })
}

/** Where there is no browser, the address stands on the terminal. */
function openBrowser(place: Place, url: string): void {
  if (process.platform === 'linux' && !process.env['DISPLAY'] && !process.env['WAYLAND_DISPLAY']) return
  const [program, ...args] =
    process.platform === 'darwin' ? ['open'] : process.platform === 'win32' ? ['cmd', '/c', 'start', ''] : ['xdg-open']
  const child = spawn(program!, [...args, openingPage(place, url)], { stdio: 'ignore', detached: true })
  child.on('error', () => complain('no browser could be started; open the address above'))
  child.unref()
}
