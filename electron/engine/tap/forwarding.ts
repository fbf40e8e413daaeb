// The thread that forwards, as the engine sees it: it is started with the first tap, opens taps, and hands over what passed, which is
// recorded here in its own time. Each event is recorded as of when it arrived.

import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Fault } from '#shared/contract/fault.ts'
import type { TimeSource } from '../platform/clock.ts'
import { reportInternalError } from '../platform/guarded.ts'
import { reportNotice } from '../platform/json-files.ts'
import type { OwnPorts } from '../platform/net.ts'
import { createPieceSize, createWorkQueue } from '../platform/queue.ts'
import type { Flow } from '../wire/stream-pieces.ts'
import {
  type Batch,
  type ForwardPlan,
  type Passed,
  passedMs,
  type Report,
  type TapSettings,
} from './forward/messages.ts'
import { restAfterLateMs, startThread, type Thread } from './start-thread.ts'

/** Who records what passes through one tap. */
interface Taking {
  take(event: Passed, bytes: Buffer): void
  /** The thread has ended; nothing more arrives. */
  onGone(): void
}

interface ForwardedTap {
  readonly port: number
  readonly address: string
  set(settings: TapSettings): void
  /** Resolves once all that passed is recorded. */
  close(): Promise<void>
}

export type Forwarding = ReturnType<typeof createForwarding>

export interface ForwardingDeps {
  readonly clock: TimeSource
  readonly dataDir: string
  /** The thread's program; without it, the engine's own thread forwards. */
  readonly program?: string | undefined
  readonly ownPorts: OwnPorts
}

interface HeldBatch {
  readonly take: Taking['take']
  onGone(problem?: string): void
  opened(answer: Extract<Report, { report: 'opened' | 'not-opened' }>): void
  closed?(): void
}

export function createForwarding({ clock, dataDir, program, ownPorts }: ForwardingDeps) {
  const spoolPath = join(dataDir, 'taps.spool')
  reportLost(spoolPath)
  const lagging = createLaggingClock(clock)
  const taps = new Map<number, HeldBatch>()
  const settling = new Map<number, () => void>()
  let last = 0
  let thread: Thread | undefined

  const settle = (turn: number) => {
    settling.get(turn)?.()
    settling.delete(turn)
  }
  const takeOne = (event: Passed, bytes: Buffer) => {
    lagging.set(event.atMs)
    if (event.kind === 'lost') for (const tap of taps.values()) tap.take(event, bytes)
    else if (event.kind === 'settled') settle(event.turn)
    else if (event.kind === 'closed') taps.get(event.tap)?.closed?.()
    else taps.get(event.tap)?.take(event, bytes)
  }
  const batches = createBatches(takeOne, () => thread?.order({ order: 'taken' }))
  const onReport = (report: Report) => {
    if (report.report === 'passed') return batches.take(report.batch)
    if (report.report === 'broke') return reportInternalError(report)
    return taps.get(report.tap)?.opened(report)
  }
  const sayOwnPorts = () => thread?.order({ order: 'own-ports', ports: ownPorts.list() })
  ownPorts.onChange(sayOwnPorts)
  const onGone = (problem?: string) => {
    thread = undefined
    batches.drain()
    batches.forget()
    const gone = [...taps.values()]
    taps.clear()
    for (const tap of gone) tap.onGone(problem)
    for (const turn of settling.keys()) settle(turn)
  }

  return {
    /** What time it was when what is being recorded arrived. */
    clock: lagging.clock,
    /** Holds back what is yet to be recorded, for a decoder that is behind: not what passes. */
    flow: batches.flow,
    open(plan: ForwardPlan, taking: Taking): Promise<ForwardedTap> {
      if (!thread) {
        thread = startThread(program, spoolPath, { onReport, onGone })
        sayOwnPorts()
      }
      last += 1
      return opening({ taps, tap: last, thread }, plan, taking)
    },
    /** Records what has passed before now, where the record is not behind: what is recorded next then arrived later. */
    catchUp(): void {
      if (!batches.mayCatchUp()) return
      thread?.catchUp()
      batches.catchUp()
    },
    /** Resolves once all that has passed by now is recorded. */
    settled: (): Promise<void> =>
      new Promise((resolve) => {
        if (!thread) return resolve()
        last += 1
        settling.set(last, resolve)
        return thread.order({ order: 'settle', turn: last })
      }),
    async close(): Promise<void> {
      batches.drain()
      await thread?.stop()
      rmSync(spoolPath, { force: true })
    },
  }
}

interface Opening {
  readonly taps: Map<number, HeldBatch>
  readonly tap: number
  readonly thread: Thread
}

