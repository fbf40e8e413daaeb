// Open calls by exchange, which anyone may abort.

export type RunningCalls = ReturnType<typeof createRunningCalls>

export function createRunningCalls() {
  const calls = new Map<string, AbortController>()
  return {
    /** Until `done` settles, aborting `stop` ends the exchange. */
    add(exchangeId: string, stop: AbortController, done: Promise<unknown>): void {
      calls.set(exchangeId, stop)
      const forget = () => void calls.delete(exchangeId)
      void done.then(forget, forget)
    },
    /** Returns whether it was open. */
    cut(exchangeId: string): boolean {
      const call = calls.get(exchangeId)
      call?.abort()
      return call !== undefined
    },
  }
}
