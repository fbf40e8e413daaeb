// What was asked for last, by key, made where it is not there. What was asked for longest ago goes where there are too many.

export function createLatest<Key, Value>(most: number) {
  const kept = new Map<Key, Value>()
  return {
    of(key: Key, make: () => Value): Value {
      const value = kept.get(key) ?? make()
      kept.delete(key)
      kept.set(key, value)
      const oldest = kept.keys().next()
      if (kept.size > most && !oldest.done) kept.delete(oldest.value)
      return value
    },
    has: (key: Key) => kept.has(key),
    values: () => kept.values(),
    forget(isMeant: (key: Key) => boolean) {
      for (const key of kept.keys()) if (isMeant(key)) kept.delete(key)
    },
    clear: () => kept.clear(),
  }
}
