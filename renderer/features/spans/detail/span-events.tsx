import { useState } from 'react'
import type { SpanInFull } from '#shared/contract/spans.ts'
import type { SpanMoment } from '#shared/spans/received-span.ts'
import { formatFine } from '../../../ui/format.ts'
import { shortName } from '../span-words.ts'
import { AttributeList } from './attribute-list.tsx'

interface SpanEventsProps {
  readonly span: Pick<SpanInFull, 'start'>
  readonly events: readonly SpanMoment[]
}

export function SpanEvents({ span, events }: SpanEventsProps) {
  if (events.length === 0) return null
  return (
    <>
      <h4>Events</h4>
      <ul className="span-events" aria-label="Events of the span">
        {events.map((event, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: events of a span have nothing but their place
          <li key={index}>
            <SpanEvent event={event} sinceMs={event.at - span.start} />
          </li>
        ))}
      </ul>
    </>
  )
}

/** Its attributes are drawn once they are asked for: there may be a hundred events with a hundred each. */
function SpanEvent({ event, sinceMs }: { readonly event: SpanMoment; readonly sinceMs: number }) {
  const [isOpen, setOpen] = useState(false)
  const name = shortName(event.name)
  const when = sinceMs < 0 ? `−${formatFine(-sinceMs)}` : `+${formatFine(sinceMs)}`
  const words = (
    <>
      <span className="muted num">{when}</span> {name}
    </>
  )
  if (Object.keys(event.attributes).length === 0) return words
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{words}</summary>
      {isOpen && <AttributeList label={`Attributes of ${name}`} attributes={event.attributes} />}
    </details>
  )
}
