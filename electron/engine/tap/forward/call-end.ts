// Ends a call through a tap once, on both sides and in the record.

import type { ServerResponse } from 'node:http'
import { guarded, ignoreErrors } from '../../platform/guarded.ts'
import { brokenInside, type WireFailure } from '../../wire/failure.ts'
import type { PassLog } from './call-log.ts'
import type { PassEnd } from './messages.ts'

export interface PassEnding {
  /** Ends the request to the agent. */
  letGo: () => void
  isOver(): boolean
  /** Records the request, unless it is recorded. */
  recorded(): PassLog
  /** Both sides ended. */
  finish(end: PassEnd): void
  /** Ends both sides. */
  stop(failure: WireFailure): void
  /** The agent's side failed. */
  failed(failure: WireFailure): void
  refused(status: number, message: string): void
  breakOff(error: unknown): void
}

/** The caller's side of a call, over any HTTP. */
export interface CallerSide {
  isAnswered(): boolean
  cut(): void
  /** Responds with an error; returns a word for what was sent. */
  answer(status: number, message: string): string
  /** The caller left before the response was complete. */
  onGone(listener: (failure: WireFailure) => void, giveUp: (error: unknown) => void): void
}

export const callerGone: WireFailure = {
  failure: 'aborted',
  message: 'The caller ended this request: it closed its connection to the tap. What had arrived is kept.',
}

/** `record` records the request; `requested` names the responding side. */
export function createPassEnding(
  caller: CallerSide,
  log: PassLog,
  record: () => void,
  onOver: () => void,
  requested = 'agent',
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
  const close = (failure: WireFailure, noteOf: (answered: string) => string | undefined, status = 502) => {
    if (over) return
    ending.letGo()
    if (caller.isAnswered()) {
      caller.cut()
      finish({ kind: 'fail', failure })
    } else finish({ kind: 'fail', failure }, noteOf(caller.answer(status, failure.message)))
  }
  const stop = (failure: WireFailure) => close(failure, () => undefined)
  const breakOff = (error: unknown) => stop(brokenInside(error))
  caller.onGone(stop, breakOff)
  const ending: PassEnding = {
    letGo: () => undefined,
    isOver: () => over,
    recorded,
    finish,
    stop,
    failed: (failure) =>
      close(failure, (answered) => `The ${requested} didn’t respond: the tap itself answered ${answered}.`),
    refused: (status, message) =>
      close({ failure: 'address', message }, (answered) => `The tap itself answered ${answered}.`, status),
    breakOff,
  }
  return ending
}

export const agentGone: WireFailure = {
  failure: 'aborted',
  message: 'The agent ended this call: it closed its connection to the tap. What had arrived is kept.',
}

export function httpCaller(response: ServerResponse, gone = callerGone): CallerSide {
  return {
    isAnswered: () => response.headersSent,
    cut: () => void response.destroy(),
    answer(status, message) {
      const body = `Parley's tap: ${message}\n`
      response.sendDate = false
      response.writeHead(status, [
        ...['Content-Type', 'text/plain; charset=utf-8'],
        ...['Content-Length', String(Buffer.byteLength(body)), 'Connection', 'close'],
      ])
      response.end(body)
      return String(status)
    },
    onGone(listener, giveUp) {
      const left = () => {
        if (!response.writableFinished) listener(gone)
      }
      response.on('close', guarded('tap caller gone', left, giveUp))
      ignoreErrors(response, 'tap caller error')
    },
  }
}
