import { at } from '#shared/record/list.ts'
import type { TaskEvent, TaskView } from '#shared/record/task-view.ts'
import { useSelection } from '../../state/selection.ts'
import { formatDuration, formatOffset } from '../../ui/format.ts'
import { VirtualGrid } from '../../ui/virtual-grid.tsx'
import { EventText } from './event-text.tsx'
import { SourceMark } from './source-mark.tsx'

const columns = [
  { id: 'time', name: 'Time', width: '64px' },
  { id: 'gap', name: 'Gap', width: '56px' },
  { id: 'source', name: 'Source', width: '16px' },
  { id: 'event', name: 'Event', width: 'minmax(0, 1fr)' },
] as const

export function EventGrid({ task }: { readonly task: TaskView }) {
  const selectedSeq = useSelection((selection) => selection.entrySeq)
  return (
    <VirtualGrid
      name="Events"
      columns={columns}
      rowHeight={27}
      count={task.events.length}
      followsTail
      rowOf={(index) => at(task.events, index)}
      isSelected={(event) => event.first.seq === selectedSeq}
      onSelect={(event) => useSelection.getState().selectExchange(event.first.exchangeId, event.first.seq)}
      cellsOf={(event, index) => [
        <span key="time" className="mono muted">
          {formatOffset(event.first.at - task.first.at)}
        </span>,
        <span key="gap" className="mono faint">
          {gap(task, event, index)}
        </span>,
        <SourceMark key="source" source={event.first.source} />,
        <EventText key="event" fact={event.fact} />,
      ]}
    />
  )
}

function gap(task: TaskView, event: TaskEvent, index: number): string {
  const before = at(task.events, index - 1)
  return before ? formatDuration(Math.max(0, event.first.at - before.first.at)) : ''
}
