// One task's life as the agent told it: statuses, artifact pieces and messages as events in the order they became
// known, each once, however many ways it arrived.

import type { ArtifactUpdate, Message, Part, StatusUpdate, Task } from '../a2a/model.ts'
import { defined } from '../defined.ts'
import type { StreamOutcome } from './exchanges.ts'
import { createKnownFacts } from './known-facts.ts'
import { hasSaid } from './said-twice.ts'
import { createSayings, type Heard } from './sayings.ts'
import type { Place, Sighting } from './sightings.ts'
import { timeOf } from './status-identity.ts'
import { createTaskMessages } from './task-messages.ts'
import { phaseOf } from './task-phase.ts'
import { createTaskStreams } from './task-streams.ts'
import type { MessageView, StatusFact, TaskFact, TaskView } from './task-view.ts'
import type { Recorder } from './timeline/recorder.ts'
import { createToldEvents } from './told-events.ts'
import { createToldPieces } from './told-pieces.ts'
import { createToldStates, type Said } from './told-states.ts'
import type { Landing } from './webhook-call.ts'

interface TaskIdentity {
  readonly key: string
  readonly taskId: string
  readonly agentId?: string
}

export interface TaskFold extends TaskIdentity {
  readonly recorder: Recorder
  status(update: StatusUpdate, place: Place): void
  artifact(update: ArtifactUpdate, place: Place): void
  /** Texts that came together with the piece before and go on with it; false where each is to be told by itself. */
  pieces(like: ArtifactUpdate, texts: readonly string[], place: Place): boolean
  /** A whole task as the agent keeps it; its history is the conversation's business. */
  snapshot(task: Task, place: Place): void
  /** A message of this task, other than those of its states; what only a history told, with its place in that. Gives its event. */
  message(view: MessageView, place?: number): number
  /** The next piece of a message that stands in it. */
  saidMore(message: Message, sighting: Sighting): void
  /** What only its history told turned out to stand in the conversation. */
  untold(view: MessageView): void
  /** Messages of its states, from this event on. */
  said(from: number): readonly Said[]
  placed(conversationId: string, contextId: string | undefined): void
  /** Whether it has said this already, however it was cut. */
  hasSaid(parts: readonly Part[]): boolean
  /** `isAgain`: somebody had listened before. */
  streamOpened(exchangeId: string, isAgain: boolean): void
  streamEnded(exchangeId: string, outcome: StreamOutcome): void
  /** Somebody asked about it, and was told of it or was not. */
  asked(exchangeId: string, isTold: boolean): void
  /** Where the last status, artifact or snapshot came to stand. */
  landing(): Landing | undefined
  /** An event told before was seen once more. */
  again(index: number, place: Place): void
  view(): TaskView
}

export function createTask(
  identity: TaskIdentity,
  place: Place,
  recorder: Recorder,
  onChange: () => void,
): TaskFold {
  let current: StatusFact | undefined
  let conversationId: string | undefined
  let contextId: string | undefined
  let askedInVain: string | undefined
  let last = place.sighting
  let isAskedFor = false
  let cached: TaskView | undefined

  const events = createToldEvents(recorder, () => current)
  const { table } = events
  const sayings = createSayings((index) => heardIn(table.fact(index)))
  const known = createKnownFacts(table)
  const messages = createTaskMessages(table, recorder, sayings)
  const streams = createTaskStreams(recorder, () => current)
  const states = createToldStates({
    events,
    known,
    recorder,
    sayings,
    lastAsked: messages.lastAsked,
    current: () => current,
    onCurrent(fact) {
      current = fact
    },
  })
  const pieces = createToldPieces({
    key: identity.key,
    events,
    known,
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
    if (!unasked) isAskedFor = true
    changed()
  }
  const begin = (where: Place) => {
    touch(where)
    events.begin()
  }

  return {
    ...identity,
    recorder,
    status(update, where) {
      begin(where)
      states.update(update.status, where)
    },
    artifact(update, where) {
      begin(where)
      pieces.take(update, where)
    },
    pieces(like, texts, where) {
      if (!pieces.goOn(like, texts, where)) return false
      begin(where)
      return true
    },
    snapshot(task, where) {
      begin(where)
      const isNews = states.snapshot(task.status, where, !task.history?.length)
      const chars = pieces.snapshot(task, where)
      recorder.caughtUp({ chars, states: isNews ? 1 : 0 })
    },
    message(view, place = 0) {
      last = view.first
      if (view.origin === 'sent') isAskedFor = true
      changed()
      return messages.take(view, place)
    },
    saidMore(message, sighting) {
      last = sighting
      changed()
      messages.more(message, sighting)
    },
    untold(view) {
      if (messages.untold(view)) changed()
    },
    said: states.said,
    placed(id, context) {
      conversationId = id
      contextId = context
      changed()
    },
    hasSaid: (parts) =>
      hasSaid(parts, { sayings: sayings.list(), artifacts: pieces.list(), current: current?.status }),
    streamOpened(exchangeId, isAgain) {
      streams.opened(exchangeId, isAgain)
      changed()
    },
    streamEnded(exchangeId, outcome) {
      streams.ended(exchangeId, outcome)
      changed()
    },
    asked(exchangeId, isTold) {
      askedInVain = isTold ? undefined : exchangeId
      changed()
    },
    landing: events.landing,
    again(index, where) {
      touch(where)
      events.see(index, where)
    },
    view() {
      const lastStream = streams.last()
      cached ??= {
        ...identity,
        ...(!isAskedFor && { foreign: true }),
        ...defined({ contextId, conversationId }),
        ...(current && { status: current.status, statusEvent: current.index }),
        phase: phaseOf(current?.status.state, streams.open(), lastStream?.outcome),
        events: table.freeze(),
        statuses: states.list(),
        artifacts: pieces.list(),
        sayings: sayings.list(),
        ...messages.facts(),
        openStreams: streams.open(),
        ...defined({ lastStream, askedInVain }),
        first: place.sighting,
        lastAt: last.at,
      }
      return cached
    },
  }
}

/** What an event said, if anything. */
function heardIn(fact: TaskFact | undefined): Heard | undefined {
  if (fact?.kind === 'message') return { message: fact.message, isAnswer: fact.origin === 'direct' }
  if (fact?.kind !== 'status' || !fact.status.message) return undefined
  const { status, isGlimpse } = fact
  return { message: fact.status.message, since: timeOf(status.timestamp), gap: isGlimpse }
}
