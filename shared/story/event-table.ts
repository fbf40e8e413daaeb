// The facts of a task in columns of numbers: a piece of an artifact is a row, not an object. Events are created when they are
// read.

import type { Message, TaskStatus } from '../a2a/model.ts'
import { listOf } from '../collections/list.ts'
import { createNumbers } from '../collections/numbers.ts'
import { defined } from '../defined.ts'
import { delayed, type Sighting, sources } from './sightings.ts'
import type { TaskEvent, TaskEvents, TaskFact } from './task-view.ts'

const ofStatus = new Set(['state', 'timestamp', 'message'])
const ofMessage = new Set(['messageId', 'role', 'parts', 'contextId', 'taskId'])
const ofText = new Set(['kind', 'text'])

export type EventTable = ReturnType<typeof createEventTable>

const column = { what: 0, exchange: 1, seq: 2, at: 3, monoMs: 4, digest: 5, again: 6 } as const
/** In `agains`: the previous sighting of the same event, from 1. */
const before = column.digest
const kinds = ['status', 'artifact', 'message'] as const
const origins = ['sent', 'direct', 'history'] as const
const flag = { append: 1, last: 2, whole: 4, late: 1, glimpse: 2 } as const
const flagBits = 8
const sourceBits = 8

export function createEventTable() {
  const rows = createNumbers(7)
  const agains = createNumbers(6)
  const statuses = createStatusTable()
  const messages: Message[] = []
  const exchanges: string[] = []
  const places = new Map<string, number>()

  const placeOf = (exchangeId: string): number => {
    const place = places.get(exchangeId)
    if (place !== undefined) return place
    places.set(exchangeId, exchanges.length)
    return exchanges.push(exchangeId) - 1
  }
  const write = (into: typeof rows, row: number, what: number, sighting: Sighting) => {
    into.set(row, column.what, what * sourceBits + sources.indexOf(sighting.source))
    into.set(row, column.exchange, placeOf(sighting.exchangeId))
    into.set(row, column.seq, sighting.seq)
    into.set(row, column.at, sighting.at)
    into.set(row, column.monoMs, sighting.monoMs)
  }
  /** Stores its content and returns the position. */
  const keep = (news: TaskFact): number => {
    if (news.kind === 'artifact') return news.artifact
    return news.kind === 'status' ? statuses.push(news.status) : messages.push(news.message) - 1
  }
  const read = (from: typeof rows, row: number): Sighting => ({
    source: sources[from.get(row, column.what) % sourceBits] ?? 'stream',
    exchangeId: exchanges[from.get(row, column.exchange)] ?? '',
    seq: from.get(row, column.seq),
    at: from.get(row, column.at),
    monoMs: from.get(row, column.monoMs),
    delayMs: 0,
  })
  const fact = (index: number): TaskFact | undefined => {
    if (index < 0 || index >= rows.length) return undefined
    const what = Math.floor(rows.get(index, column.what) / sourceBits)
    const kind = kinds[what % kinds.length]
    const flags = Math.floor(what / kinds.length) % flagBits
    const which = Math.floor(what / kinds.length / flagBits)
    if (kind === 'artifact') {
      const append = (flags & flag.append) > 0
      const lastChunk = (flags & flag.last) > 0
      const isWhole = (flags & flag.whole) > 0
      return { kind, index, artifact: which, append, lastChunk, ...(isWhole && { whole: true }) }
    }
    const message = messages[which]
    if (kind === 'message') return message && { kind, index, message, origin: origins[flags] ?? 'direct' }
    const status = statuses.at(which)
    const late = (flags & flag.late) > 0 && { late: true as const }
    const isGlimpse = (flags & flag.glimpse) > 0 && { isGlimpse: true as const }
    return status && { kind: 'status', index, status, ...late, ...isGlimpse }
  }
  const first = (index: number) => read(rows, index)
  const event = (index: number, mostAgains: number): TaskEvent | undefined => {
    const taskFact = fact(index)
    if (!taskFact) return undefined
    const begun = first(index)
    const others: Sighting[] = []
    for (let row = rows.get(index, column.again); row > 0; row = agains.get(row - 1, before)) {
      if (row <= mostAgains) others.push(delayed(begun, read(agains, row - 1)))
    }
    return { fact: taskFact, first: begun, others: listOf(others.reverse()) }
  }

  return {
    get length() {
      return rows.length
    },
    /** `digest`: two sightings with the same digest may be the same fact. */
    push(news: TaskFact, digest: number, sighting: Sighting) {
      const row = rows.add()
      const which = keep(news)
      const what = (which * flagBits + flagsOf(news)) * kinds.length + kinds.indexOf(news.kind)
      write(rows, row, what, sighting)
      rows.set(row, column.digest, digest)
    },
    /** Pieces of one artifact that arrived together, each appending the text of one digest. */
    pushPieces(artifact: number, digests: readonly number[], sighting: Sighting) {
      const what = (artifact * flagBits + flag.append) * kinds.length + kinds.indexOf('artifact')
      for (const [index, digest] of digests.entries()) {
        const row = rows.add()
        write(rows, row, what, sighting)
        rows.set(row, column.seq, sighting.seq + index)
        rows.set(row, column.digest, digest)
      }
    },
    again(index: number, sighting: Sighting) {
      if (index >= rows.length) return
      const row = agains.add()
      write(agains, row, 0, sighting)
      agains.set(row, before, rows.get(index, column.again))
      rows.set(index, column.again, row + 1)
    },
    at: (index: number) => event(index, agains.length),
    fact,
    first,
    digestAt: (index: number) => rows.get(index, column.digest),
    /** The entry that reported the fact first; grows with the index. */
    firstSeqAt: (index: number) => rows.get(index, column.seq),
    /** Digests of the newest `count` pieces of artifacts. */
    newestPieces(count: number): ReadonlySet<number> {
      const digests = new Set<number>()
      for (let index = rows.length - 1, left = count; index >= 0 && left > 0; index--) {
        if (fact(index)?.kind !== 'artifact') continue
        digests.add(rows.get(index, column.digest))
        left--
      }
      return digests
    },
    /** A snapshot: later events are not in it. */
    freeze(): TaskEvents {
      const { length } = rows
      const mostAgains = agains.length
      const at = (index: number) => (index < length ? event(index, mostAgains) : undefined)
      return {
        length,
        at,
        *[Symbol.iterator]() {
          for (let index = 0; index < length; index++) {
            const taskEvent = at(index)
            if (taskEvent) yield taskEvent
          }
        },
      }
    },
  }
}

