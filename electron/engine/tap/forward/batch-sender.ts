// Hands passed calls to the engine's thread: at once while the engine has recorded everything before, otherwise in
// batches, so that a stream of small events needs few messages. The amount in transit is bounded; the rest waits in the
// spool.

import { guarded } from '../../platform/guarded.ts'
import { type Batch, type Passed, passedMs, type Start } from './messages.ts'
import { createSpool } from './spool.ts'

/** The share of time in which this thread is busy. */
const busyShare = 0.5
/** Pause, in multiples of the time that the engine took for a batch. */
const restsOfOne = 3

type WithoutTime<T> = T extends unknown ? Omit<T, 'atMs'> : never
type Passing = WithoutTime<Passed>

export type HandOver = ReturnType<typeof createHandOver>

// Of one batch.
const maxBatchBytes = 256 * 1024
// Batches in transit that are not recorded yet.
const maxBatchesUnderWay = 2
/** Longest time to collect a batch while the engine is behind. */
const gatherMs = 10
/** Of waiting bytes that the engine takes before a call of its own; with more, the record is not in the order of time. */
const maxCatchUpBytes = 1024 * 1024

export function createHandOver({ spoolPath, gathered }: Start, post: (batch: Batch) => void) {
  const gathering = createGathering()
  let underWay = 0
  let timer: NodeJS.Timeout | undefined
  let soon: NodeJS.Immediate | undefined
  let waiting: (() => void)[] = []

  const go = () => {
    if (rests.isResting() && !spool.isCrowded()) return
    for (; underWay < maxBatchesUnderWay; underWay += 1) {
      const batch = spool.shift()
      if (!batch) break
      rests.begun()
      post(batch)
    }
    if (waiting.length === 0 || spool.isFull()) return
    const free = waiting
    waiting = []
    for (const goOn of free) goOn()
  }
  const reportWaiting = () => {
    const waitingBytes = spool.waitingBytes()
    const waits = (!gathering.isEmpty() || waitingBytes > 0) && waitingBytes <= maxCatchUpBytes
    Atomics.store(gathered, 0, waits ? 1 : 0)
    if (!waits) Atomics.notify(gathered, 0)
  }
  const rests = createRests(go)
  const spool = createSpool({ path: spoolPath, onReady: go })
  const seal = () => {
    clearTimeout(timer)
    clearImmediate(soon)
    timer = undefined
    soon = undefined
    const batch = gathering.take()
    if (!batch) return
    spool.push(batch)
    go()
    reportWaiting()
  }
  const sealInTurn = guarded('tap batch', seal, seal)

  return {
    /** Copies the bytes. */
    add(event: Passing, own: readonly Buffer[] = []) {
      gathering.add({ ...event, atMs: passedMs() }, own)
      if (gathering.isLarge()) return seal()
      reportWaiting()
      if (underWay === 0) soon ??= setImmediate(sealInTurn)
      else timer ??= setTimeout(sealInTurn, gatherMs)
    },
    /** The engine has recorded a batch. */
    taken(): void {
      underWay -= 1
      rests.ended()
      go()
      if (underWay === 0) seal()
      reportWaiting()
    },
    /** Hands over everything that waits, if it is little: the engine is waiting. */
    catchUp(): void {
      seal()
      for (let batch = spool.shift(); batch; batch = spool.shift()) {
        underWay += 1
        post(batch)
      }
      reportWaiting()
    },
    /** The spool is full; `whenRoom` calls back once it is not. */
    isFull: spool.isFull,
    whenRoom: (goOn: () => void): void => void waiting.push(goOn),
    close: spool.close,
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
