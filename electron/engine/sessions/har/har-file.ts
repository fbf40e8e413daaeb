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
const [openingBrace, closingBrace, openingBracket, closingBracket] = [0x7b, 0x7d, 0x5b, 0x5d]

// Of a member's name: longer than the names that are looked for.
const maxNameBytes = 64

interface Ending {
  readonly hasEntries: boolean
  readonly isWhole: boolean
}

async function* harPieces(
  chunks: AsyncIterable<Buffer>,
  signal: AbortSignal,
): AsyncGenerator<HarPiece, Ending> {
  const breathe = createSlices()
  const cutter = new HarCutter()
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

interface OpenPiece {
  readonly kind: HarPiece['kind']
  readonly depth: number
  values: number
}

/** Cuts the creator and the entries out of a file, byte by byte, whatever else is in it. */
class HarCutter {
  /** Member names in the two outermost objects. */
  readonly #path: string[] = []
  #depth = 0
  #inString = false
  #isEscaped = false
  #name: number[] = []
  #isName = true
  #isBroken = false
  #hasEntries = false
  #piece: OpenPiece | undefined
  #parts: Buffer[] = []
  #bytes = 0

  ending(): Ending {
    return { hasEntries: this.#hasEntries, isWhole: this.#depth === 0 && !this.#inString && !this.#isBroken }
  }

  *push(chunk: Buffer): Generator<HarPiece> {
    let from = 0
    for (let at = 0; at < chunk.byteLength && !this.#isBroken; at += 1) {
      const byte = chunk[at] ?? 0
      if (this.#inString) {
        this.#readString(byte)
        continue
      }
      // Whitespace and bytes that begin no value; the byte order mark.
      if (byte <= 0x20 || byte >= 0x80) continue
      const ends = byte === comma || byte === closingBrace || byte === closingBracket
      if (ends && this.#piece?.depth === this.#depth) {
        this.#keep(chunk.subarray(from, at))
        yield this.#cut(this.#piece)
      }
      if (!ends && byte !== colon && this.#piece === undefined) {
        this.#piece = this.#pieceHere()
        from = at
      }
      this.#readStructure(byte)
    }
    if (this.#piece !== undefined) this.#keep(chunk.subarray(from))
  }

  #readString(byte: number) {
    if (this.#isEscaped) this.#isEscaped = false
    else if (byte === backslash) this.#isEscaped = true
    else if (byte === quote) this.#inString = false
    else if (this.#depth <= 2 && this.#isName && this.#name.length < maxNameBytes) this.#name.push(byte)
  }

  #readStructure(byte: number) {
    switch (byte) {
      case quote:
        this.#inString = true
        this.#name = []
        break
      case colon:
        if (this.#depth <= 2 && this.#isName) {
          this.#path[this.#depth - 1] = Buffer.from(this.#name).toString('latin1')
        }
        this.#isName = false
        break
      case comma:
        this.#isName = true
        if (this.#piece) this.#piece.values += 1
        break
      case openingBrace:
      case openingBracket:
        this.#depth += 1
        this.#isName = true
        if (byte === openingBracket && this.#depth === 3 && this.#isIn('entries')) this.#hasEntries = true
        if (this.#depth <= 2) this.#path.length = this.#depth - 1
        if (this.#piece) this.#piece.values += 1
        break
      case closingBrace:
      case closingBracket:
        this.#depth -= 1
        this.#isName = false
        if (this.#depth < 0) this.#isBroken = true
    }
  }

  #isIn(member: string): boolean {
    return this.#path[0] === 'log' && this.#path[1] === member
  }

  #pieceHere(): OpenPiece | undefined {
    const depth = this.#depth
    if (depth === 2 && !this.#isName && this.#isIn('creator')) return { kind: 'creator', depth, values: 0 }
    return depth === 3 && this.#isIn('entries') ? { kind: 'entry', depth, values: 0 } : undefined
  }

  #keep(part: Buffer) {
    this.#bytes += part.byteLength
    if (this.#bytes <= maxHarEntryBytes) this.#parts.push(part)
    else this.#parts = []
  }

  #cut({ kind, values }: OpenPiece): HarPiece {
    const isTooMuch = values > maxHarEntryValues || this.#bytes > maxHarEntryBytes
    const json = isTooMuch ? undefined : Buffer.concat(this.#parts).toString('utf8')
    this.#piece = undefined
    this.#parts = []
    this.#bytes = 0
    return { kind, json }
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
