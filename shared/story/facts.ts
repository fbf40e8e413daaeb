// What an entry reports of which task in which context, in short: enough to group entries without decoding them again.

import type { TaskState, Update } from '../a2a/model.ts'
import { maxProtocolIdChars } from '../bounded.ts'
import type { CallFacts, Entry } from '../record/entry.ts'
import type { Packed } from '../record/run.ts'
import type { FrameRun } from '../record/run-schema.ts'
import { proofOf } from '../record/webhook-proof.ts'
import type { CachedDecode } from './decode-cache.ts'
import { lineOfMessage } from './part-words.ts'
import { isLooking, sourceOf } from './place-of.ts'
import type { Reading } from './reading.ts'
import { contextIdOf, taskIdOf, updatesOf } from './updates-of.ts'

/** `asked`: a request that names a task, without a message and other than a poll. */
export type FactWay = 'sent' | 'asked' | 'stream' | 'reply' | 'poll' | 'list' | 'push'

/** Sources that belong to calls of this client; the others only report. */
export const ownWays: readonly FactWay[] = ['sent', 'stream', 'reply']
/** Sources that only read. */
export const lookingWays: readonly FactWay[] = ['poll', 'list']

export interface Fact {
  /** The entry that reported it. */
  readonly seq: number
  readonly way: FactWay
  readonly kind: Update['kind']
  readonly agentId?: string | undefined
  readonly taskId?: string | undefined
  readonly contextId?: string | undefined
  /** Id of an artifact, cut. */
  readonly name?: string | undefined
  /** The first line of a sent message. */
  readonly words?: string | undefined
  /** The last state of its task. */
  state?: TaskState | undefined
}

/** What `factsOf` needs of the exchange of an entry. */
export interface FactSource {
  readonly call?: CallFacts | undefined
  readonly status?: number | undefined
  /** The task that its request names. */
  readonly requested?: string | undefined
  /** The first task it reported: an event without a task id can only mean that one. */
  readonly taskId?: string | undefined
}

// Characters of an artifact's id that are kept to find it.
const maxFactNameChars = 256

export function factsOf(packed: Packed, source: FactSource, reading: Reading): readonly Fact[] {
  switch (packed.kind) {
    case 'run':
      return runFacts(packed, source, reading)
    case 'request': {
      const request = reading.request(packed)
      const message = request.kind === 'asked' ? request.message : undefined
      const { agentId, operation } = packed.call
      const taskId = named(message?.taskId) ?? named(source.requested)
      if (!message && !taskId) return []
      const way = message ? 'sent' : isLooking(operation) ? 'poll' : 'asked'
      const kind = message ? 'message' : 'task'
      const words = message && lineOfMessage(message)
      return [{ seq: packed.seq, way, kind, agentId, taskId, contextId: named(message?.contextId), words }]
    }
    case 'frame':
    case 'end':
    case 'webhook':
      return answerFacts(packed, reading.answer(packed, source.call, source.status), source)
    default:
      return []
  }
}

function answerFacts(
  entry: Extract<Entry, { readonly kind: 'frame' | 'end' | 'webhook' }>,
  answer: CachedDecode,
  source: FactSource,
): readonly Fact[] {
  if (answer.kind !== 'result') return []
  if (entry.kind === 'webhook' && entry.verdict && proofOf(entry.verdict) === 'wrong') return []
  const agentId = entry.kind === 'webhook' ? entry.registration?.agentId : source.call?.agentId
  const base = { seq: entry.seq, way: wayOf(entry, source), agentId }
  return updatesOf(answer.result).map((update) => factOf(update, base, source.taskId))
}

/** One fact for each change: most pieces of a stream report the same as the one before. */
function runFacts(run: FrameRun, source: FactSource, reading: Reading): readonly Fact[] {
  const agentId = source.call?.agentId
  const facts: Fact[] = []
  let before: Update | undefined
  const take = (update: Update, seq: number) => {
    const last = facts.at(-1)
    if (last && before && isAlike(before, update)) {
      last.state = stateOf(update) ?? last.state
      return
    }
    before = update
    facts.push(factOf(update, { seq, way: 'stream', agentId }, facts[0]?.taskId ?? source.taskId))
  }
  const pieces = reading.pieces(run, source.call)
  if (pieces) take({ kind: 'artifact', artifact: pieces.like }, run.seq)
  else {
    reading.lines(run, source.call, (answer, place) => {
      if (answer.kind !== 'result') return
      for (const update of updatesOf(answer.result)) take(update, run.seq + place)
    })
  }
  return facts
}

function factOf(
  update: Update,
  base: Pick<Fact, 'seq' | 'way' | 'agentId'>,
  first: string | undefined,
): Fact {
  const { kind } = update
  const taskId = named(taskIdOf(update)) ?? (kind === 'message' ? undefined : first)
  const contextId = named(contextIdOf(update))
  const name =
    kind === 'artifact' ? update.artifact.artifact.artifactId.slice(0, maxFactNameChars) : undefined
  return { ...base, kind, taskId, contextId, name, state: stateOf(update) }
}

function stateOf(update: Update): TaskState | undefined {
  switch (update.kind) {
    case 'task':
      return update.task.status.state
    case 'status':
      return update.status.status.state
    default:
      return undefined
  }
}

function isAlike(one: Update, other: Update): boolean {
  if (one.kind === 'artifact' && other.kind === 'artifact') {
    const [a, b] = [one.artifact, other.artifact]
    if (a.artifact.artifactId !== b.artifact.artifactId) return false
    return a.taskId === b.taskId && a.contextId === b.contextId
  }
  return (
    one.kind === other.kind && taskIdOf(one) === taskIdOf(other) && contextIdOf(one) === contextIdOf(other)
  )
}

function wayOf(
  entry: Extract<Entry, { readonly kind: 'frame' | 'end' | 'webhook' }>,
  { call }: FactSource,
): FactWay {
  const source = sourceOf(call?.operation, entry)
  return source === 'poll' && call?.operation === 'list' ? 'list' : source
}

function named(id: string | undefined): string | undefined {
  return id === undefined || id === '' || id.length > maxProtocolIdChars ? undefined : id
}
