// Records a task's life for its timeline: the fold tells it what it took an update for, the listener what the task's exchanges did. It
// holds positions, sizes and times, never texts; what a row says is read from its entry when somebody looks.

import type { Artifact, Message, Part, TaskStatus } from '../../a2a/model.ts'
import type { Writable } from '../../a2a/read/members.ts'
import { isAtRest, isSettled } from '../../a2a/task-states.ts'
import { createNumbers } from '../../collections/numbers.ts'
import { defined } from '../../defined.ts'
import { contentBytes } from '../../record/text-size.ts'
import type { StreamOutcome } from '../exchanges.ts'
import type { Place } from '../sightings.ts'
import { timeOf } from '../status-identity.ts'
import type { StoredRelation } from '../task-view.ts'
import { createArtifactOutlines, maxOutlinedArtifacts, type Piece } from './artifact-outlines.ts'
import { type Came, createBursts } from './bursts.ts'
import { createFigures } from './figure-fold.ts'
import { createLane } from './lane.ts'
import type { Outline, RowMark } from './outline.ts'
import { createReconnects } from './reconnects.ts'
import { createWaitingFindings, findingsOf, type RowFindings } from './row-findings.ts'
import { createRowTable, type NewRow, type RowTable } from './row-table.ts'
import { createTaskClock, type Moment } from './task-clock.ts'

/** What an exchange did, beside telling of the task. */
export type Deed = { readonly place: Place } & (
  | {
      readonly kind: 'asked'
      readonly message: Message | undefined
      readonly isCall: boolean
      /** Another program's, through a tap. */
      readonly byCaller: boolean
    }
  | { readonly kind: 'said'; readonly message: Message }
  | { readonly kind: 'responded' | 'keep-alive' | 'nothing' | 'error' }
  | {
      readonly kind: 'ended'
      readonly isStream: boolean
      readonly isFailure: boolean
      /** Before all was said, and whether that was our own wish. */
      readonly isEarly: boolean
      readonly onPurpose: boolean
      /** The call was another program's, through a tap. */
      readonly byCaller: boolean
    }
)

export interface Recorder {
  did(deed: Deed): void
  /** An entry that tells of the task. What it tells comes next, then `settle`. */
  heard(place: Place): void
  settle(): void
  /** Facts that are news, by the event they became. */
  status(event: number, status: TaskStatus, late: boolean): void
  piece(event: number, piece: Piece): void
  /** Texts that came together with the piece before, whose artifact they go on with. */
  pieces(event: number, artifact: number, texts: readonly string[], place: Place): void
  /** Known of by the task's history only; `place` is that in the history. */
  remembered(event: number, message: Message, place: number): void
  /** It came with a state, news or not. */
  said(message: Message): void
  /** A fact once more. */
  again(event: number, delayMs: number, place: Place): void
  /** A piece of an artifact, news or not; `newest` gives the digests of those before it. */
  met(digest: number, newest: (count: number) => ReadonlySet<number>): void
  stored(place: number, artifact: Artifact, relation: StoredRelation): void
  /** A snapshot told what a broken stream had not. */
  caughtUp(told: { readonly chars: number; readonly states: number }): void
  streamOpened(exchangeId: string, isAgain: boolean): void
  streamEnded(exchangeId: string, outcome: StreamOutcome): void
  /** Grows with everything that is told. */
  version(): number
  lastSeq(): number
  outline(): Outline
  readonly rows: RowTable
  /** The entry of a piece of a burst. */
  chunkSeq(row: number, place: number): number | undefined
  artifactName(artifact: number): string | undefined
  sinceMs(moment: Moment): number
}

/** Own messages of a task from which answers are timed, the first ones. */
const maxTimedSent = 256

/** The entry that is told; its row is the last one it was put in, or seen in again. */
interface Telling extends Writable<Came> {
  row: number
  seq: number
  at: number
  findings: RowFindings | undefined
}

