// Finds faults of agents, item by item, as they are recorded: each document against its version's shapes, the framing
// of each stream, and the sequence of each task. It only returns findings; nothing is changed or refused.

import { checkCard, checkEvent, checkForm, checkReply, checkStream } from '#shared/a2a/check.ts'
import type { DialectId } from '#shared/a2a/dialect.ts'
import type { Finding } from '#shared/a2a/finding.ts'
import { headerOf } from '#shared/a2a/header-of.ts'
import { isObject, memberOf } from '#shared/a2a/json-kinds.ts'
import type { AgentError, Binding, JsonValue, TaskPage, Update } from '#shared/a2a/model.ts'
import { isPrompt, isStreaming, type OperationKind } from '#shared/a2a/operation.ts'
import { versionOfCard } from '#shared/a2a/rules/card/check-card.ts'
import { joinFindings } from '#shared/a2a/rules/report.ts'
import { SequenceChecker } from '#shared/a2a/rules/sequence/checker.ts'
import { createDelegations, type DelegationSource } from '#shared/a2a/rules/sequence/delegations.ts'
import {
  type Delegation,
  type Observation,
  observationOf,
  placeOfUpdate,
  type Sighting,
  type UpdateSource,
} from '#shared/a2a/rules/sequence/observation.ts'
import { remember } from '#shared/a2a/rules/sequence/tracks.ts'
import { bodyFormOf, type HttpFacts, type StreamFacts } from '#shared/a2a/rules/wire/http-facts.ts'
import type { RequestId } from '#shared/a2a/rules/wire/json-rpc.ts'
import { defined } from '#shared/defined.ts'
import { jsonFaultIn } from '#shared/json/json-fault.ts'
import { stateOf, taskIdOf, updateIn } from '#shared/story/updates-of.ts'
import { createEchoes } from './echoes.ts'
import { createPushJudge } from './judge-push.ts'
import { systemClock, type TimeSource } from './platform/clock.ts'
import { isLoopback } from './platform/net.ts'
import { type ArrivalTrack, newArrival, timingOf, trackArrival } from './wire/arrival.ts'
import type { ResponseHead } from './wire/http.ts'
import type { ExchangeFacts, Judge, JudgedItem } from './wire/reading.ts'

// Agents whose version is stored for a card that can't be read; after the oldest was dropped, no version is cited.
const maxCardVersions = 1000

type At<K extends JudgedItem['at']> = Extract<JudgedItem, { at: K }>

/** An exchange with a version and a binding. */
interface Spoken extends ExchangeFacts {
  readonly dialect: DialectId
  readonly binding: Binding
  readonly operation: OperationKind
  /** The agent and version: its tasks are followed over all exchanges. */
  readonly speaker: string
  lastEventMs: number
  readonly arrival: ArrivalTrack
  /** Set if the exchange names its agent. */
  readonly source: DelegationSource | undefined
  /** The first request of its connection. */
  isFresh: boolean
  /** A result has arrived. */
  isAccepted: boolean
}

// Agents whose sequences of events are judged; the oldest starts over.
const maxJudgedAgents = 64
/** TaskNotFoundError */
const taskNotFound = -32001
const none: readonly Finding[] = []

