// The entries of a kept session from any place on, one at a time, read a page ahead.

import { maxInRun } from '#shared/bounded.ts'
import type { SessionRecord } from '../../store/record.ts'
import type { Appended } from '../../store/run.ts'
import { entriesOf } from '../../store/walk.ts'

export type EntrySource = ReturnType<typeof openSource>

export function openSource(record: SessionRecord, sessionId: string) {
  let ahead: readonly Appended[] = []
  let index = 0
  let after: number | undefined = 0
  let from = 0

  const fill = (): void => {
    while (index >= ahead.length && after !== undefined) {
      const { rows, next } = record.walk({ sessionId }, after)
      ahead = entriesOf(rows).filter(({ entry }) => entry.seq > from)
      index = 0
      after = next
    }
  }

  return {
    peek(): Appended | undefined {
      fill()
      return ahead[index]
    },
    take(): Appended | undefined {
      fill()
      index += 1
      return ahead[index - 1]
    },
    /** The next entry is the first after this one. */
    seek(seq: number) {
      ahead = []
      index = 0
      from = seq
      // A row that begins before may hold what comes after.
      after = Math.max(0, seq - maxInRun)
    },
  }
}
