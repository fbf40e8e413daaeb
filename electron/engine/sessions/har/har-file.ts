// A HAR file that may come from anybody, a browser's or ours: what is read of it, within bounds.

import { z } from 'zod'
import { maxHeaders, maxTextChars, maxValueChars, maxWordChars } from '#shared/bounded.ts'
import { Fault } from '#shared/contract/fault.ts'
import { formatCount } from '#shared/format-count.ts'
import { jsonIn } from '#shared/json/parse-json.ts'
import { text as headerValue, word } from '#shared/schemas.ts'
import { harPieces } from './har-pieces.ts'

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
export type HarFrame = z.infer<typeof harFrameSchema>

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
  /** Each is looked at when it is its turn. */
  _frames: z.array(z.unknown()).max(maxReadHarFrames).optional(),
})
export type HarFileEntry = z.infer<typeof harEntrySchema>

/** Exchanges in it; refused with the bound. */
const maxHarEntries = 1_000_000
/** Entries of a HAR file that are none; with more it is refused. */
const maxDamagedEntries = 1_000

export interface ReadHar {
  readonly creator: string
  readonly entries: number
  /** Entries that are none. */
  readonly broken: number
}

/** Hands out its entries one by one; undefined when it is no HAR. */
export async function readHar(
  chunks: AsyncIterable<Buffer>,
  signal: AbortSignal,
  onEntry: (entry: HarFileEntry) => void | Promise<void>,
): Promise<ReadHar | undefined> {
  const pieces = harPieces(chunks, signal)
  try {
    return await entriesIn(pieces, onEntry)
  } finally {
    // Whoever stops in the middle lets go of the file.
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
    const { of, json } = next.value
    const value = json === undefined ? undefined : jsonIn(json)
    if (of === 'creator') {
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

function refused(what: string): Fault {
  return new Fault('bad-input', `Parley stopped reading this file: it has ${what}.`)
}

const creatorSchema = z.object({ name: z.string().max(maxWordChars) })

export function startOf({ startedDateTime }: HarFileEntry): number {
  const time = Date.parse(startedDateTime)
  return Number.isNaN(time) ? 0 : time
}

export function bodyText(postData: HarFileEntry['request']['postData']): string {
  return postData?._encoding === 'base64' ? '' : (postData?.text ?? '')
}
