// A waterfall, and beside it the span that is selected in full.

import type { SpanRow } from '#shared/spans/span-tree.ts'
import { useSpans } from '../../state/spans.ts'
import { SpanDetail } from './detail/span-detail.tsx'
import type { ShownSpans } from './use-span-list.ts'
import { Waterfall } from './waterfall/waterfall.tsx'
import './spans.css'

interface SpansViewProps {
  readonly shown: ShownSpans
  /** The exchange that is looked at: it is not to be shown on the wire again. */
  readonly exchangeId?: string | undefined
  readonly selected: SpanRow | undefined
  /** Where to scroll to. */
  readonly reveal?: { readonly index: number } | undefined
  onSelect(row: SpanRow | undefined): void
}

export function SpansView(props: SpansViewProps) {
  const { shown, exchangeId, selected, reveal, onSelect } = props
  const { list, answer, problem } = shown
  const fold = useSpans((state) => state.fold)
  if (problem !== undefined) return <p className="notice">{problem}</p>
  if (!answer) return <p className="muted after-a-moment py-8 px-12 small">Loading spans…</p>
  return (
    <div className="spans full-height">
      <div className="spans-body column full-height">
        <Waterfall
          name="Spans"
          rows={list}
          total={answer.total}
          clock={answer.clock}
          services={answer.services.length}
          selectedKey={selected?.key}
          reveal={reveal}
          onSelect={onSelect}
          onFold={fold}
        />
        {selected && (
          <SpanDetail
            row={selected}
            clock={answer.clock}
            isShown={selected.exchangeId === exchangeId}
            onClose={() => onSelect(undefined)}
          />
        )}
      </div>
    </div>
  )
}
