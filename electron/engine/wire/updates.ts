// The updates of one call for whoever wants to act on them at once. The record holds the truth: if nobody reads here, or
// too slowly, the oldest are given up and counted.

const bound = 1_000

export interface Updates<T> extends AsyncIterable<T> {
  push(update: T): void
  close(): void
  readonly missed: number
}

export function createUpdates<T>(): Updates<T> {
  const waiting: T[] = []
  let missed = 0
  let closed = false
  let wake: (() => void) | undefined

  const signal = () => {
    wake?.()
    wake = undefined
  }
  return {
    get missed() {
      return missed
    },
    push(update) {
      if (closed) return
      waiting.push(update)
      // Given up in large pieces, because moving an array costs its length.
      if (waiting.length >= 2 * bound) missed += waiting.splice(0, bound).length
      signal()
    },
    close() {
      closed = true
      signal()
    },
    async *[Symbol.asyncIterator]() {
      for (;;) {
        const batch = waiting.splice(0)
        yield* batch
        if (batch.length > 0) continue
        if (closed) return
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
  }
}
