// One task as the agent reported it: statuses, artifact pieces and messages as events in the order of their first sighting,
// each once, from however many sources.

import type { ArtifactUpdate, Message, Part, StatusUpdate, Task } from '../a2a/model.ts'
import { createListBuilder, listOf, values } from '../collections/list.ts'
import { defined } from '../defined.ts'
import { ArtifactLog } from './artifact-log.ts'
import { hasSameParts } from './duplicate-message.ts'
import { createTaskStreams, EventLog, type TaskStreams } from './event-log.ts'
import type { StreamOutcome } from './exchanges.ts'
import type { Place, Sighting } from './sightings.ts'
import { timeOf } from './status-identity.ts'
import { StatusLog } from './status-log.ts'
import type { MessageView, TaskFact, TaskView } from './task-view.ts'
import type { TaskTimelineFold } from './timeline/task-timeline-fold.ts'
import { type TextArrival, TextRuns } from './turn-text.ts'

// Own messages of a task that its history may repeat; an older one is shown again.
const maxOwnMessages = 20

type TaskIdentity = Pick<TaskView, 'key' | 'taskId' | 'agentId'>

export class TaskFold {
  readonly key: string
  readonly taskId: string
  readonly agentId: string | undefined
  readonly recorder: TaskTimelineFold
  readonly #first: Sighting
  readonly #onChange: () => void
  readonly #log: EventLog
  readonly #sayings: TextRuns
  readonly #messages: TaskMessages
  readonly #streams: TaskStreams
  readonly #statuses: StatusLog
  readonly #artifacts: ArtifactLog
  #conversationId: string | undefined
  #contextId: string | undefined
  #failedRequest: string | undefined
  #last: Sighting
  #isAskedFor = false
  #cached: TaskView | undefined

