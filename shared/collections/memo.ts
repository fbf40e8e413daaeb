/** Calls `make` once for each object, and keeps the result as long as the object. */
export function memoByObject<Key extends object, T extends {}>(make: (key: Key) => T): (key: Key) => T {
  return memoIn(new WeakMap<Key, T>(), make)
}

/** Calls `make` once for each key, and keeps all results. */
export function memoByKey<Key, T extends {}>(make: (key: Key) => T): (key: Key) => T {
  return memoIn(new Map<Key, T>(), make)
}

interface Cache<Key, T> {
  get(key: Key): T | undefined
  set(key: Key, value: T): unknown
}

function memoIn<Key, T extends {}>(cache: Cache<Key, T>, make: (key: Key) => T): (key: Key) => T {
  return (key) => {
    const cached = cache.get(key)
    if (cached !== undefined) return cached
    const made = make(key)
    cache.set(key, made)
    return made
  }
}
