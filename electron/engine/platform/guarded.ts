// The only way to attach a listener. An exception in a listener, a timer or a callback of Node has no caller that could
// catch it, and would end the process. Here it is reported, and `giveUp` ends what the listener serves: one connection,
// one response, one exchange. Other exceptions reach electron/crash-watch.ts.

import { channel } from 'node:diagnostics_channel'

export interface InternalError {
  readonly where: string
  readonly error: unknown
}

interface ListenerRun {
  readonly where: string
  /** Set by a subscriber in tests, it is thrown in the listener, so that each listener can be made to fail. */
  fault?: unknown
}

const internalErrors = channel('parley:internal-error')
const runs = channel('parley:listener')

/** Wraps `act` as a listener that never throws. If it throws or rejects, `giveUp` gets the error and the listener's arguments. */
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

/** For errors that are also reported elsewhere: without a listener they would end the process. */
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

/** Calls `report` for every internal error of this process; returns a function that unsubscribes. */
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
