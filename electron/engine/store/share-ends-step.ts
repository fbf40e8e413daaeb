// From the layout before: the text of a run held its frames joined, and beside it stood the length and the clocks of each.

import type { DatabaseSync } from 'node:sqlite'
import { runOf } from '#shared/record/make-run.ts'
import { type PlainFrame, plainFrameOf } from '#shared/record/plain-frame.ts'
import { bytesColumn, integerColumn, textColumn } from './column.ts'
import { columnsOf } from './row.ts'

const rowsAtATime = 100

export function shareEnds(database: DatabaseSync): void {
  const next = database.prepare(
    'SELECT seq, raw, run FROM entry WHERE run IS NOT NULL AND seq > ? ORDER BY seq LIMIT ?',
  )
  const change = database.prepare('UPDATE entry SET raw = ?, run = ? WHERE seq = ?')
  for (let after = 0; ; ) {
    const rows = next.all(after, rowsAtATime)
    for (const row of rows) {
      after = integerColumn(row, 'seq')
      const { raw, run } = columnsOf(runOf(framesOf(textColumn(row, 'raw'), bytesColumn(row, 'run'))))
      change.run(raw, run, after)
    }
    if (rows.length < rowsAtATime) return
  }
}

/** Where it stands is left as it is. */
function framesOf(raw: string, run: Uint8Array): readonly PlainFrame[] {
  const facts = new Float64Array(Uint8Array.from(run).buffer)
  const frames: PlainFrame[] = []
  let from = 0
  for (let place = 0; place < facts.length; place += 3) {
    const [length = 0, at = 0, monoMs = 0] = facts.subarray(place, place + 3)
    const base = { seq: 0, sessionId: '', exchangeId: '', at, monoMs }
    frames.push(plainFrameOf(base, 0, raw.slice(from, from + length)))
    from += length
  }
  return frames
}
