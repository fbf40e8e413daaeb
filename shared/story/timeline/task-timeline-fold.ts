// Records a task's life for its timeline: the fold reports what each update was, the exchange reducer what the task's exchanges
// did. It stores positions, sizes and times, never text: the text of a row is read from its entry when it is shown.

import type { Artifact, Message, Part, TaskStatus } from '../../a2a/model.ts'
import { isAtRest, isSettled } from '../../a2a/task-states.ts'
import { defined } from '../../defined.ts'
import type { Entry } from '../../record/entry.ts'
import { contentBytes } from '../../record/text-size.ts'
import type { EventTable } from '../event-table.ts'
import type { StreamOutcome } from '../exchanges.ts'
import type { Place } from '../sightings.ts'
import { timeOf } from '../status-identity.ts'
import type { StoredRelation } from '../task-view.ts'
import { ArtifactOutlines, type Piece } from './artifact-outlines.ts'
import { FigureFold } from './figure-fold.ts'
import { createLane } from './lane.ts'
import type { Outline } from './outline.ts'
import { Reconnects } from './reconnects.ts'
import { RowWriter } from './row-writer.ts'

/** What an exchange did apart from reporting the task. */
export type ExchangeEvent = { readonly place: Place } & (
  | {
      readonly kind: 'asked'
      readonly message: Message | undefined
      readonly isCall: boolean
      /** By another program, through a tap. */
      readonly byCaller: boolean
    }
  | { readonly kind: 'said'; readonly message: Message }
  /** `unproven`: a webhook call whose token or authorization is wrong. */
  | { readonly kind: 'responded' | 'keep-alive' | 'nothing' | 'error' | 'unproven' }
  | {
      readonly kind: 'ended'
      readonly isStream: boolean
      readonly isFailure: boolean
      /** `isEarly`: before the stream was complete; `onPurpose`: the caller aborted it. */
      readonly isEarly: boolean
      readonly onPurpose: boolean
      /** By another program, through a tap. */
      readonly byCaller: boolean
    }
)

// Own messages of a task from which answers are timed, the first ones.
const maxTimedSent = 256

/** `farSecret` is in the marks of files that were left in the record. */
export class TaskTimelineFold {
  readonly #taskId: string
  readonly #farSecret: string
  readonly #clock = createTaskClock()
  readonly #figures = new FigureFold()
  readonly #reconnects = new Reconnects()
  readonly #writer = new RowWriter()
  readonly rows = this.#writer.rows
  readonly #now = this.#writer.now
  readonly #lane = createLane()
  readonly #artifacts: ArtifactOutlines
  readonly #openStreams = new Set<string>()
  readonly #sentMs: number[] = []
  readonly #callerMs: number[] = []
  #remembered: (readonly [event: number, message: Message, place: number])[] = []
  #settledSeq: number | undefined
  #lastStream: Outline['lastStream']
  #lastSeq = 0
  #version = 0
  #cached: Outline | undefined

  constructor(taskId: string, farSecret = '') {
    this.#taskId = taskId
    this.#farSecret = farSecret
    this.#artifacts = new ArtifactOutlines(farSecret)
  }

  did(event: ExchangeEvent) {
    this.#begin(event.place)
    this.#act(event)
    this.#writer.settle()
  }

