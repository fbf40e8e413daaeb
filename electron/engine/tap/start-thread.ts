// Starts forwarding in a thread, so that the engine never delays it; or in this thread, without a program for one.

import {
  MessageChannel,
  type MessagePort,
  receiveMessageOnPort,
  type Transferable,
  Worker,
} from 'node:worker_threads'
import { messageOf } from '#shared/errors.ts'
import { guarded, reportInternalError } from '../platform/guarded.ts'
import { createForwarder } from './forward/forwarder.ts'
import type { Order, Report } from './forward/messages.ts'

export interface Thread {
  order(order: Order): void
  /** Takes everything handed over or collected so far. */
  catchUp(): void
  stop(): Promise<void>
}

export interface ThreadListener {
  onReport(report: Report): void
  /** `problem`: the error that ended the thread. */
  onGone(problem?: string): void
}

export function startThread(
  program: string | undefined,
  spoolPath: string,
  listener: ThreadListener,
): Thread {
  if (program === undefined) return startHere(spoolPath, listener)
  const { port1, port2 } = new MessageChannel()
  const gathered = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(program, {
    workerData: { spoolPath, gathered, reports: port2 },
    transferList: [port2],
    name: 'Parley taps',
    // Reads become garbage at once: a larger young generation would only delay its collection.
    resourceLimits: { maxYoungGenerationSizeMb: 16 },
  })
  let isStopped = false
  let waitsFromMs = 0
  let problem: string | undefined
  const gone = () => {
    if (!isStopped) listener.onGone(problem)
    isStopped = true
    port1.close()
  }
  // A report is sent once, so it is taken although another failed.
  const { onReport } = listener
  const take = guarded('tap report', onReport, (_error, [report]) => onReport(report))
  port1.on('message', take)
  const fail = (error: unknown) => {
    problem = messageOf(error)
    reportInternalError({ where: 'tap thread', error })
  }
  worker.on('error', guarded('tap thread', fail))
  worker.on('exit', guarded('tap thread gone', gone, gone))
  return {
    order: (order) => worker.postMessage(order),
    catchUp() {
      takeAll(port1, take)
      if (Atomics.load(gathered, 0) === 0 || isStopped || performance.now() < waitsFromMs) return
      worker.postMessage({ order: 'catch-up' } satisfies Order)
      const isLate = Atomics.wait(gathered, 0, 1, maxCatchUpMs) === 'timed-out'
      if (isLate) waitsFromMs = performance.now() + restAfterLateMs
      takeAll(port1, take)
    },
    async stop() {
      isStopped = true
      await worker.terminate()
    },
  }
}

// How long the engine waits for the thread's batches; later ones are recorded later. Cuts nothing.
const maxCatchUpMs = 200
/** After a time-out, the engine does not wait again for so long. */
export const restAfterLateMs = 2_000

function takeAll(port: MessagePort, take: (report: Report) => void): void {
  for (let next = receiveMessageOnPort(port); next; next = receiveMessageOnPort(port)) take(next.message)
}

function startHere(spoolPath: string, { onReport }: ThreadListener): Thread {
  const { port1, port2 } = new MessageChannel()
  const gathered = new Int32Array(new SharedArrayBuffer(4))
  const forwarder = createForwarder(
    { spoolPath, gathered },
    (report, transfer: readonly Transferable[] = []) => port2.postMessage(report, transfer),
  )
  const take = guarded('tap report', onReport, (_error, [report]) => onReport(report))
  port1.on('message', take)
  return {
    order: forwarder.obey,
    catchUp() {
      forwarder.obey({ order: 'catch-up' })
      takeAll(port1, take)
    },
    async stop() {
      await forwarder.close()
      port1.close()
    },
  }
}
