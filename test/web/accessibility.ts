// What axe finds on a page: faults of accessibility above minor.

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Violation {
  readonly id: string
  readonly impact: string | null
  readonly nodes: readonly { readonly html: string }[]
}

export async function faults(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe)
  const found = await page.evaluate(async () => {
    const { violations } = await (
      window as unknown as { axe: { run(options: object): Promise<{ violations: unknown[] }> } }
    ).axe.run({ iframes: false })
    return violations
  })
  return (found as Violation[])
    .filter(one => one.impact !== 'minor')
    .map(one => `${one.id} (${one.impact}): ${one.nodes[0]?.html.slice(0, 200)}`)
}
