// One span in full. All of it is untrusted text of an agent.

import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import type { SpanInFull } from '#shared/contract/spans.ts'
import { messageOf } from '#shared/errors.ts'
import type { SpanAttributes, SpanMoment, SpanValue } from '#shared/spans/received-span.ts'
import { placeOf, type SpanClock } from '#shared/spans/span-clock.ts'
import type { SpanRow } from '#shared/spans/span-tree.ts'
import { useEngine } from '../../host/engine.tsx'
import { showOnWire } from '../../state/show-on-wire.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { counted, formatClock, formatFine, joinDefined } from '../../ui/format.ts'
import { UntrustedText } from '../../ui/untrusted-text.tsx'
import { oddTimes, SortMark, shortName, sortOf, strayTexts } from './sort-mark.tsx'
import { usageWords } from './usage-words.ts'
import './spans.css'

interface SpanDetailProps {
  readonly row: SpanRow
  readonly clock: SpanClock
  /** Its exchange is open already. */
  readonly isShown: boolean
  onClose(): void
}

/** Of a line in the detail of a span, before its reader requests more. */
const maxSpanLineChars = 600

export function SpanDetail({ row, clock, isShown, onClose }: SpanDetailProps) {
  const { exchangeId, name, service, status } = row
  const { odd } = placeOf(clock, row)
  const facts = joinDefined(
    ' · ',
    service,
    row.kind !== 'unspecified' && row.kind,
    odd ? oddTimes[odd] : formatFine(row.end - row.start),
    odd === undefined && `${formatFine(row.start - clock.start)} after the start`,
    odd === undefined && formatClock(row.start),
  )
  return (
    <section className="span-detail column at-start gap-6 scrolls small" aria-label="Span">
      <div className="line gap-8 full-width dim">
        <SortMark sort={sortOf(row)} named />
        {status === 'error' && <span className="tone-bad bold">failed</span>}
        <span className="spacer" />
        <IconButton label="Close the span" icon={<X size={13} />} onClick={onClose} />
      </div>
      <h3>
        <UntrustedText text={name.trim() === '' ? '(no name)' : name} limit={maxSpanLineChars} />
      </h3>
      <p className="dim num">
        <UntrustedText text={facts} limit={maxSpanLineChars} />
      </p>
      {row.astray && <p className="tone-warn">{strayTexts[row.astray]}.</p>}
      {exchangeId === undefined ? (
        <ReceivedSpan row={row} />
      ) : (
        !isShown && <Button onClick={() => showOnWire(exchangeId)}>Show request</Button>
      )}
    </section>
  )
}

function ReceivedSpan({ row: { traceId, spanId } }: Pick<SpanDetailProps, 'row'>) {
  const { client } = useEngine()
  const { data, error } = useQuery({
    queryKey: ['spans', traceId, spanId],
    queryFn: ({ signal }) => client.spans.span({ traceId, spanId }, { signal }),
  })
  if (error) return <p className="notice">{messageOf(error)}</p>
  if (data === undefined) return <p className="dim after-a-moment">Loading span…</p>
  return data ? <InFull span={data} /> : <p className="dim">This span is no longer kept.</p>
}

function InFull({ span }: { readonly span: SpanInFull }) {
  const { attributes, events, links, dropped, scope, message, resource, traceId, spanId } = span
  const usage = usageWords(attributes)
  return (
    <>
      {message !== '' && (
        <p className="notice">
          <UntrustedText text={message} limit={maxSpanLineChars} />
        </p>
      )}
      {usage !== '' && (
        <p>
          <UntrustedText text={usage} limit={maxSpanLineChars} />
        </p>
      )}
      {Object.keys(attributes).length > 0 && (
        <>
          <h4>Attributes</h4>
          <AttributeList label="Attributes" attributes={attributes} />
        </>
      )}
      <SpanEvents span={span} events={events} />
      {links.length > 0 && (
        <>
          <h4>Links</h4>
          <ul className="mono full-width breaks" aria-label="Links">
            {links.map((link) => (
              <li key={`${link.traceId} ${link.spanId}`}>
                trace {link.traceId}, span {link.spanId}
              </li>
            ))}
          </ul>
        </>
      )}
      {dropped > 0 && (
        <p className="dim">
          {counted(dropped, 'attribute, event or link is', 'attributes, events or links are')} not kept.
        </p>
      )}
      <h4>Source</h4>
      <AttributeList
        label="Source"
        attributes={{
          ...resource,
          ...(scope !== '' && { 'scope.name': scope }),
          'trace id': traceId,
          'span id': spanId,
        }}
      />
    </>
  )
}

interface SpanEventsProps {
  readonly span: Pick<SpanInFull, 'start'>
  readonly events: readonly SpanMoment[]
}

function SpanEvents({ span, events }: SpanEventsProps) {
  if (events.length === 0) return null
  return (
    <>
      <h4>Events</h4>
      <ul className="span-events full-width" aria-label="Events of the span">
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

/** Its attributes are drawn on demand: there may be a hundred events with a hundred each. */
function SpanEvent({ event, sinceMs }: { readonly event: SpanMoment; readonly sinceMs: number }) {
  const [isOpen, setOpen] = useState(false)
  const name = shortName(event.name)
  const when = sinceMs < 0 ? `−${formatFine(-sinceMs)}` : `+${formatFine(sinceMs)}`
  const words = (
    <>
      <span className="dim num">{when}</span> {name}
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

/** Of a name or a value of an attribute, before its reader requests more. */
const maxAttributeLineChars = 300

function AttributeList({
  label,
  attributes,
}: {
  readonly label: string
  readonly attributes: SpanAttributes
}) {
  return (
    <dl className="span-attributes" aria-label={label}>
      {Object.entries(attributes).map(([name, value]) => (
        <div key={name}>
          <dt>
            <UntrustedText text={name} limit={maxAttributeLineChars} />
          </dt>
          <dd className="mono">
            <UntrustedText text={textOf(value)} limit={maxAttributeLineChars} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function textOf(value: SpanValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
