/** Made once for each object, for as long as that is there. */
export function memoByObject<Key extends object, T extends {}>(make: (key: Key) => T): (key: Key) => T {
  return memoIn(new WeakMap<Key, T>(), make)
}

/** Made once for each key, for as long as this is there. */
export function memoByKey<Key, T extends {}>(make: (key: Key) => T): (key: Key) => T {
  return memoIn(new Map<Key, T>(), make)
}

interface Made<Key, T> {
  get(key: Key): T | undefined
  set(key: Key, value: T): unknown
}

function memoIn<Key, T extends {}>(existing: Made<Key, T>, make: (key: Key) => T): (key: Key) => T {
  return (key) => {
    const value = existing.get(key) ?? make(key)
    existing.set(key, value)
    return value
  }
}
