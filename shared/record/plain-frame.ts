// Plain frames: one line of data and nothing else, so that the raw text is complete. Nearly every frame is one.

import type { Entry, FrameEntry } from './entry.ts'
import { utf8Bytes } from './text-size.ts'

export type PlainFrame = FrameEntry & {
  readonly raw: { readonly text: string }
  readonly data: { readonly text: string }
}

/** The text around the data, by server. */
export interface Wrap {
  readonly start: string
  readonly end: string
}

const spaced = 'data: '
const crlf = '\r\n\r\n'
export const commonWrap: Wrap = { start: spaced, end: '\n\n' }
const spacedCrlf: Wrap = { start: spaced, end: crlf }
const bare: Wrap = { start: 'data:', end: '\n\n' }
const bareCrlf: Wrap = { start: 'data:', end: crlf }

/** The only wrap a raw text can have, as a shared object. Comparing slices is the fastest way. */
export function wrapOf(raw: string): Wrap {
  const isSpaced = raw.slice(0, spaced.length) === spaced
  if (raw.slice(-crlf.length) === crlf) return isSpaced ? spacedCrlf : bareCrlf
  return isSpaced ? commonWrap : bare
}

export function wrapBytes({ start, end }: Wrap): number {
  return start.length + end.length
}

export function isPlain(entry: Entry): entry is PlainFrame {
  if (entry.kind !== 'frame' || entry.framing !== 'sse' || entry.findings !== undefined) return false
  if (entry.event !== undefined || entry.id !== undefined || entry.retryMs !== undefined) return false
  const raw = entry.raw.text
  const data = entry.data?.text
  if (raw === undefined || data === undefined) return false
  const wrap = wrapOf(raw)
  if (entry.raw.sizeBytes !== (entry.data?.sizeBytes ?? 0) + wrapBytes(wrap)) return false
  return isOneLine(raw, data, wrap)
}

/** Whether a frame is this data in its wrap, and nothing else. */
export function isOneLine(raw: string, data: string, { start, end }: Wrap = wrapOf(raw)): boolean {
  if (raw.length !== start.length + data.length + end.length) return false
  const lineEnd = raw.length - end.length
  if (raw.indexOf('\n') !== lineEnd + end.indexOf('\n')) return false
  return (
    raw.slice(0, start.length) === start &&
    raw.slice(lineEnd) === end &&
    raw.slice(start.length, lineEnd) === data
  )
}

type Base = Pick<FrameEntry, 'seq' | 'sessionId' | 'exchangeId' | 'at' | 'monoMs'>

export function plainFrameOf(base: Base, index: number, raw: string): PlainFrame {
  const wrap = wrapOf(raw)
  return plainFrame(base, index, raw.slice(wrap.start.length, -wrap.end.length), wrap)
}

export function plainFrame(
  base: Base,
  index: number,
  data: string,
  wrap: Wrap = commonWrap,
  sizeBytes = utf8Bytes(data),
): PlainFrame {
  return {
    seq: base.seq,
    sessionId: base.sessionId,
    exchangeId: base.exchangeId,
    at: base.at,
    monoMs: base.monoMs,
    kind: 'frame',
    index,
    framing: 'sse',
    raw: { sizeBytes: sizeBytes + wrapBytes(wrap), text: wrap.start + data + wrap.end },
    data: { sizeBytes, text: data },
  }
}
