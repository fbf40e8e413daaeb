// Packs frames into runs before they are written. All entries of a run are alike to filters, so filters decide over
// rows, and a row is an entry or a run.

import type { TaskState, Update } from '#shared/a2a/model.ts'
import { maxInRun } from '#shared/bounded.ts'
import { type Entry, maxParsedBodyBytes } from '#shared/record/entry.ts'
import type { ExchangeRow } from '#shared/record/exchange-row.ts'
import { isPlain, type PlainFrame, wrapOf } from '#shared/record/plain-frame.ts'
import { type Packed, runOf } from '#shared/record/run.ts'
import { type CachedDecode, cacheDecode, cacheRun } from '#shared/story/decode-cache.ts'
import type { Fact } from '#shared/story/facts.ts'

export interface Appended {
  readonly entry: Entry
  readonly taskId?: string | undefined
  readonly exchangeFacts?: ExchangeFacts | undefined
  readonly answer?: CachedDecode | undefined
}

/** What decoding found out about the exchange as a whole. */
export interface ExchangeFacts {
  readonly contextId?: string
  readonly error?: { readonly code?: number; readonly message: string }
  /** The user's annotation in an imported session. */
  readonly annotation?: Pick<ExchangeRow, 'mark' | 'note'> & { readonly pinned?: boolean }
}

export interface RowToWrite {
  readonly packed: Packed
  readonly taskId?: string | undefined
  /** On the first entry of the exchange. */
  readonly exchangeFacts?: ExchangeFacts | undefined
  readonly facts?: readonly Fact[] | undefined
  /** The last state in this row of the task that the exchange is about. */
  readonly taskState?: TaskState | undefined
}

// Of entries stored as one row; the next row takes the others.
const maxRunChars = 1024 * 1024

export function toRows(appended: readonly Appended[]): readonly RowToWrite[] {
  const rows: RowToWrite[] = []
  let run: OpenRun | undefined
  const close = () => {
    if (run !== undefined) rows.push(run.close())
    run = undefined
  }
  for (const { entry, taskId, exchangeFacts, answer } of appended) {
    if (!isPlain(entry)) {
      close()
      cacheDecoded(entry, answer)
      rows.push({ packed: entry, taskId, exchangeFacts })
      continue
    }
    if (exchangeFacts === undefined && run?.add(entry, taskId, answer)) continue
    close()
    run = openRun(entry, taskId, exchangeFacts, answer)
  }
  close()
  return rows
}

interface OpenRun {
  /** False where the frame does not fit into the run. */
  add(frame: PlainFrame, taskId: string | undefined, answer: CachedDecode | undefined): boolean
  close(): RowToWrite
}

function openRun(
  first: PlainFrame,
  taskId: string | undefined,
  exchangeFacts: ExchangeFacts | undefined,
  firstAnswer: CachedDecode | undefined,
): OpenRun {
  const frames: PlainFrame[] = [first]
  const updates = [updateOf(firstAnswer)]
  const wrap = wrapOf(first.raw.text)
  let chars = first.data.text.length

  const follows = (frame: PlainFrame, its: string | undefined): boolean =>
    frame.seq === first.seq + frames.length &&
    frame.exchangeId === first.exchangeId &&
    frame.sessionId === first.sessionId &&
    its === taskId &&
    wrapOf(frame.raw.text) === wrap &&
    frame.index === first.index + frames.length

  return {
    add(frame, its, answer) {
      const { length } = frame.data.text
      const fits = frames.length < maxInRun && chars + length <= maxRunChars
      if (!fits || !follows(frame, its)) return false
      chars += length
      frames.push(frame)
      updates.push(updateOf(answer))
      return true
    },
    close() {
      if (frames.length === 1) {
        cacheDecoded(first, firstAnswer)
        return { packed: first, taskId, exchangeFacts }
      }
      const run = runOf(frames)
      cacheRun(run, { updates })
      return { packed: run, taskId, exchangeFacts }
    },
  }
}

function updateOf(answer: CachedDecode | undefined): Update | undefined {
  return answer?.kind === 'result' && answer.result.kind === 'update' ? answer.result.update : undefined
}

function cacheDecoded(entry: Entry, answer: CachedDecode | undefined): void {
  const size = sizeOf(entry)
  // Readers do not parse larger ones either.
  if (answer && size <= maxParsedBodyBytes) cacheDecode(entry, answer, size)
}

function sizeOf(entry: Entry): number {
  if (entry.kind === 'frame') return entry.data?.sizeBytes ?? 0
  return entry.kind === 'end' ? (entry.body?.sizeBytes ?? 0) : 0
}
