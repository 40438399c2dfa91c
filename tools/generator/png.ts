// Tiny valid PNG pictures, made without compression so that every machine makes the same bytes.
export type Pixel = readonly [red: number, green: number, blue: number]

export function png(width: number, height: number, pixel: (x: number, y: number) => Pixel): Uint8Array {
  const rows: number[] = []
  for (let y = 0; y < height; y += 1) {
    rows.push(0)
    for (let x = 0; x < width; x += 1) rows.push(...pixel(x, y))
  }
  const header = [...bigEndian(width), ...bigEndian(height), 8, 2, 0, 0, 0]
  const magic = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
  return Uint8Array.from([...magic, ...chunk('IHDR', header), ...chunk('IDAT', stored(rows)), ...chunk('IEND', [])])
}

const bigEndian = (value: number): number[] => [
  (value >>> 24) & 255,
  (value >>> 16) & 255,
  (value >>> 8) & 255,
  value & 255,
]

function chunk(name: string, data: readonly number[]): number[] {
  const body = [...Buffer.from(name, 'latin1'), ...data]
  return [...bigEndian(data.length), ...body, ...bigEndian(crc32(body))]
}

/** One zlib stream of one stored block: enough below 64 KB. */
function stored(data: readonly number[]): number[] {
  const size = data.length
  const length = [size & 255, size >>> 8, ~size & 255, (~size >>> 8) & 255]
  return [0x78, 0x01, 0x01, ...length, ...data, ...bigEndian(adler32(data))]
}

function crc32(bytes: readonly number[]): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (0xedb88320 & -(crc & 1))
  }
  return ~crc >>> 0
}

function adler32(bytes: readonly number[]): number {
  let low = 1
  let high = 0
  for (const byte of bytes) {
    low = (low + byte) % 65521
    high = (high + low) % 65521
  }
  return ((high << 16) | low) >>> 0
}
