// One task's life as the agent told it: statuses, artifact pieces and messages as events in the order they became
// known, each once, however many ways it arrived.

import type {
  ArtifactUpdate,
  JsonObject,
  Message,
  Part,
  StatusUpdate,
  Task,
  TaskStatus,
} from '../a2a/model.ts'
import { isAtRest, isSettled, isWaiting } from '../a2a/task-states.ts'
import { createListBuilder, emptyList, listOf } from '../collections/list.ts'
import { createArtifactFold } from './artifacts.ts'
import type { StreamOutcome } from './exchanges.ts'
import { chunkKey, factKey } from './fact-key.ts'
import { hasSaid } from './said-twice.ts'
import { createSayings } from './sayings.ts'
import { createMatcher, type Facts, type Matcher, type Place, seenAgain } from './sightings.ts'
import {
  hasIdentity,
  isLate,
  isRepetition,
  isRetold,
  sameStatus,
  statusKey,
  timeOf,
} from './status-identity.ts'
import type {
  MessageOrigin,
  MessageView,
  StatusFact,
  TaskEvent,
  TaskFact,
  TaskPhase,
  TaskView,
} from './task-view.ts'
import type { Landing } from './webhook-call.ts'

interface TaskIdentity {
  readonly key: string
  readonly taskId: string
  readonly agentId?: string
}

export interface TaskFold extends TaskIdentity {
  /** Both tell whether the status was news. */
  status(update: StatusUpdate, place: Place): boolean
  artifact(update: ArtifactUpdate, place: Place): void
  /** A whole task as the agent keeps it; its history is the conversation's business. */
  snapshot(task: Task, place: Place): boolean
  /** A message of this task; `event`: it stands in the timeline by itself, not within a status. */
  message(view: MessageView, event: boolean): void
  /** A message already told has changed its view (it was seen in a history). */
  messageChanged(view: MessageView): void
  placed(conversationId: string, contextId: string | undefined): void
  /** Whether it has said this already, however it was cut. */
  hasSaid(parts: readonly Part[]): boolean
  /** Events of one of its streams were not read. */
  passedOver(events: number): void
  streamOpened(exchangeId: string): void
  streamEnded(exchangeId: string, outcome: StreamOutcome): void
  /** Where the last status, artifact or snapshot came to stand. */
  landing(): Landing | undefined
  /** An event told before was seen once more. */
  again(index: number, place: Place): void
  view(): TaskView
}

