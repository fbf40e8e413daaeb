// The spans of a call or of a trace as rows by position, as far as they are on screen.

import { useEffect, useMemo, useState } from 'react'
import { maxSpanPage } from '#shared/contract/constants.ts'
import type { EngineClient, Inputs } from '#shared/contract/contract.ts'
import type { SpanPage } from '#shared/contract/spans.ts'
import type { SpanRow } from '#shared/spans/span-tree.ts'
import { useEngine } from '../../host/engine.tsx'
import { createListOf } from '../../record/paged-list.ts'
import { useSteadyList } from '../../record/use-steady-list.ts'
import { useSpans } from '../../state/spans.ts'

type SpansOf = { readonly exchangeId: string } | { readonly traceId: string }
export type ShownSpans = ReturnType<typeof useSpanList>

/** Place and focus stay where they are when a row is folded. */
export function useSpanList(of: SpansOf) {
  const { client } = useEngine()
  const folded = useSpans((state) => state.folded)
  const id = 'traceId' in of ? of.traceId : of.exchangeId
  const isTrace = 'traceId' in of
  const next = useMemo(() => {
    const same = isTrace ? { traceId: id } : { exchangeId: id }
    return createListOf((asked, options) =>
      askSpans(client, same, { folded: [...folded], ...asked }, options),
    )
  }, [client, isTrace, id, folded])
  return { of, ...useSteadyList(next) }
}

interface SpanPosition {
  readonly row: SpanRow
  readonly index: number
}

/** Where a span of an exchange stands that was selected elsewhere; spans around it are unfolded. */
export function useSpanPosition(exchangeId: string, key: string | undefined): SpanPosition | undefined {
  const { client } = useEngine()
  const [position, setPosition] = useState<SpanPosition>()
  useEffect(() => {
    if (key === undefined) return
    const stop = new AbortController()
    findSpan(client, exchangeId, key, stop.signal)
      .then((found) => {
        if (stop.signal.aborted || !found) return
        if (useSpans.getState().folded.length > 0) useSpans.setState({ folded: [] })
        setPosition(found)
      })
      .catch(() => {
        // The list shows what is wrong.
      })
    return () => stop.abort()
  }, [client, exchangeId, key])
  return position
}

/** Undefined where it is not there. */
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

function askSpans(
  { spans }: EngineClient,
  of: SpansOf,
  asked: Omit<Inputs['spans']['ofTrace'], 'traceId'>,
  options: { readonly signal: AbortSignal },
): Promise<SpanPage> {
  return 'traceId' in of
    ? spans.ofTrace({ ...of, ...asked }, options)
    : spans.ofExchange({ ...of, ...asked }, options)
}
