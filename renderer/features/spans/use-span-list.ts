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

/** Where the span stands that another pane wants to be shown under its exchange. */
export function useAskedSpan(of: SpansOf, onFound: (row: SpanRow) => void) {
  const { client } = useEngine()
  const asked = useSpans((state) => state.asked)
  const exchangeId = 'exchangeId' in of ? of.exchangeId : undefined
  const [reveal, setReveal] = useState<{ readonly index: number }>()
  useEffect(() => {
    if (exchangeId === undefined || asked?.exchangeId !== exchangeId) return
    const stop = new AbortController()
    findSpan(client, exchangeId, asked.key, stop.signal)
      .then((found) => {
        if (stop.signal.aborted) return
        useSpans.setState({ asked: undefined })
        if (!found) return
        onFound(found.row)
        setReveal({ index: found.index })
      })
      .catch(() => {
        // The list says what is wrong.
      })
    return () => stop.abort()
  }, [client, exchangeId, asked, onFound])
  return reveal
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
