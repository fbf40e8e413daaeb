// The spans of an exchange; the selected one is shown in full.

import { useState } from 'react'
import type { ExchangeRow } from '#shared/record/exchange-row.ts'
import type { SpanRow } from '#shared/spans/span-tree.ts'
import { runCommand } from '../../commands/commands.ts'
import { useEngine } from '../../host/engine.tsx'
import { useSelection } from '../../state/selection.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback.tsx'
import { SpanCounts, SpansView, useSpanList, useSpanPosition } from './spans-view.tsx'

interface SpansTabProps {
  readonly exchange: ExchangeRow
  /** Key of the task that stays on screen. */
  readonly taskId: string | undefined
}

export function SpansTab({ exchange: { id: exchangeId }, taskId }: SpansTabProps) {
  const shown = useSpanList({ exchangeId })
  const spanKey = useSelection((selection) => selection.spanKey)
  const [clicked, setClicked] = useState<SpanRow>()
  const isClicked = clicked !== undefined && clicked.key === spanKey
  const position = useSpanPosition(exchangeId, isClicked ? undefined : spanKey)
  const selected = [clicked, position?.row].find((row) => row !== undefined && row.key === spanKey)
  const { answer } = shown
  if (answer?.spans === 0) return <NoSpans />
  return (
    <div className="column full-height">
      {answer && (
        <p className="line rigid rule-below small py-4 px-12">
          <SpanCounts page={answer} />
        </p>
      )}
      <div className="fills">
        <SpansView
          {...{ shown, exchangeId, selected }}
          reveal={position}
          onSelect={(row) => {
            setClicked(row)
            useSelection.getState().selectSpan({ taskId, exchangeId, spanKey: row?.key })
          }}
        />
      </div>
    </div>
  )
}

function NoSpans() {
  const { canCall } = useEngine()
  return (
    <EmptyState title="No spans">
      <p>No spans of the agent were received for this request.</p>
      {canCall && <Button onClick={() => runCommand('spans.receive')}>Receive spans</Button>}
    </EmptyState>
  )
}
