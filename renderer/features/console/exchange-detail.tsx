import { useState } from 'react'
import type { Entry, FrameEntry, RequestEntry } from '#shared/record/entry.ts'
import type { ExchangeView } from '#shared/record/exchanges.ts'
import { messageOf } from '../../host/message-of.ts'
import { Tabs } from '../../ui/tabs.tsx'
import { BodyView } from './body-view.tsx'
import { FrameGrid } from './frame-grid.tsx'
import { HeadersView } from './headers-view.tsx'
import { useExchangeEntries } from './use-exchange-entries.ts'

type DetailTab = 'request' | 'response' | 'frames'

export function ExchangeDetail({ exchange }: { readonly exchange: ExchangeView }) {
  const [tab, setTab] = useState<DetailTab>('response')
  const { data: entries, error } = useExchangeEntries(exchange)
  if (error) return <p className="notice">{messageOf(error)}</p>
  if (!entries) return null
  const frames = entries.filter((entry): entry is FrameEntry => entry.kind === 'frame')
  const request = entries.find((entry): entry is RequestEntry => entry.kind === 'request')
  const shown = tab === 'frames' && exchange.frames + exchange.comments === 0 ? 'response' : tab
  return (
    <Tabs
      name="Exchange"
      tabs={[
        { id: 'request', name: 'Request' },
        { id: 'response', name: 'Response' },
        ...(frames.length > 0 ? [{ id: 'frames' as const, name: 'Frames', count: exchange.frames }] : []),
      ]}
      current={shown}
      onChange={setTab}
    >
      {shown === 'request' && request && <Request entry={request} />}
      {shown === 'response' && <Response exchange={exchange} entries={entries} />}
      {shown === 'frames' && <FrameGrid exchange={exchange} frames={frames} />}
    </Tabs>
  )
}

function Request({ entry }: { readonly entry: RequestEntry }) {
  return (
    <div className="detail">
      <p className="start-line mono">
        {entry.method} {entry.url}
      </p>
      <HeadersView headers={entry.headers} />
      {entry.body && <BodyView body={entry.body} />}
    </div>
  )
}

function Response({
  exchange,
  entries,
}: {
  readonly exchange: ExchangeView
  readonly entries: readonly Entry[]
}) {
  const head = entries.findLast((entry) => entry.kind === 'response')
  const close = entries.findLast((entry) => entry.kind === 'end' || entry.kind === 'failure')
  return (
    <div className="detail">
      {close?.kind === 'failure' && (
        <p className="notice">
          <strong>{close.failure.replaceAll('-', ' ')}</strong>
          <span>{close.message}</span>
        </p>
      )}
      {head?.kind === 'response' && (
        <>
          <p className="start-line mono">
            HTTP/{head.connection?.httpVersion ?? '1.1'} {head.status} {head.statusText}
          </p>
          <HeadersView headers={head.headers} />
        </>
      )}
      {close?.body && <BodyView body={close.body} />}
      {exchange.state === 'open' && <p className="muted">The agent is still answering.</p>}
    </div>
  )
}
