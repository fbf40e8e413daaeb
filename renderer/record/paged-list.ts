// A growing list, as far as it is on screen: one request waits for the next change, and rows are fetched by position.

import { useEffect, useSyncExternalStore } from 'react'
import type { Followed } from '#shared/contract/followed.ts'
import { messageOf } from '#shared/errors.ts'
import { EngineGone } from '../host/engine-gone.ts'
import { followVersions, type PollPolicy } from './follow-versions.ts'
import { createPages, type Range, type SameRow } from './pages.ts'

interface FollowedPage<Row> extends Followed {
  readonly total: number
  /** The rows of the requested range, where the answer includes them. */
  readonly rows?: readonly (Row | SameRow)[]
  /** The index of the first row, where the answer decides it. */
  readonly offset?: number
}

export interface ListState<Answer> {
  /** Absent before the first answer. */
  readonly answer?: Answer
  /** `answer` is the one given as `before`. */
  readonly isOld?: true
  readonly problem?: string
}

export interface PagedList<Row, Answer> {
  /** A new object after each change, including changed rows. */
  state(): ListState<Answer>
  rowAt(index: number): Row | undefined
  /** The range on screen: missing rows are fetched, and all are kept up to date. */
  request(from: number, to: number): void
  /** Paused, the list does not change; changes are requested when it continues. */
  setPaused(paused: boolean): void
  subscribe(listener: () => void): () => void
  close(): void
}

/** What a component needs to draw a list. */
export type Rows<Row> = Pick<PagedList<Row, unknown>, 'rowAt' | 'request'>

interface PagedListOptions<Row, Answer> {
  follow(
    query: Range & { readonly version: number; readonly waitMs: number },
    signal: AbortSignal,
  ): Promise<Answer>
  load(offset: number, limit: number, signal: AbortSignal): Promise<readonly Row[]>
  /** The first request, for a list that opens in the middle: the answer has the offset. */
  first?(signal: AbortSignal): Promise<Answer>
  /** The answer shown until the first one arrives. */
  readonly before?: Answer | undefined
  readonly keyOf?: (row: Row) => string
  readonly rest?: PollPolicy
}

export function createPagedList<Row, Answer extends FollowedPage<Row>>({
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

/** A list as it is now; entries recorded later do not change it. */
export function createListOnce<Row, Answer extends { readonly total: number }>(
  fetchPage: (
    range: Range,
    options: { readonly signal: AbortSignal },
  ) => Promise<Answer & { readonly rows: readonly Row[] }>,
): PagedList<Row, Answer & Followed> {
  return createPagedList<Row, Answer & Followed>({
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

/** A list whose request returns both the next change and the rows of a range. */
export function createListOf<Row, Answer extends FollowedPage<Row>>(
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

/** Follows a list while the component is mounted; `list` must be stable. */
export function usePagedList<Row, Answer>(list: PagedList<Row, Answer>): ListState<Answer> {
  useEffect(() => list.close, [list])
  return useSyncExternalStore(list.subscribe, list.state)
}
