import type { Entry } from './entry.ts'

const pageEntries = 1_000

interface PageOfEntries {
  readonly entries: readonly Entry[]
  /** Pass as `after` of the next one. */
  readonly next: number
}

/** The entries that a cursor leads through, page by page; the first `most`. */
export async function* allEntries(
  read: (page: { readonly after: number; readonly limit: number }) => Promise<PageOfEntries>,
  most = Number.POSITIVE_INFINITY,
): AsyncGenerator<Entry> {
  let left = most
  for (let after = 0; left > 0; ) {
    const { entries, next } = await read({ after, limit: Math.min(pageEntries, left) })
    if (entries.length === 0) return
    yield* entries
    left -= entries.length
    after = next
  }
}