export function createJudge({ monoMs }: Pick<TimeSource, 'monoMs'> = systemClock): Judge {
  const checkerOf = createCheckers()
  const judgeCard = createCardJudge()
  const delegations = createDelegations()
  const push = createPushJudge()
  const echoes = createEchoes()
  const spokenIn = createSpoken((spoken) => {
    if (spoken.sent) echoes.remember(agentOf(spoken), spoken.sent)
  })

  const unsent = (spoken: Spoken, findings: readonly Finding[], json: JsonValue | undefined) =>
    echoes.without(agentOf(spoken), findings, json)
  const follow = (
    spoken: Spoken,
    update: Update,
    json: JsonValue,
    source: UpdateSource,
  ): readonly Finding[] => {
    spoken.lastEventMs = monoMs()
    trackArrival(spoken.arrival, update, spoken.lastEventMs)
    push.answered(spoken, taskIdOf(update))
    const open = openOnes(delegations, spoken, update)
    const sighting = { ...sightingIn(spoken, update, json, source), ...defined({ delegations: open }) }
    return checkerOf(spoken).observe(observationOf(update, sighting))
  }

  const observe = (spoken: Spoken, observation: Observation | undefined): readonly Finding[] =>
    observation === undefined ? none : checkerOf(spoken).observe(observation)

  const item = (spoken: Spoken, { json, decoded, text }: At<'item'>): readonly Finding[] => {
    if (decoded?.kind === 'unreadable')
      checkerOf(spoken).observe({ kind: 'unread', stream: spoken.exchangeId })
    if (json === undefined) return none
    const matches = unsent(spoken, checkEvent({ ...spoken, raw: json, text }), json)
    if (decoded?.kind === 'error') {
      checkerOf(spoken).observe({ kind: 'error', stream: spoken.exchangeId })
      return joinFindings(matches, observe(spoken, notFoundIn(spoken, decoded.error, monoMs())))
    }
    if (decoded?.kind !== 'result') return matches
    return joinFindings(
      joinFindings(matches, accepted(spoken)),
      follow(spoken, decoded.result, json, 'stream'),
    )
  }

  const body = (spoken: Spoken, observed: At<'body'>): readonly Finding[] => {
    const { json, decoded, text } = observed
    push.ended(spoken)
    const http = spoken.binding === 'GRPC' ? {} : { http: httpFactsOf(observed, spoken) }
    const matches = unsent(spoken, checkReply({ ...spoken, raw: json, text, ...http }), json)
    if (decoded?.kind === 'error')
      return joinFindings(matches, observe(spoken, notFoundIn(spoken, decoded.error, monoMs())))
    if (decoded?.kind !== 'result') return matches
    const { result } = decoded
    const foundAll = joinFindings(matches, accepted(spoken))
    if (result.kind === 'tasks') return joinFindings(foundAll, observe(spoken, pageIn(spoken, result.page)))
    if (spoken.operation.startsWith('push-'))
      return joinFindings(foundAll, push.find(spoken, { ...spoken.arrival, result, json, atMs: monoMs() }))
    const update = updateIn(result)
    if (update === undefined || json === undefined) return foundAll
    return joinFindings(
      foundAll,
      follow(spoken, update, json, isStreaming(spoken.operation) ? 'stream' : sourceOf(spoken.operation)),
    )
  }

  const ended = (spoken: Spoken, observed: At<'end'>) => {
    push.ended(spoken)
    if (!isStreaming(spoken.operation)) return none
    const closed = observe(spoken, closedIn(spoken, observed, monoMs()))
    const facts = streamFacts(spoken, observed)
    return facts === undefined ? closed : joinFindings(checkStream({ ...spoken, stream: facts }), closed)
  }

  const find = (facts: ExchangeFacts, judgedItem: JudgedItem): readonly Finding[] => {
    if (facts.call.purpose === 'card' && facts.call.operation === undefined) {
      return judgedItem.at === 'body' ? judgeCard(facts, judgedItem) : none
    }
    const spoken = spokenIn(facts)
    if (spoken === undefined) return none
    switch (judgedItem.at) {
      case 'head':
        if (spoken.operation === 'push-create') delegations.forget(spoken.source, spoken.taskId)
        return observe(spoken, openedIn(spoken, judgedItem.head, monoMs()))
      case 'item':
        return item(spoken, judgedItem)
      case 'alike':
        // The event is as valid as the one it is like.
        return follow(spoken, judgedItem.update, judgedItem.like, 'stream')
      case 'body':
        return body(spoken, judgedItem)
      case 'end':
        return ended(spoken, judgedItem)
    }
  }

  return {
    begin: push.begin,
    findInPush: push.findInPush,
    find,
    withoutEchoes: echoes.without,
    pieces(facts, { taskId, contextId, artifact, append, lastChunk }, texts) {
      const spoken = spokenIn(facts)
      // Without a version there is nothing to check.
      if (spoken === undefined) return texts.length
      if (!append || lastChunk) return 0
      const { artifactId } = artifact
      spoken.lastEventMs = monoMs()
      return checkerOf(spoken).pieces({ stream: spoken.exchangeId, taskId, contextId, artifactId }, texts)
    },
  }
}

