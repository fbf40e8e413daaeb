// One task's life as the agent told it: statuses, artifact pieces and messages as events in the order they became
// known, each once, however many ways it arrived.

import type { ArtifactUpdate, Message, Part, StatusUpdate, Task, TaskStatus } from '../a2a/model.ts'
import { isAtRest, isSettled } from '../a2a/task-states.ts'
import { firstWhere } from '../collections/first-where.ts'
import { at, createListBuilder, listOf, slice, values } from '../collections/list.ts'
import { sizeOfParts } from './artifact-facts.ts'
import { createArtifactFold } from './artifacts.ts'
import { contentDigest } from './content-key.ts'
import { createEventTable } from './event-table.ts'
import type { StreamOutcome } from './exchanges.ts'
import { createKnownFacts, pieceDigest, textDigest } from './known-facts.ts'
import { hasSaid } from './said-twice.ts'
import { createSayings, type Heard } from './sayings.ts'
import { elapsedMs, type Place, type Sighting } from './sightings.ts'
import { isLate, isRepetition, isRetold, isSaidAgain, sameStatus, timeOf } from './status-identity.ts'
import { phaseOf } from './task-phase.ts'
import type { MessageView, StatusFact, TaskFact, TaskView } from './task-view.ts'
import type { Recorder } from './timeline/recorder.ts'
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

/** A message that came with a state. */
interface Said {
  readonly message: Message
  readonly index: number
}

/** Own messages of a task that its history may repeat; an older one is shown again. */
const maxKnownSent = 20

