// Frames by their index, in pieces: a million of them cost what is on screen.

import { useEffect, useMemo, useReducer } from 'react'
import type { EngineClient } from '#shared/contract/contract.ts'
import type { FrameEntry } from '#shared/record/entry.ts'
import type { ExchangeRow } from '#shared/record/exchange-row.ts'
import { useEngine } from '../../../host/engine.tsx'

export interface Frames {
  at(index: number): FrameEntry | undefined
  want(from: number, to: number): void
}

const piece = 200
const mostPieces = 40

export function useFrames({ id, frames }: ExchangeRow): Frames {
  const { client } = useEngine()
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const source = useMemo(() => createFrames(client, id, redraw), [client, id])
  useEffect(() => source.close, [source])
  useEffect(() => source.grow(frames), [source, frames])
  return source
}

function createFrames(client: EngineClient, exchangeId: string, onChange: () => void) {
  const stop = new AbortController()
  const pieces = new Map<number, readonly FrameEntry[]>()
  const loading = new Set<number>()
  let wanted = { first: 0, last: 0 }
  let total = 0

  const load = async (number: number) => {
    if (loading.has(number)) return
    loading.add(number)
    try {
      const rows = await client.console.frames(
        { exchangeId, offset: number * piece, limit: piece },
        { signal: stop.signal },
      )
      pieces.delete(number)
      pieces.set(number, rows)
      const [oldest] = pieces.keys()
      if (pieces.size > mostPieces && oldest !== undefined) pieces.delete(oldest)
      onChange()
    } catch {
      // The exchange's own query says what is wrong.
    } finally {
      loading.delete(number)
    }
  }
  const fill = () => {
    for (let number = wanted.first; number <= wanted.last; number += 1) {
      const expected = Math.min(piece, total - number * piece)
      if (expected > 0 && (pieces.get(number)?.length ?? 0) < expected) void load(number)
    }
  }

  return {
    at: (index: number) => pieces.get(Math.floor(index / piece))?.[index % piece],
    want(from: number, to: number) {
      wanted = { first: Math.floor(from / piece), last: Math.floor(to / piece) }
      fill()
    },
    grow(count: number) {
      total = count
      fill()
    },
    close: () => stop.abort(),
  }
}