/** Exchanges without an agent share one. */
function agentOf({ call: { agentId = '' } }: ExchangeFacts): string {
  return agentId
}

/** One for each agent and version. */
function createCheckers(): (spoken: Spoken) => SequenceChecker {
  const checkers = new Map<string, SequenceChecker>()
  return ({ speaker, dialect, minor }) => {
    const sequenceChecker = checkers.get(speaker)
    if (sequenceChecker) return sequenceChecker
    const made = new SequenceChecker(dialect, minor)
    remember(checkers, speaker, made, maxJudgedAgents)
    return made
  }
}

function createSpoken(onFirst: (spoken: Spoken) => void): (facts: ExchangeFacts) => Spoken | undefined {
  const exchanges = new WeakMap<ExchangeFacts, Spoken>()
  return (facts) => {
    const exchange = exchanges.get(facts)
    if (exchange) return exchange
    const spoken = spokenOf(facts)
    if (!spoken) return undefined
    exchanges.set(facts, spoken)
    onFirst(spoken)
    return spoken
  }
}

function spokenOf(facts: ExchangeFacts): Spoken | undefined {
  const { dialect, binding, operation } = facts.call
  if (dialect === undefined || binding === undefined || operation === undefined) return undefined
  const speaker = `${agentOf(facts)} ${dialect}`
  return {
    ...facts,
    dialect,
    binding,
    operation,
    speaker,
    lastEventMs: 0,
    arrival: newArrival(),
    isFresh: false,
    isAccepted: false,
    source: sourceIn(facts, operation),
  }
}

/** Once per call, for the first result. */
function accepted(spoken: Spoken): readonly Finding[] {
  const { fault } = spoken
  if (fault === undefined || spoken.isAccepted) return none
  spoken.isAccepted = true
  return checkForm({ ...spoken, fault })
}

function sourceIn(
  { call: { agentId, via }, url, references = [] }: ExchangeFacts,
  operation: OperationKind,
): DelegationSource | undefined {
  if (agentId === undefined) return undefined
  return { agentId, host: URL.parse(url)?.host ?? '', isPrompt: isPrompt(operation), via, references }
}

function openOnes(
  delegations: ReturnType<typeof createDelegations>,
  { source, arrival }: Spoken,
  update: Update,
): readonly Delegation[] | undefined {
  const state = stateOf(update)
  if (!source || !state) return undefined
  return delegations.observe({ taskId: taskIdOf(update), state }, source, arrival.sentMs)
}

function sightingIn(spoken: Spoken, { kind }: Update, json: JsonValue, source: UpdateSource): Sighting {
  return {
    source,
    operation: spoken.operation,
    base: placeOfUpdate(spoken.binding, json, kind),
    stream: isStreaming(spoken.operation) ? spoken.exchangeId : undefined,
    rpcId: spoken.requestId === undefined ? rpcIdOf(json) : undefined,
    atMs: spoken.lastEventMs,
    sentMs: spoken.arrival.sentMs,
    isCancel: spoken.operation === 'cancel',
    credentialsKey: spoken.credentialsKey,
  }
}

function openedIn(
  spoken: Spoken,
  { timings, connection }: ResponseHead,
  nowMs: number,
): Observation | undefined {
  const { exchangeId: stream, operation, taskId, asked } = spoken
  spoken.isFresh = connection?.reused === false
  spoken.arrival.sentMs = nowMs - (timings.firstByteMs ?? Number.NaN)
  if (!isStreaming(operation)) return undefined
  return { kind: 'opened', stream, operation, ...defined({ taskId, contextId: asked?.contextId }) }
}

