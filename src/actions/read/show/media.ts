// Pictures and documents in a message: what they are and how large, read from the first bytes of their base64.

import type { ContentBlock, MediaSource } from '../../../format/entries/index.js'
import type { Media } from './report.js'

export function mediaOf(content: unknown, withData: boolean): readonly Media[] {
  if (!Array.isArray(content)) return []
  return (content as readonly ContentBlock[]).flatMap(block =>
    block?.type === 'image' || block?.type === 'document' ? [media(block.type, block.source, withData)] : [],
  )
}

function media(type: Media['type'], source: MediaSource | undefined, withData: boolean): Media {
  const format = source?.media_type?.split('/').at(-1) ?? source?.type ?? 'unknown'
  const data = source?.type === 'base64' ? source.data : undefined
  if (typeof data !== 'string') return { type, format, source: source?.url ?? source?.file_id }
  return base64Media(type, format, data, withData)
}

export function base64Media(type: Media['type'], format: string, data: string, withData: boolean): Media {
  const size = type === 'image' ? pictureSize(firstBytes(data)) : undefined
  const padding = data.endsWith('==') ? 2 : data.endsWith('=') ? 1 : 0
  const bytes = Math.max(0, Math.floor((data.length * 3) / 4) - padding)
  return { type, format, ...size, bytes, ...(withData ? { data } : {}) }
}

interface Size {
  readonly width: number
  readonly height: number
}

/** A JPEG says its size behind its metadata, which may hold a preview: 64 kB reach behind most of them. */
const ENOUGH = 4 * 22_000

function firstBytes(base64: string): Uint8Array {
  try {
    const head = base64.slice(0, ENOUGH)
    return Uint8Array.from(atob(head.slice(0, head.length - (head.length % 4))), char => char.charCodeAt(0))
  } catch {
    return new Uint8Array()
  }
}

/** Width and height from the header of a PNG, GIF, WebP or JPEG. */
export function pictureSize(bytes: Uint8Array): Size | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const has = (at: number, text: string): boolean => [...text].every((char, i) => bytes[at + i] === char.charCodeAt(0))
  if (bytes.length >= 24 && has(1, 'PNG')) return { width: view.getUint32(16), height: view.getUint32(20) }
  if (bytes.length >= 10 && has(0, 'GIF8')) return { width: view.getUint16(6, true), height: view.getUint16(8, true) }
  if (bytes.length >= 30 && has(0, 'RIFF') && has(8, 'WEBP')) return webpSize(view, has)
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return jpegSize(view)
  return undefined
}

function webpSize(view: DataView, has: (at: number, text: string) => boolean): Size | undefined {
  const three = (at: number): number => view.getUint16(at, true) | (view.getUint8(at + 2) << 16)
  if (has(12, 'VP8X')) return { width: three(24) + 1, height: three(27) + 1 }
  if (has(12, 'VP8L')) {
    const bits = view.getUint32(21, true)
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
  }
  if (has(12, 'VP8 ')) return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
  return undefined
}

/** The first frame header; the segments before it are stepped over. */
function jpegSize(view: DataView): Size | undefined {
  for (let at = 2; at + 9 < view.byteLength; ) {
    if (view.getUint8(at) !== 0xff) return undefined
    const marker = view.getUint8(at + 1)
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    at += 2 + view.getUint16(at + 2)
  }
  return undefined
}
