// From the layout before: the text of a run held its frames joined, and beside it stood the length and the clocks of each.

import type { DatabaseSync } from 'node:sqlite'
import { type ArrivalTime, dataOf, type FrameRun } from '#shared/record/run.ts'
import { bytes, integer, text } from './column.ts'
import { columnsOf } from './row.ts'
import { type Ends, sharedEnds, textBetween } from './shared-ends.ts'

const rowsAtATime = 100

export function shareEnds(database: DatabaseSync): void {
  const next = database.prepare(
    'SELECT seq, idx, raw, run FROM entry WHERE run IS NOT NULL AND seq > ? ORDER BY seq LIMIT ?',
  )
  const change = database.prepare('UPDATE entry SET raw = ?, run = ? WHERE seq = ?')
  for (let after = 0; ; ) {
    const rows = next.all(after, rowsAtATime)
    for (const row of rows) {
      after = integer(row, 'seq')
      const { raw, run } = columnsOf(runOf(text(row, 'raw'), bytes(row, 'run')))
      change.run(raw, run, after)
    }
    if (rows.length < rowsAtATime) return
  }
}

/** Where it stands is left as it is. */
function runOf(raw: string, run: Uint8Array): FrameRun {
  const facts = new Float64Array(Uint8Array.from(run).buffer)
  const data: string[] = []
  const times: ArrivalTime[] = []
  let ends: Ends | undefined
  let from = 0
  for (let place = 0; place < facts.length; place += 3) {
    const [length = 0, at = 0, monoMs = 0] = facts.subarray(place, place + 3)
    const said = dataOf(raw.slice(from, from + length))
    ends = sharedEnds(said, ends ?? { before: said, after: said })
    data.push(said)
    times.push([1, at, monoMs])
    from += length
  }
  const { before, after } = ends ?? { before: '', after: '' }
  const texts = data.map((said) => textBetween(said, { before, after })).join('\n')
  const [count, place] = [data.length, { seq: 0, index: 0, sessionId: '', exchangeId: '' }]
  return { kind: 'run', ...place, count, before, after, texts, times }
}
