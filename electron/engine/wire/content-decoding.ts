// Undoes a Content-Encoding while bytes arrive, within a bound: a few KB of gzip can unfold to gigabytes.

import type { Transform } from 'node:stream'
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createZstdDecompress,
} from 'node:zlib'
import { guarded } from '../guarded.ts'

export interface Decoding {
  /** False while the decoder is behind. */
  write(chunk: Buffer): boolean
  end(): void
  destroy(): void
}

export interface DecodingHandlers {
  onData(bytes: Buffer): void
  onDrain(): void
  onEnd(): void
  onError(error: Error): void
  /** One of these threw. */
  onBroken(error: unknown): void
}

/** Undefined for `identity`; `unknown` names an encoding we cannot undo. */
export function createDecoding(
  contentEncoding: string | undefined,
  handlers: DecodingHandlers,
): Decoding | { readonly unknown: string } | undefined {
  const names = (contentEncoding ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '' && name !== 'identity')
  if (names.length === 0) return undefined
  const [name = '', second] = names
  const transform = second === undefined ? decoderOf(name) : undefined
  if (transform === undefined) return { unknown: names.join(', ') }
  transform.on('data', guarded('unpacked bytes', handlers.onData, handlers.onBroken))
  transform.on('drain', guarded('unpacking continues', handlers.onDrain, handlers.onBroken))
  transform.on('end', guarded('unpacking end', handlers.onEnd, handlers.onBroken))
  transform.on('error', guarded('unpacking error', handlers.onError, handlers.onBroken))
  return {
    write: (chunk) => transform.write(chunk),
    end: () => transform.end(),
    destroy: () => transform.destroy(),
  }
}

function decoderOf(name: string): Transform | undefined {
  // Each write is flushed through, so that an event is not held back until its block is full.
  switch (name) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip({ flush: constants.Z_SYNC_FLUSH })
    case 'deflate':
      return createInflate({ flush: constants.Z_SYNC_FLUSH })
    case 'br':
      return createBrotliDecompress({ flush: constants.BROTLI_OPERATION_FLUSH })
    case 'zstd':
      return createZstdDecompress({ flush: constants.ZSTD_e_flush })
    default:
      return undefined
  }
}
