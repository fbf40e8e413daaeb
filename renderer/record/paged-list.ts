// A list that grows, as far as it is on screen: one call waits for its next change, and rows are fetched by position.

import { useEffect, useSyncExternalStore } from 'react'
import { messageOf } from '../host/engine.tsx'
import { EngineGone } from '../host/engine-gone.ts'
import { followVersions, type Rest, type Versioned } from './follow-versions.ts'
import { createPages, type Range, type SameRow } from './pages.ts'

interface Followed<Row> extends Versioned {
  readonly total: number
  /** Of the range that was requested, where they come along. */
  readonly rows?: readonly (Row | SameRow)[]
  /** Of the first of them, where that is for the answer to say. */
  readonly offset?: number
}

export interface ListState<Answer> {
  /** Absent before the first one. */
  readonly answer?: Answer
  /** That is what was known before the first one. */
  readonly isOld?: true
  readonly problem?: string
}

export interface PagedList<Row, Answer> {
  /** A new object whenever anything has changed, rows included. */
  state(): ListState<Answer>
  rowAt(index: number): Row | undefined
  /** What is on screen: it is fetched when it is missing, and kept current. */
  request(from: number, to: number): void
  /** Stands still; what arrived meanwhile is requested again when it goes on. */
  setPaused(paused: boolean): void
  subscribe(listener: () => void): () => void
  close(): void
}

/** What draws a list asks of it. */
export type Rows<Row> = Pick<PagedList<Row, unknown>, 'rowAt' | 'request'>

interface PagedListOptions<Row, Answer> {
  follow(
    query: Range & { readonly version: number; readonly waitMs: number },
    signal: AbortSignal,
  ): Promise<Answer>
  load(offset: number, limit: number, signal: AbortSignal): Promise<readonly Row[]>
  /** Asked first, where a list does not begin at its beginning: the answer reports where. */
  first?(signal: AbortSignal): Promise<Answer>
  /** What is shown until the first answer. */
  readonly before?: Answer | undefined
  readonly keyOf?: (row: Row) => string
  readonly rest?: Rest
}

export function createPagedList<Row, Answer extends Followed<Row>>({
  follow,
  load,
  first,
  before,
  keyOf,
  rest,
}: PagedListOptions<Row, Answer>): PagedList<Row, Answer> {
  const stop = new AbortController()
  const listeners = new Set<() => void>()
  let state: ListState<Answer> = before ? { answer: before, isOld: true } : {}
  let paused = false
  let resume: () => void = () => undefined

  const become = (next: ListState<Answer>) => {
    state = next
    for (const listener of listeners) listener()
  }
  const fail = (error: unknown) => {
    if (stop.signal.aborted || error instanceof EngineGone) return
    become({ ...state, problem: messageOf(error) })
  }
  const pages = createPages<Row>({ load, onChange: () => become({ ...state }), onProblem: fail, keyOf })

  let range: Range = { offset: 0, limit: 0 }
  let isPlaced = first === undefined
  const request = async (wait: { readonly version: number; readonly waitMs: number }) => {
    for (;;) {
      if (paused && state.answer !== undefined)
        await new Promise<void>((resolve) => {
          resume = resolve
        })
      range = pages.requested()
      const isFirst = wait.waitMs === 0 && first !== undefined
      const answer = await (isFirst ? first(stop.signal) : follow({ ...range, ...wait }, stop.signal))
      if (!paused || state.answer === undefined) return answer
    }
  }
  const requestRange = (from: number, to: number) => {
    isPlaced = true
    pages.request(from, to)
  }
  const take = (answer: Answer) => {
    const { total, rows, offset = range.offset } = answer
    if (!isPlaced && rows) requestRange(offset, offset + rows.length - 1)
    pages.grow(total, rows && { offset, rows })
    become({ answer })
  }
  followVersions(request, take, stop.signal, rest).catch(fail)

  return {
    state: () => state,
    rowAt: pages.at,
    request: requestRange,
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
      pages.close()
      resume()
    },
  }
}

/** A list as it is now: what is recorded meanwhile does not move it under the reader. */
export function createListOnce<Row, Answer extends { readonly total: number }>(
  fetchPage: (
    range: Range,
    options: { readonly signal: AbortSignal },
  ) => Promise<Answer & { readonly rows: readonly Row[] }>,
): PagedList<Row, Answer & Versioned> {
  return createPagedList<Row, Answer & Versioned>({
    async follow({ waitMs, offset, limit }, signal) {
      if (waitMs > 0) await new Promise(() => undefined)
      return { ...(await fetchPage({ offset, limit }, { signal })), version: 1, waitedMs: 0 }
    },
    load: async (offset, limit, signal) => (await fetchPage({ offset, limit }, { signal })).rows,
  })
}

interface PendingRange extends Range {
  readonly seen?: number
  readonly waitMs?: number
}

/** A list of which one call tells both what has changed next and the rows of a place. */
export function createListOf<Row, Answer extends Followed<Row>>(
  request: (
    request: PendingRange,
    options: { readonly signal: AbortSignal },
  ) => Promise<Answer & { readonly rows: readonly Row[] }>,
  more: Pick<PagedListOptions<Row, Answer>, 'before' | 'rest'> = {},
): PagedList<Row, Answer> {
  return createPagedList<Row, Answer>({
    ...more,
    follow: ({ version: last, ...more }, signal) => request({ ...more, seen: last }, { signal }),
    load: async (offset, limit, signal) => (await request({ offset, limit }, { signal })).rows,
  })
}

/** Follows a list, which is to be made once, for as long as it is the one that is shown. */
export function usePagedList<Row, Answer>(list: PagedList<Row, Answer>): ListState<Answer> {
  useEffect(() => list.close, [list])
  return useSyncExternalStore(list.subscribe, list.state)
}
