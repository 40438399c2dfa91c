// The same with thirty times as many records; and the module is what its source gives.

import { expect, test } from 'vitest'
import { QUICK_SCAN } from '../../src/format/json/quick-scan-code.js'
import { compileQuickScan } from '../../tools/wasm/compile.js'
import './quick-scan.test.js'

test('the module in the code is compiled from its source, byte for byte', async () => {
  expect(QUICK_SCAN === Buffer.from(await compileQuickScan()).toString('base64')).toBe(true)
})
