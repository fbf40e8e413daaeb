// One exchange in full. What is selected elsewhere (an event of the timeline, a finding) opens here at its place.

import { useEffect, useState } from 'react'
import type { ExchangeDetailAnswer } from '#shared/contract/console.ts'
import type { Entry } from '#shared/record/entry.ts'
import { useEngine } from '../../../host/engine.tsx'
import { messageOf } from '../../../host/message-of.ts'
import { useExchange } from '../../../record/use-exchange.ts'
import { useSelection } from '../../../state/selection.ts'
import { useSpans } from '../../../state/spans.ts'
import { useSpanList } from '../../spans/index.ts'
import { exchangePartsOf } from '../exchange-parts.ts'
import { RequestBody, ResponseBody } from './body-panes.tsx'
import { DetailFrame, findingsTab } from './detail-frame.tsx'
import { ExchangeFindings } from './exchange-findings.tsx'
import { FrameGrid } from './frame-grid.tsx'
import { HeadsView } from './heads-view.tsx'
import { TimingView } from './timing-view.tsx'
import { useFrames } from './use-frames.ts'

type DetailTab = 'headers' | 'request' | 'response' | 'frames' | 'timing' | 'findings'

interface Jump {
  readonly tab: DetailTab
  readonly frame?: { readonly index: number }
  readonly place?: { readonly pointer: string }
}

export function ExchangeDetail({ exchangeId }: { readonly exchangeId: string }) {
  const { data, error } = useExchange(exchangeId)
  // What was deleted meanwhile stays readable.
  if (data) return <Detail answer={data} />
  return error && <p className="notice">{messageOf(error)}</p>
}

function Detail({ answer }: { readonly answer: ExchangeDetailAnswer }) {
  const { row } = answer
  const parts = exchangePartsOf(answer)
  const frames = useFrames(row)
  const [wanted, setWanted] = useState<DetailTab>()
  const [jump, setJump] = useState<Jump>()
  const place = usePlaceOfSelected(row.id)
  const spans = useSpanList({ exchangeId: row.id })
  const isAsked = useSpans(({ asked }) => asked?.exchangeId === row.id)

  useEffect(() => {
    if (place === undefined) return
    setWanted(place.tab)
    setJump(place)
  }, [place])

  useEffect(() => {
    if (isAsked) setWanted('timing')
  }, [isAsked])

  const tabs = [
    { id: 'headers', name: 'Headers' },
    { id: 'request', name: 'Request' },
    { id: 'response', name: 'Response' },
    ...(row.frames > 0 ? [{ id: 'frames' as const, name: 'Frames', count: row.frames }] : []),
    { id: 'timing', name: 'Timing', ...(spans.answer?.spans && { count: spans.answer.spans }) },
    ...findingsTab(row),
  ] as const
  const received = parts.close?.body ?? parts.close?.leftover
  const usual: DetailTab =
    row.frames > 0 ? 'frames' : received?.sizeBytes || parts.webhook ? 'response' : 'headers'
  const first = parts.webhook ? 'request' : usual
  const tab = tabs.find(({ id }) => id === wanted)?.id ?? first

  return (
    <DetailFrame
      name="Exchange"
      row={row}
      tabs={tabs}
      current={tab}
      onChange={(id) => {
        setWanted(id)
        setJump(undefined)
      }}
    >
      {tab === 'headers' && <HeadsView row={row} parts={parts} />}
      {tab === 'request' && <RequestBody parts={parts} reveal={jump?.place} />}
      {tab === 'response' && <ResponseBody row={row} parts={parts} reveal={jump?.place} />}
      {tab === 'frames' && (
        <FrameGrid row={row} parts={parts} frames={frames} reveal={jump?.frame} pointer={jump?.place} />
      )}
      {tab === 'timing' && <TimingView row={row} parts={parts} spans={spans} />}
      {tab === 'findings' && (
        <ExchangeFindings
          row={row}
          onJump={(entry, { pointer }) => {
            const next = jumpTo(entry, pointer)
            useSelection.getState().selectExchange(row.id, entry.seq)
            setWanted(next.tab)
            setJump(next)
          }}
        />
      )}
    </DetailFrame>
  )
}

/** Where the entry that another pane selected is shown. */
function usePlaceOfSelected(exchangeId: string): Jump | undefined {
  const { client } = useEngine()
  const entrySeq = useSelection((selection) =>
    selection.exchangeId === exchangeId ? selection.entrySeq : undefined,
  )
  const [place, setPlace] = useState<Jump>()
  useEffect(() => {
    if (entrySeq === undefined) return
    const stop = new AbortController()
    client.record
      .exchange({ exchangeId, after: entrySeq - 1, limit: 1 }, { signal: stop.signal })
      .then(({ entries: [entry] }) => {
        if (entry?.seq === entrySeq) setPlace(jumpTo(entry, undefined))
      })
      .catch(() => undefined)
    return () => stop.abort()
  }, [client, exchangeId, entrySeq])
  return place
}

function jumpTo(entry: Entry, pointer: string | undefined): Jump {
  const place = pointer === undefined ? {} : { place: { pointer } }
  switch (entry.kind) {
    case 'frame':
      return { tab: 'frames', frame: { index: entry.index }, ...place }
    case 'request':
    case 'webhook':
      return { tab: 'request', ...place }
    case 'end':
    case 'failure':
      return { tab: entry.body || entry.leftover ? 'response' : 'headers', ...place }
    case 'response':
    case 'redirect':
    case 'note':
      return { tab: 'headers' }
  }
}
