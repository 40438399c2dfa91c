// What an export wrote, and what became of the secrets.

import type { ExportReport, SecretsSaid } from '../../actions/export/index.js'
import type { Screen } from '../screen.js'
import { visibleLine } from '../terminal-text.js'
import { bytes, count } from '../units.js'
import { wrap } from '../width.js'

export function* presentExport(report: ExportReport, { paint, width }: Screen): Generator<string> {
  if (!report.written) {
    yield 'Nothing was written.'
    return
  }
  for (const page of report.pages) yield `${visibleLine(page.path ?? '')}  ${paint.dim(bytes(page.bytes))}`
  if (report.index !== null) yield visibleLine(report.index)
  yield* wrap(said(report), width).map(paint.dim)
}

function said({ redacted, secrets, searched, withImages }: ExportReport): string {
  const state = redacted ? 'replaced' : searched ? 'kept' : 'not-searched'
  const images = withImages
    ? 'Images are included; they cannot be scanned.'
    : 'Images are left out (--images includes them).'
  return `${secretsSaid({ state, count: secrets.length })}${redacted ? ` ${images}` : ''}`
}

export function secretsSaid({ state, count: found }: SecretsSaid): string {
  if (state === 'not-searched') return 'Not searched for secrets.'
  return found === 0 ? 'No secrets found.' : `${count(found, 'secret')} ${state}.`
}
