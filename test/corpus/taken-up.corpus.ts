// Every published session: the ends, the rows and the losses that rethread names are those of what is sent.

import { expect, test } from 'vitest'
import { CLIENTS } from '../client/clients.js'
import { examined, partings } from '../client/taken-up.js'
import { bytesOf, listed, noCorpus } from './corpus-files.js'

test.skipIf(listed.length === 0)(
  `one answer to what the client takes up${listed.length === 0 ? `: ${noCorpus}` : ''}`,
  {
    timeout: 600_000,
  },
  () => {
    const parted: string[] = []
    for (const { file } of listed) {
      const one = examined(bytesOf(file))
      for (const client of CLIENTS) for (const said of partings(one, client)) parted.push(`${file}, ${client}: ${said}`)
    }
    expect(parted).toEqual([])
  },
)
