// Facts about a stream's framing, collected meanwhile and returned once at its end: line endings, comments, byte order mark.

import { bodyFormOf } from '#shared/a2a/rules/wire/http-facts.ts'
import { type RawFrame, rawFrame } from './framer.ts'

export interface FramingFacts {
  readonly framing: 'event-stream' | 'json-lines'
  readonly lineEndings: 'lf' | 'crlf' | 'cr' | 'mixed'
  readonly byteOrderMark: boolean
  readonly comments: number
  readonly leftoverBytes: number
  /** JSON without the `data:` of an event. */
  readonly bareJson: boolean
}

// Of a frame without an event, or the rest, in which JSON is detected: all of it, or its first line.
const maxBareJsonChars = 1_000_000
const lf = 1
const crlf = 2
const cr = 4

export function createFramingCount() {
  let endings = 0
  let comments = 0
  let bareJson = false
  let byteOrderMark: boolean | undefined
  return {
    frame({ bytes, text }: RawFrame) {
      const read = text ?? bytes.toString('latin1')
      byteOrderMark ??= read.startsWith('\uFEFF') || read.startsWith('\xEF\xBB\xBF')
      endings |= endingsOf(read)
    },
    /** A frame without data. */
    comment(frame: RawFrame) {
      comments += 1
      bareJson ||= isJson(frame)
    },
    facts: (framing: FramingFacts['framing'], leftover: Buffer): FramingFacts => ({
      framing,
      lineEndings: nameOf(endings),
      byteOrderMark: byteOrderMark === true,
      comments,
      leftoverBytes: leftover.length,
      bareJson: bareJson || isJson(rawFrame(leftover)),
    }),
  }
}

function isJson({ text = '' }: RawFrame): boolean {
  const read = text.slice(0, maxBareJsonChars)
  if (!/^\s*\{/.test(read)) return false
  const form = bodyFormOf(read)
  return form === 'json' || form === 'json-lines'
}

function endingsOf(text: string): number {
  if (!text.includes('\r')) return text.includes('\n') ? lf : 0
  const pairs = text.includes('\r\n') ? crlf : 0
  const lone = /\r(?!\n)/.test(text) ? cr : 0
  return pairs | lone | (/(?<!\r)\n/.test(text) ? lf : 0)
}

function nameOf(endings: number): FramingFacts['lineEndings'] {
  switch (endings) {
    case 0:
    case lf:
      return 'lf'
    case crlf:
      return 'crlf'
    case cr:
      return 'cr'
    default:
      return 'mixed'
  }
}
