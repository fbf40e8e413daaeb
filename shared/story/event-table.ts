// The facts of a task in columns of numbers: a piece of an artifact is a row, not an object. Events are created when they are
// read.

import type { Message, TaskStatus } from '../a2a/model.ts'
import { listOf } from '../collections/list.ts'
import { createNumbers, type Numbers } from '../collections/numbers.ts'
import { defined } from '../defined.ts'
import { delayed, type Sighting, sources } from './sightings.ts'
import type { TaskEvent, TaskEvents, TaskFact } from './task-view.ts'

const ofStatus = new Set(['state', 'timestamp', 'message'])
const ofMessage = new Set(['messageId', 'role', 'parts', 'contextId', 'taskId'])
const ofText = new Set(['kind', 'text'])

const column = { what: 0, exchange: 1, seq: 2, at: 3, monoMs: 4, digest: 5, again: 6 } as const
/** In `agains`: the previous sighting of the same event, from 1. */
const before = column.digest
const kinds = ['status', 'artifact', 'message'] as const
const origins = ['sent', 'direct', 'history'] as const
const flag = { append: 1, last: 2, whole: 4, late: 1, glimpse: 2 } as const
const flagBits = 8
const sourceBits = 8

export class EventTable {
  readonly #rows = createNumbers(7)
  readonly #agains = createNumbers(6)
  readonly #statuses = new StatusTable()
  readonly #messages: Message[] = []
  readonly #exchanges: string[] = []
  readonly #places = new Map<string, number>()

  get length() {
    return this.#rows.length
  }

  /** `digest`: two sightings with the same one may be one fact. */
  push(news: TaskFact, digest: number, sighting: Sighting) {
    const row = this.#rows.add()
    const which = this.#store(news)
    const what = (which * flagBits + flagsOf(news)) * kinds.length + kinds.indexOf(news.kind)
    this.#write(this.#rows, row, what, sighting)
    this.#rows.set(row, column.digest, digest)
  }

  /** Pieces of one artifact that arrived together, appended by texts with these digests. */
  pushPieces(artifact: number, digests: readonly number[], sighting: Sighting) {
    const what = (artifact * flagBits + flag.append) * kinds.length + kinds.indexOf('artifact')
    for (const [index, digest] of digests.entries()) {
      const row = this.#rows.add()
      this.#write(this.#rows, row, what, sighting)
      this.#rows.set(row, column.seq, sighting.seq + index)
      this.#rows.set(row, column.digest, digest)
    }
  }

