// What the checker remembers: a bounded number of tasks, streams and artifacts, each a few numbers and ids.

import { maxQuotedChars } from '../../../shorten.ts'
import type { TaskState } from '../../model.ts'
import type { Observation } from './observation.ts'
import { type CallTrack, newCalls } from './open-calls.ts'

export const emptyDigest: TextDigest = { length: 0, a: 0x811c9dc5, b: 0x9dc5811c }

// Characters of a text that count; of what lies behind only how much it is.
const maxDigested = 4_000_000

// Tasks of one agent whose order of events is judged; the oldest is begun anew.
export const maxJudgedTasks = 1000
// Streams of one agent whose order of events is judged; the oldest is begun anew.
export const maxJudgedStreams = 1000
/** Artifacts of one task whose chunks are judged; further ones are not. */
export const maxJudgedArtifacts = 256

export interface ArtifactTrack {
  digest: TextDigest
  partCount: number
  closed: boolean
  /** The text of the last chunk, when it is long enough to tell a repetition from chance. */
  lastText: string
}

export interface TaskTrack {
  contextId: string | undefined
  state: TaskState | undefined
  /** What reported the state, as a sentence names it. */
  reporter: string
  /** Where it was first seen to have ended, when among all that was observed, and by the clock. */
  ended: { readonly stream: string | undefined; readonly at: number; readonly ms: number } | undefined
  /** The stream whose chunks are put together; a second stream of the same task repeats them. */
  owner: string | undefined
  /** When its last owner closed, among all that was observed. */
  freedAt: number
  /** When the agent returned it last. */
  seenMs: number | undefined
  /** With which credentials. */
  seenWith: string | undefined
  /** When the agent didn’t know it, if it hasn’t returned it since. */
  notFoundMs: number | undefined
  artifacts: Map<string, ArtifactTrack>
  readonly calls: CallTrack
  /** Something may have been missed, so that nothing can be said about what is unknown or different. */
  partial: boolean
}

export interface StreamTrack {
  readonly operation: 'stream' | 'subscribe'
  /** Its place among all that was observed. */
  readonly openedAt: number
  taskId: string | undefined
  /** That of the request, until an event has said another: that is told once. */
  requestedContextId: string | undefined
  events: number
  messages: number
  rpcId: string | number | null | undefined
  rpcDrifted: boolean
  state: TaskState | undefined
  final: boolean
  /** An error ended what the stream had to say. */
  failed: boolean
  /** One of its events couldn’t be read, so that nothing can be said of their order. */
  unread: boolean
  /** Fingerprint of the last status event. */
  lastStatus: string | undefined
  /** A Task has said once more how it ended. */
  repeatedEnd: boolean
  /** Whether the last event was a status update, as `final` belongs there. */
  endsWithStatus: boolean
}

/** A stream that brings it is open. */
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
    calls: newCalls(),
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

/** Longer ids are not followed: a hostile agent makes them. */
export function isShort({ length }: string): boolean {
  return length <= maxQuotedChars
}

/** Adds to a map that forgets its oldest entry when full; shows whether it had to. */
export function remember<T>(map: Map<string, T>, key: string, value: T, most: number): boolean {
  map.set(key, value)
  if (map.size <= most) return false
  const oldest = map.keys().next()
  if (oldest.done !== true) map.delete(oldest.value)
  return true
}

// A digest of a growing text: the digest of a whole equals that of its pieces fed one after the other, so assembled
// chunks are compared with a snapshot without keeping either. Two independent 32-bit FNV-style lanes and the length.

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
