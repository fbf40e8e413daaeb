// Finds where frames of an event stream end, in bytes, without looking into them (WHATWG HTML §9.2.5: lines end with LF,
// CRLF or CR; an empty line ends an event). What it finds does not depend on how the bytes were cut into chunks.

const lf = 0x0a
const cr = 0x0d

export interface BoundaryScanner {
  /** Offsets in `chunk` at which a frame ends. 0 means that it had ended with the chunk before. */
  scan(chunk: Uint8Array): readonly number[]
  /** After the last chunk: whether a lone CR at its end completed a frame. */
  finish(): boolean
}

export function createBoundaryScanner(): BoundaryScanner {
  let lineEmpty = true
  let frameEmpty = true
  let lastEnding: 'none' | 'lf' | 'crlf' | 'cr' = 'none'
  /** A CR was the last byte seen: an LF may follow and belong to it. */
  let undecided = false

  const endLine = (ending: 'lf' | 'crlf' | 'cr'): boolean => {
    const endsFrame = lineEmpty && !frameEmpty
    frameEmpty = endsFrame || (frameEmpty && lineEmpty)
    lastEnding = endsFrame ? 'none' : ending
    lineEmpty = true
    return endsFrame
  }

  const scanLines = (chunk: Buffer, ends: number[]) => {
    let from = 0
    for (;;) {
      const at = chunk.indexOf(lf, from)
      if (at < 0) break
      if (at > from) lineEmpty = false
      if (endLine('lf')) ends.push(at + 1)
      from = at + 1
    }
    if (from < chunk.length) lineEmpty = false
  }

  const scanBytes = (chunk: Uint8Array, ends: number[]) => {
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at]
      if (undecided) {
        undecided = false
        if (byte === lf) {
          if (endLine('crlf')) ends.push(at + 1)
          continue
        }
        if (endLine('cr')) ends.push(at)
      }
      if (byte === lf) {
        if (endLine('lf')) ends.push(at + 1)
      } else if (byte !== cr) {
        lineEmpty = false
      } else if (lineEmpty && !frameEmpty && lastEnding === 'cr') {
        // CR CR ends a frame at once: waiting for an LF would hold back every frame of a CR-only stream.
        if (endLine('cr')) ends.push(at + 1)
      } else {
        undecided = true
      }
    }
  }

  return {
    scan(chunk) {
      const ends: number[] = []
      const buffer = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
      if (undecided || buffer.includes(cr)) scanBytes(chunk, ends)
      else scanLines(buffer, ends)
      return ends
    },
    finish() {
      if (!undecided) return false
      undecided = false
      return endLine('cr')
    },
  }
}
