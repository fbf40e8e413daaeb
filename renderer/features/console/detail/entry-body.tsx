import { useEffect, useState } from 'react'
import type { Entry } from '#shared/record/entry.ts'
import type { Reveal } from '../../../editor/json-editor.tsx'
import { useEngine } from '../../../host/engine.tsx'
import { useExchange } from '../../../record/use-exchange.ts'
import { exchangePartsOf } from '../exchange-parts.ts'
import { RequestBody, ResponseBody } from './body-panes.tsx'
import { FrameBody } from './frame-grid.tsx'
import { HeadsView } from './heads-view.tsx'

interface EntryBodyProps {
  readonly exchangeId: string
  readonly seq: number
  /** The place in it to go to. */
  readonly reveal?: Reveal | undefined
}

/** The bytes of one entry: a frame, a request or its response; of what has none, the heads. */
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
      return <ResponseBody row={data.row} parts={parts} reveal={reveal} />
    case 'response':
    case 'redirect':
    case 'note':
      return <HeadsView row={data.row} parts={parts} />
  }
}

/** Of an exchange, once it was read. */
export function useEntry(exchangeId: string, seq: number | undefined): Entry | undefined {
  const { client } = useEngine()
  const [entry, setEntry] = useState<Entry>()
  useEffect(() => {
    if (seq === undefined) return
    const stop = new AbortController()
    client.record
      .exchange({ exchangeId, after: seq - 1, limit: 1 }, { signal: stop.signal })
      .then(({ entries: [first] }) => setEntry(first))
      .catch(() => undefined)
    return () => stop.abort()
  }, [client, exchangeId, seq])
  return entry?.exchangeId === exchangeId && entry.seq === seq ? entry : undefined
}