  constructor(identity: TaskIdentity, { sighting }: Place, recorder: TaskTimelineFold, onChange: () => void) {
    this.key = identity.key
    this.taskId = identity.taskId
    this.agentId = identity.agentId
    this.recorder = recorder
    this.#first = this.#last = sighting
    this.#onChange = onChange
    const log = new EventLog(recorder)
    this.#log = log
    this.#sayings = new TextRuns(
      (index) => arrivalOf(log.table.fact(index)),
      (event) => recorder.answered(event),
    )
    this.#messages = new TaskMessages(log, this.#sayings)
    this.#streams = createTaskStreams(log)
    this.#statuses = new StatusLog(log, this.#sayings)
    this.#artifacts = new ArtifactLog(this.key, log, this.#streams)
  }

  status(update: StatusUpdate, where: Place) {
    this.#begin(where)
    this.#statuses.update(update.status, where)
  }

  artifact(update: ArtifactUpdate, where: Place) {
    this.#begin(where)
    this.#artifacts.take(update, where)
  }

  /** Texts that arrived together and continue the previous piece; false where each must be added by itself. */
  pieces(like: ArtifactUpdate, texts: readonly string[], where: Place): boolean {
    if (!this.#artifacts.goOn(like, texts, where)) return false
    this.#begin(where)
    return true
  }

  /** A whole task as the agent keeps it; its history is the conversation's business. */
  snapshot(task: Task, where: Place) {
    this.#begin(where)
    const isNews = this.#statuses.snapshot(task.status, where, !task.history?.length)
    const chars = this.#artifacts.snapshot(task, where)
    this.recorder.caughtUp({ chars, states: isNews ? 1 : 0 })
  }

  /** A message other than those of states; `place`: in the history, if only that has it. Returns its event. */
  message(view: MessageView, place = 0): number {
    this.#last = view.first
    if (view.origin === 'sent') this.#isAskedFor = true
    this.#changed()
    return this.#messages.take(view, place)
  }

  /** The next piece of a message that is shown in the task. */
  extendText(message: Message, sighting: Sighting) {
    this.#last = sighting
    this.#changed()
    this.#messages.more(message, sighting)
  }

  /** A message of its history is shown in the conversation instead. */
  unreport(view: MessageView) {
    if (this.#messages.unreport(view)) this.#changed()
  }

  /** Messages of its states, from this event on. */
  readonly stateMessages = (from: number) => this.#statuses.messagesFrom(from)

  placed(id: string, context: string | undefined) {
    this.#conversationId = id
    this.#contextId = context
    this.#changed()
  }

  /** Whether it has this content already, in whatever pieces. */
  hasParts(parts: readonly Part[]): boolean {
    const [sayings, artifacts] = [this.#sayings.list(), this.#artifacts.list()]
    return hasSameParts(parts, { sayings, artifacts, current: this.#log.current?.status })
  }

  /** `isAgain`: the task had a stream before. */
  streamOpened(exchangeId: string, isAgain: boolean) {
    this.#streams.opened(exchangeId, isAgain)
    this.#changed()
  }

  streamEnded(exchangeId: string, outcome: StreamOutcome) {
    this.#streams.ended(exchangeId, outcome)
    this.#changed()
  }

  /** A request about this task; `isReported` is false where its answer was not the task. */
  onRequest(exchangeId: string, isReported: boolean) {
    this.#failedRequest = isReported ? undefined : exchangeId
    this.#changed()
  }

  /** Where the last status, artifact or snapshot landed. */
  readonly landing = () => this.#log.landing()

  /** A further sighting of an event. */
  again(index: number, where: Place) {
    this.#touch(where)
    this.#log.see(index, where)
  }

  view(): TaskView {
    const { current, table } = this.#log
    this.#cached ??= {
      key: this.key,
      taskId: this.taskId,
      ...defined({ agentId: this.agentId }),
      ...(!this.#isAskedFor && { foreign: true }),
      ...defined({ contextId: this.#contextId, conversationId: this.#conversationId }),
      ...(current && { status: current.status, statusEvent: current.index }),
      phase: this.#streams.phase(),
      events: table.freeze(),
      statuses: this.#statuses.list(),
      artifacts: this.#artifacts.list(),
      sayings: this.#sayings.list(),
      ...this.#messages.facts(),
      openStreams: this.#streams.open(),
      ...defined({ lastStream: this.#streams.last(), failedRequest: this.#failedRequest }),
      first: this.#first,
      lastAt: this.#last.at,
    }
    return this.#cached
  }

  #changed() {
    this.#cached = undefined
    this.#onChange()
  }

  #touch({ sighting, unasked }: Place) {
    this.#last = sighting
    if (!unasked) this.#isAskedFor = true
    this.#changed()
  }

  #begin(where: Place) {
    this.#touch(where)
    this.#log.begin()
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

class TaskMessages {
  readonly #log: EventLog
  readonly #sayings: TextRuns
  readonly #requests = createListBuilder<number>()
  readonly #arrivals = createListBuilder<number>()
  /** By the key of their message. */
  readonly #eventsByKey = new Map<number, number>()
  #sent: readonly string[] = []
  #requestedAt: number | undefined

  constructor(log: EventLog, sayings: TextRuns) {
    this.#log = log
    this.#sayings = sayings
  }

  /** `place`: in the history, if only that has it. Returns its event. */
  take(view: MessageView, place: number): number {
    const { message, origin, first, others } = view
    const { table, recorder } = this.#log
    const index = table.length
    table.push({ kind: 'message', index, message, origin }, 0, first)
    for (const again of values(others)) table.again(index, again)
    if (view.isReported && origin === 'history') this.#eventsByKey.set(view.key, index)
    // The first message led to the task, and may be recognised after the task's own first one.
    if (origin === 'history') recorder.remember(index, message, place)
    if (view.isReported && message.role !== 'user') this.#sayings.add(index, false)
    if (origin === 'sent') this.#wasSent(index, message, first.at)
    return index
  }

  /** The next piece of a message that stands in the task. */
  more(message: Message, sighting: Sighting) {
    const { table } = this.#log
    const index = table.length
    table.push({ kind: 'message', index, message, origin: 'direct' }, 0, sighting)
    this.#sayings.add(index, false)
  }

  /** A message of its history is shown in the conversation instead; false where it was not in the task. */
  readonly unreport = ({ key }: MessageView) => this.#eventsByKey.delete(key)

  facts() {
    return {
      requests: this.#requests.freeze(),
      arrivals: this.#arrivals.freeze(),
      reports: listOf(this.#eventsByKey.values()),
      sent: this.#sent,
      ...defined({ requestedAt: this.#requestedAt }),
    }
  }

  #wasSent(index: number, { messageId }: Message, at: number) {
    if (this.#log.lastRequest !== -1) this.#sayings.pause()
    this.#requests.push(index)
    this.#arrivals.push(this.#log.current?.index ?? -1)
    this.#log.lastRequest = index
    this.#sent = [...this.#sent, messageId].slice(-maxOwnMessages)
    this.#requestedAt ??= at
  }
}
