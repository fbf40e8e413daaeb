// A `.parley` file: gzip over lines of JSON. First the head, then the entries in their order, each body before the first
// entry that needs it, then a closing line with what a reader counts and hashes for itself. Nothing in it depends on where
// it was written: exchanges are numbered, so what is imported and exported again is the same file.

import { z } from 'zod'
import { count, hash, id } from '#shared/bounded.ts'
import type { Immutable } from '#shared/immutable.ts'
import { contentSchema } from '#shared/record/entry.ts'
import { marks } from '#shared/record/exchange-row.ts'

export const formatVersion = 1
export const fileExtension = '.parley'

/** A multiple of three, so that no piece but the last ends in padding. */
export const bodyPieceBytes = 192 * 1024
export const maxLineBytes = 8 * 1024 * 1024
export const maxBodyBytes = 128 * 1024 * 1024
/** Text packs about thirtyfold; more than this is packed to burst. */
export const maxPacking = 250
export const freeInflatedBytes = 256 * 1024 * 1024

const number = z.number()
const ordinal = z.int().min(1).max(100_000_000)

export const headSchema = z.object({
  parley: z.literal(formatVersion),
  session: z.object({
    name: z.string().max(200),
    note: z.string().max(10_000),
    createdAt: number.min(0),
    agents: z.array(z.object({ id, name: z.string().max(1_000) })).max(50),
  }),
  entries: count,
  /** Set when only a part was taken along. */
  partOf: z.enum(['task', 'context', 'exchanges']).exactOptional(),
})
export type Head = z.infer<typeof headSchema>

const bodyLine = z.object({
  body: hash,
  piece: z.base64().max((bodyPieceBytes / 3) * 4),
  last: z.literal(true).exactOptional(),
})

/** What is known of an exchange besides its entries, before the first of them. */
const exchangeLine = z.object({
  exchange: ordinal,
  contextId: z.string().max(4_096).exactOptional(),
  error: z.object({ code: number.exactOptional(), message: z.string().max(100_000) }).exactOptional(),
  pinned: z.literal(true).exactOptional(),
  mark: z.enum(marks).exactOptional(),
  note: z.string().max(10_000).exactOptional(),
})
export type ExchangeLine = z.infer<typeof exchangeLine>

const entryLine = z.object({
  x: ordinal,
  task: z.string().min(1).max(4_096).exactOptional(),
  entry: contentSchema,
})
export type EntryLine = Immutable<z.infer<typeof entryLine>>

const endLine = z.object({ end: z.object({ entries: count, sha256: hash }) })

export const lineSchema = z.union([entryLine, bodyLine, exchangeLine, endLine])
export type FileLine = Immutable<z.infer<typeof lineSchema>>
