// Calls that go on, by their exchange: whoever began one, anybody may break it off.

export type RunningCalls = ReturnType<typeof createRunningCalls>

export function createRunningCalls() {
  const calls = new Map<string, AbortController>()
  return {
    /** Until it is done, aborting `stop` ends the exchange. */
    add(exchangeId: string, stop: AbortController, done: Promise<unknown>): void {
      calls.set(exchangeId, stop)
      const forget = () => void calls.delete(exchangeId)
      void done.then(forget, forget)
    },
    /** Reports whether there was one. */
    cut(exchangeId: string): boolean {
      const call = calls.get(exchangeId)
      call?.abort()
      return call !== undefined
    },
  }
}
