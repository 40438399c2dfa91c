// How what is kept is made small: zstd where this Node has it, else brotli, which every Node has and which is both
// smaller and faster than gzip on transcripts. Each frame says how it was written.

import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { StorageError } from '../../format/error.js'

export const METHODS = ['zstd', 'brotli', 'stored'] as const
export type Method = (typeof METHODS)[number]

/** In Node since 22.15; not among the types of 20. */
interface Zstd {
  readonly zstdCompress?: (bytes: Uint8Array, options: object, done: (error: Error | null, out: Buffer) => void) => void
  readonly zstdDecompressSync?: (bytes: Uint8Array, options: object) => Buffer
}

const zstd: Zstd = zlib as Zstd
const brotliCompress = promisify(zlib.brotliCompress) as (
  bytes: Uint8Array,
  options: zlib.BrotliOptions,
) => Promise<Buffer>
/** The higher ones take twice the time for a tenth of the size. */
const BROTLI = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 2, [zlib.constants.BROTLI_PARAM_LGWIN]: 22 } }

export function bestMethod(): Method {
  return zstd.zstdCompress ? 'zstd' : 'brotli'
}

/** What does not become smaller is stored as it is. */
export async function compress(
  bytes: Uint8Array,
  method: Method = bestMethod(),
): Promise<{ readonly method: Method; readonly bytes: Uint8Array }> {
  const small = await compressed(bytes, method)
  return small.length < bytes.length ? { method, bytes: small } : { method: 'stored', bytes }
}

async function compressed(bytes: Uint8Array, method: Method): Promise<Uint8Array> {
  const { zstdCompress } = zstd
  if (method === 'zstd' && zstdCompress)
    return new Promise((done, fail) => zstdCompress(bytes, {}, (error, out) => (error ? fail(error) : done(out))))
  return method === 'brotli' ? brotliCompress(bytes, BROTLI) : bytes
}

/** Never more than `size`, whatever the bytes would unfold to. Undefined where they are not what was written. */
export function decompress(bytes: Uint8Array, method: Method, size: number): Uint8Array | undefined {
  if (method === 'zstd' && !zstd.zstdDecompressSync) throw new NeedsZstd()
  try {
    const options = { maxOutputLength: Math.max(1, size) }
    const out =
      method === 'zstd'
        ? zstd.zstdDecompressSync!(bytes, options)
        : method === 'brotli'
          ? zlib.brotliDecompressSync(bytes, options)
          : bytes
    return out.length === size ? out : undefined
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error
    return undefined
  }
}

/** Nothing is wrong with what is kept. */
export class NeedsZstd extends StorageError {
  constructor() {
    super(
      'archive-needs-zstd',
      `this part of the archive was compressed with zstd, which Node ${process.versions.node} cannot read: use Node 22.15 or newer`,
    )
  }
}
