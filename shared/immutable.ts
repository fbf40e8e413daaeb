/** Read-only all the way down: what a schema infers can be written to. */
export type Immutable<T> = { readonly [K in keyof T]: Immutable<T[K]> }
