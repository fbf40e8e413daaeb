import { useEffect, useState } from 'react'
import type { EntryPlace } from '#shared/contract/timeline.ts'
import type { TimelineRow } from '#shared/story/timeline/outline.ts'
import { useRecord } from '../../../record/use-record.ts'
import { useSelection } from '../../../state/selection.ts'
import type { TaskTimeline } from '../follow/index.ts'

/** Where the entry that is selected in the window stands here, if it is about this task. */
export function useSelectedRow(timeline: TaskTimeline, taskKey: string): EntryPlace | undefined {
  const { exchangeId, entrySeq, lead } = useSelection()
  const exchange = useRecord((record) => (exchangeId === undefined ? undefined : record.exchange(exchangeId)))
  // One call may be about several tasks: what was selected here is about this one.
  const isOurs = exchange?.taskKey === taskKey || (exchange !== undefined && lead === 'task')
  const seq = isOurs ? (entrySeq ?? exchange.firstSeq) : undefined
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