/** `farSecret` is in the marks of files that were left in the record. */
export function createRecorder(taskId: string, farSecret = ''): Recorder {
  const clock = createTaskClock()
  const figures = createFigures()
  const reconnects = createReconnects()
  const rows = createRowTable()
  const bursts = createBursts(rows)
  const lane = createLane()
  const artifacts = createArtifactOutlines(farSecret)
  const rowsOfEvents = createNumbers(1)
  const openStreams = new Set<string>()
  const waiting = createWaitingFindings(rows.found)
  const sentMs: number[] = []
  const callerMs: number[] = []
  let remembered: (readonly [event: number, message: Message, place: number])[] = []
  let settledSeq: number | undefined
  let lastStream: Outline['lastStream']
  let lastSeq = 0
  let moreRows = 0
  let version = 0
  let cached: Outline | undefined
  const now: Telling = {
    row: -1,
    exchangeId: '',
    source: 'stream',
    seq: 0,
    ms: 0,
    at: 0,
    findings: undefined,
  }

  const begin = ({ sighting, sessionId, findings }: Place) => {
    const { exchangeId, source, seq, at, monoMs } = sighting
    now.ms = clock.since({ sessionId, at, monoMs })
    now.row = -1
    now.exchangeId = exchangeId
    now.source = source
    now.seq = seq
    now.at = at
    now.findings = findings && findingsOf(seq, findings)
    lastSeq = Math.max(lastSeq, seq)
    version++
    cached = undefined
  }
  const settle = () => {
    waiting.settle(now.exchangeId, now.row, now.findings)
    now.findings = undefined
  }
  const add = (row: Omit<NewRow, 'seq' | 'ms' | 'source'>): number => {
    const { source, seq, ms } = now
    const index = rows.add({ ...row, source, seq, ms })
    if (index === undefined) moreRows++
    else now.row = index
    return index ?? -1
  }
  const stand = (row: Parameters<typeof add>[0]): number => {
    bursts.end()
    return add(row)
  }
  const goOn = (row: number, bytes: number, marks: readonly RowMark[] = []) => {
    rows.extend(row, { ms: now.ms, bytes, marks })
    now.row = row
  }
  const keepRow = (event: number, row: number) => {
    while (rowsOfEvents.length <= event) rowsOfEvents.add()
    rowsOfEvents.set(event, 0, row + 1)
  }
  /** Somebody could read it then. What is looked up of a task that has ended tells nothing of how fast it was. */
  const read = (parts: readonly Part[]) => {
    const isLookedUp = now.source === 'poll' && settledSeq !== undefined && settledSeq < now.seq
    if (!isLookedUp && hasText(parts)) figures.firstText(now.ms)
  }
  const readMessage = ({ role, parts }: Message) => {
    if (role !== 'user') read(parts)
  }
  const isResting = () => isAtRest(lane.state())
  const counted = (bytes: number, count = 1) => {
    figures.event(now.ms, bytes, count)
    if (now.source === 'stream') reconnects.event(now.exchangeId, count)
  }
  const tellRemembered = () => {
    for (const [event, message, place] of remembered) {
      readMessage(message)
      const bytes = contentBytes(message.parts, farSecret)
      keepRow(event, stand({ kind: 'message', bytes, place, marks: ['history'] }))
    }
    remembered = []
  }

  const act = (deed: Deed) => {
    switch (deed.kind) {
      case 'asked': {
        figures.asked(now.ms)
        const { message, isCall, byCaller } = deed
        if (message && sentMs.length < maxTimedSent) {
          sentMs.push(now.ms)
          if (byCaller) callerMs.push(now.ms)
        }
        if (message) stand({ kind: 'sent', bytes: contentBytes(message.parts, farSecret) })
        else if (isCall) stand({ kind: 'call' })
        return
      }
      case 'said': {
        figures.heard(now.ms, isResting())
        counted(deed.place.bytes)
        const { role, parts } = deed.message
        readMessage(deed.message)
        stand({ kind: role === 'user' ? 'sent' : 'message', bytes: contentBytes(parts, farSecret) })
        return
      }
      case 'responded':
      case 'nothing':
        figures.heard(now.ms, isResting())
        return
      case 'keep-alive': {
        figures.heard(now.ms, isResting())
        const open = bursts.keepAlives(now)
        if (open === undefined) bursts.keptAlive(add({ kind: 'keep-alive' }), now)
        else goOn(open, 0)
        return
      }
      case 'error':
        figures.heard(now.ms, isResting())
        counted(deed.place.bytes)
        stand({ kind: 'error' })
        return
      case 'ended': {
        const { isStream, isFailure, isEarly, onPurpose, byCaller } = deed
        if (isEarly && openStreams.has(now.exchangeId)) {
          reconnects.broken({ ms: now.ms, seq: now.seq, onPurpose, byCaller })
        }
        if (isStream || isFailure || waiting.has(now.exchangeId))
          stand({ kind: 'end', marks: isEarly ? ['interrupted'] : [] })
      }
    }
  }

  return {
    did(deed) {
      begin(deed.place)
      act(deed)
      settle()
    },
    heard(place) {
      if (place.sighting.seq === now.seq) return
      begin(place)
      figures.heard(now.ms, isResting())
      counted(place.bytes)
    },
    settle() {
      tellRemembered()
      settle()
    },
    status(event, status, late) {
      const agentMs = timeOf(status.timestamp)
      if (agentMs !== undefined && now.source !== 'poll') figures.clock(agentMs, now.at)
      const { ms, seq } = now
      const possible = late || lane.become(status.state, { ms, seq, row: rows.length })
      if (!late && isSettled(status.state)) settledSeq ??= seq
      keepRow(event, stand({ kind: 'status', state: status.state, late, impossible: !possible }))
      tellRemembered()
    },
    said: readMessage,
    piece(event, piece) {
      read(piece.parts)
      const { index, bytes, place, marks } = artifacts.add(piece, now.seq, now.ms)
      const begins = piece.whole || marks.includes('replaced')
      const open = begins ? undefined : bursts.of(index, now)
      if (open !== undefined) {
        goOn(open, bytes, marks.includes('last') ? ['last'] : [])
        keepRow(event, open)
        return
      }
      const row = add({ kind: 'chunks', bytes, artifact: index, place, marks })
      keepRow(event, row)
      if (row >= 0 && !piece.whole) bursts.began(index, row, now)
      else bursts.end(index)
    },
    pieces(event, artifact, texts, place) {
      begin(place)
      figures.heard(now.ms, isResting())
      counted(place.bytes, texts.length)
      const { seq } = place.sighting
      const bytes = artifacts.goOn(artifact, texts, seq, now.ms)
      lastSeq = Math.max(lastSeq, seq + texts.length - 1)
      const row = bursts.of(Math.min(artifact, maxOutlinedArtifacts - 1), now)
      if (row === undefined) moreRows += texts.length
      else rows.extend(row, { ms: now.ms, bytes, count: texts.length })
      now.row = row ?? -1
      for (let index = 0; index < texts.length; index += 1) keepRow(event + index, now.row)
    },
    remembered(event, message, place) {
      remembered.push([event, message, place])
    },
    again(event, delayMs, place) {
      if (place.sighting.seq !== now.seq) begin(place)
      const row = event < rowsOfEvents.length ? rowsOfEvents.get(event, 0) - 1 : -1
      if (row < 0) return
      rows.again(row, { source: now.source, seq: now.seq, delayMs })
      now.row = row
      tellRemembered()
    },
    met(digest, newest) {
      if (now.source === 'stream') reconnects.piece(now.exchangeId, digest, newest)
    },
    stored: artifacts.stored,
    caughtUp(told) {
      if (now.source === 'stream') reconnects.caughtUp(now.exchangeId, told)
    },
    streamOpened(exchangeId, isAgain) {
      openStreams.add(exchangeId)
      if (isAgain) reconnects.back(exchangeId, now.ms)
    },
    streamEnded(exchangeId, outcome) {
      openStreams.delete(exchangeId)
      lastStream = { exchangeId, outcome }
      cached = undefined
    },
    version: () => version,
    lastSeq: () => lastSeq,
    outline() {
      const state = lane.state()
      cached ??= {
        taskId,
        startedAt: clock.startedAt(),
        lastSeq,
        rows: rows.length,
        ...defined({ state }),
        openStreams: [...openStreams],
        ...defined({ lastStream }),
        heardMs: figures.heardMs(),
        segments: lane.segments(),
        sentMs: sentMs.slice(),
        callerMs: callerMs.slice(),
        artifacts: artifacts.outlines(),
        moreArtifacts: artifacts.more,
        figures: figures.figures(),
        rates: figures.rates(),
        reconnects: reconnects.list(),
        moreRows,
      }
      return cached
    },
    rows,
    chunkSeq(index, place) {
      const row = rows.row(index)
      if (row?.artifact === undefined || place < 0 || place >= row.count) return undefined
      return artifacts.chunkSeq(row.artifact, row.place + place)
    },
    artifactName: artifacts.nameOf,
    sinceMs: clock.of,
  }
}

function hasText(parts: readonly Part[]): boolean {
  return parts.some((part) => part.kind === 'text' && part.text.trim() !== '')
}
