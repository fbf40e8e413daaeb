// Hands what passed to the engine's thread: at once while the engine has recorded all before it, and in batches while it is behind, so that a
// stream of small events costs few messages. No more is under way than the engine records in a moment; the rest waits in the spool.

import { guarded } from '../../guarded.ts'
import { type Batch, type Passed, passedMs, type Start } from './messages.ts'
import { createRests } from './rests.ts'
import { createSpool } from './spool.ts'

type WithoutTime<T> = T extends unknown ? Omit<T, 'atMs'> : never
type Passing = WithoutTime<Passed>

export interface HandOver {
  add(event: Passing, bytes?: readonly Buffer[]): void
  /** The engine has recorded a batch. */
  taken(): void
  /** What is gathered goes over at once. */
  seal(): void
  /** Nothing more can wait: who calls is let know once something can. */
  isFull(): boolean
  whenRoom(goOn: () => void): void
  close(): Promise<void>
}

/** Of what passed through taps, handed over at once. */
const maxBatchBytes = 256 * 1024
/** Batches handed over that are not recorded yet. */
const maxBatchesUnderWay = 2
/** How long what passes is gathered at most while the engine is behind. */
const gatherMs = 10

export function createHandOver({ spoolPath, gathered }: Start, post: (batch: Batch) => void): HandOver {
  let events: Passed[] = []
  let parts: Buffer[] = []
  let bytes = 0
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
  const say = (count: number) => {
    Atomics.store(gathered, 0, count)
    if (count === 0) Atomics.notify(gathered, 0)
  }
  const rests = createRests(go)
  const spool = createSpool({ path: spoolPath, onReady: go })
  const seal = () => {
    clearTimeout(timer)
    clearImmediate(soon)
    timer = undefined
    soon = undefined
    if (events.length === 0) return
    const whole = new Uint8Array(Buffer.allocUnsafeSlow(bytes).buffer)
    let at = 0
    for (const part of parts) {
      whole.set(part, at)
      at += part.byteLength
    }
    spool.push({ events, bytes: whole })
    events = []
    parts = []
    bytes = 0
    go()
    say(0)
  }
  const sealInTurn = guarded('tap batch', seal, seal)

  return {
    add(event, own = []) {
      events.push({ ...event, atMs: passedMs() })
      say(events.length)
      for (const part of own) {
        parts.push(part)
        bytes += part.byteLength
      }
      if (bytes >= maxBatchBytes) seal()
      else if (underWay === 0) soon ??= setImmediate(sealInTurn)
      else timer ??= setTimeout(sealInTurn, gatherMs)
    },
    taken() {
      underWay -= 1
      rests.ended()
      go()
      if (underWay === 0) seal()
    },
    seal,
    isFull: spool.isFull,
    whenRoom: (goOn) => void waiting.push(goOn),
    close: spool.close,
  }
}
