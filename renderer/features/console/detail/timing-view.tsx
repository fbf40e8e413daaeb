// Where the time of an exchange went: on the wire, and within the agent where its spans have come.

import { useState } from 'react'
import type { ExchangeRow } from '#shared/record/exchange-row.ts'
import { runCommand } from '../../../commands/commands.ts'
import { useEngine } from '../../../host/engine.tsx'
import { LinkButton } from '../../../ui/button.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { type ShownSpans, SpanCounts, SpansView } from '../../spans/index.ts'
import type { ExchangeParts } from '../exchange/index.ts'
import { PhasesView } from './phases-view.tsx'

interface TimingViewProps {
  readonly row: ExchangeRow
  readonly parts: ExchangeParts
  readonly spans: ShownSpans
}

type View = 'spans' | 'phases'
const views: readonly View[] = ['spans', 'phases']
const viewNames: Readonly<Record<View, string>> = { spans: 'Spans', phases: 'Connection' }

export function TimingView({ row, parts, spans }: TimingViewProps) {
  const [view, setView] = useState<View>('spans')
  const { answer } = spans
  if (answer === undefined || answer.spans === 0) {
    return (
      <div className="timing">
        <PhasesView row={row} parts={parts}>
          {answer && row.operation !== undefined && <NoSpans hasTrace={answer.traceIds.length > 0} />}
        </PhasesView>
      </div>
    )
  }
  return (
    <div className="timing">
      <div className="timing-tools">
        <Segments
          label="Timing of"
          options={views}
          value={view}
          nameOf={(each) => viewNames[each]}
          onChange={(next) => setView(next)}
        />
        <SpanCounts page={answer} />
      </div>
      {view === 'spans' ? (
        <SpansView shown={spans} exchangeId={row.id} />
      ) : (
        <PhasesView row={row} parts={parts} />
      )}
    </div>
  )
}

/** What would bring the agent's own spans here. */
function NoSpans({ hasTrace }: { readonly hasTrace: boolean }) {
  const { canCall } = useEngine()
  if (!canCall) return null
  return (
    <p className="timing-hint muted">
      {hasTrace
        ? 'No spans of the agent have come for this call. '
        : 'This request has no traceparent header, so the agent’s own spans can’t be matched. '}
      <LinkButton onClick={() => runCommand(hasTrace ? 'spans.receive' : 'agent.network')}>
        {hasTrace ? 'Receive spans' : 'Connection settings'}
      </LinkButton>
    </p>
  )
}
