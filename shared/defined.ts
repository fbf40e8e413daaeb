/**
 * The members that have a value, for an object whose optional members are left out rather than undefined:
 * `{ kind, ...defined({ note, finishedAt: row.end }) }`. `null` is a value.
 */
export function defined<const T extends object>(members: T): Defined<T> {
  const result: Partial<T> = {}
  for (const name in members) {
    if (members[name] !== undefined) result[name] = members[name]
  }
  return result as Defined<T>
}

type Defined<T> = { -readonly [Name in keyof T]?: Exclude<T[Name], undefined> }

/** Read-only all the way down: what a schema infers can be written to. */
export type Immutable<T> = { readonly [K in keyof T]: Immutable<T[K]> }
