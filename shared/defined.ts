/**
 * Drops undefined members, for objects whose optional members are absent rather than undefined: `{ kind, ...defined({ note,
 * finishedAt: row.end }) }`. `null` is a value.
 */
export function defined<const T extends object>(members: T): Defined<T> {
  const result: Partial<T> = {}
  for (const name in members) {
    if (members[name] !== undefined) result[name] = members[name]
  }
  return result as Defined<T>
}

type Defined<T> = { -readonly [Name in keyof T]?: Exclude<T[Name], undefined> }

/** Read-only at every level: types inferred from schemas are writable. */
export type Immutable<T> = { readonly [K in keyof T]: Immutable<T[K]> }
