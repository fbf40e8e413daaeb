// How a call through a tap ends: once, on both sides and on the record, whoever ends it.

import type { ServerResponse } from 'node:http'
import { guarded } from '../../guarded.ts'
import { brokenInside, type WireFailure } from '../../wire/failure.ts'
import type { PassEnd } from './messages.ts'
import type { PassLog } from './pass-log.ts'

export interface PassEnding {
  /** Ends the request to the agent. */
  letGo: () => void
  isOver(): boolean
  /** Its request goes on the record, if it isn't there yet. */
  recorded(): PassLog
  /** Both sides came to their end. */
  finish(end: PassEnd): void
  /** Neither side goes on. */
  stop(failure: WireFailure): void
  /** The agent's side broke. */
  failed(failure: WireFailure): void
  /** It is not passed on. */
  refused(status: number, message: string): void
  breakOff(error: unknown): void
}

const callerGone: WireFailure = {
  failure: 'aborted',
  message: 'The caller ended this exchange: it closed its connection to the tap. What had arrived is kept.',
}

/** `record` puts its request on the record. */
export function createPassEnding(
  response: ServerResponse,
  log: PassLog,
  record: () => void,
  onOver: () => void,
): PassEnding {
  let isRecorded = false
  let over = false
  const recorded = (): PassLog => {
    if (!isRecorded) {
      isRecorded = true
      record()
    }
    return log
  }
  const finish = (end: PassEnd, note?: string) => {
    if (over) return
    over = true
    onOver()
    recorded()
    if (note !== undefined) log.note(note)
    log.over(end)
  }
  const end = (failure: WireFailure, note: string | undefined, status = 502) => {
    if (over) return
    ending.letGo()
    if (response.headersSent) response.destroy()
    else answer(response, status, failure.message)
    finish({ kind: 'fail', failure }, note)
  }
  const stop = (failure: WireFailure) => end(failure, undefined)
  const breakOff = (error: unknown) => stop(brokenInside(error))
  const gone = () => {
    if (!response.writableFinished) stop(callerGone)
  }
  response.on('close', guarded('tap caller gone', gone, breakOff))
  response.on(
    'error',
    guarded('tap caller error', () => undefined),
  )
  const ending: PassEnding = {
    letGo: () => undefined,
    isOver: () => over,
    recorded,
    finish,
    stop,
    failed: (failure) =>
      end(
        failure,
        response.headersSent ? undefined : 'The agent gave no answer: the tap itself answered 502.',
      ),
    refused: (status, message) =>
      end({ failure: 'address', message }, `The tap itself answered ${status}.`, status),
    breakOff,
  }
  return ending
}

/** Says what is wrong to a caller whom nobody else will answer. */
function answer(response: ServerResponse, status: number, message: string): void {
  const body = `Parley's tap: ${message}\n`
  response.sendDate = false
  response.writeHead(status, [
    ...['Content-Type', 'text/plain; charset=utf-8'],
    ...['Content-Length', String(Buffer.byteLength(body)), 'Connection', 'close'],
  ])
  response.end(body)
}
