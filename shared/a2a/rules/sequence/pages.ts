// Pages of a list of tasks: which page each token leads to.

import { named } from '../../json-kinds.ts'
import { isSettled } from '../../task-states.ts'
import type { AddFinding } from './finding-sink.ts'
import type { Observation, UpdateObservation } from './observation.ts'
import {
  digestMore,
  emptyDigest,
  isStreamed,
  remember,
  sameDigest,
  type TaskTrack,
  type TextDigest,
} from './tracks.ts'

/** A task not returned for this long may have expired. */
const expiryMs = 10 * 60_000

// Pages of one agent that are compared with the next; the page after an older one is not judged.
const maxJudgedPages = 64
// Longest page token whose page is judged.
const maxJudgedTokenChars = 4_096

type Page = Extract<Observation, { kind: 'page' }>

interface PageTrack {
  readonly query: string
  readonly ids: TextDigest
  readonly total: number | undefined
  /** Number of updates of tasks before the page. */
  readonly updates: number
}

export interface Pages {
  /** By the token of the next page. */
  readonly byToken: Map<string, PageTrack>
  /** Number of updates of tasks, which may shift a page. */
  updates: number
}

/** An agent that ignores a token returns the same page again; so may one whose list shifted meanwhile. */
export function followPage(
  pages: Pages,
  page: Page,
  tasks: ReadonlyMap<string, TaskTrack>,
  add: AddFinding,
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
  if (isRepeated) add('CORE-LIST-002', '/tasks', sentence(token, taskIds), 'warning')
  if (nextToken === '' || nextToken.length > maxJudgedTokenChars) return
  byToken.delete(nextToken)
  remember(byToken, nextToken, { query, ids, total, updates }, maxJudgedPages)
}

function sentence(token: string, taskIds: readonly string[]): string {
  const [first] = taskIds
  const more = taskIds.length === 1 ? '' : ` and ${taskIds.length - 1} more`
  return `Page token ${named(token)} returned the tasks of the page before again: ${named(first)}${more}. The agent likely ignores \`pageToken\`.`
}

// A task that the agent returned before and now reports as not found, as replicas with separate stores do.

type NotFound = Extract<Observation, { kind: 'not-found' }>

/** Over the connection that returned the task, one replica lost it; that proves nothing about others. */
export function checkNotFound(
  task: TaskTrack | undefined,
  { taskId, atMs, isFresh, isNear, credentialsKey }: NotFound,
  add: AddFinding,
): void {
  if (task?.seenMs === undefined || task.seenWith !== credentialsKey) return
  const agoMs = atMs - task.seenMs
  if (agoMs > expiryMs) return
  // A streamed task may not be stored yet.
  if (!isStreamed(task)) task.notFoundMs = atMs
  if (!isFresh) return
  const isOver = isSettled(task.state)
  const state = task.state === undefined ? '' : ` (${task.state})`
  const returned = `The task ${named(taskId)}${state} was returned ${seconds(agoMs)} s ago over another connection`
  const message = `${returned} but not found over this new one: likely ${causeOf(task, isNear)}.`
  add('PARLEY-SEQ-016', '', message, isOver || isNear ? 'info' : 'warning')
}

function causeOf(task: TaskTrack, isNear: boolean): string {
  if (isStreamed(task)) return 'it is stored only once it ends, or in one of several replicas'
  if (isSettled(task.state))
    return 'several replicas, each with its own store, unless tasks are deleted once they end'
  return isNear
    ? 'the agent was restarted with its tasks in memory, or has several replicas'
    : 'several replicas, each with its own in-memory store, or a restart'
}

/** Not found and then returned again: neither a restart nor expiry causes that. */
export function checkFoundAgain(task: TaskTrack, taskId: string, nowMs: number, add: AddFinding): void {
  const { notFoundMs } = task
  task.notFoundMs = undefined
  if (notFoundMs === undefined) return
  const message = `The task ${named(taskId)} is returned here but was not found ${seconds(nowMs - notFoundMs)} s ago: likely its replicas don’t share their tasks.`
  add('PARLEY-SEQ-016', '', message, 'warning')
}

function seconds(ms: number): number {
  return Math.max(1, Math.round(ms / 1000))
}

// The cancel of a task that had ended must not return the task (1.0 §3.1.5: TaskNotCancelableError).

type TaskReturned = Extract<UpdateObservation, { kind: 'task' }>

/** A task may end while the cancel is under way, and a second cancel is not an error (§3.3.1). */
export function checkCancel(
  task: TaskTrack | undefined,
  { taskId, state, sentMs = Number.NaN }: TaskReturned,
  isOne: boolean,
  add: AddFinding,
): void {
  if (task?.ended === undefined || task.state === undefined || task.state === 'canceled') return
  const agoMs = sentMs - task.ended.ms
  if (!(agoMs > 0)) return
  const ago = agoMs < 1_000 ? `${Math.ceil(agoMs)} ms` : `${Math.round(agoMs / 1_000)} s`
  const returned = `Canceling a ${task.state} task returned it as ${state} instead of TaskNotCancelableError (−32002)`
  const message = `${returned}: ${named(taskId)} was ${task.state} ${ago} before the cancel was sent.`
  add('CORE-CANCEL-002', '/status/state', message, isOne ? 'error' : 'warning')
}
