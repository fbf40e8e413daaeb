import { useEffect, useState } from 'react'
import type { EntryPlace } from '#shared/contract/timeline.ts'
import type { TimelineRow } from '#shared/story/timeline/outline.ts'
import { useExchange } from '../../record/use-exchange.ts'
import { isSameTask, taskOfRow, useSelection } from '../../state/selection.ts'
import type { TaskTimeline } from './task-timeline.ts'

/** Position of the window's selected entry here, if it is about this task. */
export function useSelectedRow(timeline: TaskTimeline): EntryPlace | undefined {
  const { taskId, exchangeId, entrySeq } = useSelection()
  const row = useExchange(exchangeId).data?.row
  const about = row && taskOfRow(row)
  // One call may be about several tasks: a selection made here is about this one.
  const isOurs = taskId !== undefined || (about && isSameTask(about, timeline.task))
  const seq = isOurs ? (entrySeq ?? row?.firstSeq) : undefined
  const [place, setPlace] = useState<EntryPlace>()
  useEffect(() => {
    if (seq === undefined) return setPlace(undefined)
    let isCurrent = true
    timeline
      .locate(seq)
      .then((entryPlace) => {
        if (isCurrent) setPlace(entryPlace ?? undefined)
      })
      .catch(() => undefined)
    return () => {
      isCurrent = false
    }
  }, [timeline, seq])
  return place
}

/** Selects the entry of a row, everywhere, and keeps the task on screen. */
export function selectEntry(entry: Pick<TimelineRow, 'exchangeId' | 'seq'>, taskKey: string): void {
  useSelection.getState().selectTask(taskKey, entry)
}
