// Hands what passed to the engine's thread: at once while the engine has recorded all before it, and in batches while it is behind, so that a
// stream of small events costs few messages. No more is under way than the engine records in a moment; the rest waits in the spool.

import { guarded } from '../../platform/guarded.ts'
import { type Batch, type Passed, passedMs, type Start } from './messages.ts'
import { createSpool } from './spool.ts'

/** Of the time, in which this thread does something. */
const busyShare = 0.5
/** As long as the engine took for a batch, so many times. */
const restsOfOne = 3

type WithoutTime<T> = T extends unknown ? Omit<T, 'atMs'> : never
type Passing = WithoutTime<Passed>

export type HandOver = ReturnType<typeof createHandOver>

// Of what passed through taps, handed over at once.
const maxBatchBytes = 256 * 1024
// Batches handed over that are not recorded yet.
const maxBatchesUnderWay = 2
/** How long what passes is gathered at most while the engine is behind. */
const gatherMs = 10
/** Of what waits, while the engine takes it before it records a call of Parley's own; with more, the record is not in the order of time. */
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
  const sayWhatWaits = () => {
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
    sayWhatWaits()
  }
  const sealInTurn = guarded('tap batch', seal, seal)

  return {
    /** Copies the bytes. */
    add(event: Passing, own: readonly Buffer[] = []) {
      gathering.add({ ...event, atMs: passedMs() }, own)
      if (gathering.isLarge()) return seal()
      sayWhatWaits()
      if (underWay === 0) soon ??= setImmediate(sealInTurn)
      else timer ??= setTimeout(sealInTurn, gatherMs)
    },
    /** The engine has recorded a batch. */
    taken(): void {
      underWay -= 1
      rests.ended()
      go()
      if (underWay === 0) seal()
      sayWhatWaits()
    },
    /** All that waits goes over at once, where that is little: the engine waits for it. */
    catchUp(): void {
      seal()
      for (let batch = spool.shift(); batch; batch = spool.shift()) {
        underWay += 1
        post(batch)
      }
      sayWhatWaits()
    },
    /** Nothing more can wait: who calls is let know once something can. */
    isFull: spool.isFull,
    whenRoom: (goOn: () => void): void => void waiting.push(goOn),
    close: spool.close,
  }
}

/** What is to be handed over as one batch. */
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
      // Of a long request there is no second one soon.
      if (gathered.byteLength > maxGatheredBytes) gathered = Buffer.alloc(0)
      return batch
    },
  }
}

// Of the room that what is gathered is copied into, while nothing is.
const maxGatheredBytes = 4 * maxBatchBytes

// What passes goes before what is recorded of it: while this thread is busy, the engine's gets a batch only every so often, so that the two
// don't have to share a processor with the callers and the agent.

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
    /** The engine has recorded a batch. */
    ended(): void {
      const { utilization } = performance.eventLoopUtilization(use)
      use = performance.eventLoopUtilization()
      if (resting || utilization < busyShare) return
      resting = setTimeout(restedInTurn, restsOfOne * (passedMs() - begunMs))
    },
    isResting: (): boolean => resting !== undefined,
  }
}
