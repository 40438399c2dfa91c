// Many random sessions, changed in every way.

import { expectPromisesOf } from './generated-sessions.js'

expectPromisesOf(
  Array.from({ length: Number(process.env['RETHREAD_SEEDS'] ?? 30) }, (_, seed) => 500 + seed),
  8,
)
