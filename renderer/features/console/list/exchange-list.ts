// The exchanges that match a filter, as far as the list on screen needs them: pieces by position, and one call that waits
// for the next change.

import type { ExchangeListPage } from '#shared/contract/console.ts'
import type { EngineClient } from '#shared/contract/contract.ts'
import type { ExchangeRow } from '#shared/record/exchange-row.ts'
import { messageOf } from '../../../host/message-of.ts'
import { followVersions } from '../../../record/follow-versions.ts'
import { reusing } from '../../../record/pages.ts'

interface ExchangeQuery {
  readonly filter: string
  readonly after?: number | undefined
}

export interface ExchangeListState {
  readonly total: number
  /** False before the first answer. */
  readonly known: boolean
  readonly problem?: string
}

export interface ExchangeList {
  state(): ExchangeListState
  rowAt(index: number): ExchangeRow | undefined
  /** What is on screen: it is fetched when it is missing, and kept current. */
  want(from: number, to: number): void
  setPaused(paused: boolean): void
  subscribe(listener: () => void): () => void
  close(): void
}

const piece = 100
const mostPieces = 60

export function createExchangeList(client: EngineClient, query: ExchangeQuery): ExchangeList {
  const stop = new AbortController()
  const listeners = new Set<() => void>()
  const pieces = new Map<number, { readonly version: number; readonly rows: readonly ExchangeRow[] }>()
  const loading = new Set<number>()
  let state: ExchangeListState = { total: 0, known: false }
  let version = -1
  let wanted = { first: 0, last: 0 }
  let paused = false
  let resume: () => void = () => undefined

  const tell = () => {
    for (const listener of listeners) listener()
  }
  const keep = (offset: number, rows: readonly ExchangeRow[], of: number) => {
    for (let start = 0; start < rows.length || start === 0; start += piece) {
      const number = offset / piece + start / piece
      const known = pieces.get(number)
      const next = rows.slice(start, start + piece)
      pieces.delete(number)
      pieces.set(number, { version: of, rows: known ? reusing(known.rows, next) : next })
    }
    for (const number of pieces.keys()) {
      if (pieces.size <= mostPieces) return
      if (number < wanted.first || number > wanted.last) pieces.delete(number)
    }
  }
  const fetchPiece = async (number: number) => {
    if (loading.has(number)) return
    loading.add(number)
    try {
      const { rows, version: of } = await client.console.exchanges(
        { ...query, offset: number * piece, limit: piece },
        { signal: stop.signal },
      )
      keep(number * piece, rows, of)
      tell()
    } catch (error) {
      if (stop.signal.aborted) return
      state = { ...state, problem: messageOf(error) }
      tell()
    } finally {
      loading.delete(number)
    }
  }
  const fill = () => {
    for (let number = wanted.first; number <= wanted.last; number += 1) {
      const known = pieces.get(number)
      const stale = known === undefined || (known.version < version && !paused)
      if (stale && (number * piece < state.total || !state.known)) void fetchPiece(number)
    }
  }

  let offset = 0
  /** What came while the list stood still is asked for again when it goes on. */
  const ask = async (wait: { readonly version: number; readonly waitMs: number }) => {
    for (;;) {
      if (paused)
        await new Promise<void>((resolve) => {
          resume = resolve
        })
      offset = wanted.first * piece
      const limit = Math.min(2, wanted.last - wanted.first + 1) * piece
      const page = await client.console.exchanges(
        { ...query, offset, limit, seen: wait.version, waitMs: wait.waitMs },
        { signal: stop.signal },
      )
      if (!paused) return page
    }
  }
  const take = (page: ExchangeListPage) => {
    version = page.version
    state = { total: page.total, known: true }
    keep(offset, page.rows, page.version)
    fill()
    tell()
  }
  followVersions(ask, take, stop.signal).catch((error: unknown) => {
    if (stop.signal.aborted) return
    state = { ...state, known: true, problem: messageOf(error) }
    tell()
  })

  return {
    state: () => state,
    rowAt: (index) => pieces.get(Math.floor(index / piece))?.rows[index % piece],
    want(from, to) {
      const next = { first: Math.floor(Math.max(0, from) / piece), last: Math.floor(Math.max(0, to) / piece) }
      wanted = { ...next, last: Math.min(next.last, next.first + 4) }
      fill()
    },
    setPaused(next) {
      paused = next
      if (!next) resume()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close() {
      stop.abort()
      resume()
    },
  }
}
