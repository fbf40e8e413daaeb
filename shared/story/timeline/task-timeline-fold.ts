// Records a task's life for its timeline: the fold reports what each update was, the exchange reducer what the task's exchanges
// did. It stores positions, sizes and times, never text: the text of a row is read from its entry when it is shown.

import type { Message, Part, TaskStatus } from '../../a2a/model.ts'
import { isAtRest, isSettled } from '../../a2a/task-states.ts'
import { defined } from '../../defined.ts'
import type { Entry } from '../../record/entry.ts'
import { contentBytes } from '../../record/text-size.ts'
import type { StreamOutcome } from '../exchanges.ts'
import type { Place } from '../sightings.ts'
import { timeOf } from '../status-identity.ts'
import { createArtifactOutlines, type Piece } from './artifact-outlines.ts'
import { createFigures } from './figure-fold.ts'
import { createLane } from './lane.ts'
import type { Outline } from './outline.ts'
import { createReconnects } from './reconnects.ts'
import { createRowWriter } from './row-writer.ts'

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

export type TaskTimelineFold = ReturnType<typeof createTaskTimeline>

// Own messages of a task from which answers are timed, the first ones.
const maxTimedSent = 256

/** `farSecret`: part of the marks of files that were left in the record. */
export function createTaskTimeline(taskId: string, farSecret = '') {
  const clock = createTaskClock()
  const figures = createFigures()
  const reconnects = createReconnects()
  const writer = createRowWriter()
  const { rows, now } = writer
  const lane = createLane()
  const artifacts = createArtifactOutlines(farSecret)
  const openStreams = new Set<string>()
  const sentMs: number[] = []
  const callerMs: number[] = []
  let remembered: (readonly [event: number, message: Message, place: number])[] = []
  let settledSeq: number | undefined
  let lastStream: Outline['lastStream']
  let lastSeq = 0
  let version = 0
  let cached: Outline | undefined

  const begin = (place: Place) => {
    const { seq, at, monoMs } = place.sighting
    writer.begin(place, clock.since({ sessionId: place.sessionId, at, monoMs }))
    lastSeq = Math.max(lastSeq, seq)
    version++
    cached = undefined
  }
  /** A poll after the task's end does not show how fast it was. */
  const isLookedUp = () => now.source === 'poll' && settledSeq !== undefined && settledSeq < now.seq
  const text = (parts: readonly Part[], isAnswer: boolean) => {
    if (!isLookedUp() && hasText(parts)) figures.text(now.ms, isAnswer)
  }
  const textOf = ({ role, parts }: Message, isAnswer: boolean) => {
    if (role !== 'user') text(parts, isAnswer)
  }
  const receive = () => figures.onArrival(now.ms, isAtRest(lane.state()))
  const receiveEvents = (bytes: number, count = 1) => {
    receive()
    figures.event(now.ms, bytes, count)
    if (now.source === 'stream') reconnects.event(now.exchangeId, count)
  }
  const addRemembered = () => {
    for (const [event, message, place] of remembered) {
      textOf(message, false)
      const bytes = contentBytes(message.parts, farSecret)
      writer.addRow({ kind: 'message', bytes, place, marks: ['history'] }, event)
    }
    remembered = []
  }

  const act = (event: ExchangeEvent) => {
    switch (event.kind) {
      case 'asked': {
        figures.onRequest(now.ms)
        const { message, isCall, byCaller } = event
        if (message && sentMs.length < maxTimedSent) {
          sentMs.push(now.ms)
          if (byCaller) callerMs.push(now.ms)
        }
        if (message) writer.addRow({ kind: 'sent', bytes: contentBytes(message.parts, farSecret) })
        else if (isCall) writer.addRow({ kind: 'call' })
        return
      }
      case 'said': {
        receiveEvents(event.place.bytes)
        textOf(event.message, true)
        const { role, parts } = event.message
        const bytes = contentBytes(parts, farSecret)
        return writer.addRow({ kind: role === 'user' ? 'sent' : 'message', bytes })
      }
      case 'responded':
      case 'nothing':
        return receive()
      case 'keep-alive':
        receive()
        return writer.keepAlive()
      case 'error':
        receiveEvents(event.place.bytes)
        return writer.addRow({ kind: 'error' })
      case 'unproven':
        return writer.addRow({ kind: 'error', marks: ['unproven'] })
      case 'ended': {
        const { isStream, isFailure, isEarly, onPurpose, byCaller } = event
        if (isEarly && openStreams.has(now.exchangeId))
          reconnects.broken({ cutMs: now.ms, cutSeq: now.seq, onPurpose, byCaller })
        if (isStream || isFailure || writer.isWaiting())
          writer.addRow({ kind: 'end', marks: isEarly ? ['interrupted'] : [] })
      }
    }
  }

  return {
    did(event: ExchangeEvent) {
      begin(event.place)
      act(event)
      writer.settle()
    },
    /** An entry that reports the task. Its facts follow, then `settle`. */
    onArrival(place: Place) {
      if (place.sighting.seq === now.seq) return
      begin(place)
      receiveEvents(place.bytes)
    },
    settle() {
      addRemembered()
      writer.settle()
    },
    /** A new status; with `stands`, the task stays in its previous state. */
    status(event: number, status: TaskStatus, late: boolean, stands: boolean) {
      const agentMs = timeOf(status.timestamp)
      if (agentMs !== undefined && now.source !== 'poll') figures.clock(agentMs, now.at)
      const { ms, seq } = now
      const possible = late || lane.become(status.state, { ms, seq, row: rows.length }, stands)
      if (!late && isSettled(status.state)) settledSeq ??= seq
      writer.addRow({ kind: 'status', state: status.state, late, impossible: !possible }, event)
      addRemembered()
    },
    /** The message of a state, new or repeated. */
    stateMessage: textOf,
    /** The text that began with this event is part of the answer. */
    answered(event: number) {
      if (!isLookedUp()) figures.text(writer.rowOf(event)?.sinceMs ?? now.ms, true)
    },
    piece(event: number, piece: Piece) {
      text(piece.parts, true)
      const { index: artifact, ...added } = artifacts.add(piece, now.seq, now.ms)
      writer.piece(event, { artifact, ...added, whole: piece.whole !== undefined })
    },
    /** Texts that arrived together with the previous piece and continue its artifact. */
    pieces(event: number, artifact: number, texts: readonly string[], place: Place) {
      begin(place)
      receiveEvents(place.bytes, texts.length)
      lastSeq = Math.max(lastSeq, now.seq + texts.length - 1)
      const { index, bytes } = artifacts.goOn(artifact, texts, now.seq, now.ms)
      writer.pieces(event, index, texts.length, bytes)
    },
    /** A message that only the task's history contains, at `place`. */
    remembered(event: number, message: Message, place: number) {
      remembered.push([event, message, place])
    },
    /** A further sighting of an event. */
    again(event: number, delayMs: number, place: Place) {
      if (place.sighting.seq !== now.seq) begin(place)
      if (writer.again(event, delayMs)) addRemembered()
    },
    /** A piece of an artifact, new or repeated; `newest` returns the digests of earlier ones. */
    addBurst(digest: number, newest: (count: number) => ReadonlySet<number>) {
      if (now.source === 'stream') reconnects.piece(now.exchangeId, digest, newest)
    },
    stored: artifacts.stored,
    /** A snapshot delivered what a broken stream had missed. */
    caughtUp(reported: { readonly chars: number; readonly states: number }) {
      if (now.source === 'stream') reconnects.caughtUp(now.exchangeId, reported)
    },
    streamOpened(exchangeId: string, isAgain: boolean) {
      openStreams.add(exchangeId)
      if (isAgain) reconnects.back(exchangeId, now.ms)
    },
    streamEnded(exchangeId: string, outcome: StreamOutcome) {
      openStreams.delete(exchangeId)
      lastStream = { exchangeId, outcome }
      cached = undefined
    },
    /** Grows with every entry. */
    version: () => version,
    lastSeq: () => lastSeq,
    outline(): Outline {
      cached ??= {
        taskId,
        startedAt: clock.startedAt(),
        lastSeq,
        rows: rows.length,
        ...defined({ state: lane.state(), lastStream }),
        openStreams: [...openStreams],
        heardMs: figures.heardMs(),
        segments: lane.segments(),
        sentMs: sentMs.slice(),
        callerMs: callerMs.slice(),
        artifacts: artifacts.outlines(),
        moreArtifacts: artifacts.more(),
        figures: figures.figures(lane.state()),
        rates: figures.rates(),
        reconnects: reconnects.list(),
        moreRows: writer.more(),
      }
      return cached
    },
    rows,
    chunkSeq: artifacts.chunkSeq,
    artifactName: artifacts.nameOf,
    sinceMs: clock.of,
  }
}

function hasText(parts: readonly Part[]): boolean {
  return parts.some((part) => part.kind === 'text' && part.text.trim() !== '')
}

// Milliseconds since a task's first entry: within a session by the monotonic clock, from one session to the next by the wall
// clock, which may have been set back.

type Moment = Pick<Entry, 'sessionId' | 'at' | 'monoMs'>

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
  const begin = ({ sessionId, at, monoMs }: Moment): Base => {
    const first = bases.size === 0
    if (first) startedAt = at
    const base = { monoMs, ms: first ? 0 : latest.ms + Math.max(0, at - latest.at) }
    bases.set(sessionId, base)
    return base
  }

  return {
    /** The time of the next entry; the first entry of a session starts its clock. */
    since(moment: Moment) {
      const { sessionId, at, monoMs } = moment
      const ms = timeBy(bases.get(sessionId) ?? begin(moment), monoMs)
      if (ms >= latest.ms) latest = { at, ms }
      return ms
    },
    /** The time of an earlier entry. */
    of: ({ sessionId, monoMs }: Moment) => timeBy(bases.get(sessionId), monoMs),
    startedAt: () => startedAt,
  }
}
