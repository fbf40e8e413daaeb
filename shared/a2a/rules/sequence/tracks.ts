// The state of the checker: a bounded number of tasks, streams and artifacts, each a few numbers and ids.

import { maxQuotedChars } from '../../../shorten.ts'
import type { TaskState } from '../../model.ts'
import type { Observation } from './observation.ts'
import type { CallTrack } from './open-calls.ts'

export const emptyDigest: TextDigest = { length: 0, a: 0x811c9dc5, b: 0x9dc5811c }

// Characters of a text that are compared; of the rest only the length.
const maxDigested = 4_000_000

// Tasks of one agent whose order of events is judged; the oldest starts over.
export const maxJudgedTasks = 1000
// Streams of one agent whose order of events is judged; the oldest starts over.
export const maxJudgedStreams = 1000
/** Artifacts of one task whose chunks are judged; further ones are not. */
export const maxJudgedArtifacts = 256

export interface ArtifactTrack {
  digest: TextDigest
  partCount: number
  closed: boolean
  /** The text of the last chunk, if it is too long to repeat by chance. */
  lastText: string
}

export interface TaskTrack {
  contextId: string | undefined
  state: TaskState | undefined
  /** The source of the state, as a sentence names it. */
  reporter: string
  /** Where its end was first reported: the stream, the number of the observation, and the time. */
  ended: { readonly stream: string | undefined; readonly at: number; readonly ms: number } | undefined
  /** The stream whose chunks are assembled; a second stream of the same task repeats them. */
  owner: string | undefined
  /** The number of the observation that closed its last owner. */
  freedAt: number
  /** When the agent last returned it. */
  seenMs: number | undefined
  /** Credentials of that request. */
  seenWith: string | undefined
  /** When the agent reported it as not found, unless it has returned it since. */
  notFoundMs: number | undefined
  artifacts: Map<string, ArtifactTrack>
  readonly calls: CallTrack
  /** Events may have been missed, so nothing is reported about unknown or different content. */
  partial: boolean
}

export interface StreamTrack {
  readonly operation: 'stream' | 'subscribe'
  /** The number of the observation that opened it. */
  readonly openedAt: number
  taskId: string | undefined
  /** From the request, until an event has another: that is reported once. */
  requestedContextId: string | undefined
  events: number
  messages: number
  rpcId: string | number | null | undefined
  rpcDrifted: boolean
  state: TaskState | undefined
  final: boolean
  /** An error ended the stream. */
  failed: boolean
  /** One of its events was unreadable, so their order is not judged. */
  unread: boolean
  lastStatus: string | undefined
  /** A Task has repeated how it ended. */
  repeatedEnd: boolean
  /** The last event was a status update, which `final` belongs to. */
  endsWithStatus: boolean
}

/** A stream that delivers it is open. */
export function isStreamed({ owner }: TaskTrack): boolean {
  return owner !== undefined && !owner.startsWith('closed ')
}

export function newTask(): TaskTrack {
  return {
    contextId: undefined,
    state: undefined,
    reporter: '',
    ended: undefined,
    owner: undefined,
    freedAt: 0,
    seenMs: undefined,
    seenWith: undefined,
    notFoundMs: undefined,
    artifacts: new Map(),
    calls: { open: new Map(), hasResults: false },
    partial: false,
  }
}

export function newStream(
  { operation, taskId, contextId }: Extract<Observation, { kind: 'opened' }>,
  openedAt: number,
): StreamTrack {
  return {
    operation,
    openedAt,
    taskId,
    requestedContextId: contextId,
    events: 0,
    messages: 0,
    rpcId: undefined,
    rpcDrifted: false,
    state: undefined,
    final: false,
    failed: false,
    unread: false,
    lastStatus: undefined,
    repeatedEnd: false,
    endsWithStatus: false,
  }
}

export function newArtifact(): ArtifactTrack {
  return { digest: emptyDigest, partCount: 0, closed: false, lastText: '' }
}

/** Longer ids are not followed: they are hostile. */
export function isShort({ length }: string): boolean {
  return length <= maxQuotedChars
}

/** Adds to a map, which drops its oldest entry when full; returns whether it did. */
export function remember<T>(map: Map<string, T>, key: string, value: T, most: number): boolean {
  map.set(key, value)
  if (map.size <= most) return false
  const oldest = map.keys().next()
  if (oldest.done !== true) map.delete(oldest.value)
  return true
}

// A digest of a growing text: the digest of a whole equals that of its consecutive pieces, so assembled chunks are compared
// with a snapshot without storing either. Two independent 32-bit FNV-style lanes and the length.

export interface TextDigest {
  readonly length: number
  readonly a: number
  readonly b: number
}

export function digestMore(digest: TextDigest, text: string): TextDigest {
  let { a, b } = digest
  const end = Math.min(text.length, maxDigested - digest.length)
  for (let i = 0; i < end; i++) {
    const unit = text.charCodeAt(i)
    a = Math.imul(a ^ unit, 0x01000193)
    b = Math.imul(b + unit, 0x85ebca6b) ^ (b >>> 13)
  }
  return { length: digest.length + text.length, a, b }
}

export function sameDigest(left: TextDigest, right: TextDigest): boolean {
  return left.length === right.length && left.a === right.a && left.b === right.b
}
