// Finds what an agent does wrong, item by item, as it is recorded: each document against its version's shapes, the framing of
// each stream as a whole, and each task over its life. Only findings come out of here; nothing is changed or refused.

import { checkCard, checkEvent, checkReply, checkStream } from '#shared/a2a/check.ts'
import type { DialectId, Result } from '#shared/a2a/dialect.ts'
import type { Finding } from '#shared/a2a/finding.ts'
import { headerOf } from '#shared/a2a/header-of.ts'
import type { Binding, JsonValue, Update } from '#shared/a2a/model.ts'
import type { OperationKind } from '#shared/a2a/operation.ts'
import { createSequenceChecker, type SequenceChecker } from '#shared/a2a/rules/sequence/checker.ts'
import { observationOf, type UpdateSource } from '#shared/a2a/rules/sequence/observation.ts'
import { placeOfUpdate } from '#shared/a2a/rules/sequence/update-place.ts'
import { bodyFormOf, type HttpFacts } from '#shared/a2a/rules/wire/http-facts.ts'
import type { ExchangeFacts, Judge, JudgedItem } from './wire/reading.ts'

type At<K extends JudgedItem['at']> = Extract<JudgedItem, { at: K }>

/** An exchange whose answers are an agent's, in a version and over a binding. */
interface Spoken extends ExchangeFacts {
  readonly dialect: DialectId
  readonly binding: Binding
  readonly operation: OperationKind
  /** The agent in this version: what it says of a task is followed over all its exchanges. */
  readonly speaker: string
}

/** Agents whose tasks are held against the order of events; the one judged first is begun anew. */
const maxJudgedAgents = 64
const none: readonly Finding[] = []

