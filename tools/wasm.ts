// `npm run wasm`: compiles assembly/quick-scan.ts into src/format/json/quick-scan-code.ts.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compileQuickScan, quickScanCode } from './wasm/compile.js'

writeFileSync(
  join(process.cwd(), 'src', 'format', 'json', 'quick-scan-code.ts'),
  quickScanCode(await compileQuickScan()),
)
