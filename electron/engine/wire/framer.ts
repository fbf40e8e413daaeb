// Cuts a body that arrives in chunks into its frames and keeps their bytes as they came. Shared by SSE and NDJSON, which
// differ in where a frame ends.

import { isAscii, isUtf8 } from 'node:buffer'

export interface RawFrame {
  readonly bytes: Buffer
  /** The same as text; absent when the bytes are not valid UTF-8. */
  readonly text?: string
}

export interface Framer {
  /** Throws nothing; `undefined` once the unfinished frame outgrew the bound. */
  push(chunk: Buffer): readonly RawFrame[] | undefined
  /** What was left when the stream ended: whole frames first, then the bytes of an unfinished one. */
  end(): { readonly frames: readonly RawFrame[]; readonly leftover: Buffer }
}

export interface Boundaries {
  scan(chunk: Uint8Array): readonly number[]
  finish(): boolean
}

export function createFramer(boundaries: Boundaries, maxFrameBytes: number): Framer {
  // Chunks of the unfinished frame are joined once, when it ends: joining on each chunk would be quadratic.
  let parts: Buffer[] = []
  let partsBytes = 0

  const take = (last: Buffer): Buffer => {
    const bytes = parts.length === 0 ? last : Buffer.concat([...parts, last])
    parts = []
    partsBytes = 0
    return bytes
  }

  return {
    push(chunk) {
      const ends = boundaries.scan(chunk)
      const lastEnd = ends.at(-1)
      const whole = lastEnd === undefined ? undefined : toText(chunk.subarray(0, lastEnd), partsBytes > 0)
      const frames: RawFrame[] = []
      let from = 0
      for (const end of ends) {
        if (partsBytes + end - from > maxFrameBytes) return undefined
        frames.push(
          partsBytes > 0 || whole === undefined
            ? rawFrame(take(chunk.subarray(from, end)))
            : { bytes: chunk.subarray(from, end), text: whole.slice(from, end) },
        )
        from = end
      }
      if (from < chunk.length) {
        parts.push(from === 0 ? chunk : chunk.subarray(from))
        partsBytes += chunk.length - from
      }
      return partsBytes > maxFrameBytes ? undefined : frames
    },
    end() {
      const ended = boundaries.finish()
      const rest = take(Buffer.alloc(0))
      return ended ? { frames: [rawFrame(rest)], leftover: Buffer.alloc(0) } : { frames: [], leftover: rest }
    },
  }
}

export function rawFrame(bytes: Buffer): RawFrame {
  return isUtf8(bytes) ? { bytes, text: bytes.toString('utf8') } : { bytes }
}

/** Where characters and bytes count alike, one decoding serves all frames of a chunk. */
function toText(bytes: Buffer, continued: boolean): string | undefined {
  return !continued && isAscii(bytes) ? bytes.toString('latin1') : undefined
}
