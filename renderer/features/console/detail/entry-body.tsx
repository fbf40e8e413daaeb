import type { Reveal } from '../../../editor/json-editor.tsx'
import { useEntry } from '../../../record/use-entry.ts'
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