function opening(source: Opening, plan: ForwardPlan, taking: Taking): Promise<ForwardedTap> {
  const { taps, tap, thread } = source
  return new Promise((resolve, reject) => {
    const opened: HeldBatch['opened'] = (output) => {
      if (output.report === 'not-opened') {
        taps.delete(tap)
        return reject(Object.assign(new Error(output.message), { code: output.code }))
      }
      taps.set(tap, { take: taking.take, opened, onGone: taking.onGone })
      return resolve({
        port: output.port,
        address: output.address,
        set: (settings) => thread.order({ order: 'set', tap, settings }),
        close: () => closing(source),
      })
    }
    const gone = (problem = 'it ended') =>
      reject(new Fault('unavailable', `The thread that forwards for taps couldn’t be started: ${problem}`))
    taps.set(tap, { take: taking.take, onGone: gone, opened })
    thread.order({ order: 'open', tap, plan })
  })
}

function closing({ taps, tap, thread }: Opening): Promise<void> {
  const heldBatch = taps.get(tap)
  if (!heldBatch) return Promise.resolve()
  return new Promise((resolve) => {
    const closed = () => {
      taps.delete(tap)
      resolve()
    }
    taps.set(tap, { ...heldBatch, closed, onGone: closed })
    thread.order({ order: 'close', tap })
  })
}

// How long the engine records what has been handed over before it records an entry of Parley's own; the rest is recorded later. Cuts nothing.
const maxBatchCatchUpMs = 50

/**
 * Takes batches apart, as far as this turn of the event loop has time; each is answered once it is recorded, and while a decoder is behind
 * none is.
 */
function createBatches(take: (event: Passed, bytes: Buffer) => void, answer: () => void) {
  const behind = new Set<object>()
  const queue = createWorkQueue()
  const size = createPieceSize()
  let batches: Iterator<Part>[] = []
  let isWaiting = false
  let catchUpFromMs = 0
  let unanswered = 0
  const answerAll = () => {
    for (; behind.size === 0 && unanswered > 0; unanswered -= 1) answer()
  }
  /** Returns whether there is more. */
  const takeNext = (): boolean => {
    const [batch] = batches
    const next = batch?.next()
    if (next && !next.done) {
      const { event, bytes } = next.value
      if (isBody(event)) size.measure(bytes.byteLength, () => take(event, bytes))
      else take(event, bytes)
      return true
    }
    if (batch !== undefined) {
      batches.shift()
      unanswered += 1
      answerAll()
    }
    return batches.length > 0
  }
  const step = () => {
    const goesOn = takeNext()
    isWaiting &&= goesOn
    return goesOn
  }
  return {
    take(batch: Batch) {
      batches.push(partsOf(batch, size.bytes))
      if (!isWaiting) isWaiting = !queue.run(step)
    },
    /** False for a while after it took too long: each entry of Parley's own would wait for it again. */
    mayCatchUp: (): boolean => performance.now() >= catchUpFromMs,
    catchUp() {
      const untilMs = performance.now() + maxBatchCatchUpMs
      while (batches.length > 0 && performance.now() < untilMs) takeNext()
      if (batches.length > 0) catchUpFromMs = performance.now() + restAfterLateMs
    },
    drain() {
      while (batches.length > 0) takeNext()
    },
    flow(): Flow {
      const decoder = {}
      return {
        pause: () => void behind.add(decoder),
        resume() {
          behind.delete(decoder)
          answerAll()
        },
      }
    },
    forget() {
      batches = []
      behind.clear()
      unanswered = 0
    },
  }
}

interface Part {
  readonly event: Passed
  readonly bytes: Buffer
}

/** A body's bytes in pieces; all else whole. */
function* partsOf({ events, bytes }: Batch, pieceBytes: () => number): Generator<Part> {
  let at = bytes.byteOffset
  for (const event of events) {
    const sizeBytes = 'sizeBytes' in event ? event.sizeBytes : 0
    const end = at + sizeBytes
    do {
      const length = isBody(event) ? Math.min(pieceBytes(), end - at) : sizeBytes
      yield { event, bytes: Buffer.from(bytes.buffer, at, length) }
      at += length
    } while (at < end)
  }
}

function isBody(event: Passed): boolean {
  return 'pass' in event && event.kind === 'bytes'
}

/** Of a Parley that was killed: what it had forwarded and not recorded yet can't be distinguished from what it had. */
function reportLost(path: string): void {
  const sizeBytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  if (sizeBytes === 0) return
  rmSync(path, { force: true })
  const mb = Math.ceil(sizeBytes / 1_000_000)
  reportNotice(
    path,
    `Parley ended before everything that passed through its taps was recorded: about ${mb} MB are lost. Requests that were open then are incomplete.`,
  )
}

/** The clock of a record that lags behind. */
function createLaggingClock(clock: TimeSource) {
  let at = 0
  let monoMs = 0
  return {
    set(atMs: number) {
      const ageMs = passedMs() - atMs
      at = clock.wallMs() - ageMs
      monoMs = clock.monoMs() - ageMs
    },
    clock: { wallMs: () => at, monoMs: () => monoMs } satisfies TimeSource,
  }
}
