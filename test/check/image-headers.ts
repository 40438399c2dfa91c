// The beginnings of images, in base64.

const base64 = (...parts: readonly (string | readonly number[])[]): string =>
  Buffer.concat(
    parts.map(part => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
  ).toString('base64')

const big = (value: number, bytes: number): readonly number[] =>
  Array.from({ length: bytes }, (_, index) => Math.floor(value / 256 ** (bytes - 1 - index)) % 256)
const little = (value: number, bytes: number): readonly number[] => big(value, bytes).toReversed()
const zeros = (length: number): readonly number[] => Array.from({ length }, () => 0)

export const png = (width: number, height: number): string =>
  base64('\x89PNG\r\n\x1a\n', big(13, 4), 'IHDR', big(width, 4), big(height, 4), zeros(16))

export const gif = (width: number, height: number): string =>
  base64('GIF89a', little(width, 2), little(height, 2), zeros(16))

/** With an application segment of this length before the frame header. */
export const jpeg = (width: number, height: number, before = 14): string =>
  base64(
    [0xff, 0xd8, 0xff, 0xe0],
    big(before + 2, 2),
    zeros(before),
    [0xff, 0xc0],
    big(17, 2),
    [8],
    big(height, 2),
    big(width, 2),
    zeros(24),
  )

export function webp(kind: 'VP8 ' | 'VP8L' | 'VP8X', width: number, height: number): string {
  const body = {
    'VP8 ': [...zeros(3), 0x9d, 0x01, 0x2a, ...little(width, 2), ...little(height, 2)],
    VP8L: [0x2f, ...little((width - 1) | ((height - 1) << 14), 4)],
    VP8X: [...zeros(4), ...little(width - 1, 3), ...little(height - 1, 3)],
  }[kind]
  return base64('RIFF', little(100, 4), 'WEBP', kind, little(body.length, 4), body, zeros(24))
}
