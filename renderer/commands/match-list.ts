// The matches of one kind in the palette. The list may be long: rows are fetched by position.

import type { ReactNode } from 'react'
import type { CommandId } from '#shared/commands.ts'
import type { PagedList } from '../record/paged-list.ts'
import { useKeepPrevious } from '../record/use-keep-previous.ts'

export interface Match {
  readonly key: string
  readonly title: string
  /** Shown after the title. */
  readonly detail?: string
  /** Shown instead of title and detail. */
  readonly content?: ReactNode
  readonly command?: CommandId
  /** Choosing it keeps the palette open. */
  readonly stays?: true
  run(): void
}

export interface MatchList {
  readonly total: number
  readonly isSearching?: boolean
  readonly problem?: string | undefined
  /** Undefined until the row is fetched. */
  at(index: number): Match | undefined
  request?(from: number, to: number): void
}

/** Shows the matches of the previous text until those of the new text arrive. */
export function useMatchList<Row, Answer extends { readonly text: string; readonly total: number }>(
  next: PagedList<Row, Answer>,
  text: string,
  matchOf: (row: Row, answer: Answer) => Match,
): MatchList {
  const { list, answer, problem } = useKeepPrevious(next)
  return {
    total: text === '' && answer?.text !== text ? 0 : (answer?.total ?? 0),
    isSearching: answer?.text !== text && problem === undefined,
    problem,
    at(index) {
      const row = list.rowAt(index)
      return row && answer && matchOf(row, answer)
    },
    request: list.request,
  }
}

export function matchesOf(entries: readonly Match[]): MatchList {
  return { total: entries.length, at: (index) => entries[index] }
}
