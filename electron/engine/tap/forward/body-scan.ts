// Follows the framing of a body read by read: which bytes can be passed on unchanged, and their content. A read of a
// thousand chunks is passed on as one.

import { defined } from '#shared/defined.ts'
import { BadHttp, type Framing } from './response-head.ts'

interface Scanned {
  /** With its framing, without the end: the last chunk and the trailers. */
  readonly raw: readonly Buffer[]
  /** Without its framing. */
  readonly body: readonly Buffer[]
  /** The body is complete. */
  readonly end?: { readonly trailers: string; readonly rest: Buffer }
}

export interface BodyScan {
  /** Retains none of the bytes. Throws on invalid framing. */
  read(bytes: Buffer): Scanned
}

/** Of the line before a chunk with its extensions; the exchange fails and reports it. */
const maxChunkLineBytes = 4 * 1024
/** Of the trailers after a chunked body; the exchange fails and reports it. */
const maxTrailerBytes = 64 * 1024
const nothing = Buffer.alloc(0)

export function createBodyScan(framing: Framing): BodyScan {
  switch (framing.by) {
    case 'close':
      return { read: (bytes) => ({ raw: [bytes], body: [bytes] }) }
    case 'length':
      return createLengthScan(framing.sizeBytes)
    case 'chunks':
      return createChunkScan()
  }
}

function createLengthScan(sizeBytes: number): BodyScan {
  let left = sizeBytes
  return {
    read(bytes) {
      const own = bytes.byteLength <= left ? bytes : bytes.subarray(0, left)
      left -= own.byteLength
      const read = own.byteLength > 0 ? [own] : []
      if (left > 0) return { raw: read, body: read }
      return { raw: read, body: read, end: { trailers: '', rest: bytes.subarray(own.byteLength) } }
    },
  }
}

const cr = 0x0d
const lf = 0x0a

function createChunkScan(): BodyScan {
  /** Of the current chunk and the line end after it. */
  let left = 0
  let isIn: 'line' | 'data' | 'data-end' | 'trailers' = 'line'
  /** An incomplete line or incomplete trailers, held back until they can be parsed. */
  let pending: Buffer = nothing

  const readTrailers = (bytes: Buffer): Scanned['end'] => {
    pending = Buffer.concat([pending, bytes])
    const end = pending.subarray(0, 2).equals(lineEnd) ? 0 : pending.indexOf('\r\n\r\n')
    if (end > maxTrailerBytes || (end < 0 && pending.byteLength > maxTrailerBytes))
      throw new BadHttp('Trailers too large', 'HPE_HEADER_OVERFLOW')
    if (end < 0) return undefined
    return { trailers: pending.toString('latin1', 0, end), rest: pending.subarray(end === 0 ? 2 : end + 4) }
  }

  const read = (received: Buffer): Scanned => {
    // Held bytes are passed on together with those that complete them.
    const bytes = isIn === 'line' && pending.byteLength > 0 ? Buffer.concat([pending, received]) : received
    if (isIn === 'line') pending = nothing
    const body: Buffer[] = []
    let at = 0
    while (at < bytes.byteLength && isIn !== 'trailers') {
      if (isIn === 'line') {
        const end = bytes.indexOf(lf, at)
        if (end < 0 || end - at > maxChunkLineBytes) {
          if (end >= 0 || bytes.byteLength - at > maxChunkLineBytes) throw new BadHttp('Invalid chunk size')
          pending = Buffer.from(bytes.subarray(at))
          break
        }
        left = sizeOf(bytes, at, end)
        if (left === 0) {
          isIn = 'trailers'
          const ended = readTrailers(bytes.subarray(end + 1))
          return { raw: at === 0 ? [] : [bytes.subarray(0, at)], body, ...defined({ end: ended }) }
        }
        at = end + 1
        isIn = 'data'
      } else if (isIn === 'data') {
        const size = Math.min(left, bytes.byteLength - at)
        body.push(bytes.subarray(at, at + size))
        at += size
        left -= size
        if (left === 0) {
          isIn = 'data-end'
          left = 2
        }
      } else {
        if (bytes[at] !== (left === 2 ? cr : lf)) throw new BadHttp('Expected CRLF after a chunk')
        at += 1
        left -= 1
        if (left === 0) isIn = 'line'
      }
    }
    if (isIn !== 'trailers') return { raw: at === 0 ? [] : [bytes.subarray(0, at)], body }
    const ended = readTrailers(bytes)
    return { raw: [], body, ...defined({ end: ended }) }
  }
  return { read }
}

const lineEnd = Buffer.from('\r\n')

/** Of a line from `at` to its LF: hexadecimal digits and ignored extensions. */
function sizeOf(bytes: Buffer, at: number, end: number): number {
  let size = 0
  let place = at
  for (; place < end; place += 1) {
    const digit = digitOf(bytes[place] ?? 0)
    if (digit < 0) break
    size = size * 16 + digit
    if (size > Number.MAX_SAFE_INTEGER) throw new BadHttp('Invalid chunk size')
  }
  const next = bytes[place]
  const isExtended = next === 0x3b || next === 0x20 || next === 0x09
  const isWhole =
    bytes[end - 1] === cr && (place === end - 1 || (isExtended && isOneLine(bytes, place, end - 1)))
  if (place === at || !isWhole) throw new BadHttp('Invalid chunk size')
  return size
}

function isOneLine(bytes: Buffer, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) if ((bytes[at] ?? 0) < 0x20 && bytes[at] !== 0x09) return false
  return true
}

function digitOf(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const lower = byte | 0x20
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1
}
