// Calls that go on, by their exchange: whoever began one, anybody may break it off.

export interface RunningCalls {
  /** Until it is done, aborting `stop` ends the exchange. */
  add(exchangeId: string, stop: AbortController, done: Promise<unknown>): void
  /** Says whether there was one. */
  cut(exchangeId: string): boolean
}

export function createRunningCalls(): RunningCalls {
  const calls = new Map<string, AbortController>()
  return {
    add(exchangeId, stop, done) {
      calls.set(exchangeId, stop)
      const forget = () => void calls.delete(exchangeId)
      void done.then(forget, forget)
    },
    cut(exchangeId) {
      const call = calls.get(exchangeId)
      call?.abort()
      return call !== undefined
    },
  }
}