  /** An entry that reports the task: its updates follow, then `settle`. */
  onArrival(place: Place) {
    if (place.sighting.seq === this.#now.seq) return
    this.#begin(place)
    this.#countEvents(place.bytes)
  }

  settle() {
    this.#addRemembered()
    this.#writer.settle()
  }

  /** A new status, as the event it became; with `stands` it does not change the task's state. */
  status(event: number, status: TaskStatus, late: boolean, stands: boolean) {
    const { ms, seq, source, at } = this.#now
    const agentMs = timeOf(status.timestamp)
    if (agentMs !== undefined && source !== 'poll') this.#figures.clock(agentMs, at)
    const possible = late || this.#lane.become(status.state, { ms, seq, row: this.rows.length }, stands)
    if (!late && isSettled(status.state)) this.#settledSeq ??= seq
    this.#writer.stand({ kind: 'status', state: status.state, late, impossible: !possible }, event)
    this.#addRemembered()
  }

  /** A message that arrived with a state, news or not. */
  message({ role, parts }: Message, isAnswer: boolean) {
    if (role !== 'user') this.#text(parts, isAnswer)
  }

  /** The text that began with this event is part of the answer. */
  answered(event: number) {
    if (!this.#isLookedUp()) this.#figures.text(this.#writer.rowOf(event)?.sinceMs ?? this.#now.ms, true)
  }

  piece(event: number, piece: Piece) {
    this.#text(piece.parts, true)
    const { seq, ms } = this.#now
    const { index: artifact, ...added } = this.#artifacts.add(piece, seq, ms)
    this.#writer.piece(event, { artifact, ...added, whole: piece.whole !== undefined })
  }

  /** Texts that arrived together and continue the artifact's previous piece. */
  pieces(event: number, artifact: number, texts: readonly string[], place: Place) {
    this.#begin(place)
    this.#countEvents(place.bytes, texts.length)
    const { seq, ms } = this.#now
    this.#lastSeq = Math.max(this.#lastSeq, seq + texts.length - 1)
    const { index, bytes } = this.#artifacts.goOn(artifact, texts, seq, ms)
    this.#writer.pieces(event, index, texts.length, bytes)
  }

  /** A message that only the history has, at `place`. */
  remember(event: number, message: Message, place: number) {
    this.#remembered.push([event, message, place])
  }

  /** A fact once more. */
  again(event: number, delayMs: number, place: Place) {
    if (place.sighting.seq !== this.#now.seq) this.#begin(place)
    if (this.#writer.again(event, delayMs)) this.#addRemembered()
  }

  /** A piece of an artifact, news or not; `events` has the digests of those before it. */
  addBurst(digest: number, events: Pick<EventTable, 'newestPieces'>) {
    const { source, exchangeId } = this.#now
    if (source === 'stream') this.#reconnects.piece(exchangeId, digest, events)
  }

  stored(place: number, artifact: Artifact, relation: StoredRelation) {
    this.#artifacts.stored(place, artifact, relation)
  }

  /** A snapshot had what a broken stream did not deliver. */
  caughtUp(reported: { readonly chars: number; readonly states: number }) {
    const { source, exchangeId } = this.#now
    if (source === 'stream') this.#reconnects.caughtUp(exchangeId, reported)
  }

  streamOpened(exchangeId: string, isAgain: boolean) {
    this.#openStreams.add(exchangeId)
    if (isAgain) this.#reconnects.back(exchangeId, this.#now.ms)
  }

  streamEnded(exchangeId: string, outcome: StreamOutcome) {
    this.#openStreams.delete(exchangeId)
    this.#lastStream = { exchangeId, outcome }
    this.#cached = undefined
  }

  /** Grows with each entry. */
  readonly version = () => this.#version
  readonly lastSeq = () => this.#lastSeq

  outline(): Outline {
    this.#cached ??= {
      taskId: this.#taskId,
      startedAt: this.#clock.startedAt(),
      lastSeq: this.#lastSeq,
      rows: this.rows.length,
      ...defined({ state: this.#lane.state(), lastStream: this.#lastStream }),
      openStreams: [...this.#openStreams],
      heardMs: this.#figures.lastArrivalMs(),
      segments: this.#lane.segments(),
      sentMs: this.#sentMs.slice(),
      callerMs: this.#callerMs.slice(),
      artifacts: this.#artifacts.outlines(),
      moreArtifacts: this.#artifacts.more(),
      figures: this.#figures.figures(this.#lane.state()),
      rates: this.#figures.rates(),
      reconnects: this.#reconnects.list(),
      moreRows: this.#writer.more(),
    }
    return this.#cached
  }

  readonly chunkSeq = (artifact: number, place: number) => this.#artifacts.chunkSeq(artifact, place)
  readonly artifactName = (index: number) => this.#artifacts.nameOf(index)
  readonly sinceMs = (moment: Instant) => this.#clock.of(moment)

  #begin(place: Place) {
    const { seq, at, monoMs } = place.sighting
    this.#writer.begin(place, this.#clock.since({ sessionId: place.sessionId, at, monoMs }))
    this.#lastSeq = Math.max(this.#lastSeq, seq)
    this.#version++
    this.#cached = undefined
  }

  /** An answer to a poll after the task's end does not show how fast the task was. */
  readonly #isLookedUp = () =>
    this.#now.source === 'poll' && this.#settledSeq !== undefined && this.#settledSeq < this.#now.seq

  #text(parts: readonly Part[], isAnswer: boolean) {
    if (!this.#isLookedUp() && hasText(parts)) this.#figures.text(this.#now.ms, isAnswer)
  }

  readonly #receive = () => this.#figures.onArrival(this.#now.ms, isAtRest(this.#lane.state()))

  #countEvents(bytes: number, count = 1) {
    this.#receive()
    const { ms, source, exchangeId } = this.#now
    this.#figures.event(ms, bytes, count)
    if (source === 'stream') this.#reconnects.event(exchangeId, count)
  }

  #addRemembered() {
    for (const [event, message, place] of this.#remembered) {
      this.message(message, false)
      const bytes = contentBytes(message.parts, this.#farSecret)
      this.#writer.stand({ kind: 'message', bytes, place, marks: ['history'] }, event)
    }
    this.#remembered = []
  }

  #act(event: ExchangeEvent) {
    const { ms, seq, exchangeId } = this.#now
    switch (event.kind) {
      case 'asked': {
        this.#figures.onRequest(ms)
        const { message, isCall, byCaller } = event
        if (message && this.#sentMs.length < maxTimedSent) {
          this.#sentMs.push(ms)
          if (byCaller) this.#callerMs.push(ms)
        }
        if (message) this.#writer.stand({ kind: 'sent', bytes: contentBytes(message.parts, this.#farSecret) })
        else if (isCall) this.#writer.stand({ kind: 'call' })
        return
      }
      case 'said': {
        this.#countEvents(event.place.bytes)
        this.message(event.message, true)
        const { role, parts } = event.message
        const bytes = contentBytes(parts, this.#farSecret)
        return this.#writer.stand({ kind: role === 'user' ? 'sent' : 'message', bytes })
      }
      case 'responded':
      case 'nothing':
        return this.#receive()
      case 'keep-alive':
        this.#receive()
        return this.#writer.keepAlive()
      case 'error':
        this.#countEvents(event.place.bytes)
        return this.#writer.stand({ kind: 'error' })
      case 'unproven':
        return this.#writer.stand({ kind: 'error', marks: ['unproven'] })
      case 'ended': {
        const { isStream, isFailure, isEarly, onPurpose, byCaller } = event
        if (isEarly && this.#openStreams.has(exchangeId))
          this.#reconnects.broken({ cutMs: ms, cutSeq: seq, onPurpose, byCaller })
        if (isStream || isFailure || this.#writer.isWaiting())
          this.#writer.stand({ kind: 'end', marks: isEarly ? ['interrupted'] : [] })
      }
    }
  }
}

function hasText(parts: readonly Part[]): boolean {
  return parts.some((part) => part.kind === 'text' && part.text.trim() !== '')
}

// Milliseconds since a task's first entry: within a session by the monotonic clock, from one session to the next by the wall
// clock, which may have been set back.

type Instant = Pick<Entry, 'sessionId' | 'at' | 'monoMs'>

interface Base {
  readonly monoMs: number
  readonly ms: number
}

function createTaskClock() {
  const bases = new Map<string, Base>()
  let startedAt = 0
  let latest: { readonly at: number; readonly ms: number } = { at: 0, ms: 0 }

  const timeBy = (base: Base | undefined, monoMs: number) =>
    base ? Math.max(0, base.ms + monoMs - base.monoMs) : 0
  const begin = ({ sessionId, at, monoMs }: Instant): Base => {
    const first = bases.size === 0
    if (first) startedAt = at
    const base = { monoMs, ms: first ? 0 : latest.ms + Math.max(0, at - latest.at) }
    bases.set(sessionId, base)
    return base
  }

  return {
    /** The time of the next entry; the first entry of a session starts its clock. */
    since(moment: Instant) {
      const { sessionId, at, monoMs } = moment
      const ms = timeBy(bases.get(sessionId) ?? begin(moment), monoMs)
      if (ms >= latest.ms) latest = { at, ms }
      return ms
    },
    /** The time of an earlier entry. */
    of: ({ sessionId, monoMs }: Instant) => timeBy(bases.get(sessionId), monoMs),
    startedAt: () => startedAt,
  }
}
