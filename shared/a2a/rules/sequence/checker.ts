// Follows tasks over streams, replies, polls and webhook calls, and reports where an agent contradicts its earlier reports.
// Constant work an event (linear in a chunk's own text), bounded memory. check.ts judges single documents.

import { type DialectId, isOneZero } from '../../dialect.ts'
import type { Finding } from '../../finding.ts'
import { named } from '../../json-kinds.ts'
import type { TaskState } from '../../model.ts'
import type { OperationKind } from '../../operation.ts'
import { isSettled, isWaiting } from '../../task-states.ts'
import { noFindings } from '../report.ts'
import { objectBook } from '../shapes/books.ts'
import { adoptArtifacts, compareArtifacts, followArtifact, followPieces } from './artifacts.ts'
import { checkDelegations } from './delegations.ts'
import { type AddFinding, createFindingSink } from './finding-sink.ts'
import type { Observation, Sighting, TaskUpdate } from './observation.ts'
import { checkCalls, closeCalls, followCalls, forgetOpenCalls } from './open-calls.ts'
import { checkCancel, checkFoundAgain, checkNotFound, followPage, type Pages } from './pages.ts'
import { endStream, followStream } from './stream-order.ts'
import {
  isStreamed,
  maxJudgedStreams,
  maxJudgedTasks,
  newStream,
  newTask,
  remember,
  type StreamTrack,
  type TaskTrack,
} from './tracks.ts'

/** What all the pieces say but their text, of which each has one part. */
interface Pieces {
  readonly stream: string
  readonly taskId: string
  readonly contextId?: string | undefined
  readonly artifactId: string
}

export class SequenceChecker {
  readonly #version: string
  readonly #isOne: boolean
  // ProtoJSON leaves `final: false` out, 0.1 defaults it; only where it is required can it be missed.
  readonly #hasFinal: boolean
  readonly #tasks = new Map<string, TaskTrack>()
  readonly #streams = new Map<string, StreamTrack>()
  readonly #pages: Pages = { byToken: new Map(), updates: 0 }
  #now = 0

  constructor(dialect: DialectId, minor?: string) {
    const { version } = objectBook(dialect, 'JSONRPC', minor)
    this.#version = version
    this.#isOne = isOneZero(dialect)
    this.#hasFinal = dialect === '0.2' || dialect === '0.3' || dialect === '0.3-schema'
  }

