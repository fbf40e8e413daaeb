// Server-sent events. eventsource-parser discards what the record needs (raw text, comments in place, line endings, a
// byte order mark, an unfinished last frame), so the framing is ours.

import { defined } from '#shared/defined.ts'
import { type Wrap, wrapOf } from '#shared/record/plain-frame.ts'
import { createFramer, type Framer, type RawFrame } from './framer.ts'

export interface SseFields {
  /** The `data` lines joined; absent if there are none, as in a keep-alive comment. */
  readonly data?: string
  readonly event?: string
  readonly id?: string
  readonly retryMs?: number
}

export interface OneLine {
  readonly wrap: Wrap
  readonly data: string
}

export function createSseFramer(maxFrameBytes: number): Framer {
  return createFramer(createBoundaryScanner(), maxFrameBytes)
}

export function readSseFields(frame: RawFrame): SseFields {
  const text = frame.text ?? frame.bytes.toString('utf8')
  const line = oneLineOf(text)
  return line === undefined ? readLines(text) : { data: line.data }
}

/** Nearly every frame is one line of data. */
export function oneLineOf(text: string): OneLine | undefined {
  const wrap = wrapOf(text)
  const { start, end } = wrap
  const lineEnd = text.length - end.length
  if (lineEnd < start.length || text.slice(0, start.length) !== start || text.slice(lineEnd) !== end)
    return undefined
  if (text.indexOf('\n') !== lineEnd + end.indexOf('\n')) return undefined
  const lone = text.indexOf('\r')
  return lone >= 0 && lone < lineEnd ? undefined : { wrap, data: text.slice(start.length, lineEnd) }
}

function readLines(text: string): SseFields {
  let data: string | undefined
  let event: string | undefined
  let id: string | undefined
  let retryMs: number | undefined
  for (const line of text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)) {
    const colon = line.indexOf(':')
    if (colon === 0 || line === '') continue
    const name = colon < 0 ? line : line.slice(0, colon)
    const value = colon < 0 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1)
    switch (name) {
      case 'data':
        data = data === undefined ? value : `${data}\n${value}`
        break
      case 'event':
        event = value
        break
      case 'id':
        if (!value.includes('\0')) id = value
        break
      case 'retry':
        if (/^\d{1,15}$/.test(value)) retryMs = Number(value)
        break
    }
  }
  return defined({ data, event, id, retryMs })
}

/** Whether bytes without a clear content type begin like an event stream. */
export function looksLikeSse(start: Uint8Array): boolean {
  const text = Buffer.from(start.buffer, start.byteOffset, Math.min(start.byteLength, 64)).toString('latin1')
  return /^(?:\xef\xbb\xbf)?\s*(?:data|event|id|retry)?:/.test(text)
}

const lf = 0x0a
const cr = 0x0d

/**
 * Finds the ends of frames in bytes (WHATWG HTML §9.2.5: lines end with LF, CRLF or CR; an empty line ends an event).
 * The result does not depend on the chunks.
 */
function createBoundaryScanner() {
  let lineEmpty = true
  let frameEmpty = true
  let lastEnding: 'none' | 'lf' | 'crlf' | 'cr' = 'none'
  /** The last byte was a CR: an LF that follows belongs to it. */
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
        // CR CR ends a frame at once: waiting for an LF would delay every frame of a CR-only stream.
        if (endLine('cr')) ends.push(at + 1)
      } else {
        undecided = true
      }
    }
  }

  return {
    /** Offsets in `chunk` at which a frame ends. 0 means that it ended with the previous chunk. */
    scan(chunk: Uint8Array): readonly number[] {
      const ends: number[] = []
      const buffer = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
      if (undecided || buffer.includes(cr)) scanBytes(chunk, ends)
      else scanLines(buffer, ends)
      return ends
    },
    /** After the last chunk: whether a lone CR at its end completed a frame. */
    finish(): boolean {
      if (!undecided) return false
      undecided = false
      return endLine('cr')
    },
  }
}
