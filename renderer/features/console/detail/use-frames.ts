import { useEffect, useMemo, useReducer } from 'react'
import type { FrameEntry } from '#shared/record/entry.ts'
import type { ExchangeRow } from '#shared/record/exchange-row.ts'
import { useEngine } from '../../../host/engine.tsx'
import { createPages, type Pages } from '../../../record/pages.ts'

export type Frames = Pick<Pages<FrameEntry>, 'at' | 'request'>

export function useFrames({ id, frames }: ExchangeRow): Frames {
  const { client } = useEngine()
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const source = useMemo(
    () =>
      createPages<FrameEntry>({
        load: (offset, limit, signal) => client.console.frames({ exchangeId: id, offset, limit }, { signal }),
        onChange: redraw,
        // The query of the exchange reports problems of the record.
        onProblem: () => undefined,
        final: true,
      }),
    [client, id],
  )
  useEffect(() => source.close, [source])
  useEffect(() => source.grow(frames), [source, frames])
  return source
}