export function createJudge(): Judge {
  const checkers = new Map<string, SequenceChecker>()
  const exchanges = new WeakMap<ExchangeFacts, Spoken>()

  const checkerOf = ({ speaker, dialect, minor }: Spoken): SequenceChecker => {
    const known = checkers.get(speaker)
    if (known) return known
    const [oldest] = checkers.keys()
    if (checkers.size >= maxJudgedAgents && oldest !== undefined) checkers.delete(oldest)
    const made = createSequenceChecker(dialect, minor)
    checkers.set(speaker, made)
    return made
  }
  const spokenIn = (facts: ExchangeFacts): Spoken | undefined => {
    const known = exchanges.get(facts)
    if (known) return known
    const spoken = spokenOf(facts)
    if (spoken) exchanges.set(facts, spoken)
    return spoken
  }

  const follow = (
    spoken: Spoken,
    update: Update,
    json: JsonValue,
    source: UpdateSource,
  ): readonly Finding[] =>
    checkerOf(spoken).observe(
      observationOf(update, {
        source,
        base: placeOfUpdate(spoken.binding, json, update.kind),
        stream: isStreaming(spoken.operation) ? spoken.exchangeId : undefined,
      }),
    )

  const opened = (spoken: Spoken): readonly Finding[] => {
    const { exchangeId, operation, taskId } = spoken
    if (operation !== 'stream' && operation !== 'subscribe') return none
    const named = taskId === undefined ? {} : { taskId }
    return checkerOf(spoken).observe({ kind: 'opened', stream: exchangeId, operation, ...named })
  }

  const item = (spoken: Spoken, { json, decoded, text }: At<'item'>): readonly Finding[] => {
    if (json === undefined) return none
    const found = checkEvent({ ...spoken, raw: json, text })
    if (decoded?.kind === 'error') checkerOf(spoken).observe({ kind: 'error', stream: spoken.exchangeId })
    return decoded?.kind === 'result' ? joined(found, follow(spoken, decoded.result, json, 'stream')) : found
  }

  const body = (spoken: Spoken, seen: At<'body'>): readonly Finding[] => {
    const { json, decoded, text } = seen
    const http = spoken.binding === 'GRPC' ? {} : { http: httpFacts(seen) }
    const found = checkReply({ ...spoken, raw: json, text, ...http })
    const said = decoded?.kind === 'result' ? updateOf(decoded.result) : undefined
    if (said === undefined || json === undefined) return found
    return joined(
      found,
      follow(spoken, said, json, isStreaming(spoken.operation) ? 'stream' : sourceOf(spoken.operation)),
    )
  }

  const ended = (
    spoken: Spoken,
    { items, framing, head, unparsable, separated, eventNames, end }: At<'end'>,
  ) => {
    if (!isStreaming(spoken.operation)) return none
    const closed = checkerOf(spoken).observe({ kind: 'closed', stream: spoken.exchangeId, end })
    if (framing === undefined || head === undefined) return closed
    const contentType = headerOf(head.headers, 'content-type')
    const stream = {
      ...framing,
      status: head.status,
      ...(contentType === undefined ? {} : { contentType }),
      events: items,
      unparsable,
      separated,
      eventNames,
      // What we cut off ourselves says nothing about how the agent would have ended.
      ended: end === 'closed-by-agent',
    }
    return joined(checkStream({ ...spoken, stream }), closed)
  }

  const find = (facts: ExchangeFacts, seen: JudgedItem): readonly Finding[] => {
    // A card asked for by a method comes in that method's envelope and is judged like any reply.
    if (facts.call.purpose === 'card' && facts.call.operation === undefined) {
      return seen.at === 'body' ? judgeCard(facts, seen) : none
    }
    const spoken = spokenIn(facts)
    if (spoken === undefined) return none
    switch (seen.at) {
      case 'head':
        return opened(spoken)
      case 'item':
        return item(spoken, seen)
      case 'chunk':
        // The event as a document is as sound as the one it is like.
        return follow(spoken, seen.update, seen.like, 'stream')
      case 'body':
        return body(spoken, seen)
      case 'end':
        return ended(spoken, seen)
    }
  }

  return {
    find,
    pieces(facts, { taskId, contextId, artifact, append, lastChunk }, texts) {
      const spoken = spokenIn(facts)
      // Nothing follows what has no version.
      if (spoken === undefined) return texts.length
      if (!append || lastChunk) return 0
      const { artifactId } = artifact
      return checkerOf(spoken).pieces({ stream: spoken.exchangeId, taskId, contextId, artifactId }, texts)
    },
  }
}

function judgeCard({ url }: ExchangeFacts, seen: At<'body'>): readonly Finding[] {
  const { json, head, text } = seen
  // Where no card is to be had there is nothing to judge: looking for one asks several places.
  if (head.status >= 400) return none
  return checkCard(json, { url, text, http: httpFacts(seen) })
}

function spokenOf(facts: ExchangeFacts): Spoken | undefined {
  const { dialect, binding, operation, agentId = '' } = facts.call
  if (dialect === undefined || binding === undefined || operation === undefined) return undefined
  return { ...facts, dialect, binding, operation, speaker: `${agentId} ${dialect}` }
}

/** What a reply says of a task, if it does. */
function updateOf(result: Result): Update | undefined {
  if (result.kind === 'update') return result.update
  return result.kind === 'task' ? { kind: 'task', task: result.task } : undefined
}

function sourceOf(operation: OperationKind): UpdateSource {
  return operation === 'get' || operation === 'list' ? 'poll' : 'reply'
}

function isStreaming(operation: OperationKind): boolean {
  return operation === 'stream' || operation === 'subscribe'
}

function httpFacts({ head, text, json, validUtf8 }: At<'body'>): HttpFacts {
  return {
    status: head.status,
    contentType: headerOf(head.headers, 'content-type'),
    body: bodyFormOf(text, json !== undefined),
    byteOrderMark: text.startsWith('\uFEFF'),
    invalidUtf8: !validUtf8,
    headers: head.headers,
  }
}

function joined(left: readonly Finding[], right: readonly Finding[]): readonly Finding[] {
  if (right.length === 0) return left
  return left.length === 0 ? right : [...left, ...right]
}
