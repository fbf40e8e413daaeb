// The order of events within one stream: what arrives first, what may follow, and how it ends.

import { named, shown } from '../../json-kinds.ts'
import { isAtRest, isSettled } from '../../task-states.ts'
import type { AddFinding } from './finding-sink.ts'
import type { Observation, UpdateObservation } from './observation.ts'
import type { StreamTrack } from './tracks.ts'

export function followStream(
  stream: StreamTrack,
  updateObservation: UpdateObservation,
  isOne: boolean,
  print: AddFinding,
): void {
  const note = stream.unread ? discard : print
  if (stream.events === 0) checkFirst(stream, updateObservation, isOne, note)
  checkIds(stream, updateObservation, print)
  if (isOne) checkContext(stream, updateObservation, print)
  followOrder(stream, updateObservation, isOne, note)
  stream.events++
}

const discard: AddFinding = () => undefined

function followOrder(
  stream: StreamTrack,
  updateObservation: UpdateObservation,
  isOne: boolean,
  print: AddFinding,
): void {
  if (stream.final) print('PARLEY-SEQ-014', '', 'An event follows the one marked `final`.')
  if (updateObservation.kind === 'message') {
    followMessage(stream, isOne, print)
    return
  }
  if (stream.messages > 0) {
    const severity = isOne ? 'error' : 'info'
    print('CORE-STREAM-002', '', 'An update follows the message that answered.', severity)
  }
  followUpdate(stream, updateObservation, print)
}

