// Reads what rows say from their entries: as many entries as are looked at, however long the task is.

import type { CallFacts, Entry } from '../../record/entry.ts'
import { bytesOf, sourceOf } from '../place-of.ts'
import type { Reading } from '../reading.ts'
import type { TimelineChunk, TimelineRow } from './outline.ts'
import type { Recorder } from './recorder.ts'
import { entriesOfRow } from './row-entries.ts'
import { textOfEntry } from './row-text.ts'

export interface RecordedTask {
  readonly taskId: string
  readonly recorder: Recorder
  callOf(exchangeId: string): CallFacts | undefined
}

interface Entries {
  entriesAt(seqs: Iterable<number>): readonly Entry[]
  readonly reading: Reading
}

export function readRows(
  { entriesAt, reading }: Entries,
  { taskId, recorder, callOf }: RecordedTask,
  wanted: readonly number[],
): readonly TimelineRow[] {
  const rows = wanted.map(recorder.rows.row).filter((row) => row !== undefined)
  const seqs = rows.flatMap(({ seq, findingSeq }) => [seq, ...(findingSeq === undefined ? [] : [findingSeq])])
  const entries = new Map(entriesAt(new Set(seqs)).map((entry) => [entry.seq, entry]))
  return rows.flatMap((row): TimelineRow[] => {
    const entry = entries.get(row.seq)
    if (!entry) return []
    const call = callOf(entry.exchangeId)
    const name = row.artifact === undefined ? undefined : recorder.artifactName(row.artifact)
    return [
      {
        ...row,
        exchangeId: entry.exchangeId,
        at: entry.at,
        ...(entry.kind === 'frame' && { frame: entry.index }),
        ...(call?.via && { byCaller: true as const }),
        text: textOfEntry(entry, {
          reading,
          taskId,
          call,
          ...(row.marks.includes('history') && { historyPlace: row.place }),
        }),
        ...(name && { artifactName: name }),
        ...(entry.kind === 'failure' && { failure: entry.failure }),
        found: (row.findingSeq === undefined ? undefined : entries.get(row.findingSeq))?.findings ?? [],
      },
    ]
  })
}

export function readChunks(
  { entriesAt, reading }: Entries,
  { taskId, recorder, callOf }: RecordedTask,
  { row, from, limit }: { readonly row: number; readonly from: number; readonly limit: number },
): readonly TimelineChunk[] {
  return entriesAt(entriesOfRow(recorder, row, from, limit)).map((entry) => {
    const call = callOf(entry.exchangeId)
    return {
      seq: entry.seq,
      exchangeId: entry.exchangeId,
      source: sourceOf(call?.operation, entry),
      ...(entry.kind === 'frame' && { frame: entry.index }),
      at: entry.at,
      sinceMs: recorder.sinceMs(entry),
      wireBytes: bytesOf(entry),
      text: textOfEntry(entry, { reading, taskId, call }),
    }
  })
}
