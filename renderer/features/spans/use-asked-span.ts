import { useEffect, useState } from 'react'
import type { SpanRow } from '#shared/spans/span-tree.ts'
import { useEngine } from '../../host/engine.tsx'
import { useSpans } from '../../state/spans.ts'
import { findSpan, type SpansOf } from './span-list.ts'

/** Where the span stands that another pane wants to be shown under its exchange. */
export function useAskedSpan(of: SpansOf, onFound: (row: SpanRow) => void) {
  const { client } = useEngine()
  const asked = useSpans((state) => state.asked)
  const exchangeId = 'exchangeId' in of ? of.exchangeId : undefined
  const [reveal, setReveal] = useState<{ readonly index: number }>()
  useEffect(() => {
    if (exchangeId === undefined || asked?.exchangeId !== exchangeId) return
    const stop = new AbortController()
    findSpan(client, { exchangeId }, asked.key, stop.signal)
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
