// An image that the API would not take: the client stops before it sends anything. (A4.2)

import { MAX_IMAGE } from '../facts/block-look.js'
import { refuse } from '../path.js'
import type { Rule } from '../profile.js'
import type { Resume } from '../resume.js'
import { blockOf } from './item-looks.js'

export const largeImage: Rule = {
  id: 'A4.2',
  does: 'refuses a history with an image of more than 5 MiB of base64',
  apply(resume) {
    if (!hasLargeImage(resume)) return
    const size = largest(resume)
    if (size === undefined) return
    const megabytes = `${(size / 1_048_576).toFixed(1).replace(/\.0$/, '')}MB`
    refuse(resume, `Image base64 size (${megabytes}) exceeds API limit (5MB). Please resize the image before sending.`)
  },
}

function hasLargeImage({ facts }: Resume): boolean {
  if (facts.largeImages.size > 0) return true
  for (const detail of facts.details.values())
    if (detail.kind === 'image-file' && detail.characters > MAX_IMAGE) return true
  return false
}

function largest({ messages, facts }: Resume): number | undefined {
  for (const { role, parts } of messages) {
    for (const part of parts) {
      if (role !== 'user' || part.kind !== 'stored' || part.change?.kind === 'text-only') continue
      const detail = facts.details.get(part.row)
      const attached = detail?.kind === 'image-file' && detail.characters > MAX_IMAGE ? detail.characters : undefined
      const size = attached ?? facts.largeImages.get(blockOf(facts, part))
      if (size !== undefined) return size
    }
  }
  return undefined
}