export function createTask(
  identity: TaskIdentity,
  place: Place,
  recorder: Recorder,
  onChange: () => void,
): TaskFold {
  const events = createEventTable()
  const statuses = createListBuilder<number>()
  const asked = createListBuilder<number>()
  /** By the key of their message. */
  const told = new Map<number, number>()
  const artifacts = createArtifactFold(identity.key)
  const sayings = createSayings((index) => heardIn(events.fact(index)))
  const openStreams = new Set<string>()
  const known = createKnownFacts(events)

  let current: StatusFact | undefined
  let pushed = false
  let sent: readonly string[] = []
  let askedAt: number | undefined
  let lastAsked = -1
  let conversationId: string | undefined
  let contextId: string | undefined
  let lastStream: TaskView['lastStream']
  let askedInVain: string | undefined
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
    const first = news ? undefined : events.first(index)
    const streamed = first?.source === 'stream' && { exchangeId: first.exchangeId, seq: first.seq }
    landing ??= {
      index,
      news,
      late,
      settledBefore: isSettled(current?.status.state),
      ...(streamed && { streamed }),
    }
  }
  const tell = (fact: TaskFact, digest: number, { sighting }: Place) => {
    land(fact.index, true, fact.kind === 'status' && fact.late === true)
    events.push(fact, digest, sighting)
  }
  const see = (index: number, where: Place) => {
    land(index, false, current !== undefined && isOvertaken(events.fact(index), current))
    events.again(index, where.sighting)
    recorder.again(index, elapsedMs(events.first(index), where.sighting), where)
  }

  const tellStatus = (status: TaskStatus, where: Place, isGlimpse = false) => {
    const late =
      current !== undefined &&
      !isInOrder(events.first(current.index), where) &&
      isLate(status, current.status)
    const fact: StatusFact = {
      kind: 'status',
      index: events.length,
      status,
      ...(late && { late }),
      ...(isGlimpse && { isGlimpse }),
    }
    statuses.push(fact.index)
    tell(fact, contentDigest(status.state), where)
    recorder.status(fact.index, status, late)
    if (status.message && !isAtRest(status.state)) sayings.said(fact.index, late)
    if (!late && !standsStill(status, current, lastAsked, where)) current = fact
  }

  return {
    ...identity,
    recorder,
    status(update, where) {
      touch(where)
      landing = undefined
      if (update.status.message) recorder.said(update.status.message)
      const same = known.status(update.status, where)
      if (same !== undefined) see(same, where)
      else tellStatus(update.status, where)
    },
    artifact(update, where) {
      touch(where)
      landing = undefined
      pushed ||= where.sighting.source === 'push'
      const { artifact, append, lastChunk } = update
      const place = artifacts.placeOf(artifact.artifactId)
      const digest = pieceDigest(place, update)
      recorder.met(digest, events.newestPieces)
      const repeated = isRepetition(lastChunk, openStreams.size, current?.status) ? where.repeats : undefined
      const same = known.piece(place, digest, where, repeated)
      if (same !== undefined) return see(same, where)
      const isSettledBefore = isSettled(current?.status.state)
      const index = events.length
      tell(artifacts.apply(update, index, isSettledBefore, where.sighting), digest, where)
      recorder.piece(index, {
        artifact: place,
        artifactId: artifact.artifactId,
        name: artifact.name,
        parts: artifact.parts,
        append,
        last: lastChunk,
      })
    },
    pieces({ artifact: { artifactId }, append, lastChunk }, texts, where) {
      const place = artifacts.placeOf(artifactId)
      const index = events.length
      const isSteady = append && !lastChunk && !isSettled(current?.status.state)
      const text = texts.join('')
      if (!isSteady || !known.isSole(place, where)) return false
      if (!artifacts.goOn(artifactId, text, texts.length, index + texts.length - 1)) return false
      known.areNews(place, texts.length)
      touch(where)
      landing = undefined
      const digests = texts.map((each) => textDigest(place, each))
      for (const digest of digests) recorder.met(digest, events.newestPieces)
      events.pushPieces(place, digests, where.sighting)
      recorder.pieces(index, place, texts, where)
      return true
    },
    snapshot(task, where) {
      touch(where)
      landing = undefined
      const { status } = task
      const final = isSettled(status.state)
      if (status.message) recorder.said(status.message)
      const isShown = current !== undefined && sameStatus(current.status, status)
      const same = isShown ? current?.index : known.status(status, where)
      if (same !== undefined) see(same, where)
      else tellStatus(status, where, !task.history?.length)
      const { sighting } = where
      const takeOver = final || sighting.source === 'stream' || (openStreams.size === 0 && !pushed)
      let chars = 0
      for (const artifact of task.artifacts ?? []) {
        const place = artifacts.placeOf(artifact.artifactId)
        const { stored, news } = artifacts.snapshot(artifact, events.length, { takeOver, final, sighting })
        recorder.stored(place, artifact, stored)
        if (!news) continue
        const { fact, parts, isRest } = news
        tell(fact, 0, where)
        const whole = isRest ? 'rest' : 'copy'
        recorder.piece(fact.index, { ...artifact, artifact: place, parts, append: false, last: false, whole })
        if (isRest) chars += sizeOfParts(parts).text
      }
      recorder.caughtUp({ chars, states: same === undefined ? 1 : 0 })
    },
    message(view, place = 0) {
      const { message, origin, first, others } = view
      const index = events.length
      last = first
      changed()
      events.push({ kind: 'message', index, message, origin }, 0, first)
      for (const again of values(others)) events.again(index, again)
      if (view.isTold && origin === 'history') told.set(view.key, index)
      if (view.isTold && message.role !== 'user') sayings.said(index, false)
      // The first message led to the task, and may be known to after it said something.
      if (origin === 'history') recorder.remembered(index, message, place)
      if (origin !== 'sent') return index
      asked.push(index)
      lastAsked = index
      sent = [...sent, message.messageId].slice(-maxKnownSent)
      askedAt ??= first.at
      if (isSpokenTo) sayings.pause()
      isSpokenTo = true
      isAskedFor = true
      return index
    },
    saidMore(message, sighting) {
      const index = events.length
      last = sighting
      changed()
      events.push({ kind: 'message', index, message, origin: 'direct' }, 0, sighting)
      sayings.said(index, false)
    },
    untold({ key }) {
      if (told.delete(key)) changed()
    },
    said(from) {
      const all = statuses.freeze()
      const first = firstWhere(all.length, (place) => (at(all, place) ?? 0) >= from)
      return slice(all, first).flatMap((index) => {
        const fact = events.fact(index)
        return fact?.kind === 'status' && fact.status.message ? { message: fact.status.message, index } : []
      })
    },
    placed(id, context) {
      conversationId = id
      contextId = context
      changed()
    },
    hasSaid: (parts) =>
      hasSaid(parts, { sayings: sayings.list(), artifacts: artifacts.list(), current: current?.status }),
    streamOpened(exchangeId, isAgain) {
      openStreams.add(exchangeId)
      recorder.streamOpened(exchangeId, isAgain)
      changed()
    },
    streamEnded(exchangeId, outcome) {
      openStreams.delete(exchangeId)
      // A stream may have ended as it should with another task: JS 0.3.14 reports a crash under a new id.
      const settledElsewhere = outcome === 'settled' && !isSettled(current?.status.state)
      lastStream = { exchangeId, outcome: settledElsewhere ? 'interrupted' : outcome }
      recorder.streamEnded(exchangeId, lastStream.outcome)
      changed()
    },
    asked(exchangeId, isTold) {
      askedInVain = isTold ? undefined : exchangeId
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
        phase: phaseOf(current?.status.state, openStreams.size, lastStream?.outcome),
        events: events.freeze(),
        statuses: statuses.freeze(),
        artifacts: artifacts.list(),
        sayings: sayings.list(),
        asked: asked.freeze(),
        told: listOf(told.values()),
        sent,
        ...(askedAt !== undefined && { askedAt }),
        openStreams: openStreams.size,
        ...(lastStream && { lastStream }),
        ...(askedInVain !== undefined && { askedInVain }),
        first: place.sighting,
        lastSeq: last.seq,
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

/** It says nothing that the current one does not. */
function standsStill(
  status: TaskStatus,
  current: StatusFact | undefined,
  lastAsked: number,
  { sighting }: Place,
): boolean {
  if (isRetold(status, current?.status, sighting.source)) return true
  return current !== undefined && lastAsked < current.index && isSaidAgain(status, current.status)
}

/** A status that is no longer the task's. */
/** Only one stream has an order of its own: what came another way may have overtaken it. */
function isInOrder(first: Sighting, { sighting }: Place): boolean {
  return sighting.source === 'stream' && first.exchangeId === sighting.exchangeId
}

function isOvertaken(fact: TaskFact | undefined, current: StatusFact): boolean {
  return fact?.kind === 'status' && fact.index < current.index
}
