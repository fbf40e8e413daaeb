// The one way to attach a listener. What a listener, a timer or a callback of Node's throws has no caller that could catch it, and
// would end the process. Here it is reported, and `giveUp` ends what the listener was about: one connection, one answer, one
// exchange. What is thrown elsewhere is the last resort's (electron/crash-watch.ts).

import { channel } from 'node:diagnostics_channel'

export interface InternalError {
  /** The listener it was thrown in. */
  readonly where: string
  readonly error: unknown
}

interface ListenerRun {
  readonly where: string
  /** Set by a subscriber, it is thrown in the listener's place: so a test can make each listener fail. */
  fault?: unknown
}

const internalErrors = channel('parley:internal-error')
const runs = channel('parley:listener')

/** Returns `act` as a listener that never throws. Where it throws or rejects, `giveUp` gets the error and the listener's arguments. */
export function guarded<Args extends readonly unknown[]>(
  where: string,
  act: (...args: Args) => unknown,
  giveUp: (error: unknown, args: NoInfer<Args>) => unknown = () => undefined,
): (...args: Args) => void {
  const fail = (error: unknown, args: Args) => {
    reportInternalError({ where, error })
    try {
      giveUp(error, args)
    } catch (next) {
      reportInternalError({ where, error: next })
    }
  }
  return (...args) => {
    try {
      if (runs.hasSubscribers) throwPlanted(where)
      const result = act(...args)
      if (result instanceof Promise) result.catch((error: unknown) => fail(error, args))
    } catch (error) {
      fail(error, args)
    }
  }
}

/** For errors that are told elsewhere, too: one that nobody listens for ends the process. */
export function ignoreErrors(
  source: { on(event: 'error', listener: () => void): unknown },
  where: string,
): void {
  source.on(
    'error',
    guarded(where, () => undefined),
  )
}

export function reportInternalError(error: InternalError): void {
  internalErrors.publish(error)
}

/** Calls `report` for every internal error of this process; returns what ends that. */
export function onInternalError(report: (error: InternalError) => void): () => void {
  const subscriber = (message: unknown) => report(message as InternalError)
  internalErrors.subscribe(subscriber)
  return () => internalErrors.unsubscribe(subscriber)
}

function throwPlanted(where: string): void {
  const run: ListenerRun = { where }
  runs.publish(run)
  if (run.fault !== undefined) throw run.fault
}
