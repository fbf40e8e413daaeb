import { useEffect, useState } from 'react'
import type { EntryPlace } from '#shared/contract/timeline.ts'
import type { TimelineRow } from '#shared/record/timeline/outline.ts'
import { useRecord } from '../../../record/use-record.ts'
import { useSelection } from '../../../state/selection.ts'
import type { TaskTimeline } from '../follow/index.ts'

/** Where the entry that is selected in the window stands here. */
export function useSelectedRow(timeline: TaskTimeline): EntryPlace | undefined {
  const exchangeId = useSelection((selection) => selection.exchangeId)
  const entrySeq = useSelection((selection) => selection.entrySeq)
  const firstSeq = useRecord((record) => exchangeId && record.exchange(exchangeId)?.firstSeq) || undefined
  const seq = exchangeId === undefined ? undefined : (entrySeq ?? firstSeq)
  const [place, setPlace] = useState<EntryPlace>()
  useEffect(() => {
    if (seq === undefined) return setPlace(undefined)
    let wanted = true
    timeline
      .locate(seq)
      .then((found) => {
        if (wanted) setPlace(found ?? undefined)
      })
      .catch(() => undefined)
    return () => {
      wanted = false
    }
  }, [timeline, seq])
  return place
}

/** Selects the entry behind a row, everywhere, and keeps the task on screen. */
export function selectEntry(entry: Pick<TimelineRow, 'exchangeId' | 'seq'>, taskKey: string): void {
  useSelection.getState().selectExchange(entry.exchangeId, entry.seq)
  useSelection.getState().selectTask(taskKey)
}
