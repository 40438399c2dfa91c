// Pictures: pasted into a prompt, read by a tool, seen in a result that failed.

import { type Block, image, text } from '../content-blocks.js'
import { png } from '../png.js'
import type { Random } from '../random.js'
import { work } from '../turn.js'
import { prompt, userText } from '../user-rows.js'
import { answered, lead, type Scene, sentence, worked } from './stage.js'

export const randomPng = (random: Random): Uint8Array => png(random.int(2, 9), random.int(2, 9), () => [1, 2, 3])

export const pastedPicture: Scene = stage => {
  const { writer } = stage
  const { random } = writer
  stage.turns += 1
  const words: readonly Block[] = random.chance(0.8) ? [text(`[Image #1] ${sentence(stage)}`)] : []
  prompt(writer, [...words, ...Array.from({ length: random.int(1, 3) }, () => image(randomPng(random)))])
  if (random.chance(0.6)) userText(writer, [text('[Image: source: /tmp/pasted.png]')], { isMeta: true })
  worked(stage)
  answered(stage)
}

export const picturesFromTools: Scene = stage => {
  const { writer } = stage
  const { random } = writer
  stage.turns += 1
  prompt(writer, sentence(stage))
  for (let left = random.int(1, 3); left > 0; left -= 1) {
    const picture = image(randomPng(random))
    const content = random.chance(0.5) ? [picture] : [{ type: 'text', text: 'a chart' }, picture]
    const file = { base64: '', type: 'image/png', originalSize: 70 }
    work(writer, lead(stage), {
      name: 'Read',
      input: { file_path: `${writer.place.cwd}/chart-${random.int(1, 9)}.png` },
      content,
      toolUseResult: { type: 'image', file },
    })
  }
  answered(stage)
}
