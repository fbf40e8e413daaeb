// Server-sent events. eventsource-parser reads events well, but the record needs what it discards: the raw text, comments
// in their place, the line endings, a byte order mark, an unfinished last frame; so the framing is ours.

import { defined } from '#shared/defined.ts'
import { type Wrap, wrapOf } from '#shared/record/plain-frame.ts'
import { createFramer, type Framer, type RawFrame } from './framer.ts'
import { createBoundaryScanner } from './sse-boundaries.ts'

export interface SseFields {
  /** The `data` lines joined; absent when there is none, as in a keep-alive comment. */
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

/** What nearly every frame is: one line of data. */
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

/** Whether bytes that came without a telling content type begin like an event stream. */
export function looksLikeSse(start: Uint8Array): boolean {
  const text = Buffer.from(start.buffer, start.byteOffset, Math.min(start.byteLength, 64)).toString('latin1')
  return /^(?:\xef\xbb\xbf)?\s*(?:data|event|id|retry)?:/.test(text)
}
