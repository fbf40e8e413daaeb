// Hands passed calls to the engine's thread: at once while the engine has recorded everything before, otherwise in
// batches, so that a stream of small events needs few messages. The amount in transit is bounded; the rest waits in the
// spool.

import { guarded } from '../../platform/guarded.ts'
import { type Batch, type Passed, passedMs, type Start } from './messages.ts'
import { Spool } from './spool.ts'

/** The share of time in which this thread is busy. */
const busyShare = 0.5
/** Pause, in multiples of the time that the engine took for a batch. */
const restsOfOne = 3

type WithoutTime<T> = T extends unknown ? Omit<T, 'atMs'> : never
type Passing = WithoutTime<Passed>

// Of one batch.
const maxBatchBytes = 256 * 1024
// Batches in transit that are not recorded yet.
const maxBatchesUnderWay = 2
/** Longest time to collect a batch while the engine is behind. */
const gatherMs = 10
/** Of waiting bytes that the engine takes before a call of its own; with more, the record is not in the order of time. */
const maxCatchUpBytes = 1024 * 1024

export class BatchSender {
  readonly #gathered: Start['gathered']
  readonly #post: (batch: Batch) => void
  readonly #gathering = createGathering()
  #underWay = 0
  #timer: NodeJS.Timeout | undefined
  #soon: NodeJS.Immediate | undefined
  #waiting: (() => void)[] = []
  readonly #rests = createRests(() => this.#go())
  readonly #spool: Spool
  readonly #sealInTurn = guarded(
    'tap batch',
    () => this.#seal(),
    () => this.#seal(),
  )

  constructor({ spoolPath, gathered }: Start, post: (batch: Batch) => void) {
    this.#gathered = gathered
    this.#post = post
    this.#spool = new Spool({ path: spoolPath, onReady: () => this.#go() })
  }

  /** Copies the bytes. */
  add(event: Passing, own: readonly Buffer[] = []) {
    this.#gathering.add({ ...event, atMs: passedMs() }, own)
    if (this.#gathering.isLarge()) return this.#seal()
    this.#reportWaiting()
    if (this.#underWay === 0) this.#soon ??= setImmediate(this.#sealInTurn)
    else this.#timer ??= setTimeout(this.#sealInTurn, gatherMs)
  }

  taken(): void {
    this.#underWay -= 1
    this.#rests.ended()
    this.#go()
    if (this.#underWay === 0) this.#seal()
    this.#reportWaiting()
  }

  /** Hands over everything that waits, if it is little: the engine is waiting. */
  catchUp(): void {
    this.#seal()
    for (let batch = this.#spool.shift(); batch; batch = this.#spool.shift()) {
      this.#underWay += 1
      this.#post(batch)
    }
    this.#reportWaiting()
  }

  /** The spool is full; `whenRoom` calls back once it is not. */
  readonly isFull = () => this.#spool.isFull()
  readonly whenRoom = (goOn: () => void): void => void this.#waiting.push(goOn)

  readonly close = (): Promise<void> => this.#spool.close()

  #go() {
    if (this.#rests.isResting() && !this.#spool.isCrowded()) return
    for (; this.#underWay < maxBatchesUnderWay; this.#underWay += 1) {
      const batch = this.#spool.shift()
      if (!batch) break
      this.#rests.begun()
      this.#post(batch)
    }
    if (this.#waiting.length === 0 || this.#spool.isFull()) return
    const free = this.#waiting
    this.#waiting = []
    for (const goOn of free) goOn()
  }

  #reportWaiting() {
    const waitingBytes = this.#spool.waitingBytes()
    const waits = (!this.#gathering.isEmpty() || waitingBytes > 0) && waitingBytes <= maxCatchUpBytes
    Atomics.store(this.#gathered, 0, waits ? 1 : 0)
    if (!waits) Atomics.notify(this.#gathered, 0)
  }

  #seal() {
    clearTimeout(this.#timer)
    clearImmediate(this.#soon)
    this.#timer = undefined
    this.#soon = undefined
    const batch = this.#gathering.take()
    if (!batch) return
    this.#spool.push(batch)
    this.#go()
    this.#reportWaiting()
  }
}

function createGathering() {
  let events: Passed[] = []
  let gathered = Buffer.alloc(0)
  let bytes = 0
  const makeRoom = (more: number) => {
    if (bytes + more <= gathered.byteLength) return
    const larger = Buffer.allocUnsafeSlow(Math.max(bytes + more, gathered.byteLength * 2))
    gathered.copy(larger, 0, 0, bytes)
    gathered = larger
  }
  return {
    add(event: Passed, own: readonly Buffer[]) {
      events.push(event)
      if ('sizeBytes' in event) makeRoom(event.sizeBytes)
      for (const part of own) {
        gathered.set(part, bytes)
        bytes += part.byteLength
      }
    },
    isEmpty: () => events.length === 0,
    isLarge: () => bytes >= maxBatchBytes,
    take(): Batch | undefined {
      if (events.length === 0) return undefined
      const whole = new Uint8Array(Buffer.allocUnsafeSlow(bytes).buffer)
      whole.set(gathered.subarray(0, bytes))
      const batch = { events, bytes: whole }
      events = []
      bytes = 0
      // A second request of this size is unlikely soon.
      if (gathered.byteLength > maxGatheredBytes) gathered = Buffer.alloc(0)
      return batch
    },
  }
}

// Size of the buffer that is retained between batches.
const maxGatheredBytes = 4 * maxBatchBytes

// Forwarding goes before recording: while this thread is busy, the engine's gets a batch only every so often, so that
// the two do not compete for a processor with callers and agent.

function createRests(goOn: () => void) {
  let begunMs = 0
  let use = performance.eventLoopUtilization()
  let resting: NodeJS.Timeout | undefined
  const rested = () => {
    resting = undefined
    goOn()
  }
  const restedInTurn = guarded('tap rest', rested, rested)
  return {
    begun(): void {
      begunMs = passedMs()
    },
    ended(): void {
      const { utilization } = performance.eventLoopUtilization(use)
      use = performance.eventLoopUtilization()
      if (resting || utilization < busyShare) return
      resting = setTimeout(restedInTurn, restsOfOne * (passedMs() - begunMs))
    },
    isResting: (): boolean => resting !== undefined,
  }
}
