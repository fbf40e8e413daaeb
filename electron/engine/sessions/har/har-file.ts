// Reads a HAR file from anywhere, a browser's or ours, within bounds.

import { z } from 'zod'
import { maxHeaders, maxTextChars, maxValueChars, maxWordChars } from '#shared/bounded.ts'
import { Fault } from '#shared/contract/fault.ts'
import { formatCount } from '#shared/format-count.ts'
import { jsonIn } from '#shared/json/parse-json.ts'
import { text as headerValue, word } from '#shared/schemas.ts'
import { createSlices } from '../../platform/async.ts'
import { refused } from '../file/read-session.ts'

// Scans the bytes of a HAR file for its creator and its entries, one by one. So a file of any length needs the memory
// of one entry, and nothing else is parsed.

interface HarPiece {
  readonly kind: 'creator' | 'entry'
  /** Undefined if it is too large to parse at once. */
  readonly json: string | undefined
}

/** Of an entry of a HAR file; a larger one is left out and counted, as parsing one blocks the engine. */
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

async function* harPieces(
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
  /** The path of member names in the two outermost objects. */
  const path: string[] = []
  let depth = 0
  let inString = false
  let isEscaped = false
  let name: number[] = []
  let isName = true
  let isBroken = false
  let hasEntries = false
  let piece: { readonly kind: HarPiece['kind']; readonly depth: number; values: number } | undefined
  let parts: Buffer[] = []
  let bytes = 0

  const pieceAt = (): HarPiece['kind'] | undefined => {
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
      const end = (kind: HarPiece['kind'], to: number, values: number): HarPiece => {
        keep(chunk.subarray(from, to))
        const isTooMuch = values > maxHarEntryValues || bytes > maxHarEntryBytes
        const json = isTooMuch ? undefined : Buffer.concat(parts).toString('utf8')
        piece = undefined
        parts = []
        bytes = 0
        return { kind, json }
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
        // Whitespace and bytes that begin no value; the byte order mark.
        if (byte <= 0x20 || byte >= 0x80) continue
        const closes = byte === 0x7d || byte === 0x5d
        if (piece !== undefined && depth === piece.depth && (closes || byte === comma)) {
          yield end(piece.kind, at, piece.values)
        }
        if (piece === undefined && !closes && byte !== comma && byte !== colon) {
          const kind = depth === 2 && isName ? undefined : pieceAt()
          if (kind !== undefined) {
            piece = { kind, depth, values: 0 }
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

/** Of a HAR file; refused with the bound. */
export const maxHarBytes = 256 * 1024 * 1024

/** Of one body in it; an exchange with more is counted as broken. */
const maxHarTextChars = 64 * 1024 * 1024
/** Frames of one exchange in it; with more it is counted as broken. */
const maxReadHarFrames = 100_000

const text = z.string().max(maxHarTextChars)
const pair = z.object({ name: word, value: headerValue })
const milliseconds = z.number().nullish()

export const harFrameSchema = z.object({
  atMs: z.number().min(0),
  framing: z.enum(['sse', 'sse-comment', 'ndjson', 'grpc']),
  raw: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('text'), text }),
    z.object({ kind: z.literal('bytes'), base64: text }),
  ]),
})

export const harEntrySchema = z.object({
  startedDateTime: word,
  time: z.number().min(0).catch(0),
  request: z.object({
    method: z.string().min(1).max(maxWordChars),
    url: z.string().max(maxValueChars),
    headers: z.array(pair).max(maxHeaders),
    postData: z
      .object({
        mimeType: z.string().max(maxWordChars).optional(),
        text: text.optional(),
        _encoding: z.literal('base64').optional(),
      })
      .optional(),
  }),
  response: z.object({
    status: z.number().int().min(0).max(999).catch(0),
    statusText: z.string().max(maxWordChars).catch(''),
    httpVersion: word.catch(''),
    headers: z.array(pair).max(maxHeaders),
    content: z.object({ text: text.optional(), encoding: word.optional() }).catch({}),
    _error: z.string().max(maxTextChars).nullish(),
  }),
  timings: z
    .object({ dns: milliseconds, connect: milliseconds, ssl: milliseconds, wait: milliseconds })
    .partial()
    .catch({}),
  serverIPAddress: z.string().max(maxWordChars).optional().catch(undefined),
  /** Each is validated in turn. */
  _frames: z.array(z.unknown()).max(maxReadHarFrames).optional(),
})
export type HarFileEntry = z.infer<typeof harEntrySchema>

/** Exchanges in it; refused with the bound. */
const maxHarEntries = 1_000_000
/** Invalid entries of a HAR file; with more it is refused. */
const maxDamagedEntries = 1_000

export interface ReadHar {
  readonly creator: string
  readonly entries: number
  readonly broken: number
}

/** Passes its entries on one by one; undefined for a file that is no HAR. */
export async function readHar(
  chunks: AsyncIterable<Buffer>,
  signal: AbortSignal,
  onEntry: (entry: HarFileEntry) => void | Promise<void>,
): Promise<ReadHar | undefined> {
  const pieces = harPieces(chunks, signal)
  try {
    return await entriesIn(pieces, onEntry)
  } finally {
    // An aborted reading closes the file.
    await pieces.return({ hasEntries: false, isWhole: false })
  }
}

async function entriesIn(
  pieces: ReturnType<typeof harPieces>,
  onEntry: (entry: HarFileEntry) => void | Promise<void>,
): Promise<ReadHar | undefined> {
  let creator = ''
  let entries = 0
  let broken = 0
  for (;;) {
    const next = await pieces.next()
    if (next.done) {
      const { hasEntries, isWhole } = next.value
      if (!hasEntries || (!isWhole && entries === 0)) return undefined
      if (isWhole) return { creator, entries, broken }
      throw new Fault('bad-input', 'This HAR file is damaged or cut off before its end.')
    }
    const { kind, json } = next.value
    const value = json === undefined ? undefined : jsonIn(json)
    if (kind === 'creator') {
      creator = creatorSchema.safeParse(value).data?.name ?? ''
      continue
    }
    entries += 1
    if (entries > maxHarEntries) throw refused(`more than ${formatCount(maxHarEntries)} requests`)
    const read = harEntrySchema.safeParse(value)
    if (read.success) await onEntry(read.data)
    else if (++broken > maxDamagedEntries) {
      throw refused(`more than ${formatCount(maxDamagedEntries)} damaged requests`)
    }
  }
}

const creatorSchema = z.object({ name: z.string().max(maxWordChars) })

export function startOf({ startedDateTime }: HarFileEntry): number {
  const time = Date.parse(startedDateTime)
  return Number.isNaN(time) ? 0 : time
}

export function bodyText(postData: HarFileEntry['request']['postData']): string {
  return postData?._encoding === 'base64' ? '' : (postData?.text ?? '')
}
