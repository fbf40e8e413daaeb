/**
 * The members that have a value, for an object whose optional members are left out rather than undefined:
 * `{ kind, ...defined({ note, finishedAt: row.end }) }`. `null` is a value.
 */
export function defined<const T extends object>(members: T): Defined<T> {
  const stored: Partial<T> = {}
  for (const name in members) {
    if (members[name] !== undefined) stored[name] = members[name]
  }
  return stored as Defined<T>
}

type Defined<T> = { -readonly [Name in keyof T]?: Exclude<T[Name], undefined> }

/** Read-only all the way down: what a schema infers can be written to. */
export type Immutable<T> = { readonly [K in keyof T]: Immutable<T[K]> }