  observe(observation: Observation): readonly Finding[] {
    this.#now += 1
    if (observation.kind === 'opened') {
      remember(this.#streams, observation.stream, newStream(observation, this.#now), maxJudgedStreams)
      return noFindings
    }
    if (observation.kind === 'error') {
      const stream = this.#streams.get(observation.stream)
      if (stream !== undefined) stream.failed = true
      return noFindings
    }
    if (observation.kind === 'unread') {
      missEvent(this.#streams.get(observation.stream), this.#tasks, observation.stream)
      return noFindings
    }
    const findingSink = createFindingSink(
      observation.kind === 'closed' ? '' : (observation.base ?? ''),
      this.#version,
    )
    if (observation.kind === 'page') followPage(this.#pages, observation, this.#tasks, findingSink.add)
    else if (observation.kind === 'not-found')
      checkNotFound(this.#tasks.get(observation.taskId), observation, findingSink.add)
    else if (observation.kind === 'closed') {
      const stream = this.#streams.get(observation.stream)
      if (stream !== undefined) endStream(stream, observation, this.#hasFinal, findingSink.add)
      this.#streams.delete(observation.stream)
      release(this.#tasks, stream?.taskId, observation.stream, this.#now)
    } else {
      this.#pages.updates += 1
      const stream = observation.stream === undefined ? undefined : this.#streams.get(observation.stream)
      if (stream !== undefined) followStream(stream, observation, this.#isOne, findingSink.add)
      if (observation.isCancel && observation.kind === 'task')
        checkCancel(this.#tasks.get(observation.taskId), observation, this.#isOne, findingSink.add)
      if (observation.kind !== 'message')
        followTask(this.#tasks, observation, stream, this.#now, findingSink.add)
    }
    return findingSink.findings()
  }

  /**
   * Further pieces of an artifact on a stream, up to the first in which something may be found: that one, and where none is
   * taken all of them, must be observed by themselves. Reports how many were taken.
   */
  pieces(like: Pieces, texts: readonly string[]): number {
    const stream = this.#streams.get(like.stream)
    const task = this.#tasks.get(like.taskId)
    if (stream === undefined || task === undefined || !isSteady(stream, task, like)) return 0
    const count = followPieces(task, like.artifactId, texts)
    stream.events += count
    this.#pages.updates += count
    return count
  }
}

/** The next piece belongs to the same stream and task as the one before. */
function isSteady(stream: StreamTrack, task: TaskTrack, { stream: id, taskId, contextId }: Pieces): boolean {
  return (
    task.owner === id &&
    stream.taskId === taskId &&
    stream.state !== undefined &&
    !isSettled(stream.state) &&
    !stream.final &&
    !stream.endsWithStatus &&
    stream.messages === 0 &&
    (!contextId || task.contextId === contextId)
  )
}

function missEvent(stream: StreamTrack | undefined, tasks: Map<string, TaskTrack>, id: string): void {
  if (stream === undefined) return
  stream.unread = true
  const task = stream.taskId === undefined ? undefined : tasks.get(stream.taskId)
  if (task?.owner !== id) return
  task.artifacts = new Map()
  task.partial = true
  closeCalls(task.calls)
}

function release(
  tasks: Map<string, TaskTrack>,
  taskId: string | undefined,
  stream: string,
  now: number,
): void {
  const task = taskId === undefined ? undefined : tasks.get(taskId)
  if (task?.owner !== stream) return
  task.owner = `closed ${stream}`
  task.freedAt = now
  closeCalls(task.calls)
}

function followTask(
  tasks: Map<string, TaskTrack>,
  taskUpdate: TaskUpdate,
  stream: StreamTrack | undefined,
  now: number,
  add: AddFinding,
): void {
  const taskTrack = tasks.get(taskUpdate.taskId)
  const task = taskTrack ?? newTask()
  if (taskTrack === undefined) remember(tasks, taskUpdate.taskId, task, maxJudgedTasks)
  checkContext(task, taskUpdate, add)
  if (taskUpdate.source === 'poll' && taskUpdate.credentialsKey === task.seenWith)
    checkFoundAgain(task, taskUpdate.taskId, taskUpdate.atMs ?? 0, add)
  const { seenMs = Number.NaN } = task
  task.seenMs = taskUpdate.atMs
  task.seenWith = taskUpdate.credentialsKey
  // Webhook calls may arrive late and out of order (PROTOCOL §6.3): they prove nothing about the order of states.
  if (taskUpdate.source === 'push') return
  const streamId = taskUpdate.source === 'stream' ? taskUpdate.stream : undefined
  const owns = streamId !== undefined && takesOver(task, streamId, taskUpdate, stream)
  if (task.ended === undefined) followCalls(task.calls, taskUpdate.tools ?? [])
  if (taskUpdate.kind === 'artifact') {
    if (owns) followArtifact(task, taskUpdate, add)
    return
  }
  if (taskUpdate.kind === 'task' && taskUpdate.artifacts !== undefined) {
    const bothEnded = isSettled(task.state) && isSettled(taskUpdate.state)
    if (taskUpdate.source === 'poll' && bothEnded) compareArtifacts(task, taskUpdate.artifacts, add)
    if (owns || streamId === undefined) adoptArtifacts(task, taskUpdate.artifacts)
  }
  if (wasOnItsWay(task, taskUpdate.state, streamId, stream)) return
  checkState(task, taskUpdate, add)
  // An open stream may still deliver the rest.
  const isLast = owns || !isStreamed(task)
  if (task.ended === undefined && isLast && taskUpdate.state === 'completed') checkCalls(task.calls, add)
  if (task.ended === undefined && taskUpdate.delegations) {
    const { sentMs = Number.NaN, delegations } = taskUpdate
    checkDelegations(delegations, (ms) => sentMs < ms || seenMs >= ms, add)
  }
  if (isWaiting(taskUpdate.state)) closeCalls(task.calls)
  else if (streamId === undefined && isLast) forgetOpenCalls(task.calls)
  if (isSettled(taskUpdate.state)) task.calls.open.clear()
  task.state = taskUpdate.state
  task.reporter = reporterOf(taskUpdate)
  if (!isSettled(taskUpdate.state)) task.ended = undefined
  else task.ended ??= { stream: streamId, at: now, ms: taskUpdate.atMs ?? Number.NaN }
}

/** A stream may still deliver events from before an end that another answer reported: only the order within the stream is certain. */
function wasOnItsWay(
  { ended }: TaskTrack,
  state: TaskState,
  streamId: string | undefined,
  stream: StreamTrack | undefined,
): boolean {
  if (ended === undefined || stream === undefined || isSettled(state)) return false
  return ended.stream !== streamId && stream.openedAt < ended.at
}

/** The first stream of a task carries its chunks; the next takes over once that one is closed. */
function takesOver(
  task: TaskTrack,
  id: string,
  taskUpdate: TaskUpdate,
  stream: StreamTrack | undefined,
): boolean {
  if (task.owner === id) return true
  if (isStreamed(task)) return false
  if (stream?.unread) task.partial = true
  // Before 1.0 a re-attached stream delivers only later events.
  if (stream?.operation === 'subscribe' && taskUpdate.kind !== 'task') task.partial = true
  // A stream that was open beside the last one may repeat its end, or continue where it broke off.
  if (stream !== undefined && stream.openedAt < task.freedAt) {
    task.artifacts = new Map()
    task.partial = true
  }
  task.owner = id
  return true
}

function checkContext(task: TaskTrack, { contextId }: TaskUpdate, add: AddFinding): void {
  if (contextId === undefined || contextId === '') return
  task.contextId ??= contextId
  if (contextId === task.contextId) return
  const message = `The task is in context ${named(contextId)} here, but was in ${named(task.contextId)} before.`
  add('PARLEY-SEQ-008', '/contextId', message)
}

const methods: Readonly<Partial<Record<OperationKind, string>>> = {
  send: 'SendMessage',
  get: 'GetTask',
  list: 'ListTasks',
  cancel: 'CancelTask',
}

function reporterOf({ source, operation }: Sighting): string {
  if (source === 'stream') return 'the stream'
  return (operation && methods[operation]) ?? (source === 'poll' ? 'GetTask' : 'the response')
}

function checkState(
  task: TaskTrack,
  observed: Exclude<TaskUpdate, { kind: 'artifact' }>,
  add: AddFinding,
): void {
  const before = task.state
  if (!isSettled(before) || observed.state === before || observed.state === 'unknown') return
  const reporter = reporterOf(observed)
  const earlier = reporter === task.reporter ? '' : `${task.reporter} `
  const verb = observed.source === 'stream' ? 'reports' : 'returns'
  const now = `${reporter.replace(/^the/, 'The')} ${verb} the task as ${observed.state}`
  const message = `${now}, but ${earlier}reported it as ${before} before.`
  if (observed.source !== 'poll') add('PARLEY-SEQ-002', '/status/state', message)
  else {
    // An answer may have been under way when the task ended; that does not explain two different ends.
    const severity = isSettled(observed.state) ? 'error' : 'warning'
    add('PARLEY-SEQ-012', '/status/state', message, severity)
  }
}
