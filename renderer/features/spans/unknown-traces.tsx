// Traces that no recorded call names: of requests that bypassed Parley, or had no traceparent.

import { useMemo, useState } from 'react'
import type { UnknownTrace } from '#shared/contract/spans.ts'
import type { SpanRow } from '#shared/spans/span-tree.ts'
import { useEngine } from '../../host/engine.tsx'
import { createListOf, usePagedList } from '../../record/paged-list.ts'
import { Button } from '../../ui/button.tsx'
import { ColumnGrid, type FittingColumn } from '../../ui/column-grid.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/feedback.tsx'
import { counted, formatCount, formatFine, joinDefined, whenOf } from '../../ui/format.ts'
import { shortId } from '../../ui/visible-text.ts'
import { shortName } from './sort-mark.tsx'
import { SpanCounts, SpansView, useSpanList } from './spans-view.tsx'
import './spans.css'

const rowPx = 25

export function UnknownTraces({ onClose }: { readonly onClose: () => void }) {
  const { client } = useEngine()
  const list = useMemo(() => createListOf(client.spans.unknown), [client])
  const { answer, problem } = usePagedList(list)
  const [traceId, setTraceId] = useState<string>()
  return (
    <Dialog title="Unknown traces" wide onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
      {problem !== undefined && <p className="notice">{problem}</p>}
      {answer?.total === 0 && (
        <EmptyState title="No unknown traces">
          <p>
            Spans of calls that Parley recorded are shown with the call. Those of any other trace would be
            here.
          </p>
        </EmptyState>
      )}
      {answer && answer.total > 0 && (
        <div
          className={joinDefined(' ', 'unknown-traces column gap-8', traceId !== undefined && 'with-trace')}
        >
          <p className="dim">
            {counted(answer.total, 'trace')} with {counted(answer.spans, 'span')}. No recorded call names them
            in a traceparent header.
          </p>
          <div className="unknown-list" style={{ height: (answer.total + 2) * rowPx }}>
            <ColumnGrid
              name="Unknown traces"
              columns={columns}
              rowHeight={rowPx}
              count={answer.total}
              rowOf={list.rowAt}
              onRange={list.request}
              isSelected={(row) => row.traceId === traceId}
              onSelect={(row) => setTraceId(row.traceId)}
            />
          </div>
          {traceId !== undefined && <Trace key={traceId} traceId={traceId} />}
        </div>
      )}
    </Dialog>
  )
}

function Trace({ traceId }: { readonly traceId: string }) {
  const shown = useSpanList({ traceId })
  const [selected, select] = useState<SpanRow>()
  return (
    <section className="unknown-trace column" aria-label="Trace">
      <p className="text-line shrinks gap-10 rigid rule-below small py-4 px-12">
        <span className="mono">{shortId(traceId)}</span> {shown.answer && <SpanCounts page={shown.answer} />}
      </p>
      <SpansView shown={shown} selected={selected} onSelect={select} />
    </section>
  )
}

const columns: readonly FittingColumn<UnknownTrace>[] = [
  {
    name: 'Received',
    width: '104px',
    cell: ({ receivedAt }) => <span className="dim num">{whenOf(receivedAt)}</span>,
  },
  {
    name: 'Root span',
    width: 'minmax(120px, 2fr)',
    cell: ({ name }) => shortName(name),
  },
  {
    name: 'Service',
    width: 'minmax(90px, 1fr)',
    fromPx: 420,
    cell: ({ services }) => <span className="dim">{services.map(shortName).join(', ')}</span>,
  },
  {
    name: 'Spans',
    width: '60px',
    cell: ({ spans }) => <span className="num">{formatCount(spans)}</span>,
  },
  {
    name: 'Duration',
    width: '70px',
    fromPx: 500,
    cell: ({ start, end }) => <span className="dim num">{end < start ? '' : formatFine(end - start)}</span>,
  },
]