  again(index: number, sighting: Sighting) {
    if (index >= this.#rows.length) return
    const row = this.#agains.add()
    this.#write(this.#agains, row, 0, sighting)
    this.#agains.set(row, before, this.#rows.get(index, column.again))
    this.#rows.set(index, column.again, row + 1)
  }

  readonly at = (index: number) => this.#event(index, this.#agains.length)

  fact(index: number): TaskFact | undefined {
    if (index < 0 || index >= this.#rows.length) return undefined
    const what = Math.floor(this.#rows.get(index, column.what) / sourceBits)
    const kind = kinds[what % kinds.length]
    const flags = Math.floor(what / kinds.length) % flagBits
    const which = Math.floor(what / kinds.length / flagBits)
    if (kind === 'artifact') {
      const append = (flags & flag.append) > 0
      const lastChunk = (flags & flag.last) > 0
      const isWhole = (flags & flag.whole) > 0
      return { kind, index, artifact: which, append, lastChunk, ...(isWhole && { whole: true }) }
    }
    const message = this.#messages[which]
    if (kind === 'message') return message && { kind, index, message, origin: origins[flags] ?? 'direct' }
    const status = this.#statuses.at(which)
    const late = (flags & flag.late) > 0 && { late: true as const }
    const isGlimpse = (flags & flag.glimpse) > 0 && { isGlimpse: true as const }
    return status && { kind: 'status', index, status, ...late, ...isGlimpse }
  }

  readonly first = (index: number) => this.#read(this.#rows, index)
  readonly digestAt = (index: number) => this.#rows.get(index, column.digest)

  /** The entry in which a fact was first seen; it grows with the index. */
  readonly firstSeqAt = (index: number) => this.#rows.get(index, column.seq)

  /** Of the newest pieces of artifacts, so many of them. */
  newestPieces(count: number): ReadonlySet<number> {
    const digests = new Set<number>()
    for (let index = this.#rows.length - 1, left = count; index >= 0 && left > 0; index--) {
      if (this.fact(index)?.kind !== 'artifact') continue
      digests.add(this.#rows.get(index, column.digest))
      left--
    }
    return digests
  }

  /** As it is now; what arrives later is not in it. */
  freeze(): TaskEvents {
    const { length } = this.#rows
    const mostAgains = this.#agains.length
    const at = (index: number) => (index < length ? this.#event(index, mostAgains) : undefined)
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
  }

  #placeOf(exchangeId: string): number {
    const place = this.#places.get(exchangeId)
    if (place !== undefined) return place
    this.#places.set(exchangeId, this.#exchanges.length)
    return this.#exchanges.push(exchangeId) - 1
  }

  #write(into: Numbers, row: number, what: number, sighting: Sighting) {
    into.set(row, column.what, what * sourceBits + sources.indexOf(sighting.source))
    into.set(row, column.exchange, this.#placeOf(sighting.exchangeId))
    into.set(row, column.seq, sighting.seq)
    into.set(row, column.at, sighting.at)
    into.set(row, column.monoMs, sighting.monoMs)
  }

  /** Stores its content; returns the position. */
  #store(news: TaskFact): number {
    if (news.kind === 'artifact') return news.artifact
    return news.kind === 'status' ? this.#statuses.push(news.status) : this.#messages.push(news.message) - 1
  }

  #read(from: Numbers, row: number): Sighting {
    return {
      source: sources[from.get(row, column.what) % sourceBits] ?? 'stream',
      exchangeId: this.#exchanges[from.get(row, column.exchange)] ?? '',
      seq: from.get(row, column.seq),
      at: from.get(row, column.at),
      monoMs: from.get(row, column.monoMs),
      delayMs: 0,
    }
  }

  #event(index: number, mostAgains: number): TaskEvent | undefined {
    const taskFact = this.fact(index)
    if (!taskFact) return undefined
    const begun = this.first(index)
    const others: Sighting[] = []
    for (let row = this.#rows.get(index, column.again); row > 0; row = this.#agains.get(row - 1, before)) {
      if (row <= mostAgains) others.push(delayed(begun, this.#read(this.#agains, row - 1)))
    }
    return { fact: taskFact, first: begun, others: listOf(others.reverse()) }
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

export class StatusTable {
  readonly #rows = createNumbers(2)
  readonly #envelopes: Envelope[] = []
  readonly #timestamps: (string | undefined)[] = []
  readonly #messageIds: string[] = []
  readonly #texts: string[] = []
  readonly #others: TaskStatus[] = []

  /** Returns its position. */
  push(status: TaskStatus): number {
    const { message, timestamp } = status
    const text = message && onlyText(status, message)
    if (!message || text === undefined) return this.#write(-1, this.#others.push(status) - 1)
    this.#timestamps.push(timestamp)
    this.#messageIds.push(message.messageId)
    return this.#write(this.#envelopeOf(status, message), this.#texts.push(text) - 1)
  }

  at(position: number): TaskStatus | undefined {
    if (position >= this.#rows.length) return undefined
    const place = this.#rows.get(position, 1)
    const envelope = this.#envelopes[this.#rows.get(position, 0)]
    if (!envelope) return this.#others[place]
    const { state, role, taskId, contextId } = envelope
    const timestamp = this.#timestamps[place]
    const message: Message = {
      messageId: this.#messageIds[place] ?? '',
      role,
      parts: [{ kind: 'text', text: this.#texts[place] ?? '' }],
      ...defined({ contextId, taskId }),
    }
    return { state, ...defined({ timestamp }), message }
  }

  #envelopeOf({ state }: TaskStatus, { role, taskId, contextId }: Message): number {
    const index = this.#envelopes.findLastIndex(
      (one) =>
        one.state === state && one.role === role && one.taskId === taskId && one.contextId === contextId,
    )
    return index < 0 ? this.#envelopes.push({ state, role, taskId, contextId }) - 1 : index
  }

  #write(envelope: number, place: number): number {
    const row = this.#rows.add()
    this.#rows.set(row, 0, envelope)
    this.#rows.set(row, 1, place)
    return row
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