export function createTask(identity: TaskIdentity, place: Place, onChange: () => void): TaskFold {
  const events = createListBuilder<TaskEvent>()
  const statuses = createListBuilder<number>()
  const messages = createListBuilder<MessageView>()
  /** By the key of their message. */
  const told = new Map<number, number>()
  const messageIndexes = new Map<number, number>()
  const artifacts = createArtifactFold()
  const sayings = createSayings()
  const openStreams = new Set<string>()
  const statusIndexes = new Map<string, number>()
  const facts: Facts = {
    keyAt: (index) => factKey(events.at(index)?.fact),
    firstSeqAt: (index) => events.at(index)?.first.seq ?? 0,
  }
  const statusMatcher = createMatcher(facts)
  const chunkMatchers = new Map<string, Matcher>()

  let current: StatusFact | undefined
  let pushed = false
  let unread = 0
  let conversationId: string | undefined
  let contextId: string | undefined
  let lastStream: TaskView['lastStream']
  let snapshot: TaskView['snapshot']
  let metadata: JsonObject | undefined
  let last = place.sighting
  let isAskedFor = false
  let isSpokenTo = false
  let landing: Landing | undefined
  let cached: TaskView | undefined

  const changed = () => {
    cached = undefined
    onChange()
  }
  const touch = ({ sighting, unasked }: Place) => {
    last = sighting
    if (!unasked) isAskedFor = true
    changed()
  }
  /** The first thing an update brings is what it is about. */
  const land = (index: number, news: boolean, late = false) => {
    const first = news ? undefined : events.at(index)?.first
    const streamed = first?.source === 'stream' && { exchangeId: first.exchangeId, seq: first.seq }
    landing ??= {
      index,
      news,
      late,
      settledBefore: isSettled(current?.status.state),
      ...(streamed && { streamed }),
    }
  }
  const tell = (fact: TaskFact, { sighting }: Place) => {
    land(fact.index, true, fact.kind === 'status' && fact.late === true)
    events.push({ fact, first: sighting, others: emptyList })
  }
  const see = (index: number, where: Place) => {
    land(index, false, current !== undefined && isOvertaken(events.at(index)?.fact, current))
    const event = events.at(index)
    if (event) events.set(index, seenAgain(event, where))
  }

  const matcherOf = (artifactId: string): Matcher => {
    const known = chunkMatchers.get(artifactId)
    if (known) return known
    const matcher = createMatcher(facts)
    chunkMatchers.set(artifactId, matcher)
    return matcher
  }

  /** Only one stream has an order of its own: what came another way may have overtaken it. */
  const inOrder = ({ index }: StatusFact, { sighting }: Place): boolean =>
    sighting.source === 'stream' && events.at(index)?.first.exchangeId === sighting.exchangeId

  const tellStatus = (
    update: Pick<StatusUpdate, 'status' | 'final' | 'metadata'>,
    where: Place,
    isGlimpse = false,
  ) => {
    const { status, final } = update
    const late = current !== undefined && !inOrder(current, where) && isLate(status, current.status)
    const fact: StatusFact = {
      kind: 'status',
      index: events.length,
      status,
      ...(final !== undefined && { final }),
      ...(update.metadata && { metadata: update.metadata }),
      ...(late && { late }),
    }
    statuses.push(fact.index)
    tell(fact, where)
    if (status.message && !isAtRest(status.state)) {
      sayings.said(status.message, fact.index, { since: timeOf(status.timestamp), late, gap: isGlimpse })
    }
    if (!late && !isRetold(status, current?.status, where.sighting.source)) current = fact
  }

  const identified = (status: TaskStatus): number | undefined => {
    const key = statusKey(status)
    const known = statusIndexes.get(key)
    if (known === undefined) statusIndexes.set(key, events.length)
    return known
  }
  /** The fact a status is a sighting of. One without time and message can only be counted. */
  const knownStatus = (status: TaskStatus, where: Place): number | undefined =>
    hasIdentity(status) ? identified(status) : statusMatcher.match(() => status.state, events.length, where)
  const shownStatus = (status: TaskStatus, where: Place): number | undefined =>
    current && sameStatus(current.status, status) ? current.index : knownStatus(status, where)

  return {
    ...identity,
    status(update, where) {
      touch(where)
      landing = undefined
      const known = knownStatus(update.status, where)
      if (known !== undefined) see(known, where)
      else tellStatus(update, where)
      return known === undefined
    },
    artifact(update, where) {
      touch(where)
      landing = undefined
      pushed ||= where.sighting.source === 'push'
      const { artifact, append, lastChunk } = update
      const key = () => chunkKey(artifact.parts, append, lastChunk)
      const repeated = isRepetition(lastChunk, openStreams.size, current?.status) ? where.repeats : undefined
      const known = matcherOf(artifact.artifactId).match(key, events.length, where, repeated)
      if (known !== undefined) return see(known, where)
      tell(artifacts.apply(update, events.length, isSettled(current?.status.state)), where)
    },
    snapshot(task, where) {
      touch(where)
      landing = undefined
      if (task.metadata) metadata = task.metadata
      const { status } = task
      const final = isSettled(status.state)
      const known = shownStatus(status, where)
      if (known !== undefined) see(known, where)
      else tellStatus({ status }, where, !task.history?.length)
      const { source, seq } = where.sighting
      const takeOver = final || source === 'stream' || (openStreams.size === 0 && !pushed)
      for (const artifact of task.artifacts ?? []) {
        const fact = artifacts.snapshot(artifact, events.length, { takeOver, final, source, seq })
        if (fact) tell(fact, where)
      }
      snapshot = { seq, source, final, artifacts: task.artifacts?.length ?? 0 }
      return known === undefined
    },
    message(view, event) {
      last = view.first
      changed()
      messageIndexes.set(view.key, messages.length)
      messages.push(view)
      if (!event) return
      const { message, origin, first, others } = view
      if (view.isTold) {
        told.set(view.key, events.length)
        if (message.role !== 'user') sayings.said(message, events.length, {})
      }
      // The first message led to the task, and may be known to after it said something.
      if (origin === 'sent') {
        if (isSpokenTo) sayings.pause()
        isSpokenTo = true
        isAskedFor = true
      }
      events.push({ fact: messageFact(events.length, message, origin), first, others })
    },
    messageChanged(view) {
      const index = messageIndexes.get(view.key)
      if (index === undefined) return
      messages.set(index, view)
      if (!view.isTold) told.delete(view.key)
      changed()
    },
    placed(id, context) {
      conversationId = id
      contextId = context
      changed()
    },
    hasSaid: (parts) =>
      hasSaid(parts, { sayings: sayings.list(), artifacts: artifacts.list(), current: current?.status }),
    passedOver(events) {
      unread += events
      artifacts.passedOver()
      changed()
    },
    streamOpened(exchangeId) {
      openStreams.add(exchangeId)
      changed()
    },
    streamEnded(exchangeId, outcome) {
      openStreams.delete(exchangeId)
      // A stream may have ended as it should with another task: JS 0.3.14 reports a crash under a new id.
      const settledElsewhere = outcome === 'settled' && !isSettled(current?.status.state)
      lastStream = { exchangeId, outcome: settledElsewhere ? 'interrupted' : outcome }
      changed()
    },
    landing: () => landing,
    again(index, where) {
      touch(where)
      see(index, where)
    },
    view() {
      cached ??= {
        ...identity,
        ...(!isAskedFor && { foreign: true }),
        ...(contextId !== undefined && { contextId }),
        ...(conversationId !== undefined && { conversationId }),
        ...(current && { status: current.status, statusEvent: current.index }),
        phase: phaseOf(current, openStreams.size, lastStream?.outcome),
        events: events.freeze(),
        statuses: statuses.freeze(),
        artifacts: artifacts.list(),
        sayings: sayings.list(),
        messages: messages.freeze(),
        told: listOf(told.values()),
        openStreams: openStreams.size,
        ...(unread > 0 && { unread }),
        ...(lastStream && { lastStream }),
        ...(snapshot && { snapshot }),
        ...(metadata && { metadata }),
        first: place.sighting,
        lastSeq: last.seq,
        lastAt: last.at,
      }
      return cached
    },
  }
}

function messageFact(index: number, message: Message, origin: MessageOrigin): TaskFact {
  return { kind: 'message', index, message, origin }
}

/** A status that is no longer the task's. */
function isOvertaken(fact: TaskFact | undefined, current: StatusFact): boolean {
  return fact?.kind === 'status' && fact.index < current.index
}

function phaseOf(
  current: StatusFact | undefined,
  openStreams: number,
  outcome: StreamOutcome | undefined,
): TaskPhase {
  if (isSettled(current?.status.state)) return 'settled'
  if (isWaiting(current?.status.state)) return 'waiting'
  if (openStreams > 0) return 'live'
  return outcome === 'interrupted' ? 'interrupted' : 'unwatched'
}
