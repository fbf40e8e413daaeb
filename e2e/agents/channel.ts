// A queue with one reader. The writer waits while the reader is far behind, so a slow client delays its script instead of
// filling memory.

export interface Channel<T> extends AsyncIterable<T> {
  /** Resolves when there is room again. */
  put(item: T): Promise<void> | undefined
  /** Adds no more items; the reader still gets the queued ones. */
  end(): void
  /** The reader has left: drops all items and releases a waiting writer. */
  discard(): void
}

const roomFor = 256

export function createChannel<T>(): Channel<T> {
  let items: T[] = []
  let head = 0
  let ended = false
  let discarded = false
  let wakeReader: (() => void) | undefined
  let writers: (() => void)[] = []

  const wake = (): void => {
    wakeReader?.()
    wakeReader = undefined
  }
  const letWritersGo = (): void => {
    const waiting = writers
    writers = []
    for (const go of waiting) go()
  }
  const take = (): T[] => {
    const taken = head === 0 ? items : items.slice(head)
    items = []
    head = 0
    letWritersGo()
    return taken
  }

  return {
    put(item) {
      if (ended || discarded) return undefined
      items.push(item)
      wake()
      if (items.length < roomFor) return undefined
      return new Promise<void>((resolve) => writers.push(resolve))
    },
    end() {
      ended = true
      wake()
    },
    discard() {
      discarded = true
      items = []
      letWritersGo()
      wake()
    },
    async *[Symbol.asyncIterator]() {
      while (!discarded) {
        if (items.length > 0) yield* take()
        else if (ended) return
        else await new Promise<void>((resolve) => (wakeReader = resolve))
      }
    },
  }
}
