// The thread that forwards for all taps of one Parley. Uncaught exceptions are reported and do not end it.

import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { guarded, onInternalError, reportInternalError } from '../../platform/guarded.ts'
import { createForwarder } from './forwarder.ts'
import type { Order, Report, Start } from './messages.ts'

const { reports, ...start }: Start & { readonly reports: MessagePort } = workerData
const report = (output: Report, transfer: readonly ArrayBuffer[] = []) =>
  reports.postMessage(output, [...transfer])
onInternalError(({ where, error }) => report({ report: 'broke', where, error: String(error) }))
const survive = (error: unknown) => reportInternalError({ where: 'outside of guarded listeners', error })
process.on('uncaughtException', guarded('tap thread error', survive))
process.on('unhandledRejection', guarded('tap thread error', survive))

const forwarder = createForwarder(start, report)
const obey = (order: Order) => forwarder.obey(order)
parentPort?.on('message', guarded('tap thread order', obey))
