// Whether two statuses are the same fact. The specification gives a status no id; time and message nearly identify it, and
// servers leave out either or both.

import type { TaskStatus } from '../a2a/model.ts'
import { isAtRest, isSettled } from '../a2a/task-states.ts'
import type { FrameEntry } from '../record/entry.ts'
import type { FrameRun } from '../record/run-schema.ts'
import { partsKey } from './content-key.ts'
import { cachedDecode, cachedRun } from './decode-cache.ts'
import type { Source } from './sightings.ts'
import { stateOf, updatesOf } from './updates-of.ts'

/** An event without this member name, and without escapes that could hide it, reports no state. */
const stateMember = /state"|\\u/i
const nameChars = 5

export function hasIdentity({ timestamp, message }: TaskStatus): boolean {
  return timestamp !== undefined || message !== undefined
}

export function statusKey({ state, timestamp = '', message }: TaskStatus): string {
  if (!message) return `${state}\n${timestamp}`
  const { messageId, parts } = message
  return `${state}\n${timestamp}\n${messageId.length}:${messageId}${partsKey(parts)}`
}

/** For a snapshot, which may contain less of the status than the event that reported it. */
export function sameStatus(taskStatus: TaskStatus, shown: TaskStatus): boolean {
  if (taskStatus.state !== shown.state) return false
  if (taskStatus.timestamp && shown.timestamp && taskStatus.timestamp !== shown.timestamp) return false
  if (!taskStatus.message || !shown.message) return true
  return (
    taskStatus.message.messageId === shown.message.messageId &&
    partsKey(taskStatus.message.parts) === partsKey(shown.message.parts)
  )
}

/** Whether a status from an unordered source precedes the current one. */
export function isLate(status: TaskStatus, current: TaskStatus): boolean {
  const then = timeOf(status.timestamp)
  const now = timeOf(current.timestamp)
  // Equal times decide nothing: many agents count whole seconds.
  if (then !== undefined && now !== undefined && then !== now) return then < now
  return isSettled(current.state) && !isSettled(status.state)
}

/**
 * A terminal state is final: the first one and its message stay, whatever follows. A poll may repeat the state with another
 * message; where it reports another state, that is what the agent stores: Agno streams `completed` where the model failed.
 */
export function isSettledAgain({ state, message }: TaskStatus, current: TaskStatus, source: Source): boolean {
  if (!isSettled(current.state) || !isSettled(state)) return false
  if (source === 'poll') return state === current.state
  return state !== current.state || current.message !== undefined || message === undefined
}

/** fasta2a reports what it waits for, and then only that it waits: the question stays current. */
export function isRepeated(status: TaskStatus, current: TaskStatus | undefined): boolean {
  const { state, message } = status
  return isAtRest(state) && message === undefined && current?.state === state && current.message !== undefined
}

/**
 * Whether an artifact piece with the same body as an earlier webhook call may be the same piece. While webhook calls alone
 * report a working task, an equal body counts as the next piece: agents that send token by token repeat many tokens, and few
 * resend what was accepted.
 */
export function isRepetition(
  lastChunk: boolean,
  openStreams: number,
  current: TaskStatus | undefined,
): boolean {
  return lastChunk || openStreams > 0 || isSettled(current?.state)
}

/** A time without a zone is read as UTC, so that a record reads the same everywhere. */
export function timeOf(timestamp: string | undefined): number | undefined {
  if (!timestamp) return undefined
  const zoned = /(?:z|[+-]\d\d:?\d\d)$/i.test(timestamp) ? timestamp : `${timestamp}Z`
  const time = Date.parse(zoned)
  return Number.isNaN(time) ? undefined : time
}

// Whether frames report a task's state: by what is decoded already, else by a search in their text.

/** False only where no frame reports a state. */
export function mayContainState(frames: FrameEntry | FrameRun): boolean {
  return frames.kind === 'run' ? runMay(frames) : frameMay(frames)
}

function runMay(run: FrameRun): boolean {
  const { pieces, updates } = cachedRun(run) ?? {}
  if (pieces) return false
  if (updates?.every((update) => update !== undefined)) return updates.some((update) => stateOf(update))
  const { before, after, texts } = run
  // A member name may begin in the shared beginning of the frames, and end in their shared end.
  const [start, end] = [before.slice(-nameChars), after.slice(0, nameChars)]
  const lines = `${start}${texts.replaceAll('\n', `${end}\n${start}`)}${end}`
  return [before, lines, after].some((text) => stateMember.test(text))
}

function frameMay(frame: FrameEntry): boolean {
  if (frame.framing === 'sse-comment') return false
  const answer = cachedDecode(frame)
  if (answer?.kind === 'result') return updatesOf(answer.result).some((update) => stateOf(update))
  const { text } = frame.data ?? frame.raw
  return text === undefined || stateMember.test(text)
}
