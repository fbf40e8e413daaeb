// Events of a task, each recorded once, and what the current update turned out to be.

import type { ArtifactUpdate, TaskStatus } from '../a2a/model.ts'
import { isSettled, isWaiting } from '../a2a/task-states.ts'
import { contentDigest, partsKey } from './content-key.ts'
import { EventTable } from './event-table.ts'
import type { StreamOutcome } from './exchanges.ts'
import { createMatcher, elapsedMs, type Matcher, type Place } from './sightings.ts'
import { hasIdentity, statusKey } from './status-identity.ts'
import type { StatusFact, TaskFact, TaskPhase, TaskView } from './task-view.ts'
import type { TaskTimelineFold } from './timeline/task-timeline-fold.ts'
import type { Landing } from './webhook-call.ts'

export class EventLog {
  readonly recorder: TaskTimelineFold
  readonly table = new EventTable()
  readonly factIndex = createFactIndex(this.table)
  /** The status that the task is in now. */
  current: StatusFact | undefined
  /** The newest message that was sent to the task, -1 before the first. */
  lastRequest = -1
  #landing: Landing | undefined

  constructor(recorder: TaskTimelineFold) {
    this.recorder = recorder
  }

  /** An update begins: its landing is the first event that it adds or repeats. */
  begin() {
    this.#landing = undefined
  }

  add(fact: TaskFact, digest: number, { sighting }: Place) {
    this.#land(fact.index, true, fact.kind === 'status' && fact.late === true)
    this.table.push(fact, digest, sighting)
  }

  /** A further sighting of an event. */
  see(index: number, place: Place) {
    const { table, current } = this
    this.#land(index, false, current !== undefined && isOvertaken(table.fact(index), current))
    table.again(index, place.sighting)
    this.recorder.again(index, elapsedMs(table.first(index), place.sighting), place)
  }

  readonly landing = () => this.#landing
  readonly isSettled = () => isSettled(this.current?.status.state)

  #land(index: number, news: boolean, late: boolean) {
    const first = news ? undefined : this.table.first(index)
    const streamed = first?.source === 'stream' && { exchangeId: first.exchangeId, seq: first.seq }
    this.#landing ??= { index, news, late, settledBefore: this.isSettled(), ...(streamed && { streamed }) }
  }
}

/** A status that a newer one has replaced. */
function isOvertaken(fact: TaskFact | undefined, current: StatusFact): boolean {
  return fact?.kind === 'status' && fact.index < current.index
}

// Finds the recorded fact that an update is a further sighting of.

function createFactIndex(events: EventTable) {
  const byStatus = new Map<number, number>()
  const statuses = createMatcher(events)
  const pieces: Matcher[] = []
  return {
    /** The event of the same fact; undefined for a new fact, which is then indexed as the next event. */
    status(status: TaskStatus, place: Place): number | undefined {
      // Statuses without time and message can only be matched by counting.
      if (!hasIdentity(status)) return statuses.match(contentDigest(status.state), events.length, place)
      const key = contentDigest(statusKey(status))
      const current = byStatus.get(key)
      if (current === undefined) byStatus.set(key, events.length)
      return current
    },
    /** `artifact`: its position among the task's artifacts. With `repeated` the piece is never new. */
    piece(artifact: number, digest: number, place: Place, repeated: number | undefined) {
      const matcher = pieces[artifact] ?? createMatcher(events)
      pieces[artifact] = matcher
      return matcher.match(digest, events.length, place, repeated)
    },
    /** Whether further pieces of this channel are new without a lookup. */
    isSole: (artifact: number, place: Place) => pieces[artifact]?.isSole(place) === true,
    /** Indexes `count` further pieces as the next events. */
    areNews: (artifact: number, count: number) => pieces[artifact]?.areNews(events.length, count),
  }
}

/** Digest of a text that is appended. */
export function textDigest(place: number, text: string): number {
  return contentDigest(text, place * 4 + 2)
}

/** Ignores metadata: content and flags identify a piece of an artifact. */
export function pieceDigest(place: number, { artifact, append, lastChunk }: ArtifactUpdate): number {
  const { parts } = artifact
  const [part] = parts
  const content = parts.length === 1 && part?.kind === 'text' ? part.text : `\0${partsKey(parts)}`
  return contentDigest(content, place * 4 + (append ? 2 : 0) + (lastChunk ? 1 : 0))
}

// Streams of a task, and how the last one ended.

export type TaskStreams = ReturnType<typeof createTaskStreams>

export function createTaskStreams(log: EventLog) {
  const open = new Set<string>()
  let last: TaskView['lastStream']
  return {
    /** `isAgain`: a subscription to a task that exists already. */
    opened(exchangeId: string, isAgain: boolean) {
      open.add(exchangeId)
      log.recorder.streamOpened(exchangeId, isAgain)
    },
    ended(exchangeId: string, outcome: StreamOutcome) {
      open.delete(exchangeId)
      // A stream may have ended as it should with another task: JS 0.3.14 reports a crash under a new id.
      const settledElsewhere = outcome === 'settled' && !log.isSettled()
      last = { exchangeId, outcome: settledElsewhere ? 'interrupted' : outcome }
      log.recorder.streamEnded(exchangeId, last.outcome)
    },
    open: () => open.size,
    last: () => last,
    /** By its last state and its last stream. */
    phase(): TaskPhase {
      const state = log.current?.status.state
      if (isSettled(state)) return 'settled'
      if (isWaiting(state)) return 'waiting'
      if (open.size > 0) return 'live'
      return last?.outcome === 'interrupted' ? 'interrupted' : 'unwatched'
    },
  }
}