/** 1.0 only (§3.1.2, §3.1.6); before, nothing is said about the first event. */
function checkFirst(
  stream: StreamTrack,
  updateObservation: UpdateObservation,
  isOne: boolean,
  print: AddFinding,
): void {
  if (!isOne || updateObservation.kind === 'task') return
  if (stream.operation === 'subscribe') {
    print(
      'STREAM-SUB-001',
      '',
      `The first event of the subscription is ${firstShown(updateObservation.kind)}, not the Task.`,
    )
  } else if (updateObservation.kind !== 'message') {
    print(
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

function checkIds(stream: StreamTrack, updateObservation: UpdateObservation, print: AddFinding): void {
  const { taskId, rpcId } = updateObservation
  if (taskId !== undefined && taskId !== '') {
    stream.taskId ??= taskId
    if (taskId !== stream.taskId) {
      const pointer = updateObservation.kind === 'task' ? '/id' : '/taskId'
      const message = `The stream is about the task ${named(stream.taskId)}, but the event names ${named(taskId)}.`
      print('PARLEY-SEQ-007', pointer, message)
    }
  }
  if (rpcId === undefined) return
  if (stream.rpcId === undefined) stream.rpcId = rpcId
  else if (rpcId !== stream.rpcId && !stream.rpcDrifted) {
    stream.rpcDrifted = true
    print('PARLEY-SEQ-009', '', `The JSON-RPC id was ${shown(stream.rpcId)} and is ${shown(rpcId)} now.`)
  }
}

/** An agent that cannot take the client's context has to refuse it (1.0 §3.4.1). */
function checkContext(stream: StreamTrack, { contextId }: UpdateObservation, print: AddFinding): void {
  const requested = stream.requestedContextId
  if (!requested || !contextId || contextId === requested) return
  stream.requestedContextId = undefined
  const message = `\`contextId\` is ${shown(contextId)}, but ${shown(requested)} was requested.`
  print('PARLEY-OBJ-016', '/contextId', message)
}

/** What a stream with a message may hold is said by 1.0 (§3.1.2) alone. */
function followMessage(stream: StreamTrack, isOne: boolean, print: AddFinding): void {
  stream.messages++
  stream.endsWithStatus = false
  if (stream.state !== undefined) {
    const severity = isOne ? 'warning' : 'info'
    print('PARLEY-SEQ-011', '', 'A bare message is in the stream of a task.', severity)
  } else if (stream.messages > 1) {
    const severity = isOne ? 'error' : 'info'
    print(
      'CORE-STREAM-002',
      '',
      `Message ${stream.messages} follows the message that answered the request.`,
      severity,
    )
  }
}

type TaskUpdate = Exclude<UpdateObservation, { kind: 'message' }>

function followUpdate(stream: StreamTrack, taskUpdate: TaskUpdate, print: AddFinding): void {
  const ended = isSettled(stream.state)
  if (taskUpdate.kind === 'artifact') {
    if (ended)
      print('PARLEY-SEQ-001', '', `An artifact update follows the end of the task (${stream.state}).`)
    stream.state ??= 'unknown'
    stream.endsWithStatus = false
    return
  }
  // One final Task may repeat the terminal state before the stream closes; another state is the lifecycle's finding.
  if (taskUpdate.kind === 'status') {
    const fingerprint = `${taskUpdate.state} ${taskUpdate.timestamp ?? ''} ${taskUpdate.messageId ?? ''}`
    const comparable = taskUpdate.timestamp !== undefined || taskUpdate.messageId !== undefined
    if (ended && taskUpdate.state === stream.state) {
      print('PARLEY-SEQ-001', '/status', `A status update follows the end of the task (${taskUpdate.state}).`)
    } else if (comparable && fingerprint === stream.lastStatus) {
      print(
        'PARLEY-SEQ-010',
        '/status',
        `The status update (${taskUpdate.state}) is the same as the one before.`,
      )
    }
    stream.lastStatus = fingerprint
    stream.final ||= taskUpdate.final === true
  } else if (ended && taskUpdate.state === stream.state) {
    if (stream.repeatedEnd)
      print('PARLEY-SEQ-001', '', `The Task is sent again after its end (${taskUpdate.state}).`)
    stream.repeatedEnd = true
  }
  stream.endsWithStatus = taskUpdate.kind === 'status'
  stream.state = taskUpdate.state
}

/** Idle timeouts of nginx, HAProxy and cloud load balancers, by default. */
const idleTimeoutsMs = [30_000, 60_000]

/** A timer of seconds may be that much late, by our clock. */
const lateMs = 1_500

function idleTimeoutAt(quietMs: number): number | undefined {
  const timeout = idleTimeoutsMs.find((each) => quietMs >= each - 500 && quietMs <= each + lateMs)
  return timeout === undefined ? undefined : timeout / 1000
}

// After the end of a task its stream may stay open so long; one that does longer is found once it is ended from here.
const maxOpenAfterEndMs = 10_000

/** `hasFinal`: the version marks the last event of a stream, as 1.0 no longer does. */
export function endStream(
  stream: StreamTrack,
  { end, quietMs = 0, comments = 0 }: Extract<Observation, { kind: 'closed' }>,
  hasFinal: boolean,
  print: AddFinding,
): void {
  const { state } = stream
  const isOver = isSettled(state) || stream.final || (state === undefined && stream.messages > 0)
  if (end !== 'closed-by-agent' && isOver && quietMs >= maxOpenAfterEndMs) {
    const seconds = Math.floor(quietMs / 1000)
    const message = `The stream was still open ${seconds} s after its end (${state ?? 'a message'}).`
    print('PARLEY-SEQ-004', '', message)
    return
  }
  if (end === 'aborted' || stream.failed || stream.unread || state === undefined) return
  if (state === 'auth-required' && !hasFinal) {
    print('AUTH-INTASK-005', '', 'The stream ended while the task waited for authorization.')
  }
  const rests = isAtRest(state) || stream.final
  const idleSeconds = comments > 0 ? undefined : idleTimeoutAt(quietMs)
  if (!rests && idleSeconds !== undefined) {
    const message = `The stream ended ${idleSeconds} s after its last event while the task was ${state}: likely the idle timeout of a proxy.`
    print('PARLEY-SEQ-015', '', message)
  } else if (!rests) print('PARLEY-SEQ-003', '', `The stream ended while the task was ${state}.`)
  else if (hasFinal && !stream.final && stream.endsWithStatus) {
    print('PARLEY-SEQ-014', '', `The last status, ${state}, wasn’t marked \`final\`.`)
  }
}
