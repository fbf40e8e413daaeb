// Splits a body into frames as chunks arrive, and retains their bytes. Shared by SSE (sse.ts) and NDJSON (at the end),
// which differ in where a frame ends.

import { isAscii, isUtf8 } from 'node:buffer'

/** As text if the bytes are valid UTF-8. */
export type RawFrame =
  | { readonly text: string; readonly bytes?: undefined }
  | { readonly bytes: Buffer; readonly text?: undefined }

interface Cut {
  /** To be read one by one; those of `texts` follow them. */
  readonly frames: readonly RawFrame[]
  readonly texts: readonly string[]
  /** All of `texts`, joined. */
  readonly whole: string
}

export interface Boundaries {
  scan(chunk: Uint8Array): readonly number[]
  finish(): boolean
}

export type Framer = ReturnType<typeof createFramer>

export function createFramer(boundaries: Boundaries, maxFrameBytes: number) {
  // Chunks of the unfinished frame are joined once, at its end: joining at each chunk would be quadratic.
  let parts: Buffer[] = []
  let partsBytes = 0

  const take = (last: Buffer): Buffer => {
    const bytes = parts.length === 0 ? last : Buffer.concat([...parts, last])
    parts = []
    partsBytes = 0
    return bytes
  }

  const tooLong = (ends: readonly number[]): boolean => {
    let from = -partsBytes
    return ends.some((end) => {
      const length = end - from
      from = end
      return length > maxFrameBytes
    })
  }

  return {
    /** Never throws; `undefined` once the unfinished frame exceeds the bound. */
    push(chunk: Buffer): Cut | undefined {
      const ends = boundaries.scan(chunk)
      const [first] = ends
      if (tooLong(ends)) return undefined
      const frames: RawFrame[] = []
      let from = 0
      if (first !== undefined && partsBytes > 0) {
        frames.push(rawFrame(take(chunk.subarray(0, first))))
        from = first
      }
      const upTo = ends.at(-1) ?? 0
      const { texts, whole } = from < upTo ? textsOf(chunk, from, ends) : none
      if (texts === undefined) {
        for (const end of ends) {
          if (end > from) frames.push(rawFrame(chunk.subarray(from, end)))
          from = Math.max(from, end)
        }
      }
      if (upTo < chunk.length) {
        parts.push(upTo === 0 ? chunk : chunk.subarray(upTo))
        partsBytes += chunk.length - upTo
      }
      return partsBytes > maxFrameBytes ? undefined : { frames, texts: texts ?? [], whole }
    },
    /** The rest at the end of the stream: a complete frame, or the bytes of an unfinished one. */
    end(): { readonly frames: readonly RawFrame[]; readonly leftover: Buffer } {
      const ended = boundaries.finish()
      const rest = take(Buffer.alloc(0))
      return ended ? { frames: [rawFrame(rest)], leftover: Buffer.alloc(0) } : { frames: [], leftover: rest }
    },
  }
}

export function rawFrame(bytes: Buffer): RawFrame {
  return isUtf8(bytes) ? { text: bytes.toString('utf8') } : { bytes }
}

/** The bytes of a frame, encoded again if only its text is stored. */
export function bytesOf(frame: RawFrame): Buffer {
  return frame.bytes ?? Buffer.from(frame.text)
}

interface Texts {
  /** Absent unless all are valid UTF-8. */
  readonly texts?: readonly string[]
  readonly whole: string
}

const none: Texts = { texts: [], whole: '' }

/** Frames from the one that begins in the chunk. */
function textsOf(chunk: Buffer, start: number, ends: readonly number[]): Texts {
  const bytes = chunk.subarray(start, ends.at(-1))
  const texts: string[] = []
  let from = start
  // If characters and bytes count alike, one decoding serves all frames.
  const ascii = isAscii(bytes)
  if (!ascii && !isUtf8(bytes)) return { whole: '' }
  const whole = bytes.toString(ascii ? 'latin1' : 'utf8')
  for (const end of ends) {
    if (end <= from) continue
    texts.push(ascii ? whole.slice(from - start, end - start) : chunk.toString('utf8', from, end))
    from = end
  }
  return { texts, whole }
}

const lf = 0x0a

/** One JSON value per line, which some agents stream instead of server-sent events. */
export function createNdjsonFramer(maxFrameBytes: number): Framer {
  return createFramer({ scan: lineEnds, finish: () => false }, maxFrameBytes)
}

/** The line without its end; undefined for an empty one. */
export function readLine(frame: RawFrame): string | undefined {
  const line = (frame.text ?? frame.bytes.toString('utf8')).trim()
  return line === '' ? undefined : line
}

function lineEnds(chunk: Uint8Array): readonly number[] {
  const ends: number[] = []
  for (let at = chunk.indexOf(lf); at >= 0; at = chunk.indexOf(lf, at + 1)) ends.push(at + 1)
  return ends
}
