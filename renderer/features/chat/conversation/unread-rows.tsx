import { formatCount } from '../../../ui/format.ts'

// Where a window that began near the end of the record has not read all of a task: how much is missing, and where.

export function UnreadRow({ events }: { readonly events: number }) {
  return (
    <p className="row-box unread muted num">
      {formatCount(events)} {events === 1 ? 'event' : 'events'} of this task are not read here; timeline and
      console have them all.
    </p>
  )
}

export function GapRow() {
  return (
    <p className="row-box unread faint">
      <span aria-hidden={true}>⋯</span> not read here <span aria-hidden={true}>⋯</span>
    </p>
  )
}
