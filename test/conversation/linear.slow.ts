// 20,000 entries take less than 12 times as long as 2,000, in every shape that we could think of.

import { expect, test } from 'vitest'
import { ratio } from './growth.js'
import { shapes } from './nasty-shapes.js'

test.each(Object.entries(shapes))('%s', (_, make) => expect(ratio(make)).toBeLessThan(12))
