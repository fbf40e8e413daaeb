// One task as the agent reported it: statuses, artifact pieces and messages as events in the order of their first sighting,
// each once, from however many sources.

import type { ArtifactUpdate, Message, Part, StatusUpdate, Task } from '../a2a/model.ts'
import { createListBuilder, listOf, values } from '../collections/list.ts'
import { defined } from '../defined.ts'
import { createArtifactLog } from './artifact-log.ts'
import { hasSameParts } from './duplicate-message.ts'
import { createEventLog, createFactIndex, createTaskStreams } from './event-log.ts'
import type { EventTable } from './event-table.ts'
import type { StreamOutcome } from './exchanges.ts'
import type { Place, Sighting } from './sightings.ts'
import { timeOf } from './status-identity.ts'
import { createStatusLog } from './status-log.ts'
import type { MessageView, StatusFact, TaskFact, TaskView } from './task-view.ts'
import type { TaskTimelineFold } from './timeline/task-timeline-fold.ts'
import { createTextRuns, type Sayings, type TextArrival } from './turn-text.ts'

// Own messages of a task that its history may repeat; an older one is shown again.
const maxOwnMessages = 20

interface TaskIdentity {
  readonly key: string
  readonly taskId: string
  readonly agentId?: string
}

export type TaskFold = ReturnType<typeof createTask>

export function createTask(
  identity: TaskIdentity,
  place: Place,
  recorder: TaskTimelineFold,
  onChange: () => void,
) {
  let current: StatusFact | undefined
  let conversationId: string | undefined
  let contextId: string | undefined
  let failedRequest: string | undefined
  let last = place.sighting
  let isRequested = false
  let cached: TaskView | undefined

  const events = createEventLog(recorder, () => current)
  const { table } = events
  const sayings = createTextRuns((index) => arrivalOf(table.fact(index)), (event) => recorder.answered(event))
  const existing = createFactIndex(table)
  const messages = createTaskMessages(table, recorder, sayings, () => current)
  const streams = createTaskStreams(recorder, () => current)
  const states = createStatusLog({
    events,
    factIndex: existing,
    recorder,
    sayings,
    lastRequest: messages.lastRequest,
    current: () => current,
    onCurrent(fact) {
      current = fact
    },
  })
  const pieces = createArtifactLog({
    key: identity.key,
    events,
    factIndex: existing,
    recorder,
    streams,
    current: () => current,
  })

  const changed = () => {
    cached = undefined
    onChange()
  }
  const touch = ({ sighting, unasked }: Place) => {
    last = sighting
    if (!unasked) isRequested = true
    changed()
  }
  const begin = (where: Place) => {
    touch(where)
    events.begin()
  }

  return {
    ...identity,
    recorder,
    status(update: StatusUpdate, where: Place) {
      begin(where)
      states.update(update.status, where)
    },
    artifact(update: ArtifactUpdate, where: Place) {
      begin(where)
      pieces.take(update, where)
    },
    /** Applies texts that arrived together with the previous piece and continue it; returns false where each must be applied by itself. */
    pieces(like: ArtifactUpdate, texts: readonly string[], where: Place): boolean {
      if (!pieces.goOn(like, texts, where)) return false
      begin(where)
      return true
    },
    /** A whole task as the agent stores it; the conversation folds its history. */
    snapshot(task: Task, where: Place) {
      begin(where)
      const isNews = states.snapshot(task.status, where, !task.history?.length)
      const chars = pieces.snapshot(task, where)
      recorder.caughtUp({ chars, states: isNews ? 1 : 0 })
    },
    /**
     * A message of this task other than those of its states. `place`: its position in the history, where only that contained
     * it. Returns its event.
     */
    message(view: MessageView, place = 0): number {
      last = view.first
      if (view.origin === 'sent') isRequested = true
      changed()
      return messages.take(view, place)
    },
    /** The next piece of a message that is shown in the task. */
    extendText(message: Message, sighting: Sighting) {
      last = sighting
      changed()
      messages.more(message, sighting)
    },
    /** A message of the history turned out to belong to the conversation. */
    removeReported(view: MessageView) {
      if (messages.removeReported(view)) changed()
    },
    /** Messages of its states, from this event on. */
    messagesFrom: states.messagesFrom,
    placed(id: string, context: string | undefined) {
      conversationId = id
      contextId = context
      changed()
    },
    /** Whether it already has these parts, however they were split. */
    hasParts: (parts: readonly Part[]) =>
      hasSameParts(parts, { sayings: sayings.list(), artifacts: pieces.list(), current: current?.status }),
    /** `isAgain`: a subscription to a task that exists already. */
    streamOpened(exchangeId: string, isAgain: boolean) {
      streams.opened(exchangeId, isAgain)
      changed()
    },
    streamEnded(exchangeId: string, outcome: StreamOutcome) {
      streams.ended(exchangeId, outcome)
      changed()
    },
    /** A request about this task; `isReported` is false where the answer did not contain the task. */
    onRequest(exchangeId: string, isReported: boolean) {
      failedRequest = isReported ? undefined : exchangeId
      changed()
    },
    /** Where the last status, artifact or snapshot landed. */
    landing: events.landing,
    /** A further sighting of an event. */
    again(index: number, where: Place) {
      touch(where)
      events.see(index, where)
    },
    view(): TaskView {
      cached ??= {
        ...identity,
        ...(!isRequested && { foreign: true }),
        ...defined({ contextId, conversationId }),
        ...(current && { status: current.status, statusEvent: current.index }),
        phase: streams.phase(),
        events: table.freeze(),
        statuses: states.list(),
        artifacts: pieces.list(),
        sayings: sayings.list(),
        ...messages.facts(),
        openStreams: streams.open(),
        ...defined({ lastStream: streams.last(), failedRequest }),
        first: place.sighting,
        lastAt: last.at,
      }
      return cached
    },
  }
}

