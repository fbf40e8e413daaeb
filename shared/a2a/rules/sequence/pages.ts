// The pages of a list of tasks: what a token of one page leads to.

import { named } from '../../json-kinds.ts'
import { isSettled } from '../../task-states.ts'
import type { AddFinding } from './finding-sink.ts'
import type { Observation } from './observation.ts'
import { digestMore, emptyDigest, remember, sameDigest, type TaskTrack, type TextDigest } from './tracks.ts'

// Pages of one agent that are held against the next; of the oldest the next is not judged.
const maxJudgedPages = 64
// Characters of a page token; where a longer one leads is not judged.
const maxJudgedTokenChars = 4_096

type Page = Extract<Observation, { kind: 'page' }>

interface PageTrack {
  readonly query: string
  readonly ids: TextDigest
  readonly total: number | undefined
  /** How many updates of tasks had been seen. */
  readonly updates: number
}

export interface Pages {
  /** By the token that leads to the next. */
  readonly byToken: Map<string, PageTrack>
  /** Of tasks, in which a page may shift. */
  updates: number
}

export function newPages(): Pages {
  return { byToken: new Map(), updates: 0 }
}

/** The agent that ignores a token returns the page that gave it; one whose list shifted meanwhile may do so too. */
export function followPage(
  pages: Pages,
  page: Page,
  tasks: ReadonlyMap<string, TaskTrack>,
  print: AddFinding,
): void {
  const { byToken, updates } = pages
  const { token = '', nextToken = '', query, taskIds, total } = page
  const before = byToken.get(token)
  const ids = digestMore(emptyDigest, JSON.stringify(taskIds))
  const isRepeated =
    before !== undefined &&
    taskIds.length > 0 &&
    before.query === query &&
    sameDigest(before.ids, ids) &&
    before.total === total &&
    before.updates === updates &&
    nextToken !== token &&
    (taskIds.length > 1 || [...tasks.values()].every(({ state }) => isSettled(state)))
  if (isRepeated) print('CORE-LIST-002', '/tasks', sentence(token, taskIds), 'warning')
  if (nextToken === '' || nextToken.length > maxJudgedTokenChars) return
  byToken.delete(nextToken)
  remember(byToken, nextToken, { query, ids, total, updates }, maxJudgedPages)
}

function sentence(token: string, taskIds: readonly string[]): string {
  const [first] = taskIds
  const more = taskIds.length === 1 ? '' : ` and ${taskIds.length - 1} more`
  return `Page token ${named(token)} returned the tasks of the page before again: ${named(first)}${more}. The agent likely ignores \`pageToken\`.`
}
