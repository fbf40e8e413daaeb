// A waterfall, and beside it the span that is selected in full.

import { useState } from 'react'
import type { SpanRow } from '#shared/spans/span-tree.ts'
import { useSpans } from '../../state/spans.ts'
import { SpanDetail } from './detail/span-detail.tsx'
import { type ShownSpans, useAskedSpan } from './use-span-list.ts'
import { Waterfall } from './waterfall/waterfall.tsx'
import './spans.css'

interface SpansViewProps {
  readonly shown: ShownSpans
  /** The exchange that is looked at: it is not to be shown on the wire again. */
  readonly exchangeId?: string | undefined
}

export function SpansView({ shown: { of, list, answer, problem }, exchangeId }: SpansViewProps) {
  const { selected, select, fold } = useSpans()
  const [opened, setOpened] = useState<SpanRow>()
  const reveal = useAskedSpan(of, setOpened)
  if (problem !== undefined) return <p className="notice">{problem}</p>
  if (!answer) return <p className="muted after-a-moment py-8 px-12 small">Loading spans…</p>
  const detail = opened?.key === selected ? opened : undefined
  return (
    <div className="spans full-height">
      <div className="spans-body column full-height">
        <Waterfall
          name="Spans"
          rows={list}
          total={answer.total}
          clock={answer.clock}
          services={answer.services.length}
          selectedKey={selected}
          reveal={reveal}
          onSelect={(row) => {
            select(row.key)
            setOpened(row)
          }}
          onFold={fold}
        />
        {detail && (
          <SpanDetail
            row={detail}
            clock={answer.clock}
            isShown={detail.exchangeId === exchangeId}
            onClose={() => setOpened(undefined)}
          />
        )}
      </div>
    </div>
  )
}
