// The order of events in one stream: which is first, which may follow, and how it ends.

import { named, shown } from '../../json-kinds.ts'
import { isAtRest, isSettled } from '../../task-states.ts'
import type { AddFinding } from './finding-sink.ts'
import type { Observation, TaskUpdate, UpdateObservation } from './observation.ts'
import type { StreamTrack } from './tracks.ts'

export function followStream(
  stream: StreamTrack,
  updateObservation: UpdateObservation,
  isOne: boolean,
  add: AddFinding,
): void {
  const note = stream.unread ? discard : add
  if (stream.events === 0) checkFirst(stream, updateObservation, isOne, note)
  checkIds(stream, updateObservation, add)
  if (isOne) checkContext(stream, updateObservation, add)
  followOrder(stream, updateObservation, isOne, note)
  stream.events++
}

const discard: AddFinding = () => undefined

function followOrder(
  stream: StreamTrack,
  updateObservation: UpdateObservation,
  isOne: boolean,
  add: AddFinding,
): void {
  if (stream.final) add('PARLEY-SEQ-014', '', 'An event follows the one marked `final`.')
  if (updateObservation.kind === 'message') {
    followMessage(stream, isOne, add)
    return
  }
  if (stream.messages > 0) {
    const severity = isOne ? 'error' : 'info'
    add('CORE-STREAM-002', '', 'An update follows the message that answered.', severity)
  }
  followUpdate(stream, updateObservation, add)
}

/** 1.0 only (§3.1.2, §3.1.6): earlier versions do not specify the first event. */
function checkFirst(
  stream: StreamTrack,
  updateObservation: UpdateObservation,
  isOne: boolean,
  add: AddFinding,
): void {
  if (!isOne || updateObservation.kind === 'task') return
  if (stream.operation === 'subscribe') {
    add(
      'STREAM-SUB-001',
      '',
      `The first event of the subscription is ${firstShown(updateObservation.kind)}, not the Task.`,
    )
  } else if (updateObservation.kind !== 'message') {
    add(
      'CORE-STREAM-003',
      '',
      `The first event of the stream is ${firstShown(updateObservation.kind)}, not a Task or Message.`,
    )
  }
}

function firstShown(kind: Exclude<UpdateObservation['kind'], 'task'>): string {
  if (kind === 'message') return 'a Message'
  return kind === 'status' ? 'a status update' : 'an artifact update'
}

function checkIds(stream: StreamTrack, updateObservation: UpdateObservation, add: AddFinding): void {
  const { taskId, rpcId } = updateObservation
  if (taskId !== undefined && taskId !== '') {
    stream.taskId ??= taskId
    if (taskId !== stream.taskId) {
      const pointer = updateObservation.kind === 'task' ? '/id' : '/taskId'
      const message = `The stream is about the task ${named(stream.taskId)}, but the event names ${named(taskId)}.`
      add('PARLEY-SEQ-007', pointer, message)
    }
  }
  if (rpcId === undefined) return
  if (stream.rpcId === undefined) stream.rpcId = rpcId
  else if (rpcId !== stream.rpcId && !stream.rpcDrifted) {
    stream.rpcDrifted = true
    add('PARLEY-SEQ-009', '', `The JSON-RPC id was ${shown(stream.rpcId)} and is ${shown(rpcId)} now.`)
  }
}

/** An agent that cannot accept the client's context must refuse it (1.0 §3.4.1). */
function checkContext(stream: StreamTrack, { contextId }: UpdateObservation, add: AddFinding): void {
  const requested = stream.requestedContextId
  if (!requested || !contextId || contextId === requested) return
  stream.requestedContextId = undefined
  const message = `\`contextId\` is ${shown(contextId)}, but ${shown(requested)} was requested.`
  add('PARLEY-OBJ-016', '/contextId', message)
}

/** Only 1.0 specifies a stream with a message (§3.1.2). */
function followMessage(stream: StreamTrack, isOne: boolean, add: AddFinding): void {
  stream.messages++
  stream.endsWithStatus = false
  if (stream.state !== undefined) {
    const severity = isOne ? 'warning' : 'info'
    add('PARLEY-SEQ-011', '', 'A bare message is in the stream of a task.', severity)
  } else if (stream.messages > 1) {
    const severity = isOne ? 'error' : 'info'
    add(
      'CORE-STREAM-002',
      '',
      `Message ${stream.messages} follows the message that answered the request.`,
      severity,
    )
  }
}

