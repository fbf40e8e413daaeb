// The newest values by key, within a bound. Two halves, the older dropped as a whole: a map whose oldest key is deleted for
// each new one walks over all keys deleted before, which makes every step as long as the bound.

export interface BoundedCache<Key, Value> {
  get(key: Key): Value | undefined
  set(key: Key, value: Value): void
}

/** Holds at least half of `most`. */
export function createBoundedCache<Key, Value>(most: number): BoundedCache<Key, Value> {
  let older = new Map<Key, Value>()
  let newer = new Map<Key, Value>()
  return {
    get: (key) => newer.get(key) ?? older.get(key),
    set(key, value) {
      if (newer.size >= most / 2) {
        older = newer
        newer = new Map()
      }
      newer.set(key, value)
    },
  }
}

// The values used last, by key, created on demand. Drops those that were not used for the longest time.

export function createLruCache<Key, Value>(most: number) {
  const stored = new Map<Key, Value>()
  return {
    getOrMake(key: Key, make: () => Value): Value {
      const value = stored.get(key) ?? make()
      stored.delete(key)
      stored.set(key, value)
      const oldest = stored.keys().next()
      if (stored.size > most && !oldest.done) stored.delete(oldest.value)
      return value
    },
    has: (key: Key) => stored.has(key),
    values: () => stored.values(),
    forget(isMeant: (key: Key) => boolean) {
      for (const key of stored.keys()) if (isMeant(key)) stored.delete(key)
    },
    clear: () => stored.clear(),
  }
}
