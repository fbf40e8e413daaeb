import type { Store } from './store.ts'

/** Something beside each store, made when it is first asked for. */
export function perStore<T>(make: (store: Store) => T): (store: Store) => T {
  const known = new WeakMap<Store, T>()
  return (store) => {
    const found = known.get(store) ?? make(store)
    known.set(store, found)
    return found
  }
}

/** Of the first store that has it. */
export function firstIn<T>(stores: readonly Store[], find: (store: Store) => T | undefined): T | undefined {
  return stores
    .values()
    .map(find)
    .find((found) => found !== undefined)
}
