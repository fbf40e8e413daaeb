// The updates of one call, for a consumer that acts on them at once. Without one, or with a slow one, the oldest are
// dropped and counted; the record has all.

/** Updates of one call that wait for their consumer; the oldest are dropped and counted, the record has all. */
const maxWaitingUpdates = 1_000

interface Updates<T> extends AsyncIterable<T> {
  push(update: T): void
  /** Adds many at once, created when they are read. */
  pushAll(count: number, make: () => readonly T[]): void
  close(): void
  readonly missed: number
}

interface Waiting<T> {
  readonly count: number
  readonly make: () => readonly T[]
}

export function createUpdates<T>(): Updates<T> {
  let waiting: Waiting<T>[] = []
  let count = 0
  let missed = 0
  let closed = false
  let wake: (() => void) | undefined

  const signal = () => {
    wake?.()
    wake = undefined
  }
  /** In large pieces, as moving an array costs its length. */
  const giveUpOldest = () => {
    let many = 0
    const index = waiting.findIndex((each) => {
      many += each.count
      return count - many < maxWaitingUpdates
    })
    waiting = waiting.slice(index + 1)
    count -= many
    missed += many
  }
  const add = (more: Waiting<T>) => {
    if (closed) return
    waiting.push(more)
    count += more.count
    if (count >= 2 * maxWaitingUpdates && waiting.length > 1) giveUpOldest()
    signal()
  }
  return {
    get missed() {
      return missed
    },
    push: (update) => add({ count: 1, make: () => [update] }),
    pushAll: (many, make) => add({ count: many, make }),
    close() {
      closed = true
      signal()
    },
    async *[Symbol.asyncIterator]() {
      for (;;) {
        const batch = waiting
        waiting = []
        count = 0
        for (const { make } of batch) yield* make()
        if (batch.length > 0) continue
        if (closed) return
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
  }
}
