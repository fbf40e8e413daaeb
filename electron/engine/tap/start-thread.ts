// Starts what forwards: in a thread of its own, so that nothing the engine does holds up what passes; or here, where there is no program
// for one.

import { MessageChannel, type Transferable, Worker } from 'node:worker_threads'
import { guarded, reportInternalError } from '../guarded.ts'
import { createForwarder } from './forward/forwarder.ts'
import type { Order, Report } from './forward/messages.ts'

export interface Thread {
  order(order: Order): void
  stop(): Promise<void>
}

export interface ThreadListener {
  onReport(report: Report): void
  onGone(): void
}

export function startThread(
  program: string | undefined,
  spoolPath: string,
  listener: ThreadListener,
): Thread {
  if (program === undefined) return startHere(spoolPath, listener)
  const worker = new Worker(program, { workerData: spoolPath, name: 'Parley taps' })
  let isStopped = false
  const gone = () => {
    if (!isStopped) listener.onGone()
    isStopped = true
  }
  worker.on('message', guardedReport(listener))
  worker.on(
    'error',
    guarded('tap thread', (error) => reportInternalError({ where: 'tap thread', error })),
  )
  worker.on('exit', guarded('tap thread gone', gone, gone))
  return {
    order: (order) => worker.postMessage(order),
    async stop() {
      isStopped = true
      await worker.terminate()
    },
  }
}

/** What is handed over is handed over once: it is taken all the same. */
function guardedReport({ onReport }: Pick<ThreadListener, 'onReport'>) {
  return guarded('tap report', onReport, (_error, [report]) => onReport(report))
}

function startHere(spoolPath: string, { onReport }: ThreadListener): Thread {
  const { port1, port2 } = new MessageChannel()
  const forwarder = createForwarder(spoolPath, (report, transfer: readonly Transferable[] = []) =>
    port2.postMessage(report, transfer),
  )
  port1.on('message', guardedReport({ onReport }))
  return {
    order: forwarder.obey,
    async stop() {
      await forwarder.close()
      port1.close()
    },
  }
}
