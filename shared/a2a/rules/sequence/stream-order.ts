// The order of events within one stream: what comes first, what may follow, and how it ends.

import { named, shown } from '../../json-kinds.ts'
import { isAtRest, isSettled } from '../../task-states.ts'
import type { Observation, UpdateObservation } from './observation.ts'
import type { Say } from './say.ts'
import type { StreamTrack } from './tracks.ts'

export function followStream(stream: StreamTrack, seen: UpdateObservation, isOne: boolean, say: Say): void {
  const note = stream.unread ? discard : say
  if (stream.events === 0) checkFirst(stream, seen, isOne, note)
  checkIds(stream, seen, say)
  if (isOne) checkContext(stream, seen, say)
  followOrder(stream, seen, isOne, note)
  stream.events++
}

const discard: Say = () => undefined

function followOrder(stream: StreamTrack, seen: UpdateObservation, isOne: boolean, say: Say): void {
  if (stream.final) say('PARLEY-SEQ-014', '', 'An event follows the one marked `final`.')
  if (seen.kind === 'message') {
    followMessage(stream, isOne, say)
    return
  }
  if (stream.messages > 0) {
    const severity = isOne ? 'error' : 'info'
    say('CORE-STREAM-002', '', 'An update follows the message that answered.', severity)
  }
  followUpdate(stream, seen, say)
}

/** 1.0 only (§3.1.2, §3.1.6); before, nothing is said about the first event. */
function checkFirst(stream: StreamTrack, seen: UpdateObservation, isOne: boolean, say: Say): void {
  if (!isOne || seen.kind === 'task') return
  if (stream.operation === 'subscribe') {
    say(
      'STREAM-SUB-001',
      '',
      `The first event of the subscription is ${firstShown(seen.kind)}, not the Task.`,
    )
  } else if (seen.kind !== 'message') {
    say(
      'CORE-STREAM-003',
      '',
      `The first event of the stream is ${firstShown(seen.kind)}, not a Task or Message.`,
    )
  }
}

function firstShown(kind: Exclude<UpdateObservation['kind'], 'task'>): string {
  if (kind === 'message') return 'a Message'
  return kind === 'status' ? 'a status update' : 'an artifact update'
}

function checkIds(stream: StreamTrack, seen: UpdateObservation, say: Say): void {
  const { taskId, rpcId } = seen
  if (taskId !== undefined && taskId !== '') {
    stream.taskId ??= taskId
    if (taskId !== stream.taskId) {
      const pointer = seen.kind === 'task' ? '/id' : '/taskId'
      const message = `The stream is about the task ${named(stream.taskId)}, but the event names ${named(taskId)}.`
      say('PARLEY-SEQ-007', pointer, message)
    }
  }
  if (rpcId === undefined) return
  if (stream.rpcId === undefined) stream.rpcId = rpcId
  else if (rpcId !== stream.rpcId && !stream.rpcDrifted) {
    stream.rpcDrifted = true
    say('PARLEY-SEQ-009', '', `The JSON-RPC id was ${shown(stream.rpcId)} and is ${shown(rpcId)} now.`)
  }
}

/** An agent that cannot take the client's context has to refuse it (1.0 §3.4.1). */
function checkContext(stream: StreamTrack, { contextId }: UpdateObservation, say: Say): void {
  const asked = stream.askedContextId
  if (!asked || !contextId || contextId === asked) return
  stream.askedContextId = undefined
  const message = `\`contextId\` is ${shown(contextId)}, but ${shown(asked)} was requested.`
  say('PARLEY-OBJ-016', '/contextId', message)
}

/** What a stream with a message may hold is said by 1.0 (§3.1.2) alone. */
function followMessage(stream: StreamTrack, isOne: boolean, say: Say): void {
  stream.messages++
  stream.endsWithStatus = false
  if (stream.state !== undefined) {
    const severity = isOne ? 'warning' : 'info'
    say('PARLEY-SEQ-011', '', 'A bare message is in the stream of a task.', severity)
  } else if (stream.messages > 1) {
    const severity = isOne ? 'error' : 'info'
    say(
      'CORE-STREAM-002',
      '',
      `Message ${stream.messages} follows the message that answered the request.`,
      severity,
    )
  }
}

type TaskUpdate = Exclude<UpdateObservation, { kind: 'message' }>

function followUpdate(stream: StreamTrack, seen: TaskUpdate, say: Say): void {
  const ended = isSettled(stream.state)
  if (seen.kind === 'artifact') {
    if (ended) say('PARLEY-SEQ-001', '', `An artifact update follows the end of the task (${stream.state}).`)
    stream.state ??= 'unknown'
    stream.endsWithStatus = false
    return
  }
  // One final Task may repeat the terminal state before the stream closes; another state is the lifecycle's finding.
  if (seen.kind === 'status') {
    const fingerprint = `${seen.state} ${seen.timestamp ?? ''} ${seen.messageId ?? ''}`
    const comparable = seen.timestamp !== undefined || seen.messageId !== undefined
    if (ended && seen.state === stream.state) {
      say('PARLEY-SEQ-001', '/status', `A status update follows the end of the task (${seen.state}).`)
    } else if (comparable && fingerprint === stream.lastStatus) {
      say('PARLEY-SEQ-010', '/status', `The status update (${seen.state}) is the same as the one before.`)
    }
    stream.lastStatus = fingerprint
    stream.final ||= seen.final === true
  } else if (ended && seen.state === stream.state) {
    if (stream.repeatedEnd) say('PARLEY-SEQ-001', '', `The Task is sent again after its end (${seen.state}).`)
    stream.repeatedEnd = true
  }
  stream.endsWithStatus = seen.kind === 'status'
  stream.state = seen.state
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
  say: Say,
): void {
  const { state } = stream
  const isOver = isSettled(state) || stream.final || (state === undefined && stream.messages > 0)
  if (end !== 'closed-by-agent' && isOver && quietMs >= maxOpenAfterEndMs) {
    const seconds = Math.floor(quietMs / 1000)
    const message = `The stream was still open ${seconds} s after its end (${state ?? 'a message'}).`
    say('PARLEY-SEQ-004', '', message)
    return
  }
  if (end === 'aborted' || stream.failed || stream.unread || state === undefined) return
  if (state === 'auth-required' && !hasFinal) {
    say('AUTH-INTASK-005', '', 'The stream ended while the task waited for authorization.')
  }
  const rests = isAtRest(state) || stream.final
  const idleSeconds = comments > 0 ? undefined : idleTimeoutAt(quietMs)
  if (!rests && idleSeconds !== undefined) {
    const message = `The stream ended ${idleSeconds} s after its last event while the task was ${state}: likely the idle timeout of a proxy.`
    say('PARLEY-SEQ-015', '', message)
  } else if (!rests) say('PARLEY-SEQ-003', '', `The stream ended while the task was ${state}.`)
  else if (hasFinal && !stream.final && stream.endsWithStatus) {
    say('PARLEY-SEQ-014', '', `The last status, ${state}, wasn’t marked \`final\`.`)
  }
}
