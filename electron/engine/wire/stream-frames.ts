// The frames of one streamed response: split as bytes arrive, counted and recorded.

import type { Update } from '#shared/a2a/model.ts'
import { maxInRun } from '#shared/bounded.ts'
import type { Wrap } from '#shared/record/plain-frame.ts'
import { endsOf, textBetween } from '#shared/record/run.ts'
import type { Exchange } from './exchange.ts'
import { createNdjsonFramer, type RawFrame, rawFrame, readLine } from './framer.ts'
import { createFramingCount, type FramingFacts } from './framing-facts.ts'
import { fewestPieces, type ItemReading, maxPieceChars } from './item-reading.ts'
import type { ConnectionProfile } from './profile.ts'
import type { ItemReader } from './reading.ts'
import { createSseFramer, type OneLine, oneLineOf, readSseFields } from './sse.ts'

interface StreamOptions {
  readonly exchange: Exchange
  readonly profile: ConnectionProfile
  readonly reader: ItemReader
}

export function createStreamFrames(mode: 'sse' | 'ndjson', { exchange, profile, reader }: StreamOptions) {
  const framer = (mode === 'sse' ? createSseFramer : createNdjsonFramer)(profile.maxFrameBytes)
  const count = createFramingCount()
  let items = 0

  const record = (frame: RawFrame) => {
    const validUtf8 = frame.text !== undefined
    count.frame(frame)
    if (mode === 'ndjson') {
      const data = readLine(frame)
      if (data === undefined) return
      items += 1
      exchange.frame(frame, { framing: 'ndjson', data }, reader.item({ data, validUtf8 }))
      return
    }
    const fields = readSseFields(frame)
    if (fields.data === undefined) {
      count.comment(frame)
      exchange.frame(frame, { framing: 'sse-comment', ...fields }, {})
      return
    }
    items += 1
    const { data, event } = fields
    const reading = reader.item(event === undefined ? { data, validUtf8 } : { data, validUtf8, event })
    exchange.frame(frame, { ...fields, framing: 'sse' }, reading)
  }
  /** Frames of one chunk with nothing to mask: as many at once as continue one text, or are a line of data each. */
  const recordTogether = (texts: readonly string[]) => {
    const lines = createLines(exchange)
    try {
      for (let from = 0; from < texts.length; ) {
        const text = texts[from] ?? ''
        const pieces = reader.pieces(texts, from)
        const line = pieces ? undefined : oneLineOf(text)
        from += pieces?.count ?? 1
        if (pieces || line) count.frame({ text })
        if (pieces) {
          items += pieces.count
          lines.flush()
          exchange.run(pieces)
        } else if (line) {
          items += 1
          lines.add(text, line, reader.item({ data: line.data, validUtf8: true }))
        } else {
          lines.flush()
          record({ text })
        }
      }
    } finally {
      lines.flush()
    }
  }

  return {
    items: () => items,
    facts: (leftover: Buffer): FramingFacts =>
      count.facts(mode === 'ndjson' ? 'json-lines' : 'event-stream', leftover),
    /** False once a frame exceeds its bound. */
    push(bytes: Buffer): boolean {
      const items = framer.push(bytes)
      if (items === undefined) return false
      const { frames, texts, whole } = items
      exchange.arrived()
      for (const frame of frames) record(frame)
      const together = () => recordTogether(texts)
      if (mode === 'sse' && texts.length >= fewestPieces && exchange.ifHarmless(whole, together)) return true
      for (const text of texts) record({ text })
      return true
    },
    /** Bytes of an unfinished frame, when the stream broke. */
    leftover: () => framer.end().leftover,
    /** The same at a regular end. A last NDJSON line needs no line feed. */
    end(): Buffer {
      const { frames, leftover } = framer.end()
      for (const frame of frames) record(frame)
      if (mode !== 'ndjson' || leftover.length === 0) return leftover
      record(rawFrame(leftover))
      return Buffer.alloc(0)
    },
  }
}

// Frames of one chunk, each a line of data without secrets and findings: recorded together, without an entry for each.

function createLines(exchange: Exchange) {
  let frames: string[] = []
  let data: string[] = []
  let wrap: Wrap | undefined
  let updates: (Update | undefined)[] = []
  let taskId: string | undefined

  const flush = () => {
    const [texts, lines, read, around] = [frames, data, updates, wrap]
    frames = []
    data = []
    updates = []
    if (around === undefined || lines.length < fewestPieces) {
      for (const [place, text] of texts.entries()) {
        exchange.frame(
          { text },
          { framing: 'sse', data: lines[place] ?? '' },
          {
            ...about(taskId),
            update: read[place],
          },
        )
      }
      return
    }
    const ends = endsOf(lines)
    const between = lines.map((each) => textBetween(each, ends)).join('\n')
    const cachedRun = { updates: read }
    exchange.run({
      count: lines.length,
      wrap: around,
      ...ends,
      texts: between,
      ...about(taskId),
      cached: cachedRun,
    })
  }

  return {
    add(text: string, line: OneLine, reading: ItemReading) {
      const isOwn =
        reading.findings !== undefined || reading.exchangeFacts !== undefined || text.length > maxPieceChars
      const follows = line.wrap === wrap && reading.taskId === taskId && data.length < maxInRun
      if (isOwn || !follows) flush()
      if (isOwn) {
        exchange.frame({ text }, { framing: 'sse', data: line.data }, reading)
        return
      }
      wrap = line.wrap
      taskId = reading.taskId
      frames.push(text)
      data.push(line.data)
      updates.push(reading.update)
    },
    /** Before anything else is recorded. */
    flush,
  }
}

function about(taskId: string | undefined): Pick<ItemReading, 'taskId'> {
  return taskId === undefined ? {} : { taskId }
}
