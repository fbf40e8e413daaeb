import { useEffect, useState } from 'react'
import type { TimelineFilter } from '#shared/contract/timeline.ts'
import type { Outline } from '#shared/story/timeline/outline.ts'
import { useCommand } from '../../commands/commands.ts'
import { useSelection } from '../../state/selection.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatCount } from '../../ui/format.ts'
import { ListAndDetail } from '../../ui/list-and-detail.tsx'
import { useFilterKey } from '../../ui/use-filter-key.ts'
import { EventGrid, maxGridLines } from './rows/event-grid.tsx'
import { FilterBar, type Sender } from './rows/filter-bar.tsx'
import { RowDetail } from './rows/row-detail.tsx'
import { useSelectedRow } from './rows/use-selected-row.ts'
import type { TaskTimeline } from './task-timeline.ts'

interface EventsProps {
  readonly taskKey: string
  readonly timeline: TaskTimeline
  readonly outline: Outline
  readonly matching: number
  /** How many match is not known yet. */
  readonly isOld: boolean | undefined
  readonly filter: TimelineFilter
  onFilter(filter: TimelineFilter): void
}

export function Events({ taskKey, timeline, outline, matching, isOld, filter, onFilter }: EventsProps) {
  const { input, onKeyDown } = useFilterKey()
  useCommand('timeline.filter', () => input.current?.focus())
  const place = useSelectedRow(timeline)
  const { exchangeId, entrySeq } = useSelection()
  const [closed, setClosed] = useState<number>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is selected again is shown again
  useEffect(() => setClosed(undefined), [place])
  const selected = place?.position === undefined ? undefined : timeline.rowAt(place.position)
  function showAll(): void {
    if (input.current) input.current.value = ''
    onFilter({})
  }
  const isShown = selected && selected.index === place?.row && closed === undefined
  // What was selected may be another sighting of the same, or a chunk of a burst.
  const isEntry = exchangeId !== undefined && entrySeq !== undefined
  const entry = isEntry ? { exchangeId, seq: entrySeq } : selected
  const detail = isShown && entry && (
    <RowDetail row={selected} entry={entry} onClose={() => setClosed(selected.seq)} />
  )
  const nothing = matching === 0 && outline.rows > 0 && !isOld
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys that bubble from the list and the filter
    <div className="events column full-height" onKeyDown={onKeyDown}>
      <FilterBar
        filter={filter}
        matching={isOld ? undefined : matching}
        all={outline.rows}
        senders={sendersOf(outline)}
        input={input}
        onChange={onFilter}
        onAll={showAll}
      />
      {nothing ? (
        <EmptyState title="Nothing matches">
          <p>No event of this task matches the filter.</p>
          <Button onClick={showAll}>Show all events</Button>
        </EmptyState>
      ) : (
        <ListAndDetail
          below
          detail={detail}
          detailSize="66%"
          separator="Height of the event"
          listMinPx={60}
          detailMinPx={60}
        >
          <EventGrid
            timeline={timeline}
            outline={outline}
            matching={matching}
            taskKey={taskKey}
            selected={place}
            selectedSeq={entrySeq}
          />
        </ListAndDetail>
      )}
      {matching > maxGridLines && (
        <p className="muted py-6 px-12 small">
          The first {formatCount(maxGridLines)} events are listed. Filter to see the others.
        </p>
      )}
      {outline.moreRows > 0 && (
        <p className="muted py-6 px-12 small">
          {formatCount(outline.moreRows)} more events are only counted here. Select their request in the
          Console to list them.
        </p>
      )}
    </div>
  )
}

/** Before anybody sent anything it is you who would. */
function sendersOf({ sentMs, callerMs }: Outline): readonly Sender[] {
  if (callerMs.length === 0) return ['you']
  return callerMs.length < sentMs.length ? ['you', 'caller'] : ['caller']
}
