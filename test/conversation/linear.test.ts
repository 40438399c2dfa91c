// 10,000 entries take less than 12 times as long as 1,000. All shapes, and larger: linear.slow.ts.

import { expect, test } from 'vitest'
import { ratio } from './growth.js'
import { shapes } from './nasty-shapes.js'

test.each(['a random session', 'one parent of all'])('%s', name => expect(ratio(shapes[name]!)).toBeLessThan(12))