function followUpdate(stream: StreamTrack, taskUpdate: TaskUpdate, add: AddFinding): void {
  const ended = isSettled(stream.state)
  if (taskUpdate.kind === 'artifact') {
    if (ended) add('PARLEY-SEQ-001', '', `An artifact update follows the end of the task (${stream.state}).`)
    stream.state ??= 'unknown'
    stream.endsWithStatus = false
    return
  }
  // One final Task may repeat the terminal state before the stream closes; another state is a finding of the lifecycle.
  if (taskUpdate.kind === 'status') {
    const fingerprint = `${taskUpdate.state} ${taskUpdate.timestamp ?? ''} ${taskUpdate.messageId ?? ''}`
    const comparable = taskUpdate.timestamp !== undefined || taskUpdate.messageId !== undefined
    if (ended && taskUpdate.state === stream.state) {
      add('PARLEY-SEQ-001', '/status', `A status update follows the end of the task (${taskUpdate.state}).`)
    } else if (comparable && fingerprint === stream.lastStatus) {
      add(
        'PARLEY-SEQ-010',
        '/status',
        `The status update (${taskUpdate.state}) is the same as the one before.`,
      )
    }
    stream.lastStatus = fingerprint
    stream.final ||= taskUpdate.final === true
  } else if (ended && taskUpdate.state === stream.state) {
    if (stream.repeatedEnd)
      add('PARLEY-SEQ-001', '', `The Task is sent again after its end (${taskUpdate.state}).`)
    stream.repeatedEnd = true
  }
  stream.endsWithStatus = taskUpdate.kind === 'status'
  stream.state = taskUpdate.state
}

/** Default idle time-outs of nginx, HAProxy and cloud load balancers. */
const idleTimeoutsMs = [30_000, 60_000]

/** A timer of seconds may be that much early or late, by our clock. */
const earlyMs = 500
const lateMs = 1_500

function idleTimeoutAt(quietMs: number): number | undefined {
  const timeout = idleTimeoutsMs.find((each) => quietMs >= each - earlyMs && quietMs <= each + lateMs)
  return timeout === undefined ? undefined : timeout / 1000
}

// How long a stream may stay open after its task's end; a longer one is found once it is ended from here.
const maxOpenAfterEndMs = 10_000

/** `hasFinal`: the version marks the last event of a stream, unlike 1.0. */
export function endStream(
  stream: StreamTrack,
  { end, quietMs = 0, comments = 0 }: Extract<Observation, { kind: 'closed' }>,
  hasFinal: boolean,
  add: AddFinding,
): void {
  const { state } = stream
  const isOver = isSettled(state) || stream.final || (state === undefined && stream.messages > 0)
  if (end !== 'closed-by-agent' && isOver && quietMs >= maxOpenAfterEndMs) {
    const seconds = Math.floor(quietMs / 1000)
    const message = `The stream was still open ${seconds} s after its end (${state ?? 'a message'}).`
    add('PARLEY-SEQ-004', '', message)
    return
  }
  if (end === 'aborted' || stream.failed || stream.unread || state === undefined) return
  if (state === 'auth-required' && !hasFinal) {
    add('AUTH-INTASK-005', '', 'The stream ended while the task waited for authorization.')
  }
  const rests = isAtRest(state) || stream.final
  const idleSeconds = comments > 0 ? undefined : idleTimeoutAt(quietMs)
  if (!rests && idleSeconds !== undefined) {
    const message = `The stream ended ${idleSeconds} s after its last event while the task was ${state}: likely the idle timeout of a proxy.`
    add('PARLEY-SEQ-015', '', message)
  } else if (!rests) add('PARLEY-SEQ-003', '', `The stream ended while the task was ${state}.`)
  else if (hasFinal && !stream.final && stream.endsWithStatus) {
    add('PARLEY-SEQ-014', '', `The last status, ${state}, wasn’t marked \`final\`.`)
  }
}
