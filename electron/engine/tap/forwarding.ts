// The engine's side of the forwarding thread: starts it with the first tap, opens taps, and records what passed when it
// has time. Each event is recorded with its time of arrival.

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

interface Taking {
  take(event: Passed, bytes: Buffer): void
  /** The thread has ended. */
  onGone(): void
}

interface ForwardedTap {
  readonly port: number
  readonly address: string
  set(settings: TapSettings): void
  /** Resolves once everything that passed is recorded. */
  close(): Promise<void>
}

export type Forwarding = ReturnType<typeof createForwarding>

export interface ForwardingDeps {
  readonly clock: TimeSource
  readonly dataDir: string
  /** The thread's program; without it, the engine's thread forwards. */
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
  const sendOwnPorts = () => thread?.order({ order: 'own-ports', ports: ownPorts.list() })
  ownPorts.onChange(sendOwnPorts)
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
    /** The arrival time of the event being recorded. */
    clock: lagging.clock,
    /** Pauses the recording for a slow decoder, not the forwarding. */
    flow: batches.flow,
    open(plan: ForwardPlan, taking: Taking): Promise<ForwardedTap> {
      if (!thread) {
        thread = startThread(program, spoolPath, { onReport, onGone })
        sendOwnPorts()
      }
      last += 1
      return opening({ taps, tap: last, thread }, plan, taking)
    },
    /** Records everything that has passed, unless the record is behind, so that the next entry is later in time. */
    catchUp(): void {
      if (!batches.mayCatchUp()) return
      thread?.catchUp()
      batches.catchUp()
    },
    /** Resolves once everything that has passed by now is recorded. */
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

// How long the engine records batches before an entry of its own; the rest is recorded later. Cuts nothing.
const maxBatchCatchUpMs = 50

/** Records batches as far as this turn of the event loop permits; each is acknowledged when done. A slow decoder pauses all. */
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
    /** False for a while after it took too long, as every entry of Parley's own would wait again. */
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

/** Bodies in pieces, other events whole. */
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

/** After a kill of Parley, forwarded and recorded calls in the file can't be distinguished. */
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
