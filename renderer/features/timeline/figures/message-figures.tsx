// Of an agent that answers with a message there is no task to follow: the figures are those of the call.

import { useExchange } from '../../../record/use-exchange.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { timeInWords } from '../took.ts'
import { Tiles } from './figure-tiles.tsx'

export function MessageFigures({ exchangeId }: { readonly exchangeId: string }) {
  const row = useExchange(exchangeId).data?.row
  if (!row) return null
  const { headMs, firstFrameMs, endedMs } = row
  const tiles = [
    { name: 'first byte', value: timeInWords(headMs) },
    { name: 'first event', value: timeInWords(firstFrameMs) },
    { name: 'first text', value: timeInWords(firstFrameMs ?? endedMs) },
    { name: 'total', value: timeInWords(endedMs) },
  ]
  return (
    <>
      <Tiles tiles={tiles} />
      <EmptyState title="Answered with a message">
        <p>The agent started no task. The times are those of the call.</p>
      </EmptyState>
    </>
  )
}
