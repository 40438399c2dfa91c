// Pictures: pasted into a prompt, alone as a prompt, and as the result of a tool.
import { openingAttachments } from '../attachment-rows.js'
import { aiTitle, lastPrompt } from '../bookkeeping-rows.js'
import { image, text } from '../content-blocks.js'
import { type Pixel, png } from '../png.js'
import { type Files, sessionFiles } from '../session-files.js'
import { openSession, type Place } from '../session-writer.js'
import { edit } from '../tool-calls.js'
import { done, work } from '../turn.js'
import { prompt } from '../user-rows.js'

const CHART = 'export const axis = { min: 0, max: 40, unit: "hPa" }\n'
const SKY: Pixel = [196, 222, 240]
const LINE: Pixel = [178, 34, 34]
const BLUE: Pixel = [30, 90, 160]

export function images(place: Place): Files {
  const session = openSession(place, '2.1')
  const file = `${place.cwd}/src/chart.ts`
  const flat = png(24, 16, (_x, y) => (y === 15 ? LINE : SKY))
  const wave = png(24, 16, (x, y) => (y === Math.round(8 + 5 * Math.sin(x / 3)) ? LINE : SKY))
  aiTitle(session, 'The pressure chart is a flat line')
  prompt(session, [text('The pressure chart is a flat line at the bottom. [Image #1]'), image(flat)], {
    extra: { imagePasteIds: [1] },
  })
  openingAttachments(session)
  const range = 'export const axis = { min: 960, max: 1050, unit: "hPa" }'
  work(session, 'Pressure is near 1013 hPa, the axis ends at 40.', edit(file, CHART, CHART.trim(), range))
  const block = image(wave)
  const base64 = block.type === 'image' ? block.source.data : ''
  work(session, 'Let me look at the new picture.', {
    name: 'Read',
    input: { file_path: `${place.cwd}/out/chart.png` },
    content: [block],
    toolUseResult: { type: 'image', file: { base64, type: 'image/png', originalSize: wave.length } },
  })
  done(session, 'The axis now goes from 960 to 1050 hPa, and the line moves.')
  const square = png(8, 8, () => BLUE)
  prompt(session, [image(square)], { extra: { imagePasteIds: [2] } })
  const last = done(session, 'A blue square. Is this the colour you want for the line?')
  lastPrompt(session, '[Image #2]', last.rows.at(-1) ?? null)
  return sessionFiles(session)
}