function flagsOf(fact: TaskFact): number {
  if (fact.kind === 'message') return origins.indexOf(fact.origin)
  if (fact.kind === 'status') return (fact.late ? flag.late : 0) | (fact.isGlimpse ? flag.glimpse : 0)
  const { append, lastChunk, whole } = fact
  return (append ? flag.append : 0) | (lastChunk ? flag.last : 0) | (whole ? flag.whole : 0)
}

// The statuses of a task, stored compactly: an agent that streams its answer in them sends thousands, each a few words in the
// same envelope.

/** A status without its time, its message id and its text. */
interface Envelope {
  readonly state: TaskStatus['state']
  readonly role: Message['role']
  readonly taskId: string | undefined
  readonly contextId: string | undefined
}

export function createStatusTable() {
  const rows = createNumbers(2)
  const envelopes: Envelope[] = []
  const timestamps: (string | undefined)[] = []
  const messageIds: string[] = []
  const texts: string[] = []
  const others: TaskStatus[] = []

  const envelopeOf = ({ state }: TaskStatus, { role, taskId, contextId }: Message): number => {
    const current = envelopes.findLastIndex(
      (one) =>
        one.state === state && one.role === role && one.taskId === taskId && one.contextId === contextId,
    )
    return current < 0 ? envelopes.push({ state, role, taskId, contextId }) - 1 : current
  }
  const write = (envelope: number, place: number): number => {
    const row = rows.add()
    rows.set(row, 0, envelope)
    rows.set(row, 1, place)
    return row
  }

  return {
    /** Returns its position. */
    push(status: TaskStatus): number {
      const { message, timestamp } = status
      const text = message && onlyText(status, message)
      if (!message || text === undefined) return write(-1, others.push(status) - 1)
      timestamps.push(timestamp)
      messageIds.push(message.messageId)
      return write(envelopeOf(status, message), texts.push(text) - 1)
    },
    at(position: number): TaskStatus | undefined {
      if (position >= rows.length) return undefined
      const place = rows.get(position, 1)
      const envelope = envelopes[rows.get(position, 0)]
      if (!envelope) return others[place]
      const { state, role, taskId, contextId } = envelope
      const timestamp = timestamps[place]
      const message: Message = {
        messageId: messageIds[place] ?? '',
        role,
        parts: [{ kind: 'text', text: texts[place] ?? '' }],
        ...defined({ contextId, taskId }),
      }
      return { state, ...defined({ timestamp }), message }
    },
  }
}

function onlyText(status: TaskStatus, message: Message): string | undefined {
  const [part, more] = message.parts
  if (part?.kind !== 'text' || more) return undefined
  const isPlain = hasOnly(status, ofStatus) && hasOnly(message, ofMessage) && hasOnly(part, ofText)
  return isPlain ? part.text : undefined
}

function hasOnly(value: object, names: ReadonlySet<string>): boolean {
  for (const name in value) if (!names.has(name)) return false
  return true
}
