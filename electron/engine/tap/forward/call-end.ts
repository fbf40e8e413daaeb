// Ends a call through a tap once, on both sides and in the record.

import type { ServerResponse } from 'node:http'
import { guarded, ignoreErrors } from '../../platform/guarded.ts'
import { brokenInside, type WireFailure } from '../../wire/failure.ts'
import type { ProxyCallLog } from './call-log.ts'
import type { PassEnd } from './messages.ts'

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
export class ProxyCallEnd {
  readonly #caller: CallerSide
  readonly #log: ProxyCallLog
  readonly #record: () => void
  readonly #onOver: () => void
  readonly #requested: string
  #isRecorded = false
  #over = false

  constructor(
    caller: CallerSide,
    log: ProxyCallLog,
    record: () => void,
    onOver: () => void,
    requested = 'agent',
  ) {
    this.#caller = caller
    this.#log = log
    this.#record = record
    this.#onOver = onOver
    this.#requested = requested
    caller.onGone(this.stop, this.breakOff)
  }

  /** Ends the request to the agent. */
  letGo: () => void = () => undefined

  readonly isOver = (): boolean => this.#over

  /** Records the request, unless it is recorded. */
  recorded(): ProxyCallLog {
    if (!this.#isRecorded) {
      this.#isRecorded = true
      this.#record()
    }
    return this.#log
  }

  /** Both sides ended. */
  finish(end: PassEnd, note?: string) {
    if (this.#over) return
    this.#over = true
    this.#onOver()
    this.recorded()
    if (note !== undefined) this.#log.note(note)
    this.#log.over(end)
  }

  /** Ends both sides. */
  readonly stop = (failure: WireFailure) => this.#close(failure, () => undefined)

  /** The agent's side failed. */
  failed(failure: WireFailure) {
    const noteOf = (answered: string) =>
      `The ${this.#requested} didn’t respond: the tap itself answered ${answered}.`
    this.#close(failure, noteOf)
  }

  refused(status: number, message: string) {
    this.#close({ failure: 'address', message }, (answered) => `The tap itself answered ${answered}.`, status)
  }

  readonly breakOff = (error: unknown) => this.stop(brokenInside(error))

  #close(failure: WireFailure, noteOf: (answered: string) => string | undefined, status = 502) {
    if (this.#over) return
    this.letGo()
    if (this.#caller.isAnswered()) {
      this.#caller.cut()
      this.finish({ kind: 'fail', failure })
    } else this.finish({ kind: 'fail', failure }, noteOf(this.#caller.answer(status, failure.message)))
  }
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