/** Calls without an agent may go to different ones, and in push operations the configuration may be what is missing. */
function notFoundIn(spoken: Spoken, { code }: AgentError, atMs: number): Observation | undefined {
  const { taskId, isFresh, binding, operation, call, url, credentialsKey } = spoken
  if (code !== taskNotFound || taskId === undefined || call.agentId === undefined) return undefined
  if (operation.startsWith('push-')) return undefined
  const isNear = isLoopback(URL.parse(url)?.hostname ?? '')
  const base = binding === 'JSONRPC' ? '/error' : ''
  return { kind: 'not-found', taskId, isFresh, isNear, credentialsKey, atMs, base }
}

function pageIn({ asked, binding, credentialsKey }: Spoken, page: TaskPage): Observation | undefined {
  if (asked === undefined) return undefined
  const { pageToken: token, ...others } = asked
  const taskIds = page.tasks.map(({ id }) => id)
  const { nextPageToken: nextToken, totalSize: total } = page
  const query = JSON.stringify([others, credentialsKey])
  const base = binding === 'JSONRPC' ? '/result' : ''
  return { kind: 'page', token, nextToken, query, taskIds, total, base }
}

function sourceOf(operation: OperationKind): UpdateSource {
  return operation === 'get' || operation === 'list' ? 'poll' : 'reply'
}

function closedIn(
  { exchangeId: stream, lastEventMs }: Spoken,
  { end, framing }: At<'end'>,
  nowMs: number,
): Observation {
  const comments = framing?.comments ?? 0
  return { kind: 'closed', stream, end, quietMs: nowMs - lastEventMs, comments }
}

function streamFacts(
  facts: Spoken,
  { items, framing, head, unparsable, firstUnparsable, separated, eventNames, end }: At<'end'>,
): StreamFacts | undefined {
  if (framing === undefined || head === undefined) return undefined
  return {
    ...framing,
    status: head.status,
    contentType: headerOf(head.headers, 'content-type'),
    headers: head.headers,
    ...defined({ versionSent: facts.versionSent }),
    events: items,
    unparsable,
    firstUnparsable,
    separated,
    eventNames,
    // If we aborted, the agent's end is unknown.
    ended: end === 'closed-by-agent',
    ...defined({ timing: timingOf(facts.arrival, facts.lastEventMs) }),
  }
}

function rpcIdOf(json: JsonValue): RequestId | undefined {
  const id = isObject(json) ? memberOf(json, 'id') : undefined
  return typeof id === 'string' || typeof id === 'number' ? id : undefined
}

// Judges a served card: by its own version or, if it has none, by that of the agent's last card.

function createCardJudge() {
  const versions = new Map<string, string>()
  return (facts: ExchangeFacts, observed: At<'body'>): readonly Finding[] => {
    const { json, head, text } = observed
    const { agentId } = facts.call
    // Without a card there is nothing to judge: discovery tries several places, and an unchanged card has no body.
    if (head.status >= 300) return none
    const current = agentId === undefined ? undefined : versions.get(agentId)
    const version = json === undefined ? undefined : versionOfCard(json, {})
    if (agentId !== undefined && version !== undefined) remember(versions, agentId, version, maxCardVersions)
    return checkCard(json, {
      url: facts.url,
      text,
      http: httpFactsOf(observed, facts),
      ...defined({ supported: current }),
    })
  }
}

function httpFactsOf({ head, text, json, validUtf8 }: At<'body'>, facts: ExchangeFacts): HttpFacts {
  return {
    status: head.status,
    contentType: headerOf(head.headers, 'content-type'),
    body: bodyFormOf(text, json !== undefined),
    byteOrderMark: text.startsWith('\uFEFF'),
    invalidUtf8: !validUtf8,
    headers: head.headers,
    ...defined({ versionSent: facts.versionSent, fault: json === undefined ? jsonFaultIn(text) : undefined }),
  }
}
