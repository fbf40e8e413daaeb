// Makes runs of entries that are about to be written. All that filters look at is the same for every entry of a run, so a
// filter decides over rows, and a row is an entry or a run.

import type { Entry } from '#shared/record/entry.ts'
import { runOf } from '#shared/record/make-run.ts'
import { isPlain, type PlainFrame, wrapOf } from '#shared/record/plain-frame.ts'
import { mostInRun, type Packed } from '#shared/record/run.ts'

export interface Appended {
  readonly entry: Entry
  readonly taskId?: string | undefined
  readonly told?: Told | undefined
}

/** What decoding told about an exchange as a whole. */
export interface Told {
  readonly contextId?: string
  /** The agent's own error. */
  readonly error?: { readonly code?: number; readonly message: string }
}

export interface RowToWrite {
  readonly packed: Packed
  readonly taskId?: string | undefined
  /** By its first entry. */
  readonly told?: Told | undefined
}

const maxRunChars = 1024 * 1024

export function toRows(appended: readonly Appended[]): readonly RowToWrite[] {
  const rows: RowToWrite[] = []
  let run: OpenRun | undefined
  const close = () => {
    if (run !== undefined) rows.push(run.close())
    run = undefined
  }
  for (const { entry, taskId, told } of appended) {
    if (!isPlain(entry)) {
      close()
      rows.push({ packed: entry, taskId, told })
      continue
    }
    if (told === undefined && run?.add(entry, taskId)) continue
    close()
    run = openRun(entry, taskId, told)
  }
  close()
  return rows
}

interface OpenRun {
  /** False where the frame is not one that can follow. */
  add(frame: PlainFrame, taskId: string | undefined): boolean
  close(): RowToWrite
}

function openRun(first: PlainFrame, taskId: string | undefined, told: Told | undefined): OpenRun {
  const frames: PlainFrame[] = [first]
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
    add(frame, its) {
      const { length } = frame.data.text
      const fits = frames.length < mostInRun && chars + length <= maxRunChars
      if (!fits || !follows(frame, its)) return false
      chars += length
      frames.push(frame)
      return true
    },
    close: () => ({ packed: frames.length === 1 ? first : runOf(frames), taskId, told }),
  }
}
