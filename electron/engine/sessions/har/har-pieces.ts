// The pieces of a HAR file that are read of it, cut out of its bytes as they come: who made it, and its entries one by one. So a file
// of any length is held an entry at a time, and nothing is parsed that is not wanted.

import { createSlices } from '../../slices.ts'

export interface HarPiece {
  readonly of: 'creator' | 'entry'
  /** Undefined where it is too much to be parsed at once. */
  readonly json: string | undefined
}

/** Of an entry of a HAR file; a larger one is left out and counted: the engine does nothing else while it parses one. */
const maxHarEntryBytes = 32 * 1024 * 1024
/** Values in an entry of a HAR file; one with more is left out and counted. */
const maxHarEntryValues = 1_000_000
const bytesAtATime = 64 * 1024

const quote = 0x22
const backslash = 0x5c
const colon = 0x3a
const comma = 0x2c

interface Ending {
  readonly hasEntries: boolean
  readonly isWhole: boolean
}

export async function* harPieces(
  chunks: AsyncIterable<Buffer>,
  signal: AbortSignal,
): AsyncGenerator<HarPiece, Ending> {
  const breathe = createSlices()
  const cutter = createCutter()
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.byteLength; at += bytesAtATime) {
      for (const piece of cutter.push(chunk.subarray(at, at + bytesAtATime))) {
        yield piece
        await breathe()
      }
      await breathe()
      signal.throwIfAborted()
    }
  }
  return cutter.ending()
}

function createCutter() {
  /** Names of the members that lead to where it is, in the two outermost objects. */
  const path: string[] = []
  let depth = 0
  let inString = false
  let isEscaped = false
  let name: number[] = []
  let isName = true
  let isBroken = false
  let hasEntries = false
  let piece: { readonly of: HarPiece['of']; readonly depth: number; values: number } | undefined
  let parts: Buffer[] = []
  let bytes = 0

  const wantedAt = (): HarPiece['of'] | undefined => {
    if (path[0] !== 'log') return undefined
    if (depth === 2 && path[1] === 'creator') return 'creator'
    return depth === 3 && path[1] === 'entries' ? 'entry' : undefined
  }
  const keep = (part: Buffer) => {
    bytes += part.byteLength
    if (bytes <= maxHarEntryBytes) parts.push(part)
    else parts = []
  }

  return {
    ending: (): Ending => ({ hasEntries, isWhole: depth === 0 && !inString && !isBroken }),

    *push(chunk: Buffer): Generator<HarPiece> {
      if (isBroken) return
      let from = 0
      const end = (of: HarPiece['of'], to: number, values: number): HarPiece => {
        keep(chunk.subarray(from, to))
        const isTooMuch = values > maxHarEntryValues || bytes > maxHarEntryBytes
        const json = isTooMuch ? undefined : Buffer.concat(parts).toString('utf8')
        piece = undefined
        parts = []
        bytes = 0
        return { of, json }
      }
      for (let at = 0; at < chunk.byteLength; at += 1) {
        const byte = chunk[at] ?? 0
        if (inString) {
          if (isEscaped) isEscaped = false
          else if (byte === backslash) isEscaped = true
          else if (byte === quote) inString = false
          else if (depth <= 2 && isName && name.length < 64) name.push(byte)
          continue
        }
        // Whitespace and what cannot begin a value; the byte order mark.
        if (byte <= 0x20 || byte >= 0x80) continue
        const closes = byte === 0x7d || byte === 0x5d
        if (piece !== undefined && depth === piece.depth && (closes || byte === comma)) {
          yield end(piece.of, at, piece.values)
        }
        if (piece === undefined && !closes && byte !== comma && byte !== colon) {
          const of = depth === 2 && isName ? undefined : wantedAt()
          if (of !== undefined) {
            piece = { of, depth, values: 0 }
            from = at
          }
        }
        switch (byte) {
          case quote:
            inString = true
            name = []
            break
          case colon:
            if (depth <= 2 && isName) path[depth - 1] = Buffer.from(name).toString('latin1')
            isName = false
            break
          case comma:
            isName = true
            if (piece) piece.values += 1
            break
          case 0x7b:
          case 0x5b:
            depth += 1
            isName = true
            if (byte === 0x5b && depth === 3 && path[0] === 'log' && path[1] === 'entries') hasEntries = true
            if (depth <= 2) path.length = depth - 1
            if (piece) piece.values += 1
            break
          case 0x7d:
          case 0x5d:
            depth -= 1
            isName = false
            if (depth >= 0) break
            isBroken = true
            return
        }
      }
      if (piece !== undefined) keep(chunk.subarray(from))
    },
  }
}