/** The text that an event delivered, if any. */
function arrivalOf(fact: TaskFact | undefined): TextArrival | undefined {
  if (fact?.kind === 'message') return { message: fact.message, isAnswer: fact.origin === 'direct' }
  if (fact?.kind !== 'status') return undefined
  const { status, isGlimpse } = fact
  const { message } = status
  // kagent accepts a task with a copy of the user's message.
  if (!message || message.role === 'user') return undefined
  return { message, since: timeOf(status.timestamp), gap: isGlimpse }
}

// Messages of a task other than those of its states: sent to it, answered by it, or found in its history only.

function createTaskMessages(
  events: EventTable,
  recorder: TaskTimelineFold,
  sayings: Sayings,
  current: () => StatusFact | undefined,
) {
  const listBuilder = createListBuilder<number>()
  const arrivals = createListBuilder<number>()
  /** By the key of their message. */
  const eventsByKey = new Map<number, number>()
  let sent: readonly string[] = []
  let requestedAt: number | undefined
  let lastRequest = -1

  const wasSent = (index: number, { messageId }: Message, at: number) => {
    // The first message led to the task, and may be linked to it after its first text.
    if (lastRequest !== -1) sayings.pause()
    listBuilder.push(index)
    arrivals.push(current()?.index ?? -1)
    lastRequest = index
    sent = [...sent, messageId].slice(-maxOwnMessages)
    requestedAt ??= at
  }

  return {
    /** `place`: its position in the history, where only that contained it. Returns its event. */
    take(view: MessageView, place: number): number {
      const { message, origin, first, others } = view
      const index = events.length
      events.push({ kind: 'message', index, message, origin }, 0, first)
      for (const again of values(others)) events.again(index, again)
      if (view.isReported && origin === 'history') eventsByKey.set(view.key, index)
      if (origin === 'history') recorder.remembered(index, message, place)
      if (view.isReported && message.role !== 'user') sayings.add(index, false)
      if (origin === 'sent') wasSent(index, message, first.at)
      return index
    },
    /** The next piece of a message that is shown in the task. */
    more(message: Message, sighting: Sighting) {
      const index = events.length
      events.push({ kind: 'message', index, message, origin: 'direct' }, 0, sighting)
      sayings.add(index, false)
    },
    /** A message of the history turned out to belong to the conversation; false for any other message. */
    removeReported: ({ key }: MessageView) => eventsByKey.delete(key),
    /** Event of the newest sent message, -1 before the first. */
    lastRequest: () => lastRequest,
    facts: () => ({
      requests: listBuilder.freeze(),
      arrivals: arrivals.freeze(),
      reports: listOf(eventsByKey.values()),
      sent,
      ...defined({ requestedAt }),
    }),
  }
}
