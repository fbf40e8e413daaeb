import { useEffect } from 'react'
import type { ExchangeRow } from '#shared/record/exchange-row.ts'
import type { Reveal } from '../../../editor/json-editor.tsx'
import { useEntry, useExchange } from '../../../record/use-exchange.ts'
import { type ExchangeParts, exchangePartsOf } from '../exchange-parts.ts'
import { RequestBody, ResponseBody } from './body-panes.tsx'
import { FrameBody } from './frame-grid.tsx'
import { FailureNotice, HeadsView } from './heads-view.tsx'
import { useFrames } from './use-frames.ts'

interface EntryBodyProps {
  readonly exchangeId: string
  readonly seq: number
  /** The place in it to scroll to. */
  readonly reveal?: Reveal | undefined
}

/** The bytes of one entry: a frame, a request or its response; without a body, the heads. */
export function EntryBody({ exchangeId, seq, reveal }: EntryBodyProps) {
  const { data } = useExchange(exchangeId)
  const entry = useEntry(exchangeId, seq)
  if (!data || !entry) return null
  const parts = exchangePartsOf(data)
  switch (entry.kind) {
    case 'frame':
      return <FrameBody frame={entry} parts={parts} pointer={reveal} />
    case 'request':
    case 'webhook':
      return <RequestBody parts={parts} reveal={reveal} />
    case 'end':
    case 'failure':
      if (entry.body || entry.leftover || data.row.frames === 0)
        return <ResponseBody row={data.row} parts={parts} reveal={reveal} />
      return <LastEvent row={data.row} parts={parts} />
    case 'response':
    case 'redirect':
    case 'note':
      return <HeadsView row={data.row} parts={parts} />
  }
}

/** For a stream whose end has no bytes. */
function LastEvent({ row, parts }: { readonly row: ExchangeRow; readonly parts: ExchangeParts }) {
  const frames = useFrames(row)
  const last = row.frames - 1
  useEffect(() => frames.request(last, last), [frames, last])
  const frame = frames.at(last)
  return (
    <div className="column full-height">
      {parts.close?.kind === 'failure' && <FailureNotice failure={parts.close} />}
      <p className="dim py-10 px-12">The stream ended after this event:</p>
      {frame && (
        <div className="fills">
          <FrameBody frame={frame} parts={parts} pointer={undefined} />
        </div>
      )}
    </div>
  )
}
