// Before any client starts: nothing but loopback can be reached from here.

import { lookup } from 'node:dns/promises'
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'

/** Addresses that nobody owns, so that the attempt disturbs nobody. */
const OUTSIDE = ['192.0.2.1', '2001:db8::1']

export async function expectIsolated(): Promise<void> {
  if (process.env['RETHREAD_LOOPBACK'] !== '1') throw new Error('run this suite with `npm run test:client`')
  const others = Object.keys(networkInterfaces()).filter(name => name !== 'lo')
  if (others.length > 0) throw new Error(`not cut off: there is a network interface ${others.join(', ')}`)
  for (const host of OUTSIDE) if (await answers(host)) throw new Error(`not cut off: there is a way to ${host}`)
  if (await resolves('example.com')) throw new Error('not cut off: names are resolved')
}

/** Anything but "no route" at once counts as a way out. */
const answers = (host: string): Promise<boolean> =>
  new Promise(done => {
    const socket = connect({ host, port: 443, timeout: 2000 })
    const end = (way: boolean) => {
      socket.destroy()
      done(way)
    }
    socket.on('connect', () => end(true))
    socket.on('timeout', () => end(true))
    socket.on('error', (error: NodeJS.ErrnoException) => end(!NO_ROUTE.has(error.code ?? '')))
  })

const NO_ROUTE = new Set(['ENETUNREACH', 'EHOSTUNREACH', 'EADDRNOTAVAIL', 'EAFNOSUPPORT'])

const resolves = (name: string): Promise<boolean> =>
  lookup(name).then(
    () => true,
    () => false,
  )
