// The documents' rules on real sessions: what they keep and what they are said to lose make up the whole. Runs where the
// corpus is present: `RETHREAD_CORPUS`, or `../shared/corpus` beside the repository.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { inMemory } from '../../src/actions/session/open-session.js'
import { type SourceRulesReport, sourceRules } from '../../src/actions/source-rules/source-rules.js'

const corpus = resolve(process.env.RETHREAD_CORPUS ?? join(import.meta.dirname, '../../../shared/corpus'))

describe.skipIf(!existsSync(corpus))('the corpus', () => {
  test.each(['seed-000', 'seed-001', 'seed-002'] as const)('%s: blocks kept and blocks lost are all blocks', seed => {
    const wrong = reports(seed).filter(report => {
      const { document, ours } = figure(report, 'blocks of assistant messages')
      return document! + lost(report, 'blocks') !== ours
    })
    expect(wrong.map(report => report.session.id)).toEqual([])
  })

  test.each(['seed-000', 'seed-001', 'seed-002'] as const)('%s: turns found, missed and invented agree', seed => {
    const wrong = reports(seed).filter(report => {
      const { document, ours } = figure(report, 'turns')
      return document! + lost(report, 'turns-missed') - lost(report, 'turns-invented') !== ours
    })
    expect(wrong.map(report => report.session.id)).toEqual([])
  })

  test.each(['seed-003', 'seed-004'] as const)('%s: runs on every file', seed => {
    expect(reports(seed).length).toBeGreaterThan(50)
  })
})

function reports(seed: Parameters<typeof sourceRules>[1]): readonly SourceRulesReport[] {
  const files = readdirSync(corpus, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.jsonl'))
  return files.map(file => sourceRules(inMemory(readFileSync(join(corpus, file))), seed))
}

function figure({ figures }: SourceRulesReport, name: string) {
  return figures.find(one => one.name === name)!
}

function lost({ losses }: SourceRulesReport, kind: string): number {
  return losses.find(loss => loss.kind === kind)?.count ?? 0
}
