// What a command does not need is not loaded: starting is the price of every call.

import { join } from 'node:path'
import { expect, test } from 'vitest'
import { rethread, SAMPLES } from './rethread.js'

/** As the process says at its end which parts of Node it has loaded, and whether a segmenter was made. */
const TELLING = `data:text/javascript,${encodeURIComponent(`
  let segmenters = 0
  Intl.Segmenter = class extends Intl.Segmenter { constructor(...args) { super(...args); segmenters++ } }
  process.on('exit', () => {
    const loaded = process.moduleLoadList.filter(name => /^NativeModule (crypto|child_process|zlib)$/.test(name))
    process.stderr.write([...loaded, segmenters + ' segmenters'].join())
  })`)}`

test.each(['ls', 'stats', 'check', 'turns'])('%s loads no hashes, no processes and no segmenter', async command => {
  const session = join(SAMPLES, 'projects', '-home-ada-tide-table', '7419c1c6-8d9e-4fa0-b1c2-d3e4f5a6b710.jsonl')
  const args = command === 'ls' ? ['ls', '--config-dir', SAMPLES] : [command, session]
  const { stderr } = await rethread([...args, '--json'], { node: ['--import', TELLING] })
  expect(stderr).toBe('0 segmenters')
})
