// A `.parley` file: gzip over lines of JSON. It has the head, the entries in order, each body before its first entry,
// the results of checks, the spans of its traces, and a closing line with counts and a hash. Nothing in it depends on
// its origin: exchanges are numbered, so importing and exporting a file again yields the same file.

import { z } from 'zod'
import {
  maxBodyBytes,
  maxListed,
  maxNameChars,
  maxNoteChars,
  maxProtocolIdChars,
  maxTextChars,
} from '#shared/bounded.ts'
import { type CheckRun, checkHeadSchema, type TestResult, testResultSchema } from '#shared/checks/run.ts'
import type { ProgressStep } from '#shared/contract/session-files.ts'
import { defined, type Immutable } from '#shared/defined.ts'
import { contentSchema } from '#shared/record/entry.ts'
import { marks } from '#shared/record/exchange-row.ts'
import { count, hash, id, word } from '#shared/schemas.ts'
import { type SpanBatch, traceLotSchema } from '#shared/spans/span-batch.ts'

const everyMs = 100

export const formatVersion = 1
export const fileExtension = '.parley'

/** A multiple of three, so that only the last piece ends in padding; all others have this length. */
export const bodyPieceBytes = 192 * 1024
const fullPieceChars = (bodyPieceBytes / 3) * 4

// Bounds for reading a file from anywhere (read-session.ts).
/** Of one line of a session file; reading it is refused with the bound. */
export const maxFileLineBytes = 8 * 1024 * 1024
/** Values in one line, enough for a head with the most headers; reading it is refused with the bound. */
export const maxLineValues = 262_144
/** The values of longer lines are counted before they are parsed. */
export const scannedLineBytes = 128 * 1024
/** Bodies before one entry, which has at most three; reading it is refused with the bound. */
export const maxBodiesAhead = 8
/** Of bodies before one entry; reading it is refused with the bound. */
export const maxBodyBytesAhead = 2 * maxBodyBytes
/** Ratio of unpacking a session file, about thirty for text; reading it is refused. */
export const maxPacking = 100
/** Bytes that may be unpacked before that ratio is checked. */
export const freeInflatedBytes = 16 * 1024 * 1024
/** Damaged lines; with more the file is refused, and the sentence about a damaged file counts lines and names the first. */
export const maxDamagedLines = 1_000
/** Of damaged lines; with more the file is refused. */
export const maxDamagedBytes = 4 * 1024 * 1024

const number = z.number()
const ordinal = z.int().min(1).max(100_000_000)

export const headSchema = z.object({
  parley: z.literal(formatVersion),
  session: z.object({
    name: z.string().max(maxNameChars),
    note: z.string().max(maxNoteChars),
    createdAt: number.min(0),
    agents: z.array(z.object({ id, name: word })).max(maxListed),
    partlyDeleted: z.literal(true).exactOptional(),
  }),
  entries: count,
  /** Set for a part of a session. */
  partOf: z.enum(['task', 'context', 'exchanges']).exactOptional(),
})
export type Head = z.infer<typeof headSchema>

const bodyLine = z
  .object({
    body: hash,
    piece: z.base64().min(1).max(fullPieceChars),
    last: z.literal(true).exactOptional(),
  })
  .refine(({ piece, last }) => last || piece.length === fullPieceChars)

/** Facts of an exchange besides its entries, before the first of them. */
const exchangeLine = z.object({
  exchange: ordinal,
  contextId: z.string().max(maxProtocolIdChars).exactOptional(),
  error: z.object({ code: number.exactOptional(), message: z.string().max(maxTextChars) }).exactOptional(),
  pinned: z.literal(true).exactOptional(),
  mark: z.enum(marks).exactOptional(),
  note: z.string().max(maxNoteChars).exactOptional(),
})
export type ExchangeLine = z.infer<typeof exchangeLine>

const entryLine = z.object({
  x: ordinal,
  task: z.string().min(1).max(maxProtocolIdChars).exactOptional(),
  entry: contentSchema,
})
export type EntryLine = Immutable<z.infer<typeof entryLine>>

