// Many random sessions.

import { expectCompressed } from './compress-generated.js'

expectCompressed(
  Array.from({ length: 60 }, (_, at) => at + 1),
  8,
)
