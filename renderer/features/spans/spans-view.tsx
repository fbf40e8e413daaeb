// A waterfall, with the selected span in full beside it.

import { useEffect, useMemo, useState } from 'react'
import { maxSpanPage } from '#shared/contract/constants.ts'
import type { EngineClient, Inputs } from '#shared/contract/contract.ts'
import type { SpanList, SpanPage } from '#shared/contract/spans.ts'
import type { SpanRow } from '#shared/spans/span-tree.ts'
import { useEngine } from '../../host/engine.tsx'
import { createListOf } from '../../record/paged-list.ts'
import { useKeepPrevious } from '../../record/use-keep-previous.ts'
import { useSpans } from '../../state/console.ts'
import { counted, formatCount } from '../../ui/format.ts'
import { shortName } from './sort-mark.tsx'
import { SpanDetail } from './span-detail.tsx'
import { Waterfall } from './waterfall/waterfall.tsx'
import './spans.css'

/** Services named over a waterfall; of more it reports how many there are. */
const maxNamedServices = 3

interface SpansViewProps {
  readonly shown: ShownSpans
  /** The shown exchange, which needs no link to the wire. */
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
  if (!answer) return <p className="dim after-a-moment py-8 px-12 small">Loading spans…</p>
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

// The spans of a call or of a trace by position, loaded as far as they are on screen.

type SpansOf = { readonly exchangeId: string } | { readonly traceId: string }
type ShownSpans = ReturnType<typeof useSpanList>

/** Scroll position and focus stay when a row is collapsed. */
export function useSpanList(source: SpansOf) {
  const { client } = useEngine()
  const folded = useSpans((state) => state.folded)
  const id = 'traceId' in source ? source.traceId : source.exchangeId
  const isTrace = 'traceId' in source
  const next = useMemo(() => {
    const same = isTrace ? { traceId: id } : { exchangeId: id }
    return createListOf((request, options) =>
      fetchSpans(client, same, { folded: [...folded], ...request }, options),
    )
  }, [client, isTrace, id, folded])
  return { of: source, ...useKeepPrevious(next) }
}

interface SpanPosition {
  readonly row: SpanRow
  readonly index: number
}

/** Position of a span of an exchange that was selected elsewhere; the spans above it are opened. */
export function useSpanPosition(exchangeId: string, key: string | undefined): SpanPosition | undefined {
  const { client } = useEngine()
  const [position, setPosition] = useState<SpanPosition>()
  useEffect(() => {
    if (key === undefined) return
    const stop = new AbortController()
    findSpan(client, exchangeId, key, stop.signal)
      .then((match) => {
        if (stop.signal.aborted || !match) return
        if (useSpans.getState().folded.length > 0) useSpans.setState({ folded: [] })
        setPosition(match)
      })
      .catch(() => {
        // The list reports the problem.
      })
    return () => stop.abort()
  }, [client, exchangeId, key])
  return position
}

async function findSpan({ spans }: EngineClient, exchangeId: string, key: string, signal: AbortSignal) {
  for (let offset = 0; ; offset += maxSpanPage) {
    const { rows, total } = await spans.ofExchange(
      { exchangeId, folded: [], offset, limit: maxSpanPage },
      { signal },
    )
    const place = rows.findIndex((row) => row.key === key)
    const row = rows[place]
    if (row) return { row, index: offset + place }
    if (offset + rows.length >= total || rows.length === 0) return undefined
  }
}

function fetchSpans(
  { spans }: EngineClient,
  source: SpansOf,
  request: Omit<Inputs['spans']['ofTrace'], 'traceId'>,
  options: { readonly signal: AbortSignal },
): Promise<SpanPage> {
  return 'traceId' in source
    ? spans.ofTrace({ ...source, ...request }, options)
    : spans.ofExchange({ ...source, ...request }, options)
}

export function SpanCounts({
  page,
}: {
  readonly page: Pick<SpanList, 'spans' | 'failed' | 'dropped' | 'services'>
}) {
  const { spans, failed, dropped, services } = page
  const named = services.slice(0, maxNamedServices).map(({ name }) => shortName(name))
  const words = [
    counted(spans, 'span'),
    services.length > named.length ? `${formatCount(services.length)} services` : named.join(', '),
  ]
  return (
    <span className="truncate" title={words.join(' · ')}>
      <span className="dim">{words.join(' · ')}</span>
      {failed > 0 && <span className="tone-bad"> · {formatCount(failed)} failed</span>}
      {dropped > 0 && <span className="tone-warn"> · {formatCount(dropped)} not kept</span>}
    </span>
  )
}
