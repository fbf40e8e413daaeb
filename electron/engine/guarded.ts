// The one way to attach a listener. What a listener, a timer or a callback of Node's throws has no caller that could catch it, and
// would end the process. Here it is reported, and `giveUp` ends what the listener was about: one connection, one answer, one
// exchange. What is thrown elsewhere is the last resort's (electron/crash-watch.ts).

import { channel } from 'node:diagnostics_channel'

export interface UnexpectedError {
  /** The listener it was thrown in. */
  readonly where: string
  readonly error: unknown
}

interface ListenerRun {
  readonly where: string
  /** Set by a subscriber, it is thrown in the listener's place: so a test can make each listener fail. */
  fault?: unknown
}

const unexpected = channel('parley:unexpected-error')
const runs = channel('parley:listener')

/** Returns `act` as a listener that never throws. Where it throws or rejects, `giveUp` gets the error and the listener's arguments. */
export function guarded<Args extends readonly unknown[]>(
  where: string,
  act: (...args: Args) => unknown,
  giveUp: (error: unknown, args: NoInfer<Args>) => unknown = () => undefined,
): (...args: Args) => void {
  const fail = (error: unknown, args: Args) => {
    reportUnexpected({ where, error })
    try {
      giveUp(error, args)
    } catch (next) {
      reportUnexpected({ where, error: next })
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

export function reportUnexpected(error: UnexpectedError): void {
  unexpected.publish(error)
}

/** Calls `report` for every unexpected error of this process; returns what ends that. */
export function onUnexpected(report: (error: UnexpectedError) => void): () => void {
  const subscriber = (message: unknown) => report(message as UnexpectedError)
  unexpected.subscribe(subscriber)
  return () => unexpected.unsubscribe(subscriber)
}

function throwPlanted(where: string): void {
  const run: ListenerRun = { where }
  runs.publish(run)
  if (run.fault !== undefined) throw run.fault
}