const checkLine = z.object({ checks: checkHeadSchema })
type CheckLine = Immutable<z.infer<typeof checkLine>>

const resultLine = z.object({ result: testResultSchema })
type ResultLine = Immutable<z.infer<typeof resultLine>>

const spansLine = z.object({ spans: traceLotSchema })

const endLine = z.object({ end: z.object({ entries: count, sha256: hash }) })

const plainLine = z.union([entryLine, bodyLine, exchangeLine, checkLine, resultLine, endLine])
export const lineSchema = z.union([plainLine, spansLine])

export type FileLine = Immutable<z.infer<typeof plainLine>> | { readonly spans: SpanBatch }

// A run of checks in a file: a line for the run and one for each result, after all entries. It refers to exchanges by
// number and to entries by position, so nothing depends on its origin.

/** Converts references to those of the file; undefined for what was left out. */
interface Places {
  ordinal(exchangeId: string): number | undefined
  /** Counted in entries, from 1. */
  position(seq: number): number | undefined
}

export function seqsIn({ results }: CheckRun): ReadonlySet<number> {
  return new Set(results.flatMap(({ failure }) => failure?.seq ?? []))
}

export function* checkLines(
  { results, ...run }: CheckRun,
  places: Places,
): Generator<CheckLine | ResultLine> {
  yield { checks: run }
  for (const result of results) {
    yield {
      result: moved(
        result,
        (id) => places.ordinal(id)?.toString(),
        (seq) => places.position(seq),
      ),
    }
  }
}

/** The inverse, for a record that numbered the entries anew. */
export function createCheckImport(exchangeId: (ordinal: number) => string) {
  let run: Omit<CheckRun, 'results'> | undefined
  const results: TestResult[] = []
  /** The start of each range of consecutive entries. */
  const stretches: { readonly position: number; readonly seq: number }[] = []
  const seqAt = (position: number) => {
    const stretch = stretches.findLast((each) => each.position <= position)
    return stretch && stretch.seq + position - stretch.position
  }
  return {
    entry(position: number, seq: number): void {
      if (seqAt(position) !== seq) stretches.push({ position, seq })
    },
    run(line: CheckLine): void {
      run = line.checks
    },
    result({ result }: ResultLine): void {
      results.push(moved(result, (ordinal) => exchangeId(Number(ordinal)), seqAt))
    },
    /** Undefined for a file without checks. */
    whole(): CheckRun | undefined {
      return run && { ...run, results, state: run.state === 'running' ? 'broken' : run.state }
    },
  }
}

function moved(
  { failure, exchangeIds, ...result }: TestResult,
  exchange: (id: string) => string | undefined,
  place: (seq: number) => number | undefined,
): TestResult {
  const ids = exchangeIds.flatMap((id) => exchange(id) ?? [])
  if (!failure) return { ...result, exchangeIds: ids }
  const { exchangeId, seq, ...rest } = failure
  const own = exchangeId === undefined ? undefined : exchange(exchangeId)
  const at = seq === undefined ? undefined : place(seq)
  return {
    ...result,
    exchangeIds: ids,
    failure: { ...rest, ...defined({ exchangeId: own, seq: at }) },
  }
}

// A long task as an async iterable: progress, then the result. A consumer that ends the iteration aborts the task.

export async function* transferSteps<Step>(
  run: (signal: AbortSignal, onProgress: (done: number, total: number) => void) => Promise<Step>,
  outer: AbortSignal | undefined,
): AsyncGenerator<Step | ProgressStep> {
  const stop = new AbortController()
  const signal = outer === undefined ? stop.signal : AbortSignal.any([outer, stop.signal])
  let progress: ProgressStep | undefined
  const running = run(signal, (done, total) => {
    progress = { kind: 'progress', done, total }
  })
  let settled = false
  const ended = running.then(
    () => undefined,
    () => undefined,
  )
  void ended.then(() => {
    settled = true
  })
  try {
    while (!settled) {
      await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, everyMs))])
      if (settled || progress === undefined) continue
      yield progress
      progress = undefined
    }
    yield await running
  } finally {
    stop.abort()
    await ended
  }
}
