// What an entry reports which task in which context, in small: enough to find what belongs together without reading it again.

import type { TaskState, Update } from '../a2a/model.ts'
import { maxProtocolIdChars } from '../bounded.ts'
import type { CallFacts, Entry } from '../record/entry.ts'
import type { Packed } from '../record/run.ts'
import type { FrameRun } from '../record/run-schema.ts'
import { proofOf } from '../record/webhook-proof.ts'
import type { Answer } from './decode-cache.ts'
import { lineOfMessage } from './part-words.ts'
import { isLooking, sourceOf } from './place-of.ts'
import type { Reading } from './reading.ts'
import { contextIdOf, taskIdOf, updatesOf } from './updates-of.ts'

/** `asked` names a task in a request that brings no message and is no poll. */
export type FactWay = 'sent' | 'asked' | 'stream' | 'reply' | 'poll' | 'list' | 'push'

/** Ways by which something was held here: the others only tell of it. */
export const ownWays: readonly FactWay[] = ['sent', 'stream', 'reply']
/** Ways of only looking. */
export const lookingWays: readonly FactWay[] = ['poll', 'list']

export interface Fact {
  /** The entry that told it. */
  readonly seq: number
  readonly way: FactWay
  readonly kind: Update['kind']
  readonly agentId?: string | undefined
  readonly taskId?: string | undefined
  readonly contextId?: string | undefined
  /** Of an artifact. */
  readonly name?: string | undefined
  /** The first words of a message that was sent. */
  readonly words?: string | undefined
  /** The last one of its task. */
  state?: TaskState | undefined
}

/** What must be known of the exchange an entry belongs to. */
export interface FactSource {
  readonly call?: CallFacts | undefined
  readonly status?: number | undefined
  /** The task its request names. */
  readonly requested?: string | undefined
  /** The first task it told of: an event that names none can only mean that one. */
  readonly taskId?: string | undefined
}

// Of an artifact's id by which it is found.
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
  answer: Answer,
  source: FactSource,
): readonly Fact[] {
  if (answer.kind !== 'result') return []
  if (entry.kind === 'webhook' && entry.verdict && proofOf(entry.verdict) === 'wrong') return []
  const agentId = entry.kind === 'webhook' ? entry.registration?.agentId : source.call?.agentId
  const base = { seq: entry.seq, way: wayOf(entry, source), agentId }
  return updatesOf(answer.result).map((update) => factOf(update, base, source.taskId))
}

/** A fact for each change: most pieces of a stream report what the one before said. */
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
