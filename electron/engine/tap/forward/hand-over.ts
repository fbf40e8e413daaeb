// Hands what passed to the engine's thread, in batches: at once after a quiet time, else a few milliseconds later, so that a stream of
// small events costs few messages. No more is under way than the engine records in a moment; the rest waits in the spool.

import { guarded } from '../../guarded.ts'
import { type Batch, type Passed, passedMs } from './messages.ts'
import { createSpool } from './spool.ts'

type WithoutTime<T> = T extends unknown ? Omit<T, 'atMs'> : never
export type Passing = WithoutTime<Passed>

export interface HandOver {
  add(event: Passing, bytes?: readonly Buffer[]): void
  /** The engine has recorded a batch. */
  taken(): void
  /** Nothing more can wait: who calls is let know once something can. */
  isFull(): boolean
  whenRoom(goOn: () => void): void
  close(): Promise<void>
}

/** Of what passed through taps, handed over at once. */
const maxBatchBytes = 256 * 1024
/** Batches handed over that are not recorded yet. */
const maxBatchesUnderWay = 2
const pauseMs = 10

export function createHandOver(path: string, post: (batch: Batch) => void): HandOver {
  let events: Passed[] = []
  let parts: Buffer[] = []
  let bytes = 0
  let underWay = 0
  let lastMs = 0
  let timer: NodeJS.Timeout | undefined
  let soon: NodeJS.Immediate | undefined
  let waiting: (() => void)[] = []

  const go = () => {
    for (; underWay < maxBatchesUnderWay; underWay += 1) {
      const batch = spool.shift()
      if (!batch) break
      post(batch)
    }
    if (waiting.length === 0 || spool.isFull()) return
    const free = waiting
    waiting = []
    for (const goOn of free) goOn()
  }
  const spool = createSpool({ path, onReady: go })
  const seal = () => {
    clearTimeout(timer)
    clearImmediate(soon)
    timer = undefined
    soon = undefined
    if (events.length === 0) return
    const whole = new Uint8Array(bytes)
    let at = 0
    for (const part of parts) {
      whole.set(part, at)
      at += part.byteLength
    }
    spool.push({ events, bytes: whole })
    events = []
    parts = []
    bytes = 0
    lastMs = passedMs()
    go()
  }
  const sealInTurn = guarded('tap batch', seal, seal)

  return {
    add(event, own = []) {
      const atMs = passedMs()
      events.push({ ...event, atMs })
      for (const part of own) {
        parts.push(part)
        bytes += part.byteLength
      }
      if (bytes >= maxBatchBytes) seal()
      else if (timer === undefined && soon === undefined) {
        if (atMs - lastMs >= pauseMs) soon = setImmediate(sealInTurn)
        else timer = setTimeout(sealInTurn, pauseMs)
      }
    },
    taken() {
      underWay -= 1
      go()
    },
    isFull: spool.isFull,
    whenRoom: (goOn) => void waiting.push(goOn),
    close: spool.close,
  }
}
