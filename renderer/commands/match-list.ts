// What the palette lists of a kind. It may be long: rows are fetched by position.

import type { ReactNode } from 'react'
import type { CommandId } from '#shared/commands.ts'
import type { PagedList } from '../record/paged-list.ts'
import { useKeepPrevious } from '../record/use-keep-previous.ts'

export interface Match {
  readonly key: string
  readonly title: string
  /** Behind the title. */
  readonly detail?: string
  /** In place of both. */
  readonly content?: ReactNode
  readonly command?: CommandId
  /** The palette stays when it is chosen. */
  readonly stays?: true
  run(): void
}

export interface MatchList {
  readonly total: number
  readonly isSearching?: boolean
  readonly problem?: string | undefined
  /** Undefined while it isn't fetched. */
  at(index: number): Match | undefined
  request?(from: number, to: number): void
}

interface Searched {
  readonly text: string
  readonly total: number
}

/** What was found for the text before stays until what is found for this one is there. */
export function useMatchList<Row, Answer extends Searched>(
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
